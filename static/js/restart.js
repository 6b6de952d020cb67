/* An announced restart: a line with the time that is left. At a table it is told over the socket. */
(() => {
  "use strict";
  const box = document.getElementById("restart"), left = document.getElementById("restart-left");
  if (!box) return;
  let ends = 0;
  const set = (ms) => { ends = ms ? performance.now() + ms : 0; tick(); };
  function tick() {
    box.hidden = !ends;
    const seconds = Math.max(0, Math.ceil((ends - performance.now()) / 1000));
    left.textContent = `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, "0")}`;
  }
  addEventListener("htmx:ws:before:message:incoming", (event) => {
    const data = event.detail.message.data;
    if (data.startsWith('{"restart"')) set(JSON.parse(data).restart);
  }, true);
  setInterval(tick, 1000);
  set(Number(box.dataset.left));
})();
