/* The sheets that this phone keeps, as a list; and the worker that opens them without network (where the browser has
   one: not on plain http). */
(() => {
  "use strict";
  if ("serviceWorker" in navigator) {
    navigator.serviceWorker.register("/worker.js").then(() => navigator.serviceWorker.ready)
      .then((ready) => ready.active.postMessage("keep")).catch(() => {});
  }
  const place = document.getElementById("kept");
  if (!place) return;
  const list = place.querySelector("[data-kept]"), mould = place.querySelector("template").content.firstElementChild;
  const known = new Set([...list.querySelectorAll("a")].map((link) => link.pathname));
  for (let nth = 0; nth < localStorage.length; nth += 1) {
    const name = localStorage.key(nth), key = name.startsWith("paper:") ? name.slice(6) : "";
    const address = `/tine-scorul/f/${key}/`;
    if (!key || known.has(address)) continue;
    const row = mould.cloneNode(true), link = row.querySelector("a");
    link.href = address;
    try { link.textContent = JSON.parse(localStorage.getItem(name)).sheet.names.join(", "); } catch { continue; }
    list.append(row);
  }
  place.hidden = !list.childElementCount;
})();
