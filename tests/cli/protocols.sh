#!/usr/bin/env bash
# The bots of scripts/bots, programs that speak other protocols, and what a program is told of hidden information. Takes
# the paths of the command, and of scripts/bots/last.c.
#
# Tests are called by name.
# shellcheck disable=SC2317
here=$(realpath "$(dirname "$0")")
last=$(realpath "$2")
. "$here/../support/expect.sh"
root=$(realpath "$here/../..")
cp "$last" last

# clean FOLDER: no game of a run was forfeited.
clean() { ! grep -q ',forfeit,' "$1/games.csv" || fail "$1: $(grep -m 1 ',forfeit,' "$1/games.csv")"; }

# ---- the bots that come along ----------------------------------------------------

test_bots() {
  local bot
  for bot in "$root"/scripts/bots/*.{py,mjs,c}; do
    [ "$(wc -l <"$bot")" -le 30 ] || fail "$bot has more than 30 lines"
  done
  run 0 simulate quoridor:size=5 --seat "exec:python3 $root/scripts/bots/wallflower.py" --seat random --games 4 --quiet --out wallflower
  out "100.0% (51.0 to 100.0)"
  run 0 simulate tictacdoh --seat "exec:node $root/scripts/bots/copycat.mjs" --seat random --games 4 --quiet --out copycat
  run 0 simulate dorix:players=3 --seat exec:./last --seat random --seat exec:./last --games 3 --rotate --quiet --out last-of-three
  for bot in wallflower copycat last-of-three; do
    clean "$bot"
    grep -q '"reproducible": true' "$bot/run.json" || fail "$bot is not deterministic"
  done
  # The same game in a terminal.
  run 0 play quoridor:size=5 --seat "exec:python3 $root/scripts/bots/wallflower.py" --seat random --seed 1 --index 3
  [ "$(sed -n 's/.* plays //p' out)" = "$(sed -n 's/^3,[^"]*"\([^"]*\)".*/\1/p' wallflower/moves.csv)" ] || fail "plays another game"
  # Against itself, in a ladder and a tournament.
  run 0 play tictacdoh --seat exec:./last --seat exec:./last --seed 1
  out "over: seat 1 wins"
  run 0 ladder quoridor:size=3 --bot exec:./last --double nodes=10 --levels 2 --games 4 --quiet
  out "exec:./last at 2 doubling levels of nodes"
  run 0 tournament quoridor:size=3 --bot exec:./last --bot random --games 4 --quiet
  out "exec:./last"
}

# ---- UGI -------------------------------------------------------------------------

# boardlab's own bots as programs: every protocol plays, and JSON plays the games that the bot itself plays.
test_engine() {
  local game
  for game in tictacdoh dorix quoridor:size=5 games/mnk.lua; do
    run 0 simulate "$game" --seat mcts:iterations=20 --seat greedy --rotate --games 4 --moves --quiet --out itself
    run 0 simulate "$game" --seat "exec:$boardlab engine $game --bot mcts:iterations=20" --rotate \
      --seat "exec,iterations=7:$boardlab engine $game --bot greedy" --games 4 --quiet --out engine
    clean engine
    cut -d , -f 2- itself/moves.csv >itself.csv
    cut -d , -f 2- engine/moves.csv | cmp -s - itself.csv || fail "$game: the engine plays other games"
    grep -q '"reproducible": true' engine/run.json || fail "the engine is not deterministic"
    rm -r itself engine
  done
  run 0 simulate quoridor:size=5 --seat "exec+ugi,ms=5,margin=5000:$boardlab engine quoridor:size=5 --protocol ugi" --rotate \
    --seat "exec+gtp,flip=true:$boardlab engine quoridor:size=5 --bot greedy --protocol gtp --flip" --games 4 --quiet --out engines
  clean engines
  # A bot that takes the arena's time is not deterministic, and neither is the run.
  run 0 simulate tictacdoh --seat "exec,ms=2,margin=5000:$boardlab engine tictacdoh" --seat random --games 2 --quiet --out by-time
  grep -q '"reproducible": false' by-time/run.json || fail "called reproducible"
  # Limits that change from question to question are counted anew.
  printf '%s\n' '{"t":"hello","v":1,"game":"tictacdoh","seats":2,"limits":{}}' \
    '{"t":"go","id":1,"seat":1,"seed":1,"moves":[],"limits":{"iterations":300}}' \
    '{"t":"go","id":2,"seat":1,"seed":1,"moves":[],"limits":{"nodes":100}}' \
    '{"t":"go","id":3,"seat":2,"seed":1,"moves":[],"limits":{}}' >asked
  input=asked run 1 engine tictacdoh; err "the question is for seat 2, but after these moves it is the turn of seat 1"
  [ "$(grep -c '"nodes":[1-9]' out)" -eq 2 ] || fail "the nodes of a question are not counted"
}

