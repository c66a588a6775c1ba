"""A Quoridor bot: steps ahead if it can, otherwise plays any legal move.

boardlab simulate quoridor --seat 'exec:python3 scripts/bots/wallflower.py' --seat random
"""
import json
import random
import sys

for line in sys.stdin:
    message = json.loads(line)
    if message["t"] == "hello":
        answer = {"t": "ready", "name": "wallflower 1.0", "deterministic": True}
    elif message["t"] == "go":
        draw = random.Random(message["seed"])
        steps = [move for move in message["legal"] if not move.endswith(("h", "v"))]
        ahead = max if message["seat"] == 1 else min
        rows = {move: int(move[1:]) for move in steps if move[1:].isdigit()}
        best = [move for move in rows if rows[move] == ahead(rows.values())]
        answer = {"t": "move", "id": message["id"], "move": draw.choice(best or message["legal"])}
    else:  # "end", "stop" and "quit" need no answer
        continue
    print(json.dumps(answer), flush=True)
