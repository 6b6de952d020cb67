/* The sheet on the page: drawn anew from the book whenever that changes, whether the network is there or not. */
(() => {
  "use strict";
  const page = document.getElementById("paper"), at = (id) => document.getElementById(id), words = page.dataset;
  if (!paperBook.there) {
    // The empty sheet in the place of one that this phone does not have, or of another of these pages.
    page.hidden = true;
    at(location.pathname.startsWith("/tine-scorul/f/") ? "paper-missing" : "paper-away").hidden = false;
    return;
  }
  const mould = (id) => at(id).content.firstElementChild.cloneNode(true);
  const say = (text, values) => Object.entries(values).reduce((said, [name, value]) => said.replace(`{${name}}`, value), text);
  let latest = null;   // the round that "undo" takes back

  function draw() {
    const { sheet, refused } = paperBook.read(), now = paperBook.standing();
    at("plain")?.remove();
    title(sheet, now);
    at("board").replaceChildren(...order(now).map((seat) => row(sheet, now, seat)));
    const written = paperBook.deals().map((deal, nth) => round(sheet, deal, nth, now)).reverse();
    put(at("written"), written);
    at("paper-rounds").hidden = !written.length;
    at("paper-acts").hidden = false;
    at("paper-add").hidden = now.over;
    ending(sheet, now);
    told(refused);
    lineNow();
  }

  function title(sheet, now) {
    const first = sheet.names.filter((_, seat) => now.places[seat] === 1);
    const won = say(first.length > 1 ? words.wordShared : words.wordWon, { name: first.join(", ") });
    at("paper-title").textContent = now.over ? won : at("paper-title").dataset.plain;
    at("paper-rules").textContent = `${sheet.game}, ${sheet.ending.text}`;
  }

  const order = (now) => {
    const seats = now.totals.map((_, seat) => seat);
    return now.over ? seats.toSorted((a, b) => now.places[a] - now.places[b]) : seats;
  };

  function row(sheet, now, seat) {
    const made = mould("row-mould"), leads = now.counted > 0 && now.places[seat] === 1;
    made.classList.toggle("tally__row--first", leads);
    made.querySelector("[data-place]").textContent = leads || now.over ? now.places[seat] : "";
    made.querySelector("[data-name]").textContent = sheet.names[seat];
    made.querySelector("[data-deals]").hidden = now.over || seat !== now.dealer;
    made.querySelector("[data-total]").textContent = now.totals[seat];
    const way = made.querySelector("progress");
    if (sheet.ending.kind === "target") Object.assign(way, { max: sheet.ending.amount, value: now.totals[seat] });
    else way.remove();
    return made;
  }

  /* A row stays where it is while its round is there: one drawn anew under a thumb would hear nothing of the press. */
  const rows = new Map();
  function put(list, wanted) {
    for (const old of [...list.children]) if (!wanted.includes(old)) old.remove();
    wanted.forEach((made, nth) => { if (list.children[nth] !== made) list.insertBefore(made, list.children[nth] ?? null); });
  }

  function round(sheet, deal, nth, now) {
    if (!rows.has(deal.id)) rows.set(deal.id, mould("written-mould"));
    const made = rows.get(deal.id), blocked = deal.winner === null;
    made.querySelector("[data-nth]").textContent = nth + 1;
    made.querySelector("[data-winner]").textContent = blocked ? words.wordBlocked : sheet.names[deal.winner];
    made.querySelector("[data-scored]").textContent = `+${paperBook.scored(deal)}`;
    made.querySelector("[data-late]").hidden = nth < now.counted;
    const held = sheet.names.map((name, seat) => [name, seat]).filter(([, seat]) => seat !== deal.winner);
    made.querySelector("[data-held]").textContent = held.map(([name, seat]) => `${name} ${deal.points[seat] ?? 0}`).join(" · ");
    made.querySelector("[data-edit]").dataset.edit = deal.id;
    return made;
  }

  function ending(sheet, now) {
    const closed = document.querySelector("[data-close]"), reopened = document.querySelector("[data-reopen]");
    closed.hidden = now.over || !now.counted;
    reopened.hidden = !paperBook.closed();
    at("paper-again").hidden = !now.over;
    at("paper-again").search = sheet.names.map((name) => `n=${encodeURIComponent(name)}`).join("&");
  }

  function told(refused) {
    const place = at("paper-refused");
    place.hidden = !refused.length;
    if (place.hidden) return;
    const close = Object.assign(document.createElement("button"), { type: "button", className: "button button--small", textContent: "OK" });
    close.addEventListener("click", paperBook.forgetRefused);
    const { names } = paperBook.read().sheet;
    const texts = refused.map(({ deal, text }) => `${deal?.points && deal.winner !== null ? `${names[deal.winner]} +${paperBook.scored(deal)}: ` : ""}${text}`);
    place.replaceChildren(`${words.wordRefused} ${texts.join(" ")}`, close);
  }

  function lineNow() {
    const unsent = paperBook.read().outbox.length;
    for (const one of document.querySelectorAll("[data-line]")) one.hidden = one.dataset.line !== paperBook.line;
    at("paper-unsent").textContent = unsent ? `(${unsent})` : "";
  }

  function written({ detail: { deal, known } }) {
    latest = known ? null : deal;
    at("paper-done").hidden = known;
    if (known) return;
    const { names } = paperBook.read().sheet;
    const text = deal.winner === null ? words.wordBlocked : say(words.wordWritten, { name: names[deal.winner], points: paperBook.scored(deal) });
    at("paper-done").querySelector("span").textContent = text;
  }

  function undo() {
    const deal = paperBook.deals().find((one) => one.id === latest?.id);
    if (deal) paperBook.change("remove", deal);
    at("paper-done").hidden = true;
    at("paper-add").focus();
  }

  function copy(button) {
    at(button.dataset.copy).select();
    document.execCommand("copy");   // the clipboard API is missing on plain http
    button.textContent = words.wordCopied;
  }

  document.addEventListener("click", (event) => {
    const pressed = event.target.closest("#paper-add, [data-edit], [data-undo], [data-copy]");
    if (!pressed) return;
    if (pressed.dataset.edit) event.preventDefault();
    if (pressed.id === "paper-add") paperRound.open();
    else if (pressed.dataset.edit) paperRound.open(paperBook.deals().find((one) => one.id === pressed.dataset.edit));
    else if (pressed.dataset.copy) copy(pressed);
    else undo();
  });
  document.querySelectorAll("[data-close], [data-reopen]").forEach((form) => form.addEventListener("submit", (event) => {
    event.preventDefault();
    paperBook.change(form.hasAttribute("data-close") ? "finish" : "go_on");
  }));
  document.querySelectorAll("[data-copy]").forEach((button) => { button.hidden = false; });
  paperRound.dialog.addEventListener("round:written", written);
  page.addEventListener("paper:changed", draw);
  page.addEventListener("paper:line", lineNow);
  draw();
  paperBook.send();
})();