# An engine that would think for hours answers at `stop`, and the next question is another one.
test_stop() {
  local bot
  for bot in mcts:ms=86400000 alphabeta:depth=60; do
    mkfifo asked-to-stop
    input=asked-to-stop start engine quoridor --bot "$bot"
    exec 9>asked-to-stop
    printf '%s\n' '{"t":"go","id":1,"seat":1,"seed":1,"moves":[],"limits":{}}' '{"t":"stop","id":1}' >&9
    until_true grep -q '"id":1' out
    printf '%s\n' '{"t":"go","id":2,"seat":1,"seed":1,"moves":[],"limits":{}}' >&9
    sleep 0.2
    grep -q '"id":2' out && fail "$bot: a stop counts for the next question"
    echo '{"t":"stop","id":2}' >&9
    exec 9>&-
    finish 0
    grep -q '"id":2' out || fail "$bot does not answer at stop"
    rm asked-to-stop
  done
  printf '%s\n' "position startpos" "go movetime 86400000" stop >asked
  input=asked run 0 engine quoridor --bot mcts --protocol ugi; out "bestmove "
}

# Whoever ends between two games has not crashed, however many workers there are; whoever stops its supervisor stops
# nothing else.
cat >ends.py <<'END'
import json, os, signal, sys
for line in sys.stdin:
    message = json.loads(line)
    if message["t"] == "hello":
        print('{"t":"ready","deterministic":true}', flush=True)
    if message["t"] == "go":
        if sys.argv[1] == "stop":
            os.kill(os.getppid(), signal.SIGSTOP)
        print(json.dumps({"t": "move", "id": message["id"], "move": message["legal"][0]}), flush=True)
    if message["t"] == "end" and sys.argv[1] == "exit":
        sys.exit()
END
test_ends() {
  run 0 simulate tictacdoh --seat "exec:python3 ends.py exit" --seat random --games 6 --jobs 1 --quiet --out ends1
  run 0 simulate tictacdoh --seat "exec:python3 ends.py exit" --seat random --games 6 --jobs 3 --quiet --out ends3
  clean ends1
  cmp -s ends1/games.csv ends3/games.csv || fail "the games depend on the number of workers"
  run 0 simulate tictacdoh --seat "exec:python3 ends.py stop" --seat random --games 2 --jobs 1 --quiet --out stopped
  clean stopped
}

test_ugi() {
  local ugi="python3 $here/programs/ugi.py"
  run 0 simulate games/mnk.lua --seat "exec+ugi:$ugi heard" --seat random --rotate --games 6 --jobs 1 --quiet --out ugi
  clean ugi
  grep -q '"name": "first free cell 2.0"' ugi/run.json || fail "its name is not known"
  # It says how many cells are free: nine for the first move of the first player.
  grep -Eq ',win,.*,(1[0-9]|2[0-9]),0,' ugi/games.csv || fail "its nodes are not counted"
  [ "$(grep -c uginewgame heard)" -eq 6 ] || fail "is not told of six games"
  grep -q '^go movetime 1000$' heard || fail "has no usual time"
  : >heard
  run 0 simulate games/mnk.lua --seat "exec+ugi,ms=60000:$ugi heard" --seat random --games 1 --quiet
  grep -q '^go movetime 60000$' heard || fail "does not know its time"
  run 0 simulate games/mnk.lua --seat "exec+ugi,nodes=500:$ugi heard" --seat random --games 1 --quiet
  grep -q '^go nodes 500$' heard || fail "does not know its nodes"
  run 0 simulate games/mnk.lua --seat "exec+ugi,clock=60,increment=0.5:$ugi heard" --seat random --games 1 --quiet
  grep -q '^go p1time 60000 p2time 60000 p1inc 500 p2inc 500$' heard || fail "does not know its clock"
  run 2 simulate games/dice_race.lua --seat "exec+ugi:$ugi heard" --games 1 --quiet
  err "UGI, which is for games of two players"
}

