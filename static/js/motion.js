/* Cards that fly, an attack that grows, a caught player who shakes: only over the screen, nothing of it moves. */
(() => {
  "use strict";
  const live = document.getElementById("live");
  if (!live) return;
  const still = matchMedia("(prefers-reduced-motion: reduce)");
  const EASE = "cubic-bezier(.2, .7, .2, 1)", FLIGHT = 320;
  const $ = (id) => document.getElementById(id);
  const me = () => $("mine")?.dataset.seat;
  let from = null;   // where the last card of the own play lay when it was sent

  const place = (seat) => (String(seat) === me() ? $("hand") : $(`chip-${seat}`))?.getBoundingClientRect();
  const middle = (box) => ({ x: box.x + box.width / 2, y: box.y + box.height / 2 });

  function fly(card, source, target, late = 0) {
    if (!card || !source || !target || !source.width || !target.width) return;
    const drawn = card.cloneNode(true), size = card.getBoundingClientRect();
    const a = middle(source), b = middle(target);
    const at = ({ x, y }, scale) => `translate(${x - size.width / 2}px, ${y - size.height / 2}px) scale(${scale})`;
    drawn.classList.add("flying");
    drawn.setAttribute("aria-hidden", "true");
    drawn.removeAttribute("id");
    drawn.style.width = `${size.width}px`;
    document.body.append(drawn);
    const scale = (box) => Math.min(1, Math.max(.45, Math.min(box.width, 400) / size.width));
    const flight = drawn.animate(
      [{ transform: at(a, scale(source)), opacity: .9 }, { transform: at(b, scale(target)), opacity: 1 }],
      { duration: FLIGHT, delay: late, easing: EASE, fill: "both" },
    );
    flight.finished.finally(() => drawn.remove());
  }

  const DO = {
    put({ seat }) {
      const top = live.querySelector(".pile--top"), own = String(seat) === me();
      fly(top?.querySelector(".card"), (own && from) || place(seat), top?.getBoundingClientRect());
      if (own) from = null;
    },
    drew({ seat, count }) {
      const pile = $("pile"), card = pile?.querySelector(".card");
      for (let k = 0; k < Math.min(count, 4); k++) fly(card, pile.getBoundingClientRect(), place(seat), k * 70);
    },
    caught(news) {
      const steps = [0, -7, 7, -5, 5, 0].map((x) => ({ transform: `translateX(${x}px)` }));
      for (const part of [$(`chip-${news.seat}`), String(news.seat) === me() && $("prompt")]) if (part) part.animate(steps, { duration: 480 });
      DO.drew(news);
    },
    attack() {
      live.querySelector(".attack b")?.animate([{ transform: "scale(2.2)" }, { transform: "scale(.9)" }, { transform: "none" }], { duration: 450, easing: EASE });
    },
  };

  live.addEventListener("table:sent", () => { from = [...live.querySelectorAll(".held--chosen")].at(-1)?.getBoundingClientRect() || null; });
  live.addEventListener("table:happened", (event) => {
    if (still.matches || document.hidden) return;
    for (const news of event.detail) DO[news.name]?.(news);
  });
})();
