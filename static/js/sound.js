/* What happens at the table, to be heard and felt: tones made here, silent until switched on. */
(() => {
  "use strict";
  const live = document.getElementById("live"), on = document.getElementById("sound-on");
  if (!live || !on) return;
  const KEPT = "sound";
  let audio = null;

  // Each a list of tones: [pitch in Hz, from s, for s, wave, to Hz]
  const SOUNDS = {
    put: [[520, 0, .06, "triangle", 340]],
    drew: [[240, 0, .09, "sine", 420]],
    turn: [[660, 0, .12, "sine"], [880, .11, .2, "sine"]],
    attack: [[180, 0, .16, "sawtooth", 90], [150, .12, .22, "sawtooth", 60]],
    mas: [[587, 0, .1, "square"], [740, .1, .1, "square"], [880, .2, .24, "square"]],
    caught: [[392, 0, .14, "triangle"], [311, .14, .14, "triangle"], [233, .28, .3, "triangle", 180]],
    won: [[523, 0, .12, "triangle"], [659, .12, .12, "triangle"], [784, .24, .12, "triangle"], [1047, .36, .4, "triangle"]],
  };
  const BUZZES = { turn: [40], attack: [60, 40, 60], caught: [30, 30, 30, 30, 90], mas: [25], won: [40, 60, 40, 60, 120] };

  function play(name) {
    if (!on.checked) return;
    navigator.vibrate?.(BUZZES[name] || 0);
    if (audio?.state !== "running") return;
    for (const [pitch, from, length, wave, to] of SOUNDS[name]) {
      const begin = audio.currentTime + from, end = begin + length;
      const tone = new OscillatorNode(audio, { type: wave, frequency: pitch }), loud = new GainNode(audio, { gain: 0 });
      if (to) tone.frequency.exponentialRampToValueAtTime(to, end);
      loud.gain.setValueAtTime(0, begin);
      loud.gain.linearRampToValueAtTime(wave === "square" || wave === "sawtooth" ? .05 : .14, begin + .01);
      loud.gain.exponentialRampToValueAtTime(.001, end);
      tone.connect(loud).connect(audio.destination);
      tone.start(begin);
      tone.stop(end);
    }
    live.dataset.heard = name;
  }

  // A browser lets a page sound only after a touch; iOS asks for it anew after each pause.
  function unlock() {
    if (!on.checked) return;
    audio ??= new AudioContext();
    if (audio.state !== "running") audio.resume();
  }
  for (const touch of ["pointerup", "click", "keydown"]) document.addEventListener(touch, unlock);

  live.addEventListener("table:happened", (event) => { for (const name of new Set(event.detail.map((one) => one.name))) play(name); });
  on.checked = localStorage.getItem(KEPT) === "1";
  on.addEventListener("change", () => {
    if (on.checked) { localStorage.setItem(KEPT, "1"); unlock(); } else localStorage.removeItem(KEPT);
  });
})();
