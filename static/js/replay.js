// A replay without leaving the page: what a link or a button leads to is fetched, and its parts take the place of these.
const SPEEDS = { slow: 2400, normal: 1200, fast: 500 };
const main = document.querySelector("main");
const player = document.querySelector("#player");
const speed = document.querySelector("#speed");
let timer = 0, run = 0, turn = Promise.resolve(), waiting = 0, left = new AbortController();

const part = (name, page = document) => page.querySelector(`[data-part="${name}"]`);
const link = (rel) => main.querySelector(`[data-part="keys"] :is(a, button:enabled)[data-to="${rel}"]`);

// A mark on the line is a link too, of a picture, whose `href` is no text. A button may be gone when its turn comes.
const wish = (to) => to && (to.form ? { form: to.form, button: to, name: to.name, value: to.value } : { href: to.getAttribute("href") });

// A match from a file has no address: each step sends the file again, and asks for the page without it.
function ask(to, signal) {
  if (!to.form) return fetch(to.href, { signal });
  const body = new FormData(to.form);
  body.set(to.name, to.value);
  body.set("bare", "1");
  return fetch(to.form.action, { method: "POST", body, signal });
}

// One after the other: what is pressed before the answer has its turn after it, and starts from what that shows.
function go(find, told = true) {
  const then = left.signal;
  waiting += 1;
  turn = turn.then(() => follow(find(), told, then)).finally(() => { waiting -= 1; });
  return turn;
}

async function follow(to, told, then) {
  if (!to || then.aborted) return;
  try {
    const answer = await ask(to, then);
    if (!answer.ok) throw new Error(answer.status);
    const page = new DOMParser().parseFromString(await answer.text(), "text/html");
    if (then.aborted) return;   // the browser's own button has led elsewhere
    show(page);
    if (to.form) return;
    if (told) history.pushState({}, "", answer.url);
    else history.replaceState({}, "", answer.url);
  } catch {
    if (then.aborted) return;
    if (to.form) to.form.requestSubmit(to.button.isConnected ? to.button : undefined);
    else location.assign(to.href);
  }
}

function show(page) {
  const focused = document.activeElement?.dataset.to, move = document.querySelector("#move"), writing = move === document.activeElement;
  for (const old of document.querySelectorAll("[data-part]")) old.innerHTML = part(old.dataset.part, page).innerHTML;
  if (writing || move?.value) document.querySelector("#move").replaceWith(move);   // a number half written stays
  if (writing) move.focus({ preventScroll: true });
  if (focused) (link(focused) ?? link("prev") ?? link("next"))?.focus();
  document.title = page.title;
  scroll();
  if (!link("next")) stop();
}

function scroll() {
  const now = document.querySelector(".moves__now");
  if (now) now.parentElement.scrollTop = now.offsetTop - now.parentElement.offsetTop - now.parentElement.clientHeight / 2;
}

function stop() {
  clearTimeout(timer);
  timer = 0;
  run += 1;
  player.setAttribute("aria-pressed", "false");
}

function play() {
  if (timer) return stop();
  player.setAttribute("aria-pressed", "true");
  const own = run;   // one that was stopped while it waited for an answer does not go on beside a new one
  const step = async () => {
    if (!link("next")) return stop();
    await go(() => wish(link("next")), false);
    if (own !== run) return;
    if (link("next")) timer = setTimeout(step, SPEEDS[speed.value]);
    else stop();
  };
  timer = setTimeout(step, 1);
}

main.addEventListener("click", (event) => {
  const to = event.target.closest("[data-part] :is(a, button[name='at'])");
  if (!to || event.altKey || event.ctrlKey || event.metaKey || event.shiftKey || event.button) return;
  event.preventDefault();
  stop();
  const wanted = wish(to), { to: rel } = to.dataset;
  go(() => (rel ? wish(link(rel)) : wanted));
});

document.addEventListener("keydown", (event) => {
  if (event.altKey || event.ctrlKey || event.metaKey || event.shiftKey || event.target.closest("input, select, textarea")) return;
  if (event.key === " " && !event.target.closest("button, a, summary")) {
    event.preventDefault();
    play();
    return;
  }
  const rel = { ArrowLeft: "prev", ArrowRight: "next", Home: "first", End: "last" }[event.key];
  if (!rel || !(waiting || link(rel))) return;
  event.preventDefault();
  if (waiting && event.repeat) return;   // a key held down is no quicker than the line
  stop();
  go(() => wish(link(rel)));
});

player.addEventListener("click", play);

// Where the device cannot hand a link on, it is copied.
const share = document.querySelector("#share");
if (share && (navigator.share || navigator.clipboard)) {
  const text = share.textContent;
  share.hidden = false;
  share.addEventListener("click", async () => {
    const link = { title: document.title, url: location.href };
    try {
      if (navigator.share) return await navigator.share(link);
      await navigator.clipboard.writeText(link.url);
      share.textContent = share.dataset.done;
      setTimeout(() => { share.textContent = text; }, 2500);
    } catch (problem) {
      if (problem.name !== "AbortError") prompt(text, link.url);
    }
  });
}
addEventListener("popstate", () => {
  left.abort();   // nobody waits for what they have left
  left = new AbortController();
  stop();
  go(() => ({ href: location.href }), false);
});
document.querySelector("#playing").hidden = false;
scroll();