# Late, illegal and wrong answers in UGI: the program goes on if it can.
test_ugi_faults() {
  cat >ugi_faults.py <<'END'
import sys, time
games = 0
for line in sys.stdin:
    word = line.split()[0]
    if word == "ugi": print("ugiok", flush=True)
    if word == "isready": print("readyok", flush=True)
    if word == "uginewgame": games += 1
    if word == "go" and sys.argv[1] == "illegal": print("bestmove z9", flush=True)
    if word == "stop" and sys.argv[1] == "late": print("bestmove a1", flush=True)
    if word == "go" and sys.argv[1] == "none": print("bestmove", flush=True)
print(games, file=open("games", "a"))
END
  local what reason
  while read -r what reason; do
    rm -f games
    play "ugi-$what" games/mnk.lua --seat "exec+ugi,ms=1:python3 ugi_faults.py $what" --seat random --games 3 --jobs 1
    [ "$(grep -c ",\"$reason: " "ugi-$what/games.csv")" -eq 3 ] || fail "$what is not $reason"
    # The first process has only been opened; the other has played all games. Whoever is late may be late again.
    [ "$what" = late ] || [ "$(tr '\n' ' ' <games)" = "0 3 " ] || fail "was started again: $(cat games)"
  done <<'END'
illegal illegal move
none illegal move
late time
END
}

# ---- GTP -------------------------------------------------------------------------

test_gtp() {
  local gtp="python3 $here/programs/gtp.py"
  # Both keep a board of their own, on which they refuse what is illegal; one of them counts rows from the other side.
  run 0 simulate quoridor --seat "exec+gtp:$gtp 1" --seat "exec+gtp,flip=true:$gtp top 2" --rotate --games 6 --quiet --out gtp
  clean gtp
  [ "$(grep -c '"wall"' gtp/moves.csv)" -ge 60 ] || fail "there are few walls"
  run 0 simulate quoridor:size=5,walls=4 --seat "exec+gtp,flip=true:$gtp top 3" --seat random --rotate --games 6 --quiet --out gtp5
  clean gtp5
  grep -q '"name": "random wanderer"' gtp5/run.json || fail "its name is not known"
  # The wrong side is noticed.
  play wrong-side quoridor --seat "exec+gtp:$gtp top 1" --seat random --games 2
  grep -q '"illegal move: ' wrong-side/games.csv || fail "nobody notices"
  refuse 2 "is for Quoridor" simulate tictacdoh --seat "exec+gtp:$gtp 1" --games 1 --quiet
  refuse 2 "is for Quoridor" simulate quoridor:players=4 --seat "exec+gtp:$gtp 1" --games 1 --quiet
  # An answer that is none.
  refuse 2 "it answered '? no' to 'name', instead of '='" simulate quoridor --games 1 --quiet \
    --seat "exec+gtp:sh -c 'while read -r line; do echo \"? no\"; echo; done'" --seat random
}

# ---- hidden information ----------------------------------------------------------

# recorder.py FILE MOVES…: writes what it hears to FILE, and plays these moves, or the first legal one.
cat >recorder.py <<'END'
import json, sys
log = open(sys.argv[1], "w")
moves = sys.argv[2:]
for line in sys.stdin:
    message = json.loads(line)
    for key in ("seed", "rng"):
        message.pop(key, None)
    log.write(json.dumps(message, sort_keys=True) + "\n")
    log.flush()
    if message["t"] == "hello":
        print('{"t":"ready"}', flush=True)
    if message["t"] == "go":
        move = moves.pop(0) if moves else message["legal"][0]
        print(json.dumps({"t": "move", "id": message["id"], "move": move}), flush=True)
END

# A game of secrets: nature deals each seat a card from 1 to 3, which only that seat sees. Then both choose a number in
# turn, twice, which nobody else sees until the end.
cat >secrets.lua <<'END'
local lab = require "boardlab"
return lab.rules {
  name = "secrets",
  state = { card = 2, number = 4, step = 1 },
  chance = function(s) return s.step < 2 and { 1, 2, 3 } or nil end,
  roll = function(s, card)
    s.step = s.step + 1
    s.card[s.step] = card
  end,
  moves = function() return { 1, 2, 3 } end,
  play = function(s, number)
    s.number[s.step - 1] = number
    s.step = s.step + 1
  end,
  outcome = function(s)
    if s.step < 6 then return nil end
    local one = s.card[1] + s.number[1] + s.number[3]
    local two = s.card[2] + s.number[2] + s.number[4]
    return one > two and 1 or one < two and 2 or "draw"
  end,
  observe = function(s, seat)
    s.card[3 - seat], s.number[3 - seat], s.number[5 - seat] = 0, 0, 0
  end,
  redraw = function(s, seat, rng)
    local other = 3 - seat
    if s.step >= other then s.card[other] = rng:pick { 1, 2, 3 } end
    for i = other, s.step - 2, 2 do s.number[i] = rng:pick { 1, 2, 3 } end
  end,
}
END

