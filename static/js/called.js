/* A ladder's table that has just been called: it says so by sound, touch and title until one sits down. The sound
   is that of the ranked queue and has the same switch; a browser plays it where the site was touched before. */
(() => {
  "use strict";
  const called = document.getElementById("called"), title = document.title, KEPT = "ring";
  if (!called) return;
  setInterval(() => { document.title = document.title === title ? `● ${called.dataset.ready}` : title; }, 1000);
  if (localStorage.getItem(KEPT) === "0") return;
  navigator.vibrate?.([120, 80, 120, 80, 240]);
  const audio = new AudioContext();
  for (const [pitch, from] of [[659, 0], [880, .18], [1175, .36], [880, .7], [1175, .88]]) {
    const begin = audio.currentTime + from, tone = new OscillatorNode(audio, { type: "triangle", frequency: pitch }), loud = new GainNode(audio, { gain: 0 });
    loud.gain.linearRampToValueAtTime(.2, begin + .01);
    loud.gain.exponentialRampToValueAtTime(.001, begin + .3);
    tone.connect(loud).connect(audio.destination);
    tone.start(begin);
    tone.stop(begin + .3);
  }
})();
