"""The script of the sounds in a page of its own making, as a phone's browser would treat it."""

import json
import subprocess
from pathlib import Path
from typing import Any

from playwright._impl._driver import compute_driver_executable

SCRIPT = Path(__file__).parents[2] / "static/js/sound.js"

PAGE = """
const touched = {}, told = {}, made = [];
const live = { dataset: {}, addEventListener(name, then) { told[name] = then; } };
const on = { checked: false, addEventListener() {} };
globalThis.document = {
  getElementById: (id) => ({ live, "sound-on": on })[id],
  addEventListener(name, then) { touched[name] = then; },
};
globalThis.localStorage = { getItem: () => KEPT, setItem() {}, removeItem() {} };
globalThis.AudioContext = class {
  constructor() { this.state = "suspended"; this.resumed = 0; made.push(this); }
  resume() { this.state = "running"; this.resumed++; }
};
const heard = () => made.map((audio) => audio.resumed);
"""


def heard(kept: str, steps: str) -> Any:
    """How often each audio context was woken, looked at where the steps say so."""
    node, _ = compute_driver_executable()
    parts = (f"const KEPT = {json.dumps(kept)}, seen = [];", PAGE, SCRIPT.read_text(encoding="utf-8"), steps)
    program = "\n".join((*parts, "console.log(JSON.stringify(seen))"))
    done = subprocess.run([node, "-e", program], capture_output=True, text=True, check=True, timeout=60)
    return json.loads(done.stdout)


def test_sound_wakes_with_the_first_touch_and_again_after_each_pause() -> None:
    steps = """
      told["table:happened"]({ detail: [{ name: "put" }] }); seen.push(heard());
      touched.pointerup(); seen.push(heard());
      touched.click(); seen.push(heard());
      made[0].state = "interrupted"; touched.pointerup(); seen.push(heard());
    """
    assert heard("1", steps) == [[], [1], [1], [2]]


def test_a_touch_wakes_nothing_while_sounds_are_off() -> None:
    assert heard("0", "touched.pointerup(); touched.keydown(); seen.push(heard())") == [[]]
