/* The order of the own hand: by colour, as the server sends it, or by number. Tab and the keys follow it. */
(() => {
  "use strict";
  const live = document.getElementById("live");
  if (!live) return;
  const COLOURS = "RGBY", FACES = "0123456789SRD", KEPT = "hand-order";
  const rank = (card, byNumber) => {
    const colour = COLOURS.indexOf(card[0]), face = FACES.indexOf(card[1]);
    if (colour < 0) return 1000;   // the colourless come last, as they are
    return byNumber ? face * 4 + colour : colour * 20 + face;
  };

  const inOrder = (places, byNumber) => {
    const value = (place) => rank(place.firstElementChild.dataset.card, byNumber);
    return places.toSorted((a, b) => value(a) - value(b));
  };

  live.dataset.sorted = localStorage.getItem(KEPT) === "number" ? "number" : "colour";

  function sort() {
    const hand = document.getElementById("hand");
    if (!hand) return;
    const byNumber = live.dataset.sorted === "number";
    live.classList.toggle("table--scrolls", hand.scrollHeight > hand.clientHeight + 1);
    const places = [...hand.children], wanted = inOrder(places, byNumber);
    if (wanted.every((place, index) => place === places[index])) return;
    const focused = document.activeElement;
    hand.append(...wanted);
    if (hand.contains(focused)) focused.focus({ preventScroll: true });
  }

  live.addEventListener("click", (event) => {
    if (!event.target.closest("#order")) return;
    live.dataset.sorted = live.dataset.sorted === "number" ? "colour" : "number";
    localStorage.setItem(KEPT, live.dataset.sorted);
    sort();
  });
  // What comes is sorted before it is put in: a card that is moved under a finger would hear nothing of the tap.
  live.addEventListener("htmx:before:swap", ({ detail: { tasks } }) => {
    for (const { fragment } of tasks) {
      const hand = fragment?.querySelector?.("#hand");
      hand?.append(...inOrder([...hand.children], live.dataset.sorted === "number"));
    }
  });
  // Sorted before the screen is painted, whoever changed the hand.
  new MutationObserver(sort).observe(live, { childList: true, subtree: true });
  live.addEventListener("table:shown", sort);
  addEventListener("resize", sort);
  sort();
})();
