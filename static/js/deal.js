/* The page's part in the shuffle. Before a round it binds itself to a number of its own, opens that once everybody is
   bound, and when the round is over it checks that the cards came of all of them. Nobody has to press anything. */
(() => {
  "use strict";
  const live = document.getElementById("live");
  if (!live) return;
  const AGAIN = 900, TRIES = 4;
  const $ = (id) => document.getElementById(id);
  const said = new Map();      // promise and step -> {timer, tries, done}
  const checked = new Map();   // address of a proof -> what is wrong with it; null while it is being read
  const own = new Map();       // promise -> {nonce, mine}: this page's number and what binds it to that
  let wrong = false;           // something did not hold before the round was over

  function say(step, promise, value) {
    const key = `${promise}.${step}`, mine = said.get(key) || { tries: 0 };
    said.set(key, mine);
    if (mine.done || mine.timer || mine.tries >= TRIES) return;
    const detail = { step, deal: promise, value, again: mine.tries++ > 0 };
    live.dispatchEvent(new CustomEvent("deal:say", { detail }));
    mine.timer = setTimeout(() => { mine.timer = 0; look(); }, AGAIN);
  }
  live.addEventListener("deal:told", ({ detail: { deal, step, refused } }) => {
    const mine = said.get(`${deal}.${step}`);
    if (!mine) return;
    clearTimeout(mine.timer);
    Object.assign(mine, { timer: 0, done: true });
    if (!refused) Kept.note(deal, { ...own.get(deal), ...(step === "commit" ? { bound: true } : { opened: true }) });
  });

  async function bind({ deal, context, round }, seat) {
    if (!own.has(deal)) {
      const nonce = Kept.of(deal)?.nonce || Sha.hex(crypto.getRandomValues(new Uint8Array(32)));
      own.set(deal, { nonce });
      Kept.note(deal, { context, round, seat, nonce });
    }
    const part = own.get(deal);
    part.mine = await Proof.seatCommit(context, seat, Sha.bytes(part.nonce));
    Kept.note(deal, { mine: part.mine });   // a page that is loaded anew before it hears the answer can still open it
    say("commit", deal, part.mine);
  }

  async function open({ deal, context, stage, attempt, before, chain }, seat, listed) {
    const kept = Kept.note(deal, { context, before, chain, listed }), last = Kept.linkBefore(context);
    if ((await Proof.link(before, deal, listed)) !== chain || (attempt === "1" && last && last !== before)) wrong = true;
    const part = own.get(deal) || kept;
    if (seat === undefined || !part.nonce) return;
    if (listed[seat] === part.mine) { if (stage === "open") say("open", deal, part.nonce); }
    else if (kept.bound && listed[seat] !== kept.mine) wrong = true;   // the server took our part and left it out
  }

  async function look() {
    mark();
    const deal = $("deal"), seat = $("mine")?.dataset.dealSeat;
    if (!deal) return;
    const told = { ...deal.dataset };
    if (told.stage === "commit") { if (seat !== undefined) await bind(told, Number(seat)); }
    else if (told.listed) await open(told, seat === undefined ? seat : Number(seat), told.listed.split(" "));
    mark();
  }

  /* ---- when a round is over: a small mark where all is well, a loud one where it is not ---- */
  async function check(url) {
    checked.set(url, null);
    try {
      const response = await fetch(url, { headers: { Accept: "application/json" } });
      if (!response.ok) throw new Error(String(response.status));
      const proof = await response.json();
      const kept = Kept.of(proof.commit);
      checked.set(url, [...await Proof.faults(proof), ...Proof.compare(proof, kept)]);
      if (kept) Kept.note(proof.commit, { dealt: true });
    } catch { checked.delete(url); return; }   // the next screen tries again
    mark();
  }
  function mark() {
    const line = $("proof"), alarm = $("deal-alarm");
    if (alarm) alarm.hidden = !wrong;
    if (!line) return;
    const { proof, ok, bad } = line.dataset;
    if (!checked.has(proof)) check(proof);
    const faults = checked.get(proof);
    if (!faults) return;
    line.classList.add(faults.length ? "proofmark--bad" : "proofmark--ok");
    line.setAttribute("role", faults.length ? "alert" : "status");
    line.querySelector("a").textContent = faults.length ? bad : ok;
  }

  live.addEventListener("table:shown", look);
  look();
})();
