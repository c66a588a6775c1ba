"""A program for noughts and crosses that speaks UGI, written from its description. It plays the first free cell, and
ends with exit code 9 if it is told anything that it should not be. It writes what it hears to the file that it is given.
"""
import sys

log = open(sys.argv[1], "a")
cells = [column + row for row in "123" for column in "abc"]
new_game, taken = False, None


def say(text):
    print(text, end="\r\n", flush=True)


def need(what, line):
    if not what:
        sys.exit(9)


for line in sys.stdin:
    log.write(line)
    log.flush()
    words = line.split()
    if words == ["ugi"]:
        say("id name first free\tcell 2.0")
        say("id author nobody")
        say("option name Depth type spin default 1")
        say("ugiok")
    elif words == ["isready"]:
        say("readyok")
    elif words == ["uginewgame"]:
        new_game = True
    elif words[:2] == ["position", "startpos"]:
        taken = words[3:]
        need(words[2:3] in ([], ["moves"]) and set(taken) <= set(cells) and len(set(taken)) == len(taken), line)
        need(new_game or len(taken) > 1, line)
        new_game = False
    elif words[:1] == ["go"]:
        free = [cell for cell in cells if cell not in taken]
        say(f"info depth 1 nodes {len(free)} pv {free[0]}")
        say("info string nodes are counted above")
        say(f"bestmove {free[0]} ponder {free[-1]}")
    elif words == ["quit"]:
        break
    else:
        need(words == ["stop"], line)
