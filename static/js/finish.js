/* A result by taps: each name tapped gets the next place, a second tap takes it and all after it back. */
(() => {
  "use strict";
  const rows = [...document.querySelectorAll("[data-finisher]")].map((row) => ({
    name: row.querySelector("[data-name]"), plain: row.querySelector("[data-plain]"), place: row.querySelector("[data-place]"),
  }));
  const show = () => rows.forEach(({ name, place }) => name.setAttribute("aria-pressed", Number(place.value) > 0));

  function tap(row) {
    const place = Number(row.place.value);
    if (place > 0) rows.forEach((one) => { if (Number(one.place.value) >= place) one.place.value = ""; });
    else row.place.value = String(1 + rows.filter((one) => Number(one.place.value) > 0).length);
    show();
  }

  for (const row of rows) {
    row.name.hidden = false;
    row.plain.hidden = true;
    row.name.addEventListener("click", () => tap(row));
    row.place.addEventListener("change", show);
  }
  const help = document.getElementById("order-help");
  if (help) help.hidden = false;
  show();
})();
