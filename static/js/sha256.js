/* SHA-256 and HMAC over bytes: the browser's own where it offers them, which it does over https and on this machine
   only; at home, over plain http, the same by hand (FIPS 180-4, RFC 2104). */
"use strict";

const Sha = (() => {
  const subtle = () => globalThis.crypto?.subtle;
  const K = new Uint32Array(64), START = new Uint32Array(8);
  for (let n = 2, found = 0; found < 64; n++) {
    let prime = true;
    for (let d = 2; d * d <= n && prime; d++) prime = n % d !== 0;
    if (!prime) continue;
    const part = (root) => (root - Math.floor(root)) * 2 ** 32;
    if (found < 8) START[found] = part(Math.sqrt(n));
    K[found++] = part(Math.cbrt(n));
  }

  const turn = (word, by) => (word >>> by) | (word << (32 - by));

  function block(state, bytes, at) {
    const view = new DataView(bytes.buffer, bytes.byteOffset + at, 64), w = new Uint32Array(64);
    for (let i = 0; i < 16; i++) w[i] = view.getUint32(i * 4);
    for (let i = 16; i < 64; i++) {
      const a = w[i - 15], b = w[i - 2];
      w[i] = w[i - 16] + (turn(a, 7) ^ turn(a, 18) ^ (a >>> 3)) + w[i - 7] + (turn(b, 17) ^ turn(b, 19) ^ (b >>> 10));
    }
    let [a, b, c, d, e, f, g, h] = state;
    for (let i = 0; i < 64; i++) {
      const one = (h + (turn(e, 6) ^ turn(e, 11) ^ turn(e, 25)) + ((e & f) ^ (~e & g)) + K[i] + w[i]) | 0;
      const two = ((turn(a, 2) ^ turn(a, 13) ^ turn(a, 22)) + ((a & b) ^ (a & c) ^ (b & c))) | 0;
      [h, g, f, e, d, c, b, a] = [g, f, e, (d + one) | 0, c, b, a, (one + two) | 0];
    }
    [a, b, c, d, e, f, g, h].forEach((word, i) => { state[i] += word; });
  }

  function byHand(bytes) {
    const padded = new Uint8Array(Math.ceil((bytes.length + 9) / 64) * 64), state = START.slice();
    padded.set(bytes);
    padded[bytes.length] = 0x80;
    new DataView(padded.buffer).setUint32(padded.length - 4, bytes.length * 8);
    for (let at = 0; at < padded.length; at += 64) block(state, padded, at);
    const digest = new Uint8Array(32);
    state.forEach((word, i) => new DataView(digest.buffer).setUint32(i * 4, word));
    return digest;
  }

  const joined = (...parts) => {
    const bytes = new Uint8Array(parts.reduce((sum, part) => sum + part.length, 0));
    let at = 0;
    for (const part of parts) { bytes.set(part, at); at += part.length; }
    return bytes;
  };

  function macByHand(key, bytes) {
    const block64 = new Uint8Array(64);
    block64.set(key.length > 64 ? byHand(key) : key);
    const pad = (by) => block64.map((byte) => byte ^ by);
    return byHand(joined(pad(0x5c), byHand(joined(pad(0x36), bytes))));
  }

  const digest = async (bytes) => (subtle() ? new Uint8Array(await subtle().digest("SHA-256", bytes)) : byHand(bytes));

  /* Gives the function that signs with this key. */
  async function mac(key) {
    if (!subtle()) return async (bytes) => macByHand(key, bytes);
    const own = await subtle().importKey("raw", key, { name: "HMAC", hash: "SHA-256" }, false, ["sign"]);
    return async (bytes) => new Uint8Array(await subtle().sign("HMAC", own, bytes));
  }

  const hex = (bytes) => [...bytes].map((byte) => byte.toString(16).padStart(2, "0")).join("");
  function bytes(text) {
    if (typeof text !== "string" || text.length % 2 || /[^0-9a-f]/.test(text)) throw new TypeError("not hexadecimal");
    return Uint8Array.from({ length: text.length / 2 }, (_, i) => parseInt(text.slice(2 * i, 2 * i + 2), 16));
  }
  const utf8 = (text) => new TextEncoder().encode(text);
  const of = async (...parts) => hex(await digest(joined(...parts.map((part) => (typeof part === "string" ? utf8(part) : part)))));

  return { digest, byHand, mac, macByHand, hex, bytes, utf8, joined, of };
})();

if (typeof module === "object") module.exports = Sha;
