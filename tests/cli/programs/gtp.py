"""A Quoridor program that speaks GTP, written from the description of that dialect, with a board of its own. It plays
at random, and refuses what is illegal by the rules that it knows. Shares nothing with boardlab.

A wall is named by the square at its top left: "e3 horizontal" lies below e3 and f3, "e3 vertical" to the right of e3
and e2. Black moves first; it starts at the bottom, or with the argument `top` at the top. The other argument is a seed.
"""
import random
import sys

top = "top" in sys.argv
draw = random.Random(sys.argv[-1])
size, hand, pawns, walls = 9, {}, {}, set()


def clear(count):
    global hand
    low, high = (1, size) if not top else (size, 1)
    middle = (size + 1) // 2
    pawns.update(black=(middle, low), white=(middle, high))
    hand = {"black": count, "white": count}
    walls.clear()


def goal(colour):
    return size if (colour == "black") != top else 1


def blocked(x, y, dx, dy, placed):
    """Whether a wall stands between a square and the next one in this direction."""
    if dx:
        x = min(x, x + dx)  # the square on the left; walls of rows y and y - 1
        return (x, y, "v") in placed or (x, y + 1, "v") in placed
    y = max(y, y + dy)  # the upper square
    return (x, y, "h") in placed or (x - 1, y, "h") in placed


def step(square, d, placed):
    """The next square in a direction, or None."""
    x, y = square[0] + d[0], square[1] + d[1]
    inside = 1 <= x <= size and 1 <= y <= size
    return (x, y) if inside and not blocked(*square, *d, placed) else None


DIRECTIONS = ((1, 0), (-1, 0), (0, 1), (0, -1))


def steps(colour):
    me, other = pawns[colour], pawns["white" if colour == "black" else "black"]
    found = set()
    for d in DIRECTIONS:
        to = step(me, d, walls)
        if to != other:
            found.add(to)
            continue
        over = step(to, d, walls)
        if over:
            found.add(over)
        else:  # a wall or the edge is behind it: diagonally
            found.update(step(to, side, walls) for side in DIRECTIONS if side[0] * d[0] + side[1] * d[1] == 0)
    return found - {None, me}


def reaches(colour, placed):
    seen, todo = {pawns[colour]}, [pawns[colour]]
    while todo:
        at = todo.pop()
        if at[1] == goal(colour):
            return True
        for d in DIRECTIONS:
            to = step(at, d, placed)
            if to and to not in seen:
                seen.add(to)
                todo.append(to)
    return False


def may_build(colour, wall):
    x, y, way = wall
    across = {(x, y, "v" if way == "h" else "h"), wall}
    beside = {(x - 1, y, "h"), (x + 1, y, "h")} if way == "h" else {(x, y - 1, "v"), (x, y + 1, "v")}
    inside = 1 <= x < size and 2 <= y <= size
    if not hand[colour] or not inside or walls & (across | beside):
        return False
    return all(reaches(c, walls | {wall}) for c in pawns)


def square_of(text):
    return ord(text[0].lower()) - ord("a") + 1, int(text[1:])


def name_of(square):
    return "ABCDEFGHI"[square[0] - 1] + str(square[1])


def build(colour, wall):
    hand[colour] -= 1
    walls.add(wall)


def genmove(colour):
    wall = (draw.randint(1, size - 1), draw.randint(2, size), draw.choice("hv"))
    if draw.random() < 0.5 and may_build(colour, wall):
        build(colour, wall)
        return f"{name_of(wall)} {draw.choice(('h', 'horizontal') if wall[2] == 'h' else ('v', 'vertical'))}"
    ahead = sorted(steps(colour), key=lambda at: (abs(at[1] - goal(colour)), draw.random()))
    pawns[colour] = ahead[0] if draw.random() < 0.7 else draw.choice(ahead)
    return name_of(pawns[colour])


def obey(command, *words):
    global size
    if command == "name":
        return "random wanderer"
    if command == "boardsize":
        size = int(words[0])
        clear(0)
    elif command == "clear_board":
        clear(0)
    elif command == "walls":
        hand.update(black=int(words[0]), white=int(words[0]))
    elif command == "playmove":
        if square_of(words[1]) not in steps(words[0]):
            return None
        pawns[words[0]] = square_of(words[1])
    elif command == "playwall":
        wall = (*square_of(words[1]), words[2][0])
        if not may_build(words[0], wall):
            return None
        build(words[0], wall)
    elif command == "genmove":
        return genmove(words[0])
    return ""


for line in sys.stdin:
    if line.strip() == "quit":
        print("=\n", flush=True)
        break
    answer = obey(*line.split())
    print("? illegal move\n" if answer is None else f"= {answer}\n", flush=True)
