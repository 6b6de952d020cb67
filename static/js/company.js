/* The talk beside the table: a sheet on phones, a column where there is room. What is said comes as fragments. */
(() => {
  "use strict";
  const $ = (id) => document.getElementById(id);
  const box = $("company"), person = $("person"), opener = $("to-company"), live = $("live");
  if (!box || !live) return;
  const SHOWN = 4000;
  const column = matchMedia("(width >= 1100px) and (height >= 34rem)");
  const talk = () => Number($("talk")?.dataset.talk || 0);
  const last = () => Number($("talk")?.dataset.last || 0);
  const isOpen = () => box.open || column.matches;
  const quiet = opener.getAttribute("aria-label");
  let read = last(), opened = 0;
  const seen = new Set([...document.querySelectorAll("#reactions li")].map((face) => face.id));

  /* ---- what comes in ---- */
  live.addEventListener("htmx:ws:before:message:incoming", (event) => {
    const number = /data-talk="(\d+)"/.exec(event.detail.message.data)?.[1];
    if (Number(number) < talk()) event.detail.cancelled = true;
  });
  function look() {
    if (isOpen()) read = last();
    const unread = last() > read;
    opener.classList.toggle("tocompany--unread", unread);
    opener.setAttribute("aria-label", unread ? opener.dataset.unread : quiet);
    const lines = $("lines");
    if (lines && lines.dataset.shown !== String(last())) {
      lines.dataset.shown = String(last());
      lines.scrollTop = lines.scrollHeight;
    }
    for (const face of document.querySelectorAll("#reactions li")) {
      if (seen.has(face.id)) continue;
      seen.add(face.id);
      showFace(face.dataset.at, face.dataset.face, face.textContent);
    }
  }
  new MutationObserver(look).observe(box, { subtree: true, childList: true, attributes: true, attributeFilter: ["data-talk"] });

  /* ---- reactions, on the seat for a moment ---- */
  function showFace(place, face, text) {
    const seat = live.querySelector(`[data-place="${place}"]`);
    if (!seat) return;
    const at = seat.getBoundingClientRect(), bubble = $("bubbles").appendChild(document.createElement("div"));
    bubble.className = "bubble";
    bubble.style.left = `${Math.min(innerWidth - 32, Math.max(32, at.left + at.width / 2))}px`;
    bubble.style.top = `${at.bottom}px`;
    const svg = bubble.appendChild(document.createElementNS("http://www.w3.org/2000/svg", "svg"));
    svg.appendChild(document.createElementNS("http://www.w3.org/2000/svg", "use")).setAttribute("href", `${box.dataset.faces}#${face}`);
    $("face-told").textContent = text;
    setTimeout(() => bubble.remove(), SHOWN);
  }

  /* ---- opening and closing ---- */
  opener.addEventListener("click", () => { opened += 1; box.showModal(); look(); const lines = $("lines"); lines.scrollTop = lines.scrollHeight; });
  column.addEventListener("change", () => { if (box.open) box.close(); look(); });
  for (const dialog of [box, person]) dialog.addEventListener("click", (event) => event.target === dialog && dialog.close());

  /* ---- saying something ---- */
  function tell(text) {
    const told = $("company-told");
    told.textContent = text;
    told.hidden = !text;
    clearTimeout(tell.timer);
    if (text) tell.timer = setTimeout(tell, 7000, "");
  }
  const underway = new Set();   // what the server is being told: pressed twice, it is said once
  document.addEventListener("submit", async (event) => {
    const form = event.target, { free, name } = form.elements;
    if (!("quiet" in form.dataset)) return;
    event.preventDefault();
    const body = new URLSearchParams(new FormData(form, event.submitter)), said = `${form.action}?${body}`;
    if (underway.has(said) || (free && !free.value && underway.size)) return;
    underway.add(said);
    const words = free?.value, about = name?.value, times = opened;
    if (free) free.value = "";   // the next words may be written before the answer
    const giveBack = () => { if (words) free.value = [words, free.value].filter(Boolean).join(" "); };
    try {
      const response = await fetch(form.action, { method: "POST", body, headers: { Accept: "application/json" } });
      if (response.status === 401) return location.reload();
      const { refused, text } = await response.json();
      if (person.open && person.contains(form) && name.value === about) person.close();
      tell(text);
      if (refused) giveBack();
      else if (form.id === "say" && box.open && times === opened) box.close();
    } catch {
      giveBack();
      tell(box.dataset.failed);
    } finally { underway.delete(said); }
  });

  /* ---- about a person ---- */
  document.addEventListener("click", (event) => {
    const who = event.target.closest("[data-person]");
    if (!who || !box.contains(who) || !person.dataset.me || who.dataset.person === person.dataset.me) return;
    const name = who.dataset.person, line = who.dataset.line || "";
    const known = [...document.querySelectorAll("#people [data-person]")].find((one) => one.dataset.person === name);
    $("person-name").textContent = name;
    $("person-said").textContent = line ? who.parentElement.querySelector(".line__text").textContent : "";
    $("person-said").hidden = !line;
    const page = $("person-page");
    page.parentElement.hidden = !known?.dataset.page;
    page.href = known?.dataset.page || "";
    for (const form of person.querySelectorAll("form[data-quiet]")) {
      form.elements.name.value = name;
      if (form.elements.line) form.elements.line.value = line;
      const { toggle, on, off } = form.dataset;
      if (!toggle) continue;
      const already = Boolean(known && toggle in known.dataset);
      form.elements.on.value = already ? "0" : "1";
      form.querySelector("button").textContent = already ? off : on;
    }
    person.showModal();
  });
  look();
})();