# know.py LOG GAME SEAT: all that a seat was told is decided by what it may know. Prints how many games there were, and in
# how many different positions the seat began.
cat >know.py <<'END'
import json, sys
log, game, seat = sys.argv[1], sys.argv[2], int(sys.argv[3])
games, told = [[]], {}
for line in open(log):
    message = json.loads(line)
    if message["t"] == "go":
        games[-1].append(message)
    if message["t"] == "end":
        games.append([])
games = [questions for questions in games if questions]
for questions in games:
    for number, message in enumerate(questions):
        del message["id"]
        moves = message["moves"]
        if game == "secrets": # its own card, and that it has chosen 1 each time
            card = message["view"]["fields"]["card"][seat - 1]
            want = [None] * len(moves)
            want[seat + 1::2] = ["1"] * len(want[seat + 1::2])
            assert card in (1, 2, 3) and moves == want, (moves, want)
            assert "start" not in message and "position" not in message["view"]
            known = (card, number)
        else: # its hand, its moves, the last trick, and where it sees the cards
            fields = message["view"]["fields"]
            known = (tuple(questions[0]["legal"]), tuple(moves), tuple(fields["trick"]), tuple(fields["place"]))
            assert all(move is None or move in known[0] for move in moves), moves
        text = json.dumps(message, sort_keys=True)
        assert told.setdefault(known, text) == text, f"{known}:\n{text}\n{told[known]}"
print(len(games), len({known[0] for known in told}))
END

# told_enough SEAT NAME GAME WANTED ISOLATION: a program is told what it may know, in so many games and first positions.
told_enough() {
  local seats=(--seat "exec:python3 recorder.py heard" --seat random)
  [ "$1" = 1 ] || seats=(--seat random --seat "exec:python3 recorder.py heard")
  rm -rf hidden
  run 0 simulate "$3" "${seats[@]}" --games 40 --jobs 1 --quiet --isolation "$5" --out hidden
  clean hidden
  [ "$(python3 know.py heard "$2" "$1" 2>err)" = "$4" ] || fail "seat $1 is told too much, or too little"
}

test_hidden() {
  local seat
  for seat in 1 2; do
    told_enough "$seat" secrets secrets.lua "40 3" auto
    told_enough "$seat" tricks games/tricks.lua:cards=5,hand=2 "40 10" off
  done
  # Two deals that seat 1 cannot tell apart, at a terminal: the other seat has other cards and chooses other numbers.
  run 0 play secrets.lua --play "2 1" --seat "exec:python3 recorder.py one" --seat "exec:python3 recorder.py other 1 2" --seed 1
  run 0 play secrets.lua --play "2 3" --seat "exec:python3 recorder.py two" --seat "exec:python3 recorder.py other 3 1" --seed 2
  grep '"go"' one >one.go
  grep '"go"' two >two.go
  [ "$(wc -l <one.go)" -eq 2 ] || fail "is not asked twice"
  cmp -s one.go two.go || fail "seat 1 can tell two deals apart"
  ! cmp -s other one || fail "everybody hears the same"
}

# The text of an own move that somebody else chose, here the opening, may tell what is hidden.
cat >telling.lua <<'END'
local lab = require "boardlab"
return lab.rules {
  state = { secret = { 2 }, plies = 1 },
  start = function(s, rng) for seat = 1, 2 do s.secret[seat] = 100 + rng(800) end end,
  moves = function() return { 1, 2, 3 } end,
  text = function(s, move) return ("m%d-%d-%d"):format(move, s.secret[1], s.secret[2]) end,
  play = function(s) s.plies = s.plies + 1 end,
  outcome = function(s) if s.plies == 6 then return "draw" end end,
  observe = function(s, seat) s.secret[3 - seat] = 0 end,
  redraw = function(s, seat, rng) s.secret[3 - seat] = 100 + rng(800) end,
}
END
test_own_moves() {
  run 0 simulate telling.lua --seat "exec:python3 recorder.py heard" --seat random --games 1 --jobs 1 --opening 2 --quiet
  grep -q '"moves": \[null, null, "m1-[1-9][0-9]*-0", null\]' heard || fail "$(tail -n 3 heard)"
}

# ---- order -----------------------------------------------------------------------

