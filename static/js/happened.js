/* What has happened between two screens of the table, for the ears and the eyes: told as "table:happened". */
(() => {
  "use strict";
  const live = document.getElementById("live"), icon = document.querySelector("link[rel=icon]");
  if (!live) return;
  const calm = icon?.href;
  let before = null;

  function look() {
    const felt = document.getElementById("felt"), mine = document.getElementById("mine");
    const chips = [...live.querySelectorAll(".chip")].map((chip) => ({
      count: Number(chip.querySelector("b").textContent) || 0,
      owes: chip.classList.contains("chip--owes"),
      turn: chip.classList.contains("chip--turn"),
      away: chip.classList.contains("chip--left"),
    }));
    return {
      number: felt?.dataset.number,
      playing: felt?.dataset.state === "playing",
      chips,
      me: mine?.dataset.seat === undefined ? -1 : Number(mine.dataset.seat),
      attack: Number(/^\+(\d+)/.exec(live.querySelector(".attack b")?.textContent || "")?.[1] || 0),
      urgent: mine?.dataset.urgent !== undefined,
      won: felt?.dataset.state !== "open" && live.querySelector(".place.is-me .place__end .badge--flame") !== null,
    };
  }
  function told(was, now) {
    if (was.playing && !now.playing) return now.won ? [{ name: "won", seat: was.me }] : [];
    const news = [];
    if (was.playing && now.playing && was.chips.length === now.chips.length) now.chips.forEach((chip, seat) => {
      const old = was.chips[seat], more = chip.count - old.count;
      if (chip.away) return;
      if (more < 0) news.push({ name: "put", seat });
      if (more > 0) news.push({ name: old.owes && !old.turn ? "caught" : "drew", seat, count: more });
      if (chip.count === 1 && !chip.owes && (old.owes || old.count !== 1)) news.push({ name: "mas", seat });
    });
    if (now.attack > was.attack) news.push({ name: "attack", seat: -1 });
    if (now.urgent && !was.urgent) news.push({ name: "turn", seat: now.me });
    return news;
  }

  live.addEventListener("table:shown", () => {
    const now = look();
    if (icon) {
      const wanted = now.urgent ? icon.dataset.turn : calm;
      if (wanted && icon.href !== wanted) icon.href = wanted;
    }
    const news = before && before.number !== now.number ? told(before, now) : [];
    before = now;
    if (news.length) live.dispatchEvent(new CustomEvent("table:happened", { detail: news }));
  });
})();
