/* The site's one service worker. It keeps the score keeper's empty sheet and what that page is made of, so that an
   evening with paper cards goes on without network. Tables, and pages that hold anything of anybody's, are not kept.
   And it shows the messages that the site sends while its pages are closed, where somebody switched them on. */
"use strict";
const KEPT = "paper-1", PAPER = "/tine-scorul/", SHEET = `${PAPER}foaie/`, STATIC = "/static/";
const PATIENCE_MS = 5000;

self.addEventListener("install", (event) => event.waitUntil(keep().catch(() => {}).then(() => self.skipWaiting())));
self.addEventListener("activate", (event) => event.waitUntil(self.clients.claim()));
// Pages say so when they are shown with network: what is kept may be of an older release.
self.addEventListener("message", (event) => { if (event.data === "keep") event.waitUntil(keep().catch(() => {})); });

self.addEventListener("fetch", (event) => {
  const { request } = event, url = new URL(request.url);
  if (request.method !== "GET" || url.origin !== location.origin) return;
  if (request.mode === "navigate" && url.pathname.startsWith(PAPER)) event.respondWith(sheet(request));
  else if (url.pathname.startsWith(STATIC)) event.respondWith(fetch(request).catch(() => kept(request)));
});

self.addEventListener("push", (event) => {
  const { title, body, url, tag, icon } = event.data.json();
  event.waitUntil(self.registration.showNotification(title, { body, tag, icon, data: url }));
});
self.addEventListener("notificationclick", (event) => {
  event.notification.close();
  event.waitUntil(visit(new URL(event.notification.data, location.origin).href));
});

async function visit(address) {
  const pages = await self.clients.matchAll({ type: "window", includeUncontrolled: true });
  const page = pages.find(({ url }) => url.startsWith(address));
  return page ? page.focus() : self.clients.openWindow(address);
}

/* The page itself where the network gives it soon, else the empty sheet, which fills itself from the telephone. */
async function sheet(request) {
  const empty = await caches.match(SHEET);
  if (!empty) return fetch(request);
  const answer = fetch(request).then((page) => (page.status < 500 ? page : empty), () => empty);
  return Promise.race([answer, new Promise((resolve) => { setTimeout(() => resolve(empty), PATIENCE_MS); })]);
}

async function kept(request) {
  return (await caches.match(request)) ?? Response.error();
}

async function keep() {
  const page = await fetch(SHEET, { cache: "no-store" });
  if (!page.ok) return;
  const cache = await caches.open(KEPT), parts = new Set(addresses(await page.clone().text(), page.url, /(?:href|src)="([^"#]+)/g));
  for (const part of parts) {
    const answer = await fetch(part);
    if (answer.ok && part.endsWith(".css")) addresses(await answer.clone().text(), part, /url\("?([^")#]+)/g).forEach((one) => parts.add(one));
    if (answer.ok) await cache.put(part, answer);
  }
  await cache.put(SHEET, page);
  const wanted = new Set([...parts, page.url]);
  for (const request of await cache.keys()) if (!wanted.has(request.url)) await cache.delete(request);
}

/* The static files that a text names. */
function addresses(text, base, pattern) {
  return [...text.matchAll(pattern)].map((found) => new URL(found[1], base))
    .filter((url) => url.origin === location.origin && url.pathname.startsWith(STATIC)).map((url) => url.href);
}
