/* The table's hands and ears: taps become commands, commands get an answer, frames come in order.
   What may be done is said by the server; nothing here knows a rule. */
(() => {
  "use strict";
  const live = document.getElementById("live");
  if (!live) return;
  const RESEND = 2500, POLL = 2500, BEAT = 10000, DEAF = 5000, GIVE_UP = 30000, REST = 350, HURRY = 600;
  const $ = (id) => document.getElementById(id);
  const all = (selector) => [...live.querySelectorAll(selector)];
  const show = (element, on) => { if (element) element.hidden = !on; };
  const title = document.title;
  const alone = "alone" in live.dataset;   // no socket and nobody else: the next frame is asked for when one is due

  let chosen = [];             // the play so far: {key, card, needs, colour, seat, gift}
  let follow = null;           // what may come next: {card: needs}; null while the server is asked
  let ahead = {};              // what comes of the play so far: {preview, rule}, in words
  let mas = false;             // MAS! goes with the play
  let wished = [];             // tapped while the server was still asked what may follow: cards' ids, "play" at the end
  let tapped = { key: "", at: 0 };
  let socket = null, heard = 0, beat = 0;
  const clock = new TableClock(live);
  const pending = new Map();   // command id -> {command, after, timer, born, passed}: passed once the table has gone on
  const budget = new Budget();
  const follows = new Newest(budget, (cards) => (open() ? write({ ask: "follow", cards }) : fetchFollow(cards)));

  /* ---- the line: socket first, the same by HTTP where it is down ---- */
  const deaf = () => beat && heard < beat && performance.now() - beat > DEAF;
  const open = () => socket?.readyState === WebSocket.OPEN && !deaf();
  const seen = () => Number($("felt")?.dataset.number || 0);
  const numberOf = (html) => Number(/data-number="(\d+)"/.exec(html)?.[1]);  // NaN: no screen, but the talk
  const write = (message) => { socket.send(JSON.stringify(message)); return true; };

  // htmx is the page's last script: a frame may be here before it.
  const loaded = new Promise((go) => document.addEventListener("DOMContentLoaded", go, { once: true }));
  async function swap(html) {
    await loaded;
    if (numberOf(html) < seen()) return;
    await htmx.swap({ sourceElement: live, target: live, swap: "none", text: html });
    render();
  }

  async function fetchTable() {
    try {
      const response = await fetch(`${live.dataset.stateUrl}?number=${seen()}&talk=${$("talk")?.dataset.talk || 0}`, { headers: { "HX-Request": "true" } });
      if (response.redirected || response.status === 401) return show($("closed"), true);
      if (response.headers.has("X-Now")) clock.told(Number(response.headers.get("X-Now")));
      if (response.status === 200) await swap(await response.text());
    } catch { /* the next round tries again */ }
  }
  const refresh = () => (open() && budget.spend() ? write({ ask: "table" }) : fetchTable());

  live.addEventListener("htmx:ws:after:connection", (event) => {
    socket = event.detail.connection.socket;
    beat = 0;
    budget.renew();
    follows.forget();   // what is still wanted is asked again when the whole table comes
    show($("offline"), false);
    pulse();
  });
  live.addEventListener("htmx:ws:close", (event) => {
    if (event.detail.code === 4401) show($("closed"), true);
    if (event.detail.code === 4404) location.reload();
  });
  live.addEventListener("htmx:ws:before:message:incoming", (event) => {
    const data = event.detail.message.data;
    heard = performance.now();
    if (data[0] === "{") {
      event.detail.cancelled = true;
      hear(JSON.parse(data));
    } else if (numberOf(data) < seen()) event.detail.cancelled = true;
  });
  live.addEventListener("htmx:ws:after:message:incoming", () => render());
  live.addEventListener("htmx:ws:before:message:outgoing", (event) => {
    const { command, after, command_id } = event.detail.message.values;
    if (open()) event.detail.message.data = JSON.stringify({ command, after, command_id });
    else event.detail.cancelled = true;
  });

  function hear(message) {
    if ("follow" in message) {
      follows.answered();
      if (message.follow === planned()) { follow = message.cards; ahead = message; takeWished(); paint(); }
    }
    if ("answer" in message) answered(message);
    if ("deal" in message) live.dispatchEvent(new CustomEvent("deal:told", { detail: message }));
    if ("time" in message) {
      clock.answered(message);
      if (message.number > seen()) refresh();
    }
  }
  function pulse() {
    if (socket?.readyState !== WebSocket.OPEN) return;
    if (deaf()) return socket.close();
    if (!budget.spend()) return;
    beat = performance.now();
    write({ ask: "time", sent: String(Date.now()) });
  }
  setInterval(pulse, BEAT);
  if (!alone) setInterval(() => {
    show($("offline"), !open() && $("closed").hidden);
    if (!open() && !document.hidden && $("closed").hidden) fetchTable();
  }, POLL);
  for (const wake of ["online", "pageshow"]) addEventListener(wake, () => refresh());
  document.addEventListener("visibilitychange", () => document.hidden || refresh());

  /* ---- a part of the shuffle: deal.js says which ---- */
  live.addEventListener("deal:say", async ({ detail: { again, ...part } }) => {
    if (!again && open() && budget.spend()) return void write({ ask: "deal", ...part });
    try {
      const headers = { Accept: "application/json", "X-CSRFToken": $("verbs").elements.csrfmiddlewaretoken.value };
      const response = await fetch(live.dataset.dealUrl, { method: "POST", body: new URLSearchParams({ ask: "deal", ...part }), headers });
      if (response.ok) hear(await response.json());
    } catch { /* it is said again */ }
  });

  /* ---- commands: one id, one answer ---- */
  const takesTurn = (text) => /^(play|draw|pass)/.test(text);
  function send(command) {
    const form = $("command");
    const again = (sent) => (takesTurn(command) ? takesTurn(sent.command) && !sent.passed : sent.command === command);
    if (!form || [...pending.values()].some(again)) return;
    const id = [...crypto.getRandomValues(new Uint8Array(16))].map((byte) => byte.toString(16).padStart(2, "0")).join("");
    const sent = { command, after: $("felt").dataset.after, born: performance.now() };
    pending.set(id, sent);
    live.dispatchEvent(new Event("table:sent"));
    // The button goes now; a keyboard stays at the hand instead of going back to the top of the page.
    if (takesTurn(command) && document.activeElement?.closest("#go, #simple")) live.querySelector(".held:not(.held--chosen)")?.focus({ preventScroll: true });
    form.elements.command.value = command;
    form.elements.after.value = sent.after;
    form.elements.command_id.value = id;
    paint();
    if (!open() || !budget.spend()) return void post(id);
    form.requestSubmit();
    sent.timer = setTimeout(post, RESEND, id);
  }
  async function post(id) {
    const sent = pending.get(id), form = $("command");
    if (!sent) return;
    try {
      const body = new URLSearchParams({ command: sent.command, after: sent.after, command_id: id });
      const headers = { Accept: "application/json", "X-CSRFToken": form.elements.csrfmiddlewaretoken.value };
      const response = await fetch(live.dataset.commandUrl, { method: "POST", body, headers });
      if (response.status === 401) return show($("closed"), true);
      const message = await response.json();
      answered(message);
      if (message.content) await swap(message.content);
    } catch {
      if (!pending.has(id)) return;
      const late = performance.now() - sent.born > GIVE_UP;
      tell(late ? live.dataset.failed : live.dataset.lost);
      if (late) { pending.delete(id); paint(); } else sent.timer = setTimeout(post, RESEND, id);
    }
  }
  function answered({ answer, refused, text, rule, held }) {
    const sent = pending.get(answer);
    if (held) return; // a catch waits for a MAS! on its way; sent again, it has its answer
    clearTimeout(sent?.timer);
    pending.delete(answer);
    if (refused) tell(text, rule);
    else if (sent) { tell(""); if (takesTurn(sent.command) && !sent.passed) forget(); }
    paint();
  }
  function tell(text, rule) {
    const note = $("answer");
    if (!note) return;
    quote(note, text, rule);
    show(note, text);
    clearTimeout(tell.timer);
    if (text) tell.timer = setTimeout(tell, 9000, "");
  }

  function quote(note, text, rule) {
    note.textContent = text ? `${text} ` : "";
    if (!text || !rule) return;
    const link = note.appendChild(document.createElement("a"));
    link.href = `${live.dataset.rulesUrl}#r${rule}`;
    link.target = "_blank";
    link.rel = "noopener";
    link.textContent = `${live.dataset.rule} ${rule}`;
  }

  /* ---- choosing cards ---- */
  const onTurn = () => { const { urgent, phase } = $("mine")?.dataset || {}; return urgent !== undefined && (phase === "turn" || phase === "drawn"); };
  const put = ({ card, colour, seat, gift }) => card + (colour ? `:${colour}` : "") + (seat ? `>${seat}` : "") + (gift ? `=${gift}` : "");
  const written = () => chosen.map(put).join(" ");
  const planned = () => written() + (mas && chosen.length ? " !" : "");
  const last = () => chosen.at(-1);
  const missing = () => {
    const next = last();
    if (!next) return "";
    if (next.needs.includes("c") && !next.colour) return "c";
    if (next.needs.includes("s") && !next.seat) return "s";
    return next.needs.includes("g") && !next.gift ? "g" : "";
  };
  const isChosen = (key) => chosen.findIndex((one) => one.key === key);
  const next = (button) => {
    const card = button.dataset.card;
    if (!chosen.length) return "opens" in button.dataset ? button.dataset.needs || "" : null;
    return follow && card in follow && isChosen(button.id) < 0 ? follow[card] : null;
  };

  const atOnce = (button) => "atOnce" in button.dataset && live.classList.contains("table--onetap") && !chosen.length && !mas;

  function forget() { chosen = []; wished = []; follow = null; ahead = {}; mas = false; follows.drop(); }
  function choose(list) {
    chosen = list;
    follow = null;
    ahead = {};
    follows.drop();
    if (chosen.length && !missing()) askFollow();
    paint();
  }
  const askFollow = () => (open() ? follows.ask(planned()) : fetchFollow(planned()));
  async function fetchFollow(cards) {
    try {
      const response = await fetch(`${live.dataset.followUrl}?cards=${encodeURIComponent(cards)}`);
      if (response.ok) hear(await response.json());
    } catch { /* without it a single card can still be played */ }
  }
  function tap(button) {
    if (!onTurn() || resting()) return;
    const { card } = button.dataset, at = isChosen(button.id), needs = next(button);
    const twice = tapped.key === button.id && performance.now() - tapped.at < 350;
    tapped = { key: button.id, at: performance.now() };
    if (at >= 0) {
      if (twice && at === chosen.length - 1 && !missing()) return play();
      wished = [];
      return choose(chosen.slice(0, at));
    }
    if (missing() === "g") { last().gift = card; return paint(); }
    if (chosen.length && !follow && !missing()) return wish(twice && wished.includes(button.id) ? "play" : button.id);
    if (atOnce(button)) { chosen = [{ key: button.id, card, needs }]; return play(); }
    if (needs !== null) return choose([...chosen, { key: button.id, card, needs }]);
    if ("opens" in button.dataset) return choose([{ key: button.id, card, needs: button.dataset.needs || "" }]);
    wished = [];
    if (!chosen.length || follow) send(`play ${[...chosen, { card }].map(put).join(" ")}`);  // the refusal says why not
  }
  function play() {
    if (!chosen.length || missing()) return;
    if (wished.length && !follow) return wish("play");
    send(`play ${planned()}`);
    rest();
  }

  /* On a slow line the next card is tapped before the server has said what may follow: the taps wait for that. */
  function wish(id) {
    const cards = wished.filter((other) => other !== "play"), at = cards.indexOf(id);
    wished = at < 0 ? [...cards, id] : cards.slice(0, at);
    clearTimeout(wish.timer);
    wish.timer = setTimeout(askAgain, RESEND);
    paint();
  }
  function askAgain() {
    if (!wished.length || !chosen.length || missing()) return;
    askFollow();
    wish.timer = setTimeout(askAgain, RESEND);
  }
  function takeWished() {
    while (follow && wished.length && wished[0] !== "play") {
      const button = $(wished.shift()), by = tapped;
      if (!button || next(button) === null) wished = [];   // less than what was tapped does not go by itself
      if (button) tap(button);
      tapped = by;   // no finger did that: the next tap is not its second
    }
    if (wished[0] === "play") { wished = []; play(); }
  }

  /* The second tap of a double one must not put down the card that has moved into the place of the first. */
  const resting = () => live.classList.contains("table--resting");
  function rest() {
    live.classList.add("table--resting");
    clearTimeout(rest.timer);
    rest.timer = setTimeout(() => live.classList.remove("table--resting"), REST);
  }

  live.addEventListener("click", (event) => {
    const button = event.target.closest("button, #pile") || pointedAt(event.target);
    if (!button || button.disabled) return;
    if (button.dataset.do) send(button.dataset.do);
    else if (button.dataset.card) tap(button);
    else if (button.dataset.colour) { last().colour = button.dataset.colour; choose(chosen); }
    else if (button.dataset.choose) { last().seat = button.dataset.choose; choose(chosen); }
    else if (button.id === "play") play();
    else if (button.id === "clear") { forget(); paint(); }
    else if (button.id === "mas") { if ("mas" in $("mine").dataset) send("mas"); else { mas = !mas; choose(chosen); } }
    else if (button.id === "pile") $("draw")?.click();
    else if (button.id === "leave") { $("menu").open = false; $("leave-dialog").showModal(); }
    else if (button.id === "copy") copy(button);
  });
  for (const name of ["leave-dialog", "keys-sheet"]) $(name)?.addEventListener("close", () => {
    if (!document.activeElement?.checkVisibility() || document.activeElement === document.body) $("menu").querySelector("summary").focus();   // what opened it is folded away
  });
  document.addEventListener("click", (event) => { const menu = $("menu"); if (menu.open && !menu.contains(event.target)) menu.open = false; });

  /* While a player is to be chosen, a tap on them at the felt says it too: with twenty, that is the shortest way. */
  function pointedAt(target) {
    const chip = target.closest(".chip");
    return chip && missing() === "s" ? $(`choose-${chip.dataset.seat}`) : null;
  }

  function copy(button) {
    const link = $("invite-link");
    link.select();
    document.execCommand("copy");   // the clipboard API is missing on plain http
    button.textContent = button.dataset.done;
  }

  /* ---- painting what only this page knows ---- */
  function render() {
    const { after } = $("felt")?.dataset || {}, gone = chosen.some(({ key }) => !$(key));
    const passed = [...pending.values()].filter((sent) => !sent.passed && takesTurn(sent.command) && sent.after !== after);
    for (const sent of passed) sent.passed = true;   // what came of it is here before its answer
    if (passed.length || gone || !onTurn()) forget();
    else if (chosen.length && !missing()) askFollow();
    paint();
    clock.tick();
    expectMore();
    hurry();
    const turn = live.querySelector(".chip--turn"), strip = $("chips");
    if (turn && strip.scrollWidth > strip.clientWidth) strip.scrollLeft = turn.offsetLeft - strip.offsetLeft - (strip.clientWidth - turn.clientWidth) / 2;
    const urgent = "urgent" in ($("mine")?.dataset || {});
    document.title = urgent ? `● ${live.dataset.turn} – ${title}` : title;
    live.dispatchEvent(new Event("table:shown"));
  }
  /* A shuffle waits for its parts for two seconds: where nothing is pushed, the table is looked at more often. */
  function hurry() {
    clearTimeout(hurry.timer);
    if (!open() && /commit|open/.test($("deal")?.dataset.stage)) hurry.timer = setTimeout(() => fetchTable().then(hurry), HURRY);
  }
  function expectMore() {
    clearTimeout(expectMore.timer);
    const { more } = $("coach")?.dataset || {};
    const before = seen();
    const fetchMore = () => fetchTable().then(() => { if (seen() === before) expectMore(); });   // lost on the way: once more
    if (more) expectMore.timer = setTimeout(fetchMore, Number(more));
  }
  function paint() {
    const mine = $("mine"), go = $("go");
    for (const place of all("#felt [data-seat]")) place.classList.toggle("is-me", place.dataset.seat === mine?.dataset.seat);
    show($("leave"), mine && "leave" in mine.dataset);
    show($("want-pause"), mine && "leave" in mine.dataset && mine.dataset.state === "playing");
    offerPause(mine);
    if (!mine || !go) return;
    const { state, phase, word } = mine.dataset, playing = state === "playing", turn = playing && onTurn();
    const waits = (verb) => [...pending.values()].some((sent) => !sent.passed && sent.command.startsWith(verb));
    const taken = [...chosen.map(({ key }) => key), ...wished.filter((id) => id !== "play")];
    const wanted = turn ? missing() : "";
    for (const button of all("[data-card]")) {
      const at = taken.indexOf(button.id);
      const gift = at < 0 && last()?.gift === button.dataset.card;
      button.classList.toggle("held--lit", turn && at < 0 && (wanted === "g" || (!wanted && next(button) !== null)));
      button.classList.toggle("held--chosen", at >= 0);
      button.classList.toggle("held--gift", gift);
      button.setAttribute("aria-pressed", String(at >= 0 || gift));
      if (at >= 0) button.dataset.order = at + 1; else delete button.dataset.order;
    }
    show($("pick-colour"), wanted === "c" || (turn && !wanted && last()?.colour && !last().seat));
    show($("pick-seat"), wanted === "s");
    show($("pick-gift"), wanted === "g");
    show($("simple"), playing && phase !== "race" && $("pick-colour").hidden && !wanted);
    if (wanted === "s") offerSeats();
    for (const button of all("[data-colour]")) button.setAttribute("aria-pressed", String(last()?.colour === button.dataset.colour));
    show($("clear"), chosen.length);
    for (const id of ["draw", "pass"]) show($(id), !chosen.length);
    show(go, playing);
    show($("preview"), playing);
    foretell();
    $("play").disabled = !turn || !chosen.length || Boolean(wanted) || waits("play");
    const asked = { c: "pick-colour", s: "pick-seat" }[wanted];   // what the button still waits for
    $("play").textContent = asked ? $(asked).getAttribute("aria-label") : taken.length > 1 ? `${live.dataset.play} · ${taken.length}` : live.dataset.play;
    const owes = "mas" in mine.dataset, leaves = turn && all("[data-card]").length - taken.length === 1 && taken.length > 0;
    $("mas").textContent = word || "MAS!";
    $("mas").disabled = !owes && !turn;
    $("mas").setAttribute("aria-pressed", String(!owes && mas));
    $("mas").classList.toggle("mas--now", owes || (leaves && !mas));
    for (const button of all("[data-do]")) button.classList.toggle("button--waits", waits(button.dataset.do));
    $("play").classList.toggle("button--waits", waits("play"));
  }
  function offerPause(mine) {
    const button = $("want-pause");
    if (!button) return;
    button.dataset.on ??= button.textContent;
    const wanted = Boolean(mine) && "pause" in mine.dataset;
    button.value = wanted ? "0" : "1";
    button.textContent = wanted ? button.dataset.off : button.dataset.on;
  }
  function foretell() {
    const { preview = "", rule = "" } = ahead, note = $("preview");
    if (note.dataset.told === preview + rule) return;
    note.dataset.told = preview + rule;
    note.classList.toggle("preview--no", Boolean(rule));
    quote(note, preview, rule);
  }
  function offerSeats() {
    const box = $("pick-seat");
    box.replaceChildren(...all("#targets li").map((seat) => {
      const button = document.createElement("button");
      Object.assign(button, { type: "button", id: `choose-${seat.dataset.seat}`, className: "button", textContent: seat.textContent });
      button.dataset.choose = seat.dataset.seat;
      return button;
    }));
  }

  render();
})();
