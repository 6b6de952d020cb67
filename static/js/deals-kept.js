/* What this browser noted of the deals it took part in: the promise, its own number, the list. Of the newest only. */
"use strict";

const Kept = (() => {
  const KEY = "masuno-deals", MOST = 60;
  let here = {};   // where the browser keeps nothing, at least as long as the page is open

  function all() {
    try { return JSON.parse(localStorage.getItem(KEY)) || here; } catch { return here; }
  }
  const of = (promise) => all()[promise];
  /* The link of the chain that the next deal of a match must follow: that of the round before it, which was dealt. */
  function linkBefore(context) {
    const [, match, round] = /\|m=(\w+)\|round=(\d+)\|/.exec(context) || [];
    const last = Object.values(all()).find((one) => one.dealt && one.context?.includes(`|m=${match}|round=${round - 1}|`));
    return last?.chain;
  }
  function note(promise, more) {
    const kept = all();
    kept[promise] = { at: Date.now(), ...kept[promise], ...more };
    for (const old of Object.keys(kept).sort((one, other) => kept[other].at - kept[one].at).slice(MOST)) delete kept[old];
    here = kept;
    try { localStorage.setItem(KEY, JSON.stringify(kept)); } catch { /* private browsing: kept in `here` */ }
    return kept[promise];
  }
  return { of, note, linkBefore };
})();
