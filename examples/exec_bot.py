"""A bot as a program of its own: any legal move, all equally likely.

axio arena "exec:python examples/exec_bot.py" greedy --games 20
"""

import json
import random
import sys

from axio.rules.data import read_observation

for line in sys.stdin:
    asked = json.loads(line)
    view = read_observation(asked["observation"])
    chance = random.Random(asked["key"])  # chance from the key alone: the same question, the same answer
    move = chance.choice(view.legal_moves)
    print(json.dumps({"move": str(move), "reason": f"one of {asked['legal']}"}), flush=True)
