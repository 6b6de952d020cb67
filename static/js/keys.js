/* A key for every action. Keys press the buttons that are there: what may be done is said by them. */
(() => {
  "use strict";
  const live = document.getElementById("live"), sheet = document.getElementById("keys-sheet"), on = document.getElementById("keys-on");
  if (!live || !sheet) return;
  const KEPT = "keys-off";
  const first = (selector) => [...live.querySelectorAll(selector)].find((button) => !button.disabled && button.checkVisibility());
  const press = (selector) => { const button = first(selector); button?.click(); return Boolean(button); };
  const nth = (selector, index) => { const button = [...live.querySelectorAll(selector)][index]; button?.click(); return Boolean(button); };

  const PRESSES = { d: "#draw", p: "#pass", m: "#mas", c: "[data-do^=catch]", x: "#challenge", o: "#confirm", s: "#order", Escape: "#clear" };

  function digit(index) {
    if (first("#pick-colour")) return nth("#pick-colour [data-colour]", index) || true;
    if (first("#pick-seat")) return nth("#pick-seat button", index) || true;
    return nth("#hand [data-card]", index);
  }
  function step(by) {
    const cards = [...live.querySelectorAll("#hand [data-card]")], at = cards.indexOf(document.activeElement);
    cards.at(at < 0 ? (by > 0 ? 0 : -1) : (at + by + cards.length) % cards.length)?.focus();
    return cards.length > 0;
  }
  function act(event) {
    const { key } = event, held = document.activeElement;
    if (key === "?") { sheet.showModal(); return true; }
    if (/^[0-9]$/.test(key)) return digit((Number(key) + 9) % 10);
    if (key === "ArrowRight") return step(1);
    if (key === "ArrowLeft") return step(-1);
    if (key === " ") return press("#shout");
    // On a button Enter is the button's own, but on a card already chosen it puts the play down.
    if (key === "Enter") return (!held?.closest("button, a, summary") || held.matches(".held--chosen")) && press("#play");
    if (first("#pick-colour") && /^[rgby]$/i.test(key)) return press(`#colour-${key.toUpperCase()}`);
    const selector = PRESSES[key.length === 1 ? key.toLowerCase() : key];
    return Boolean(selector) && press(selector);
  }

  document.addEventListener("keydown", (event) => {
    const modified = event.ctrlKey || event.altKey || event.metaKey || (event.shiftKey && event.key !== "?");
    if (modified || event.repeat || event.isComposing || event.defaultPrevented || !on.checked) return;
    if (document.querySelector("dialog[open]") || event.target.closest("input, textarea, select, [contenteditable]")) return;
    if (act(event)) event.preventDefault();
  });

  on.checked = localStorage.getItem(KEPT) === null;
  on.addEventListener("change", () => { if (on.checked) localStorage.removeItem(KEPT); else localStorage.setItem(KEPT, "1"); });
  document.getElementById("keys-open").addEventListener("click", () => { document.getElementById("menu").open = false; sheet.showModal(); });
})();
