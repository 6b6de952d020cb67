/* A sheet as this phone keeps it: what the server last said, and the changes it has not heard of yet. Each change has
   an id of its own and each round too, so sending one twice, or from two phones, is once.
   Tells the page by "paper:changed" and "paper:line". */
const paperBook = (() => {
  "use strict";
  const page = document.getElementById("paper");
  const key = location.pathname.match(/^\/tine-scorul\/f\/([\w-]+)\//)?.[1];
  const NAME = `paper:${key}`, SEND_TO = `/tine-scorul/f/${key}/trimite/`;
  const LOOK_MS = 15_000, FIRST_WAIT_MS = 2_000, LONGEST_WAIT_MS = 60_000, PATIENCE_MS = 10_000, AT_ONCE = 100;
  let memory = null, sending = false, again = false, wait = FIRST_WAIT_MS, timer = 0, line = "";

  function read() {
    try { return JSON.parse(localStorage.getItem(NAME)) ?? memory; } catch { return memory; }
  }

  function write(kept) {
    memory = kept;
    try { localStorage.setItem(NAME, JSON.stringify(kept)); } catch { /* a browser that keeps nothing: the tab does */ }
    page.dispatchEvent(new Event("paper:changed"));
  }

  function begin() {
    const told = document.getElementById("paper-data"), kept = read();
    if (told) {
      const sheet = JSON.parse(told.textContent);
      const newest = kept && kept.sheet.version > sheet.version ? kept.sheet : sheet;
      write({ sheet: newest, outbox: kept?.outbox ?? [], refused: kept?.refused ?? [] });
    }
    return read() !== null;
  }

  /* Ids without crypto.randomUUID, which plain http does not have. */
  function newId() {
    return [...crypto.getRandomValues(new Uint8Array(16))].map((byte) => byte.toString(16).padStart(2, "0")).join("");
  }

  /* The rounds with everything in them that was not sent yet. */
  function deals() {
    const { sheet, outbox } = read();
    return outbox.reduce((written, { act, deal }) => {
      if (act === "record") return written.some((one) => one.id === deal.id) ? written : [...written, deal];
      // As the server will count it, so that a second correction follows the first.
      if (act === "correct") return written.map((one) => (one.id === deal.id ? { ...deal, revision: deal.revision + 1 } : one));
      return act === "remove" ? written.filter((one) => one.id !== deal.id) : written;
    }, sheet.deals);
  }

  function closed() {
    const { sheet, outbox } = read();
    return outbox.reduce((was, { act }) => (act === "finish" ? true : act === "go_on" ? false : was), sheet.closed);
  }

  const scored = (deal) => (deal.winner === null ? 0 : Object.values(deal.points).reduce((sum, points) => sum + points, 0));

  /* The same sum as the server's, for the time without it. */
  function standing() {
    const { names, ending } = read().sheet, totals = names.map(() => 0), written = deals();
    let counted = 0, over = false;
    for (const deal of written) {
      if (over) break;
      counted += 1;
      if (deal.winner !== null) totals[deal.winner] += scored(deal);
      over = ending.kind === "target" ? Math.max(...totals) >= ending.amount : counted >= (ending.amount || 1);
    }
    const last = written[counted - 1];
    const merit = (seat) => {
      if (ending.kind !== "single" || !last) return totals[seat];
      return seat === last.winner ? Infinity : -(last.points[seat] ?? 0);
    };
    const places = names.map((_, seat) => 1 + names.filter((_, other) => merit(other) > merit(seat)).length);
    const dealer = last ? (last.dealer + 1) % names.length : 0;
    return { totals, counted, over: over || closed(), places, dealer };
  }

  function change(act, deal) {
    const kept = read();
    kept.outbox.push({ change: newId(), act, deal });
    write(kept);
    if (line === "sent") tell("waiting");
    send();
  }

  function tell(now) {
    line = now;
    page.dispatchEvent(new Event("paper:line"));
  }

  async function send() {
    if (line === "gone") return;
    if (sending) { again = true; return; }
    sending = true;
    again = false;
    clearTimeout(timer);
    const kept = read(), batch = kept.outbox.slice(0, AT_ONCE);
    if (batch.length && line !== "offline") tell("waiting");
    try {
      await exchange(kept.sheet.version, batch);
      wait = FIRST_WAIT_MS;
      if (line !== "gone") tell(read().outbox.length ? "waiting" : "sent");
    } catch {
      tell("offline");
      wait = Math.min(wait * 2, LONGEST_WAIT_MS);
    }
    sending = false;
    const unsent = read().outbox.length;
    // A page that nobody looks at asks for nothing new.
    if (document.hidden && !unsent) return;
    timer = setTimeout(send, again ? 0 : line === "offline" ? wait : unsent ? 0 : LOOK_MS);
  }

  async function exchange(version, changes) {
    const answer = await fetch(SEND_TO, {
      method: "POST",
      headers: { "Content-Type": "application/json" },
      body: JSON.stringify({ version, changes }),
      signal: AbortSignal.timeout(PATIENCE_MS),
    });
    if (answer.status === 404) tell("gone");
    else if (answer.status !== 204) {
      if (!answer.ok) throw new Error(answer.status);
      take(await answer.json(), new Set(changes.map((one) => one.change)));
    }
  }

  /* What was sent is the server's now. A round it refused is not thrown away: it stands among the refused. */
  function take({ sheet, refused }, sent) {
    const kept = read();
    const said = kept.outbox.filter((one) => refused[one.change]).map((one) => ({ ...one, text: refused[one.change] }));
    kept.refused.push(...said);
    kept.outbox = kept.outbox.filter((one) => !sent.has(one.change));
    if (sheet.version >= kept.sheet.version) kept.sheet = sheet;
    write(kept);
  }

  function forgetRefused() {
    write({ ...read(), refused: [] });
  }

  const there = page && key && begin();
  if (there) {
    addEventListener("online", () => { wait = FIRST_WAIT_MS; send(); });
    addEventListener("offline", () => tell("offline"));
    addEventListener("storage", (event) => { if (event.key === NAME) page.dispatchEvent(new Event("paper:changed")); });
    document.addEventListener("visibilitychange", () => { if (!document.hidden) send(); });
  }
  return { there, read, deals, closed, standing, scored, change, send, newId, forgetRefused, get line() { return line; } };
})();
