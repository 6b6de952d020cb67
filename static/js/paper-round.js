/* Writing down one round, in a dialog: who was first without cards, then what each of the others held. */
const paperRound = (() => {
  "use strict";
  const dialog = document.getElementById("recorder"), words = document.getElementById("paper")?.dataset;
  const at = (id) => document.getElementById(id);
  let deal = null, begun = null, known = false, seat = 0, pad = null;

  const names = () => paperBook.read().sheet.names;
  const say = (text, values) => Object.entries(values).reduce((said, [name, value]) => said.replace(`{${name}}`, value), text);
  const others = () => names().map((_, other) => other).filter((other) => other !== deal.winner);

  function open(old) {
    known = Boolean(old);
    const dealer = paperBook.standing().dealer;
    // A round that was begun and not written down is there again: a thumb closes what it did not mean to.
    if (!old) begun = { ...(begun ?? { id: paperBook.newId(), winner: -1, hands: {}, points: {}, revision: 1 }), dealer };
    deal = old ? structuredClone(old) : begun;
    if (!pad) makePad();
    at("recorder-names").replaceChildren(...names().map((name, nth) => button(name, nth)));
    at("recorder-dealer").replaceChildren(...names().map((name, nth) => new Option(name, nth, false, nth === deal.dealer)));
    sure(false);
    step("winner");
    dialog.showModal();
    at("recorder-title").focus();
  }

  function makePad() {
    const { preset } = paperBook.read().sheet;
    at("recorder-pad").append(document.querySelector(`template[data-pad="${preset}"]`).content.cloneNode(true));
    pad = at("recorder-pad").querySelector("card-pad");
    pad.addEventListener("change", () => { keepHand(); tabs(); });
  }

  function button(name, nth) {
    const made = document.createElement("button");
    Object.assign(made, { type: "button", className: "button", textContent: name });
    made.dataset.winner = nth;
    made.setAttribute("aria-pressed", nth === deal.winner);
    return made;
  }

  function step(name) {
    for (const one of dialog.querySelectorAll("[data-step]")) one.hidden = one.dataset.step !== name;
    at("recorder-back").classList.toggle("recorder__none", name === "winner");
    at("recorder-remove").hidden = !known;
    const title = at("recorder-title");
    title.textContent = name === "winner" ? title.dataset.winner : say(words.wordHand, { name: names()[seat] });
  }

  function won(who) {
    deal.winner = who === "nobody" ? null : Number(who);
    delete deal.hands[deal.winner];
    delete deal.points[deal.winner];
    show(others()[0]);
  }

  function show(next) {
    seat = next;
    step("hands");
    pad.taken = taken();
    pad.value = deal.hands[seat] ?? "";
    tabs();
  }

  /* The cards in the hands of the others: there are only so many in the box. */
  function taken() {
    const cards = {};
    for (const other of others()) {
      const hand = other === seat ? "" : deal.hands[other] ?? "";
      if (typeof hand === "string") for (const word of hand.split(" ")) cards[word] = (cards[word] ?? 0) + 1;
    }
    return cards;
  }

  function keepHand() {
    deal.hands[seat] = pad.value;
    deal.points[seat] = pad.points;
  }

  function tabs() {
    at("recorder-tabs").replaceChildren(...others().map((other) => {
      const tab = document.createElement("button");
      Object.assign(tab, { type: "button", className: "recorder__tab" });
      tab.dataset.seat = other;
      tab.setAttribute("aria-pressed", other === seat);
      const points = Object.assign(document.createElement("b"), { className: "number", textContent: deal.points[other] ?? "–" });
      const name = Object.assign(document.createElement("span"), { textContent: `${names()[other]} ` });
      tab.append(name, points);
      return tab;
    }));
    at("recorder-tabs").querySelector('[aria-pressed="true"]')?.scrollIntoView({ block: "nearest", inline: "center" });
    const next = following(), sum = paperBook.scored(deal);
    const done = deal.winner === null ? words.wordBlockedWrite : say(words.wordWrite, { name: names()[deal.winner], points: sum });
    at("recorder-next").textContent = next === undefined ? done : say(words.wordNext, { name: names()[next] });
  }

  const following = () => others().find((other) => other > seat);

  function go() {
    keepHand();
    const next = following();
    if (next !== undefined) { show(next); return; }
    deal.dealer = Number(at("recorder-dealer").value);
    for (const other of others()) { deal.hands[other] ??= ""; deal.points[other] ??= 0; }
    dialog.close();
    if (known && same(paperBook.deals().find((one) => one.id === deal.id))) return;
    if (!known) begun = null;
    paperBook.change(known ? "correct" : "record", deal);
    dialog.dispatchEvent(new CustomEvent("round:written", { detail: { deal, known } }));
  }

  /* Nothing to correct is no correction. */
  const same = (old) => old?.winner === deal.winner && old.dealer === deal.dealer
    && others().every((other) => (old.hands[other] ?? "") === deal.hands[other]);

  function back() {
    keepHand();
    const before = others().filter((other) => other < seat).at(-1);
    if (before === undefined) step("winner"); else show(before);
  }

  function sure(asked) {
    const button = at("recorder-remove");
    button.textContent = asked ? button.dataset.sure : button.dataset.plain;
    button.toggleAttribute("data-asked", asked);
  }

  function removed() {
    if (!at("recorder-remove").hasAttribute("data-asked")) { sure(true); return; }
    paperBook.change("remove", deal);
    dialog.close();
  }

  dialog?.addEventListener("click", (event) => {
    const pressed = event.target.closest("button");
    if (!pressed) return;
    if (pressed.dataset.winner) won(pressed.dataset.winner);
    else if (pressed.dataset.seat) { keepHand(); show(Number(pressed.dataset.seat)); }
    else if (pressed.id === "recorder-next") go();
    else if (pressed.id === "recorder-back") back();
    else if (pressed.id === "recorder-remove") removed();
    else if (pressed.id === "recorder-close") dialog.close();
  });
  // A telephone's keyboard or a desk's: cards can be typed from anywhere in the dialog.
  dialog?.addEventListener("keydown", (event) => {
    if (event.target.closest("card-pad, input, select") || !pad || dialog.querySelector('[data-step="hands"]').hidden) return;
    if (/^[0-9a-z]$/i.test(event.key) || event.key === "Backspace") pad.dispatchEvent(new KeyboardEvent("keydown", event));
  });
  return { open, dialog };
})();
