/* Checks the proof of a deal, "masuno-deal-v1": the same five steps as the ten-line script, in the browser or in Node. */
"use strict";

const Proof = (() => {
  const sha = typeof module === "object" ? require("./sha256.js") : Sha;
  const same = (one, other) => JSON.stringify(one) === JSON.stringify(other);

  /* JSON as Python writes it with sorted keys, no spaces and plain ASCII: the digest in the context is of that. */
  function plain(value) {
    if (Array.isArray(value)) return `[${value.map(plain).join(",")}]`;
    if (value && typeof value === "object") return `{${Object.keys(value).sort().map((key) => `${plain(key)}:${plain(value[key])}`).join(",")}}`;
    return JSON.stringify(value).replace(/[\u007f-\uffff]/g, (sign) => `\\u${sign.charCodeAt(0).toString(16).padStart(4, "0")}`);
  }

  const seatCommit = (context, seat, nonce) => sha.of(`${context}|seat=${seat}|`, nonce);
  const link = (before, commit, listed) => sha.of([before, commit, ...listed].join("|"));
  const listed = (proof) => proof.seat_commits.map((commit, seat) => proof.unopened[seat] || commit);

  /* The stream of a label, as big-endian words of 32 bits, and the order that it gives to `size` cards. */
  async function order(seed, label, size) {
    const sign = await sha.mac(seed), cards = Array.from({ length: size }, (_, card) => card);
    let words = [], counter = 0;
    async function below(bound) {
      const limit = 2 ** 32 - (2 ** 32 % bound);
      for (;;) {
        if (!words.length) {
          const count = new Uint8Array(4);
          new DataView(count.buffer).setUint32(0, counter++);
          const view = new DataView((await sign(sha.joined(sha.utf8(label), count))).buffer);
          words = Array.from({ length: 8 }, (_, i) => view.getUint32(i * 4));
        }
        const word = words.shift();
        if (word < limit) return word % bound;
      }
    }
    for (let top = size - 1; top > 0; top--) {
      const other = await below(top + 1);
      [cards[top], cards[other]] = [cards[other], cards[top]];
    }
    return cards;
  }

  async function seedOf(context, secret, nonces) {
    return (await sha.mac(secret))(sha.joined(sha.utf8(`${context}|`), ...nonces));
  }

  const STEPS = {
    commit: async ({ ctx, server_secret, commit }) => (await sha.of(`${ctx}|server|`, sha.bytes(server_secret))) === commit,
    seats: async ({ ctx, nonces, seat_commits }) =>
      same(await Promise.all(nonces.map((nonce, seat) => seatCommit(ctx, seat, sha.bytes(nonce)))), seat_commits),
    chain: async (proof) => {
      const { before, commit, unopened, seat_commits, chain } = proof;
      return unopened.length === seat_commits.length && (await link(before, commit, listed(proof))) === chain;
    },
    rules: async ({ ctx, cards, rules }) => ctx.endsWith(await sha.of(plain({ deck: cards, rules }))),
    deck: async ({ ctx, server_secret, nonces, cards, deck }) => {
      const seed = await seedOf(ctx, sha.bytes(server_secret), nonces.map(sha.bytes));
      return same(await order(seed, "deck0", cards.split(" ").length), deck);
    },
  };

  /* The steps that do not hold; none: all is well. */
  async function faults(proof) {
    const found = [];
    for (const [name, step] of Object.entries(STEPS)) {
      const holds = await step(proof).catch(() => false);
      if (!holds) found.push(name);
    }
    return found;
  }

  /* What a page noted before and during the round, beside what is told after it. */
  function compare(proof, kept) {
    if (!kept) return [];
    const found = [], missing = kept.bound && listed(proof)[kept.seat] !== kept.mine;   // also where the list was never shown
    if (missing || (kept.chain && (kept.chain !== proof.chain || kept.before !== proof.before || !same(kept.listed, listed(proof))))) found.push("list");
    if (kept.context && kept.context !== proof.ctx) found.push("context");
    if (kept.opened && proof.nonces[kept.seat] !== kept.nonce) found.push("nonce");
    return found;
  }

  return { STEPS, faults, compare, seatCommit, link, order, seedOf, plain };
})();

if (typeof module === "object") module.exports = Proof;
