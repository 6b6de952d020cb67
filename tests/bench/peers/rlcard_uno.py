"""Plays RLCard's Uno at random for the seconds asked on each line; prints commands and CPU seconds.

Runs in an environment of its own, so it imports nothing of ours.
"""

import random
import sys
import time

from rlcard.envs.uno import UnoEnv

env = UnoEnv({"allow_step_back": False, "seed": 1, "game_num_players": 4})
chance = random.Random(1)

for line in sys.stdin:
    commands, began = 0, time.process_time()
    while time.process_time() - began < float(line):
        state, _ = env.reset()
        while not env.is_over():
            state, _ = env.step(chance.choice(list(state["legal_actions"])))
            commands += 1
    print(commands, time.process_time() - began, flush=True)