# odd.py HABIT: plays the first legal move, with a habit.
cat >odd.py <<'END'
import json, os, sys, time
habit, games = sys.argv[1], 0
def say(**message): print(json.dumps(message), flush=True)
for line in sys.stdin:
    q = json.loads(line)
    if q["t"] == "hello":
        say(t="ready", deterministic=True)
    elif q["t"] == "end":
        games += 1
        if habit == "ends": open("ended", "a").write(line)
    elif q["t"] == "go":
        if habit == "crashes" and (games or os.path.exists("crashed")):
            time.sleep(0.2)
            if games: open("crashed", "w"); os.abort()
        if habit == "chats": say(t="info", depth=3)
        say(t="move", id=q["id"], move=q["legal"][0])
        if habit == "early": say(t="move", id=q["id"] + 1, move=q["legal"][1])
END
test_order() {
  local seat="exec:python3 odd.py"
  # Messages that boardlab does not know are for others.
  run 0 simulate tictacdoh --seat "$seat chats" --seat random --games 2 --quiet --out chats
  clean chats
  # An answer that comes before its question is none.
  run 1 simulate tictacdoh --seat "$seat early" --seat mcts:ms=50 --games 1 --quiet --out early
  grep -q '"garbage: it wrote .*before it was asked"' early/games.csv || fail "an early answer counts"
  # One that crashes in the first question has no more time when it is asked again.
  run 0 simulate tictacdoh --seat "exec,ms=300,margin=0:python3 odd.py crashes" --seat random --games 2 --jobs 1 --quiet --out crashes
  [ "$(grep -c ',forfeit,' crashes/games.csv)" -eq 1 ] || fail "a crash gives more time"
  # At a terminal, too, the program hears who has won.
  run 0 play tictacdoh --seat "$seat ends" --seat random --seed 1
  grep -q '"winners":\[[12]*\]' ended || fail "the end is not told"
}

# Numbered commands, and an answer of several lines.
test_gtp_engine() {
  printf '7 showboard\n8 genmove b\n9 nonsense\n10 quit \n' >commands
  input=commands run 0 engine quoridor --bot greedy --protocol gtp
  [ "$(grep -c '^=\|^?\|^$' out)" -eq 8 ] || fail "$(cat out)"
  out "=8 e2"
  out "?9 unknown command"
}

# ---- the page --------------------------------------------------------------------

# A game whose first position is drawn.
cat >heaps.lua <<'END'
local lab = require "boardlab"
return lab.rules {
  name = "heaps",
  state = { left = 1, heap = 2 },
  start = function(s, rng) s.left = rng(3, 9) end,
  moves = function(s) return s.left > 1 and { 1, 2 } or { 1 } end,
  play = function(s, n) s.left = s.left - n end,
  outcome = function(s, mover) if s.left == 0 then return mover end end,
}
END

# Every field of every message is described, and every one that is described is sent.
test_page() {
  local page=$root/scripts/bots/programs.md game key
  : >all
  for game in heaps.lua quoridor:size=3 games/tricks.lua tictacdoh; do
    run 0 simulate "$game" --seat "exec,ms=50000,nodes=7,iterations=8,clock=99,increment=1:python3 recorder.py heard" \
      --seat random --games 2 --jobs 1 --quiet
    cat heard >>all
  done
  grep -q '"start": "seat=1 [^"]*left=[3-9]' all || fail "is not told the first position"
  python3 - >keys <<'END'
import json
keys = {"seed", "rng", "t"} # which the recorder leaves out
for line in open("all"):
    message = json.loads(line)
    keys.add(message["t"])
    keys.update(message)
    for part in ("limits", "clock", "view"):
        keys.update(message.get(part, ()))
print("\n".join(sorted(keys)))
END
  while read -r key; do
    grep -q "\`$key\`\|^\*\*$key\*\*" "$page" || [ "$key" = t ] || fail "the page lacks $key"
  done <keys
  # Those in the tables of messages from boardlab and of the view.
  # shellcheck disable=SC2016 # backticks
  sed -n '/^### From boardlab/,/^### From the program/p; /^### The view/,/^### Hidden/p' "$page" |
    grep -o '^| `[a-z]*`\|^\*\*[a-z]*\*\*' | tr -d '|`* ' | sort -u >described
  while read -r key; do
    [ "$key" = stop ] || fail "the page describes $key, which is not sent"
  done < <(grep -vxF -f keys described)
}

run_parts bots engine stop ends ugi ugi_faults gtp gtp_engine hidden own_moves order page
conclude
