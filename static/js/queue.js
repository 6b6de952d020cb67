/* The queue's page: the seconds that pass, and how it says that a table is ready: by sound, touch and title. */
(() => {
  "use strict";
  const $ = (id) => document.getElementById(id);
  const ring = $("ring-on"), KEPT = "ring", title = document.title, SILENT = 3000;
  if (!$("queue")) return;
  let audio = null, rung = false, offset = 0, asked = 0, stated = "";

  const clock = (seconds) => `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, "0")}`;

  function tick() {
    const queue = $("queue"), now = Date.now() + offset, ready = queue.dataset.state === "offer";
    const since = $("elapsed")?.dataset.since, ends = $("countdown")?.dataset.ends;
    if (since) $("elapsed").textContent = clock(Math.max(0, Math.floor((now - Number(since)) / 1000)));
    if (ends) {
      const left = Math.max(0, (Number(ends) - now) / 1000);
      $("countdown").textContent = String(Math.ceil(left));
      $("left").value = left;
    }
    document.title = ready && !$("waits") && Math.floor(now / 1000) % 2 ? `● ${queue.dataset.ready}` : title;
  }

  function look() {
    const { state, now } = $("queue").dataset;
    asked = performance.now();
    if (now !== stated) { stated = now; offset = Number(now) - Date.now(); }
    if (state !== "offer") rung = false;
    else if (!rung) { rung = true; sound(); }
    tick();
  }

  function sound() {
    if (!ring.checked) return;
    navigator.vibrate?.([120, 80, 120, 80, 240]);
    if (audio?.state !== "running") return;
    for (const [pitch, from] of [[659, 0], [880, .18], [1175, .36], [880, .7], [1175, .88]]) {
      const begin = audio.currentTime + from, tone = new OscillatorNode(audio, { type: "triangle", frequency: pitch }), loud = new GainNode(audio, { gain: 0 });
      loud.gain.linearRampToValueAtTime(.2, begin + .01);
      loud.gain.exponentialRampToValueAtTime(.001, begin + .3);
      tone.connect(loud).connect(audio.destination);
      tone.start(begin);
      tone.stop(begin + .3);
    }
  }

  // A browser lets a page sound only after a touch; the one that joins the queue will do.
  function unlock() {
    audio ??= new AudioContext();
    if (audio.state !== "running") audio.resume();
  }
  for (const touch of ["pointerup", "click", "keydown"]) document.addEventListener(touch, unlock);
  ring.checked = localStorage.getItem(KEPT) !== "0";
  ring.addEventListener("change", () => localStorage.setItem(KEPT, ring.checked ? "1" : "0"));

  new Worker($("queue").dataset.beat).addEventListener("message", () => {
    if (document.hidden && performance.now() - asked > SILENT) htmx.trigger($("queue"), "beat");
  });
  document.addEventListener("visibilitychange", () => document.hidden || htmx.trigger($("queue"), "beat"));
  document.addEventListener("htmx:after:settle", look);
  setInterval(tick, 250);
  look();
})();
