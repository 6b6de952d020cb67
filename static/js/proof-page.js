/* The page of a proof: checks the file step by step, here in the browser, and says at each step whether it fits. */
(async () => {
  "use strict";
  const verdict = document.getElementById("verdict");
  if (!verdict) return;
  const { proof: url, ok, bad, failed, kept: noted, other, holds, fails } = verdict.dataset;
  const say = (text, kind) => { verdict.textContent = text; verdict.classList.add(`verdict--${kind}`); };
  let proof;
  try {
    const response = await fetch(url, { headers: { Accept: "application/json" } });
    if (!response.ok) throw new Error(String(response.status));
    proof = await response.json();
  } catch { return say(failed, "bad"); }
  const faults = await Proof.faults(proof), kept = Kept.of(proof.commit), differs = Proof.compare(proof, kept);
  for (const step of document.querySelectorAll("[data-step]")) {
    const fits = !faults.includes(step.dataset.step), told = step.querySelector("[data-told]");
    told.textContent = `${fits ? "✓" : "✗"} ${fits ? holds : fails}`;
    told.classList.add(fits ? "proof__told--ok" : "proof__told--bad");
  }
  if (faults.length || differs.length) {
    verdict.setAttribute("role", "alert");
    return say(differs.length ? `${bad} ${other}` : bad, "bad");
  }
  say(kept?.chain ? `${ok} ${noted}` : ok, "ok");
})();
