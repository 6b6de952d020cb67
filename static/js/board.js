/* The pairing board by mouse: a name dragged onto another lets the two change places. Taps and keys need no script,
   but for a second name tapped before the server has answered about the first: then too the two change places. */
(() => {
  "use strict";
  let dragged = null, asked = null;
  const name = (event) => event.target.closest?.("#board [data-entrant]");
  const unmark = () => document.querySelectorAll(".sitter--over").forEach((one) => one.classList.remove("sitter--over"));

  document.addEventListener("dragstart", (event) => {
    dragged = name(event);
    if (!dragged) return;
    event.dataTransfer.effectAllowed = "move";
    event.dataTransfer.setData("text/plain", dragged.textContent.trim());
  });
  document.addEventListener("dragover", (event) => {
    const over = name(event);
    if (!dragged || !over || over === dragged) return;
    event.preventDefault();
    unmark();
    over.classList.add("sitter--over");
  });
  document.addEventListener("dragend", () => { dragged = null; unmark(); });
  document.addEventListener("drop", (event) => {
    const over = name(event), form = document.getElementById("swap");
    if (!dragged || !over || over === dragged || !form) return;
    event.preventDefault();
    const one = dragged;
    dragged = null;
    unmark();
    swap(form, one.dataset.entrant, over.dataset.entrant);
  });

  function swap(form, one, two) {
    form.elements.one.value = one;
    let other = form.querySelector("[name=other]");
    if (!other) form.append(other = Object.assign(document.createElement("input"), { type: "hidden", name: "other" }));
    other.value = two;
    form.requestSubmit();
  }

  document.addEventListener("click", (event) => {
    const tapped = name(event), form = document.getElementById("swap");
    if (!form || !tapped?.matches("a:not([aria-current])") || event.ctrlKey || event.metaKey || event.shiftKey) return;
    const { entrant } = tapped.dataset, first = asked;
    asked = entrant;
    if (!first || first === entrant) return;
    event.preventDefault();
    event.stopPropagation();
    asked = null;
    swap(form, first, entrant);
  }, true);
  document.addEventListener("htmx:finally:request", () => { asked = null; });
})();
