/* The switch for messages while the page is closed. The browser is asked only when somebody switches it on. */
(() => {
  "use strict";
  const on = document.getElementById("push-on"), told = document.getElementById("push-told");
  if (!on) return;
  let touched = false;
  const tell = (text = "") => { told.textContent = text; told.hidden = !text; };
  if (!("serviceWorker" in navigator && "PushManager" in window && "Notification" in window)) {
    on.disabled = true;
    return tell(told.dataset.missing);
  }
  const { key, onUrl, offUrl } = on.dataset;
  const bytes = (text) => Uint8Array.from(atob(text.replace(/-/g, "+").replace(/_/g, "/")), (sign) => sign.charCodeAt(0));
  const current = async () => (await navigator.serviceWorker.getRegistration("/"))?.pushManager.getSubscription();

  async function post(url, values) {
    const headers = JSON.parse(document.body.getAttribute("hx-headers:inherited"));
    const response = await fetch(url, { method: "POST", body: new URLSearchParams(values), headers, redirect: "error" });
    if (!response.ok) throw new Error(String(response.status));
  }
  async function keep() {
    if (await Notification.requestPermission() !== "granted") return tell(told.dataset.denied);
    const registration = await navigator.serviceWorker.register("/worker.js");
    await navigator.serviceWorker.ready;
    const subscription = await registration.pushManager.subscribe({ userVisibleOnly: true, applicationServerKey: bytes(key) });
    const { endpoint, keys } = subscription.toJSON();
    await post(onUrl, { endpoint, p256dh: keys.p256dh, auth: keys.auth });
  }
  async function drop() {
    const subscription = await current();
    if (!subscription) return;
    await post(offUrl, { endpoint: subscription.endpoint });
    await subscription.unsubscribe();
  }
  const isOn = async () => Notification.permission === "granted" && Boolean(await current());

  on.addEventListener("change", async () => {
    on.disabled = true;
    tell();
    try { await (on.checked ? keep() : drop()); } catch { tell(told.dataset.failed); }
    on.checked = await isOn();
    on.disabled = false;
    touched = true;
  });
  isOn().then((now) => { if (!touched && !on.disabled) on.checked = now; });   // not over what was pressed meanwhile
})();
