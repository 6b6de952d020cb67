/* Whether one tap puts down a card with which there is nothing to choose: on, until it is switched off. */
(() => {
  "use strict";
  const live = document.getElementById("live"), on = document.getElementById("one-tap");
  if (!live || !on) return;
  const KEPT = "one-tap-off";
  const show = () => live.classList.toggle("table--onetap", on.checked);

  on.checked = localStorage.getItem(KEPT) === null;
  on.addEventListener("change", () => {
    if (on.checked) localStorage.removeItem(KEPT); else localStorage.setItem(KEPT, "1");
    show();
  });
  show();
})();
