/* The server's clock as this page reckons it, and what runs by it: the time of a turn, its bank, calls that open later. */
"use strict";

class TableClock {
  constructor(live) {
    this.live = live;
    this.sharpest = Infinity;   // round trip of the best sample, in ms
    this.told(Number(live.dataset.now));
    setInterval(() => this.tick(), 200);
  }

  /* What came with a page was said a little earlier: reckoned so, the clock may be behind, never ahead. */
  told(now) {
    this.offset = now - Date.now();
    this.doubt = 0;   // by how much it may be ahead
  }
  /* An answer was written somewhere between the question and now. */
  answered({ time, sent }) {
    const now = Date.now(), trip = now - Number(sent);
    if (trip > this.sharpest * 1.5) return;
    this.sharpest = Math.min(this.sharpest, trip);
    this.doubt = trip / 2;
    this.offset = time + this.doubt - now;
  }

  tick() {
    const now = Date.now() + this.offset;
    const { ends, bank, whole } = document.getElementById("felt")?.dataset || {};
    const left = Number(ends) - now, rest = left > 0 ? left : Math.max(0, left + Number(bank));
    const clock = document.getElementById("clock"), line = document.getElementById("timeline");
    if (clock) clock.hidden = !Number(ends);
    if (line) line.hidden = !Number(ends);
    this.#showBank(left, Number(bank));
    if (Number(ends)) {
      const seconds = String(Math.ceil(rest / 1000));
      if (clock.textContent !== seconds) clock.textContent = seconds;
      clock.classList.toggle("clock--bank", left <= 0 && rest > 0);
      clock.classList.toggle("clock--late", (left > 0 && !Number(bank) && left < 6000) || (left <= 0 && rest < 10000));
      line.style.setProperty("--rest", String(Math.max(0, Math.min(1, left > 0 ? left / whole : rest / (Number(bank) || 1)))));
    }
    for (const button of this.live.querySelectorAll("[data-since]")) button.disabled = now - this.doubt < Number(button.dataset.since);
  }

  /* What is left in the bank of whose clock runs; once it is used itself, the clock shows it. */
  #showBank(left, bank) {
    const note = document.getElementById("bank");
    if (!note) return;
    const untouched = left > 0 && bank >= 1000;
    note.hidden = !untouched && note.hidden;
    note.classList.toggle("bank--used", !untouched);   // keeps its place: the clock beside it stands still
    const text = `+${Math.floor(bank / 1000)}`, figure = note.lastElementChild;
    if (figure.textContent !== text) figure.textContent = text;
  }
}
