#!/usr/bin/env bash
# boardlab coverage: kinds of moves, calls of rules, and what denying costs. Argument: boardlab.
#
# The functions test_… are called by run_parts.
# shellcheck disable=SC2317
. "$(dirname "$0")/../support/expect.sh"

# column NUMBER PATTERN: that column of the row.
column() { grep -- "$2" out | cut -d , -f "$1"; }
expect() { [ "$1" = "$2" ] || fail "$3: $1, not $2"; }

# The kinds of a run of the same games, counted from its files.
test_counts() {
  run 0 coverage quoridor:size=3 --games 20 --csv --no-denial
  cp out covered
  run 0 simulate quoridor:size=3 --games 20 --moves --out run --quiet
  walls=$(grep -cE '"?[a-z][0-9]+[hv]"?,' run/moves.csv)
  cp covered out
  expect "$(column 5 '^move,"kind","wall"')" "$(awk -v n="$walls" 'BEGIN { printf "%.6f", n / 20 }')" "walls per game"
  lacks "^denied"
  share=$(awk -F, '$1 == "move" && $2 == "\"kind\"" { sum += $7 } END { printf "%.3f", sum }' out)
  expect "$share" 1.000 "the shares of all kinds"
}

test_denial() {
  mkdir -p my
  cat >my/game.lua <<'LUA'
return require("boardlab").variant {
  base = "quoridor:size=3,walls=1",
  after = function() end,
}
LUA
  for game in my/game.lua "$PWD/my/game.lua" quoridor:size=3; do
    games=12
    [ "$game" != quoridor:size=3 ] || games=50
    run 0 coverage "$game" --games "$games" --seat alphabeta:depth=2 --csv
    grep -q '^denied,"kind","pawn",1,' out || fail "pawns are not denied to seat 1"
    awk -F, '$1 == "denied" && $2 == "\"kind\"" && $3 == "\"pawn\"" && !($10 - $11 - $12 < 1e-5 && $12 - $10 + $11 < 1e-5) { exit 1 }' out ||
      fail "a cost is no difference of rates"
  done
  # Denied to nobody, the games are those of the game itself.
  with=$(column 10 '^denied,"kind","pawn",1,')
  run 0 simulate quoridor:size=3 --games 50 --seat alphabeta:depth=2 --out same --quiet
  wins=$(sed 's/^"[^"]*"/game/' same/games.csv | awk -F, 'NR == 1 { for (i = 1; i <= NF; i++) if ($i == "winner") c = i; next } $c == 1 || $c == "\"1\"" { n++ }
    END { printf "%.6f", n / 50 }')
  expect "$with" "$wins" "wins without a denial"
  run 0 coverage my/game.lua --games 5 --no-denial
  out "calls of the rules’ functions"; lacks "Nothing was denied"
  grep -q '^after  *[1-9]' out || fail "no calls of after"
  run 0 coverage quoridor:size=3 --games 50 --seat alphabeta:depth=2
  out "Only 4 of the 50 games are distinct"
  out "Between these bots, seat 2 wins less often without moves with kind = wall (p < 0.0001)."
  out "No move with orientation = v was played."
}

# Every run of the command prints the same, on any number of threads and in any process.
test_threads() {
  cat >keeps.lua <<'LUA'
local kept = coroutine.wrap(function() while true do coroutine.yield() end end) -- so they start again before each game
return require("boardlab").rules {
  state = { n = 1 },
  start = function(s) s.n = 2 end,
  moves = function() return { 1, 2, 3 } end,
  play = function(s, move) kept() s.n = s.n + move end,
  outcome = function(s, mover) if s.n > 9 then return mover end end,
  describe = function(_, move) return { kind = "by " .. move } end,
}
LUA
  for game in tictacdoh games/kalah.lua variants/quoridor_pie.lua:size=3 keeps.lua; do
    bot=random
    [ "$game" = tictacdoh ] || bot=mcts:iterations=4
    run 0 coverage "$game" --seat "$bot" --games 24 --jobs 1 --csv
    cp out first
    for jobs in 2 4; do
      run 0 coverage "$game" --seat "$bot" --games 24 --jobs "$jobs" --csv
      cmp -s out first || fail "the result depends on the threads"
    done
    run 0 coverage "$game" --seat "$bot" --games 24 --jobs 2 --csv --isolation=off
    cmp -s out first || fail "the result depends on the processes"
  done
}

# Ctrl-C leaves what has been counted.
test_stopping() {
  start coverage tictacdoh --games 1000000 --progress-fd 3 --quiet 3>progress
  until [ -s progress ]; do sleep 0.05; done
  kill -INT "$running"
  finish 130
  out "Stopped early"
  out "kind = lay"
  lacks "^denied"
}

# Options that switch rules, in a game whose figures can be counted.
test_options() {
  cat >options.lua <<'LUA'
return require("boardlab").rules {
  options = {
    three = true, last_wins = true, unused = false, double = false,
    goal = { default = 21, min = 5, max = 99, help = "the total that ends the game" },
    extra = { "none", "four", "five" },
    start = { default = 0, min = 0, max = 9, help = "the total at the start" },
  },
  state = { total = 1 },
  start = function(s, _, o) s.total = o.start end,
  moves = function(s, _, o)
    local list = { 1, 2 }
    if o.three then list[3] = 3 end
    if o.extra ~= "none" and s.total < 10 then list[#list + 1] = o.extra == "four" and 4 or 5 end
    return list
  end,
  play = function(s, move, _, o) s.total = s.total + (o.double and move == 2 and 4 or move) end,
  outcome = function(s, mover, o)
    if s.total >= o.goal then return o.last_wins and mover or 3 - mover end
  end,
}
LUA
  for mode in auto off; do
    run 0 coverage options.lua:goal=20,start=2 --games 40 --csv --no-denial --isolation "$mode"
    cp out covered
    run 0 simulate options.lua:goal=20,start=2 --games 40 --moves --out opted --quiet --isolation "$mode"
    # share MOVE: of the plies that are this move.
    share() { awk -F, -v m="\"$1\"" 'NR > 1 { n++; k += $4 == m || "\"" $4 "\"" == m } END { printf "%.6f", k / n }' opted/moves.csv; }
    cp covered out
    expect "$(column 7 '^option_moves,"three","true instead of false"')" 1.000000 "positions with other moves"
    expect "$(column 7 '^option_plies,"three","true instead of false"')" "$(share 3)" "plies that three changes"
    expect "$(column 7 '^option_results,"three"')" 0.000000 "results that three changes"
    expect "$(column 7 '^option_moves,"double"')" 0.000000 "positions in which double allows other moves"
    expect "$(column 7 '^option_plies,"double"')" "$(share 2)" "plies that double changes"
    expect "$(column 7 '^option_results,"last_wins"')" 1.000000 "games with another winner"
    expect "$(column 7 '^option_moves,"last_wins"')" 0.000000 "moves by who wins"
    expect "$(column 7 '^option_plies,"last_wins"')" "$(awk -F, 'NR > 1 { n++ } END { printf "%.6f", 40 / n }' opted/moves.csv)" "last plies"
    for figure in moves plies results; do
      expect "$(column 7 "^option_$figure,\"unused\"")" 0.000000 "an option without effect"
    done
    expect "$(grep -c '^option_moves,"extra","none instead of' out)" 2 "other words"
    expect "$(column 7 '^option_plies,"extra","none instead of four"')" 0.000000 "moves that are legal anyway"
    grep -q '^option_moves,"goal","20 instead of 21"' out || fail "a number that is not the default"
    ! grep -q '^option_.*"start"' out || fail "a number that positions contain"
    rm -r opted
  done
  run 0 coverage options.lua --games 5 --no-denial
  grep -qE '^three = true instead of false: positions with other legal moves +100.0% ' out || fail "no row for three"
  ! grep -q '^goal' out || fail "a number with its default"
  # Boards of other sizes have other positions.
  run 0 coverage games/mnk.lua:m=4,k=4 --games 5
  out "Nothing was denied: these games have no two kinds of moves to choose between."
  grep -q '^k = 4 instead of 3: games with another result ' out || fail "no row for k"
  ! grep -q '^m = ' out || fail "another board"
}

# Where hooks decide who moves next, all positions can be set up, the last ones included: hooks that change nothing leave
# the figures as they are.
test_turns() {
  run 0 coverage quoridor:size=3 --games 20 --csv --no-denial
  grep '^option_' out >usual
  grep -qE '^option_results,"goal","side instead of cell",,,[0-9]+,0\.[0-9]*[1-9]' usual || fail "no other result"
  cat >turns.lua <<'LUA'
return require("boardlab").variant { base = "quoridor:size=3", next_seat = function() end }
LUA
  cat >rolls.lua <<'LUA'
return require("boardlab").variant {
  base = "quoridor:size=3", vars = { die = 0 },
  chance = function(s) return s.die == 0 and { 1, 2 } or nil end,
  roll = function(s, face) s.die = face end,
  after = function(s) s.die = 0 end,
}
LUA
  run 0 coverage turns.lua --games 20 --csv --no-denial
  grep '^option_' out | cmp -s - usual || fail "next_seat without effect changes figures"
  for game in turns.lua rolls.lua; do
    run 0 check "$game" --games 5
    awk '/^checked/ { same = $2 == $8 } END { exit !same }' out || fail "positions of $game cannot be set up again"
  done
  # The seat that `play` returns may have ended the game; a result that no seat explains is a mistake.
  cat >again.lua <<'LUA'
return require("boardlab").rules {
  state = { n = 1 },
  moves = function() return { 1, 2 } end,
  play = function(s, move, seat) s.n = s.n + move if move == 2 then return seat end end,
  outcome = function(s, mover) if s.n > 9 then return mover end end,
}
LUA
  run 0 check again.lua --games 20; out "no problems"
  sed 's/(s, mover) if s.n > 9/(s, mover, _, move) if move and s.n > 9/' again.lua >wrong.lua
  run 1 check wrong.lua --games 20; out "make a different position"
  # That nature has ended the game cannot be told from the position.
  cat >last.lua <<'LUA'
return require("boardlab").variant {
  base = "quoridor:size=3", vars = { die = 0 },
  chance = function(s) return s.die == 0 and { 1, 2 } or nil end,
  roll = function(s, face) s.die = face end,
  outcome = function(s, mover) if s.die == 2 then return mover == 0 and "draw" or mover end end,
  after = function(s) s.die = 0 end,
}
LUA
  run 0 check last.lua --games 5
  awk '/^checked/ { fewer = $2 - $8 } END { exit fewer != 5 }' out || fail "a last position is set up as another"
}

# Walls that close other edges are other moves, though they have the same names.
test_walls() {
  run 0 coverage quoridor:size=5,wall_length=3,walls=2 --games 20 --csv --no-denial
  walls=$(column 7 '^move,"kind","wall"')
  changed=$(column 7 '^option_plies,"wall_length","3 instead of 2"')
  awk -v w="$walls" -v c="$changed" 'BEGIN { exit !(c >= w && c < 1.2 * w) }' || fail "$changed of plies changed, $walls are walls"
}

# Names and values of all sorts; the same rows as JSON.
test_names() {
  cat >a..b.lua <<'LUA'
return require("boardlab").rules {
  state = { n = 1 }, options = { most = 4 },
  moves = function(s)
    local list = {}
    for i = 1, s.n == 0 and 10 or 20 do list[i] = i end
    return list
  end,
  play = function(s) s.n = s.n + 1 end,
  outcome = function(s, mover, o) if s.n == o.most then return mover end end,
  describe = function(s, move)
    return { kind = s.n == 0 and 'a "first"\\' or "later", piece = "piece" .. string.char(96 + move) }
  end,
}
LUA
  mkdir up && cp a..b.lua up/it.lua
  for game in a..b.lua a..b.lua:most=3 "$PWD/up/it.lua:most=3" up/../a..b.lua; do
    run 0 coverage "$game" --games 30 --csv --quiet; no_err
    grep -qF 'move,"kind","a ""first""\",,1.000000,30,' out || fail "no row for the first moves"
    grep -q '^denied,"kind","later",1,' out || fail "nothing is denied"
    ! grep -q piece out || fail "a key with twenty values is listed"
  done
  # The first move is always seat 1's, so it is denied to no one else.
  ! grep -qF 'denied,"kind","a ""first""\",2,' out || fail "denied to a side that never plays it"
  run 0 coverage a..b.lua --games 30 --csv; mlr --icsv --ocsv cat out >rows.csv
  run 0 coverage a..b.lua --games 30 --json; sed 's/\bnull\b/""/g' out | mlr --ijson --ocsv cat >json.csv
  cmp -s rows.csv json.csv || fail "--json has other rows than --csv"
  # A variant that only sets options has no functions.
  run 0 coverage variants/tictacdoh_small.lua --games 5 --no-denial; lacks "functions of the rules"
  # Functions of a variant and of its base are told apart by their files.
  echo 'return require("boardlab").variant { base = "a..b.lua", outcome = function(s) return (s:winners() or {})[1] end }' >over.lua
  run 0 coverage over.lua --games 5 --no-denial; out "outcome (a..b.lua)"; out "outcome (over.lua)"; lacks "(the file itself)"
  # What fails in a restricted run says in which.
  sed 's/state = { n = 1 }/state = { n = 1, later = 1 }/; s/play = function(s)/play = function(s, move) if move > 10 then s.later = 1 end/' \
    a..b.lua >sore.lua
  sed -i 's/outcome = function(s, mover, o)/& if s.n > 1 and s.later == 0 then error "sore" end/' sore.lua
  run 1 coverage sore.lua --games 30; err "sore"
}

test_wrong_arguments() {
  run 2 coverage; err "missing argument"
  run 2 coverage chess; err "chess"
  run 2 coverage nowhere.lua; err "nowhere.lua"
  run 2 coverage tictacdoh --seat nobody; err "nobody"
  run 2 coverage tictacdoh --seat random --seat random --seat random; err "has 2 seats: name a bot for each, or one for all; 3 were named"
  for bad in 0 -1 nan 1e-3 ""; do
    run 2 coverage tictacdoh --games "$bad"; err "--games takes a whole number from 1"
  done
  run 2 coverage tictacdoh --games 1000001; err "coverage plays up to 1,000,000"
  run 2 coverage tictacdoh --deny x; err "there is no flag '--deny'"
}

run_parts counts options turns walls names denial threads stopping wrong_arguments
conclude
