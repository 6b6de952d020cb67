/* Dragging a card from the hand onto the pile plays it; less than a finger's tremble is a tap. */
(() => {
  "use strict";
  const live = document.getElementById("live");
  if (!live) return;
  const TREMBLE = 12;
  let grip = null;   // {button, id, x, y, ghost}

  const over = (event) => {
    const box = document.querySelector(".centre")?.getBoundingClientRect();
    return box && event.clientX >= box.left && event.clientX <= box.right && event.clientY >= box.top && event.clientY <= box.bottom;
  };
  function lift() {
    const card = grip.button.querySelector(".card"), width = card.getBoundingClientRect().width;
    grip.ghost = card.cloneNode(true);
    grip.ghost.classList.add("flying");
    grip.ghost.setAttribute("aria-hidden", "true");
    grip.ghost.style.width = `${width}px`;
    document.body.append(grip.ghost);
    grip.button.classList.add("held--dragged");
    live.classList.add("table--dragging");
  }
  function drop() {
    grip?.ghost?.remove();
    grip?.button.classList.remove("held--dragged");
    live.classList.remove("table--dragging");
    grip = null;
  }
  function play(button) {
    if (button.getAttribute("aria-pressed") !== "true") button.click();
    const put = document.getElementById("play");
    if (button.getAttribute("aria-pressed") === "true" && !put.disabled) put.click();
  }

  live.addEventListener("pointerdown", (event) => {
    const button = event.target.closest(".held");
    if (button && event.isPrimary && event.button === 0) grip = { button, id: event.pointerId, x: event.clientX, y: event.clientY };
  });
  document.addEventListener("pointermove", (event) => {
    if (grip?.id !== event.pointerId) return;
    if (!grip.ghost && Math.hypot(event.clientX - grip.x, event.clientY - grip.y) < TREMBLE) return;
    if (!grip.ghost) lift();
    grip.ghost.style.transform = `translate(${event.clientX}px, ${event.clientY}px) translate(-50%, -60%) scale(1.1)`;
    live.classList.toggle("table--over", Boolean(over(event)));
  });
  document.addEventListener("pointerup", (event) => {
    if (grip?.id !== event.pointerId) return;
    const { button, ghost } = grip;
    drop();
    if (!ghost) return;
    // The click that ends a drag is none.
    const swallow = (click) => { click.stopPropagation(); click.preventDefault(); };
    addEventListener("click", swallow, { capture: true, once: true });
    setTimeout(() => { removeEventListener("click", swallow, { capture: true }); if (over(event) && button.isConnected) play(button); });
  });
  document.addEventListener("pointercancel", drop);
  live.addEventListener("dragstart", (event) => event.preventDefault());
})();
