#!/usr/bin/env bash
# The referee from end to end: Lua games of a known truth, played and judged by the command.
# Arguments: boardlab, and the parts to try; all of them by default.
#
# The programs beside it count how often a sentence is wrong. Here each truth has a run, of a
# fixed seed, of which a false sentence was once printed.
#
# The functions test_… are called by run_parts.
# shellcheck disable=SC2317
. "$(dirname "$0")/../../support/expect.sh"
shift

# says TEXT, says_not TEXT: as `out` and `lacks`, wherever the lines are broken.
unwrap() { tr '\n' ' ' <out | tr -s ' ' >unwrapped; }
says() {
  unwrap
  contains unwrapped "$1" || fail "does not say: $1"
}
says_not() {
  unwrap
  ! contains unwrapped "$1" || fail "says: $1"
}
says_first() { sed -n '3,/^$/p' out | tr '\n' ' ' | tr -s ' ' | grep -qE "^$1" || fail "does not begin with: $1"; }
# column NUMBER PATTERN: that column of the row.
column() { grep -- "$2" out | cut -d , -f "$1"; }
expect() { [ "$1" = "$2" ] || fail "$3: $1, not $2"; }
between() { awk -v x="$1" -v a="$2" -v b="$3" 'BEGIN { exit !(x != "" && x >= a && x <= b) }' || fail "$4: $1, not $2 to $3"; }

# ---- games -----------------------------------------------------------------------

# A bot says the same number at every move.
cat >bot.lua <<'LUA'
return {
  options = { e = { default = 0, min = 0, max = 9 } },
  choose = function(_, me) return me.options.e end,
}
LUA

# Each seat says how strong it is, in steps of 100 Elo; then nature decides, as the Elo model says.
cat >skill.lua <<'LUA'
return require("boardlab").rules {
  options = {
    edge = { default = 0, min = -1000, max = 1000 }, -- Elo of the first side
    skill = { default = 1, min = 0, max = 3 }, -- how much strength counts
    draws = { default = 0, min = 0, max = 100 }, -- games in a hundred
    salt = { default = 0, min = 0, max = 100 }, -- rolls that change nothing
    players = { default = 2, min = 2, max = 4 },
  },
  teams = function(o) return o.players == 4 and { { 1, 3 }, { 2, 4 } } or nil end,
  state = { strength = { 4 }, said = 1, rolled = 1, result = 1 },
  moves = function() return { 0, 1, 2, 3, 4, 5, 6, 7, 8, 9 } end,
  play = function(s, strength, seat) s.strength[seat], s.said = strength, s.said + 1 end,
  chance = function(s, _, o)
    if s.said < o.players or s.result > 0 then return nil end
    if s.rolled < o.salt then return { 0, 1 } end
    local lead = s.strength[1] + s.strength[3] - s.strength[2] - s.strength[4]
    local wins = 1 / (1 + 10 ^ (-(o.edge + 200 * o.skill * lead / o.players) / 400))
    local decided = 10000 * (100 - o.draws)
    local first = math.floor(decided * wins)
    return { 1, 2, 3, weights = { first + 1, decided - first + 1, 10000 * o.draws + 1 } }
  end,
  roll = function(s, result, _, o)
    if s.rolled < o.salt then s.rolled = s.rolled + 1 else s.result = result end
  end,
  outcome = function(s) return s.result == 3 and "draw" or s.result > 0 and s.result or nil end,
}
LUA

# Five numbers: 0 beats 1 to 3, which beat 4, which beats 0; or each beats the next two.
cat >cycle.lua <<'LUA'
return require("boardlab").rules {
  options = { upset = false },
  state = { said = { 2 }, n = 1, result = 1 },
  moves = function() return { 0, 1, 2, 3, 4 } end,
  play = function(s, move, seat) s.said[seat], s.n = move, s.n + 1 end,
  chance = function(s, _, o)
    if s.n < 2 or s.result > 0 then return nil end
    local a, b = s.said[1], s.said[2]
    local beats = (b - a) % 5 == 1 or (b - a) % 5 == 2
    if o.upset then beats = a == 0 and b < 4 or b == 4 and a > 0 or a == 4 and b == 0 end
    local even = a == b or o.upset and a > 0 and a < 4 and b > 0 and b < 4
    local share = o.upset and 92 or 70
    local first = even and 50 or beats and share or 100 - share
    return { 1, 2, weights = { first, 100 - first } }
  end,
  roll = function(s, result) s.result = result end,
  outcome = function(s) return s.result > 0 and s.result or nil end,
}
LUA

# A fair walk to ±5, which the game values exactly.
cat >walk.lua <<'LUA'
return require("boardlab").rules {
  state = { place = 1, rolling = 1 },
  start = function(s) s.place = 5 end,
  moves = function() return { 0 } end,
  play = function(s) s.rolling = 1 end,
  chance = function(s) return s.rolling == 1 and { 0, 1 } or nil end,
  roll = function(s, up) s.place, s.rolling = s.place + 2 * up - 1, 0 end,
  outcome = function(s) return s.place == 10 and 1 or s.place == 0 and 2 or nil end,
  evaluate = function(s) return { s.place / 10, 1 - s.place / 10 } end,
  max_plies = 100000,
}
LUA

# One roll decides. `ends` weighs the results: seat 1 wins, seat 2 wins, endless play. a game that
# ends is `length` turns long, or one; `prize` what seat 2 scores if it wins, where seat 1 scores 1 to 9.
cat >roll.lua <<'LUA'
return require("boardlab").rules {
  options = {
    first = { default = 50, min = 0, max = 1000 },
    second = { default = 50, min = 0, max = 1000 },
    endless = { default = 0, min = 0, max = 1000 },
    prize = { default = 0, min = 0, max = 1000 },
    length = { default = 1, min = 1, max = 100 },
  },
  state = { result = 1, left = 1, said = 1, points = { 2 } },
  start = function(s, rng, o) s.left = rng(2) == 1 and 1 or o.length end,
  moves = function() return { 1, 2, 3, 4, 5, 6, 7, 8, 9 } end,
  play = function(s, move) s.left, s.said = math.max(0, s.left - 1), move end,
  chance = function(s, _, o)
    return s.left == 0 and s.result == 0 and { 1, 2, 3, weights = { o.first * 1000 + 1, o.second * 1000 + 1, o.endless * 1000 + 1 } } or nil
  end,
  roll = function(s, result, _, o)
    s.result = result
    if o.prize > 0 then s.points[result] = result == 1 and s.said or o.prize end
  end,
  outcome = function(s) return (s.result == 1 or s.result == 2) and s.result or nil end,
  score = function(s) return { s.points[1], s.points[2] } end,
}
LUA

# ---- unequal bots hide the advantage of a seat -------------------------------------

unequal=(--seat bot.lua:e=6 --seat bot.lua --rotate)

# The first seat has 200 Elo in one run and 50 in the other.
test_compare() {
  play large skill.lua:edge=200 "${unequal[@]}" --games 2000
  play small skill.lua:edge=50,skill=0 "${unequal[@]}" --games 2000
  run 0 compare large small
  says "'small' is fairer: by the rating model"
  says_not "wins more often"
}

# The first seat has 200 Elo in every run.
test_sweep() {
  run 0 sweep skill.lua:edge=200 --vary skill=0..3 --seat bot.lua:e=2 --seat bot.lua --rotate --games 1500 --quiet
  says "do not show that anything depends on skill"
  says_not "is the fairest:"
  says_not "advantage falls"
}

# Every run has a gap of 17 points: the smallest is so by luck, and has no interval.
test_smallest() {
  run 0 sweep skill.lua:skill=0,edge=60 --vary salt=1..8 --games 300 --seed 4 --quiet --out smallest
  says "in these games the gap between the sides is smallest with salt="
  unwrap
  grep -qE "smallest with salt=[0-9]+, [0-9.]+ points" unwrapped || fail "the smallest gap has an interval"
  grep -qE '^fairest,.*,"?gap"?,[0-9.]+,,,' smallest/sweep_trends.csv || fail "the smallest gap has an interval in sweep_trends.csv"
}

# Equals would score 85:15 whatever `skill` is.
test_tune() {
  for goal in seat1=45..55% balance=90..100%; do
    refuse 2 "change seats, and the stronger one wins from each of them" tune skill.lua:edge=300 --vary skill=0..3 \
      --goal "$goal" --seat bot.lua:e=9 --seat bot.lua --rotate --games 20000 --quiet
  done
}

# Equals would score 70:30.
test_teams() {
  run 0 simulate skill.lua:edge=147,players=4,skill=3 --seat bot.lua:e=9 --seat bot.lua --seat bot.lua --seat bot.lua \
    --rotate --games 2000 --quiet
  says_not "practically equal"
  run 0 simulate dorix:players=4 --seat greedy --seat random --seat random --seat random --rotate --games 1000 --quiet
  says_not "team 1+3 won"
  says "equally strong bots would score"
}

# What two bots cannot tell is said: seat 1 may help only one of them.
test_alike() {
  run 0 simulate skill.lua:edge=200 --seat bot.lua:e=1 --seat bot.lua --rotate --games 400 --quiet
  says "Seat 1 has an advantage: by the rating model, if the seats help both bots alike, equally strong bots would score"
}

# Seat 1 moves, and nature decides: a seat that loses every game before its turn is not left out.
test_rolled() {
  run 0 simulate roll.lua:first=1000,second=0 --games 400 --quiet
  says "Seat 1 has an advantage: it wins 100.0% of games"
  says "balance 0.0%"
  run 0 sweep roll.lua:second=1 --vary first=1,10,100,1000 --games 300 --quiet
  says "the first-player advantage rises"
  says_not "do not show that anything depends on first"
  run 0 tune roll.lua:second=0 --vary first=1,1000 --goal balance=90..100% --games 1000 --quiet
  says "No candidate meets the goal, with 95% confidence"
  says_not "distance 0.0 points"
  cat >dead.lua <<'LUA'
return require("boardlab").variant {
  base = "tictacdoh:players=3", name = "dead",
  next_seat = function(_, seat) return 3 - seat end,
}
LUA
  run 0 sweep dead.lua --vary blocked_loses=false,true --games 20 --quiet
  says "In 2 of the 2 runs a side never moved and is left out"
}

# ---- ratings ------------------------------------------------------------------------

test_cycles() {
  five=(--bot bot.lua --bot bot.lua:e=1 --bot bot.lua:e=2 --bot bot.lua:e=3 --bot bot.lua:e=4 --quiet)
  run 0 tournament cycle.lua "${five[@]}" --games 100
  says_first "The results are cyclic: "
  says "No rating of the bots fits the results of all pairs"
  run 0 tournament cycle.lua:upset=true "${five[@]}" --games 50 --out upset
  says "No bot is shown to be the strongest"
  says_not "against every other bot"
  head -n 1 upset/pairs.csv | grep -q ,score_low, || fail "pairs.csv has no results head to head"
}

# Six bots that are equally strong: no score of one against another shows anything.
test_colours() {
  bots=()
  for e in 0 1 2 3 4 5; do bots+=(--bot "bot.lua:e=$e"); done
  run 0 tournament skill.lua:skill=0 "${bots[@]}" --games 20 --quiet --out equal
  run 0 report equal --out equal.html --quiet
  marked=$(shows equal.html 'run.tournament.tables[run.tournament.figures.find((f) => f.id === "crosstable").table].rows.filter((row) => row.at(-1) !== false).length')
  [ "$marked" = 0 ] || fail "$marked scores are coloured"
}

# Who loses stalls until the game is truncated: then it has won every game with a result.
test_stalled() {
  cat >stall.lua <<'LUA'
return require("boardlab").rules {
  state = { winner = 1, over = 1 },
  moves = function() return { 0, 1 } end,
  play = function(s, go, seat) if go == 1 and seat ~= s.winner then s.over = 1 end end,
  chance = function(s) return s.winner == 0 and { 1, 2 } or nil end,
  roll = function(s, winner) s.winner = winner end,
  outcome = function(s) return s.over == 1 and s.winner or nil end,
  max_plies = 30,
}
LUA
  run 0 simulate stall.lua --seat bot.lua --seat bot.lua:e=1 --rotate --games 200 --quiet
  says "Neither bot.lua nor bot.lua:e=1 is shown to be stronger"
  says "but the truncated games could make up for it. 47"
  run 0 tournament stall.lua --bot bot.lua --bot bot.lua:e=1 --sprt elo0=0,elo1=50 --quiet
  says_first "H0 is rejected by the games with a result, but the truncated games could make up for it"
  says_not "is stronger"
  echo 'return { options = { stall = 1 }, choose = function(_, me) return me.options.stall > 1 and 0 or 1 end }' >staller.lua
  run 0 ladder stall.lua --bot staller.lua --double stall=1 --levels 2 --games 100 --quiet
  says "the truncated games could make up for that. 4"
}

# Two bots are equals, but in a rotation only one of them sits behind the third, who helps the next.
test_rotation() {
  cat >next.lua <<'LUA'
return require("boardlab").rules {
  players = 3,
  state = { said = { 3 }, n = 1, result = 1 },
  moves = function() return { 0, 1, 2, 3 } end,
  play = function(s, move, seat) s.said[seat], s.n = move, s.n + 1 end,
  chance = function(s)
    if s.n < 3 or s.result > 0 then return nil end
    local weights = { 100, 100, 100 }
    for i = 1, 3 do if s.said[i] == 3 then weights[i % 3 + 1] = 200 end end
    return { 1, 2, 3, weights = weights }
  end,
  roll = function(s, result) s.result = result end,
  outcome = function(s) return s.result > 0 and s.result or nil end,
}
LUA
  run 0 simulate next.lua --seat bot.lua:e=3 --seat bot.lua:e=1 --seat bot.lua:e=2 --rotate --games 1500 --quiet
  says_first "Only a tournament would show which bot is strongest"
  says_not "is the strongest:"
  says_not "Ranking: "
}

# The first bot wins 36 games in a hundred alone, the others share the rest: it has more points, and they win more often.
test_shared() {
  cat >share.lua <<'LUA'
return require("boardlab").rules {
  players = 3,
  state = { said = { 3 }, n = 1, result = 1 },
  moves = function() return { 0, 1, 2 } end,
  play = function(s, move, seat) s.said[seat], s.n = move, s.n + 1 end,
  chance = function(s) return s.n == 3 and s.result == 0 and { 1, 2, weights = { 36, 64 } } or nil end,
  roll = function(s, result) s.result = result end,
  outcome = function(s)
    if s.result == 0 then return nil end
    local winners = {}
    for i = 1, 3 do if (s.said[i] == 0) == (s.result == 1) then winners[#winners + 1] = i end end
    return winners
  end,
}
LUA
  run 0 simulate share.lua --seat bot.lua --seat bot.lua:e=1 --seat bot.lua:e=2 --rotate --games 600 --quiet --out share
  sed -n 2p share/pairs.csv >out
  between "$(cut -d , -f 3 out)" 0 100 "the difference"
  between "$(cut -d , -f 6 out)" 0.05 1 "p"
  between "$(cut -d , -f 8 out)" 0.5 1 "the likelihood of superiority"
}

# ---- tension ------------------------------------------------------------------------

test_tension() {
  play walk walk.lua --games 400
  run 0 stats walk --tension --oracle eval --csv
  between "$(grep ',calibration,' out | cut -d , -f 4)" 0.9 1.1 "the slope of an exact evaluation"
  sed 's|{ s.place / 10, 1 - s.place / 10 }|{ 0.46 + s.place / 125, 0.54 - s.place / 125 }|' walk.lua >timid.lua # a twelfth of it
  play timid timid.lua --games 100
  run 0 stats timid --tension --oracle eval
  says "a lead of 1 point turned out to be 1"
}

# Nature favours a seat in both games of a pair, whatever is played: its moves, first moves and lengths are not independent.
test_openings() {
  cat >open.lua <<'LUA'
return require("boardlab").rules {
  state = { n = 1, drawn = 1, result = 1 },
  moves = function() return { 0, 1, 2, 3, 4, 5, 6, 7, 8, 9 } end,
  describe = function(_, move) return { kind = "put", to = "a" .. (move + 1) } end,
  play = function(s) s.n = s.n + 1 end,
  chance = function(s)
    if s.drawn == 0 then return { 1, 2 } end
    return s.n == 2 and s.result == 0 and { 1, 2, weights = s.drawn == 1 and { 400, 1 } or { 1, 400 } } or nil
  end,
  roll = function(s, result) if s.drawn == 0 then s.drawn = result else s.result = result end end,
  outcome = function(s) return s.result > 0 and s.result or nil end,
}
LUA
  play paired open.lua --seat random --seat bot.lua:e=3 --rotate --pairs --opening 2 --games 200
  run 0 stats paired --csv
  for row in '^opening,.*,win_rate_p,' '^opening,"all",win_rate,[^,]*,[0-9]' '^cell,.*,winner_difference,[^,]*,[-0-9]' '^complexity,.*,game_tree_log10,[^,]*,[0-9]'; do
    ! grep -q -- "$row" out || fail "has $row"
  done
  grep -q '^opening,"all",win_rate,0' out || fail "has no first moves"
  play single open.lua --seat random --seat bot.lua:e=3 --rotate --opening 2 --games 200
  run 0 stats single --csv
  grep -q '^opening,.*,win_rate_p,' out || fail "games of their own have no p-values"
}

# ---- means, and games without a result ------------------------------------------------

# Seat 2 scores 3 points more on average, by one game in a hundred.
test_prize() {
  for seed in 1 2 3 4 5; do
    run 0 simulate roll.lua:first=99,second=1,prize=800 --games 60 --seed "$seed" --quiet
    says_not "more than seat 2 on average"
  done
}

# Three games in a hundred never end: how long a game takes on average depends on the limit alone.
test_endless() {
  run 0 simulate roll.lua:first=50,second=47,endless=3,length=28 --games 30 --seed 2 --quiet
  says_not "plies on average ("
  run 0 simulate roll.lua:first=50,second=47,endless=3,length=28 --games 300 --max-plies 29 --quiet
  says_not "all of them took"
}

# Four games in a hundred have no result, and seat 2 would have won them.
test_truncated() {
  run 0 simulate roll.lua:first=48,second=48,endless=4 --games 20000 --max-plies 10 --seed 5 --quiet
  says_not "practically equal"
  run 0 simulate roll.lua:first=50,second=46,endless=4 --games 20000 --max-plies 10 --quiet
  says_not "has an advantage"
}

# ---- caveats before headlines ---------------------------------------------------------

test_repeats() {
  echo 'return { choose = function(s) return s:moves()[1] end }' >first.lua
  for games in 8 15 19; do
    run 0 simulate quoridor:size=3 --seat first.lua --games "$games" --quiet
    says_first "All $games games are "
    says_not "has an advantage"
    says_not "% to "
  done
}

# Without chance, bots that play one game again and again show nothing of their strength.
test_ladder() {
  cat >parity.lua <<'LUA'
return require("boardlab").rules {
  state = { sum = 1, n = 1 },
  moves = function() return { 0, 1, 2, 3, 4, 5, 6, 7, 8, 9 } end,
  play = function(s, move) s.sum, s.n = (7 * s.sum + move) % 1009, s.n + 1 end,
  outcome = function(s) return s.n == 6 and s.sum % 2 + 1 or nil end,
}
LUA
  run 0 ladder parity.lua --bot bot.lua --double e=1 --levels 3 --games 40 --quiet
  says "All runs repeat their games"
  says_not "% ("
  says_not " to +∞)"
}

# A bot that has won all games may win all of any number: there is no upper end.
test_all_won() {
  cat >higher.lua <<'LUA'
return require("boardlab").rules {
  state = { said = { 2 }, n = 1, result = 1 },
  moves = function() return { 0, 1, 2, 3, 4, 5, 6, 7, 8, 9 } end,
  play = function(s, move, seat) s.said[seat], s.n = move, s.n + 1 end,
  chance = function(s) return s.n == 2 and s.result == 0 and { 1, 2 } or nil end,
  roll = function(s, result)
    local a, b = s.said[1], s.said[2]
    s.result = a > b and 1 or a < b and 2 or result
  end,
  outcome = function(s) return s.result > 0 and s.result or nil end,
}
LUA
  for games in 10 30; do
    run 0 ladder higher.lua --bot bot.lua --double e=1 --levels 2 --games "$games" --quiet
    grep -q ' 100.0% (.* to 100.0)   +∞ (+[0-9]* to +∞)$' out || fail "the score of all games has an upper end"
  done
}

# Two bots that leave nothing to chance, and one that does: a checksum of the moves decides who wins.
test_pairings() {
  cat >parity.lua <<'LUA'
return require("boardlab").rules {
  options = { world = { default = 0, min = 0, max = 100000 } },
  state = { h = 1, n = 1 },
  start = function(s, _, o) s.h = (o.world * 7919 + 12345) % 65521 end,
  moves = function() return { 0, 1, 2, 3, 4, 5, 6, 7, 8, 9 } end,
  play = function(s, m) s.h = ((s.h ~ (m * 257 + 91)) * 40503 + 977 * m + 13) % 65521; s.n = s.n + 1 end,
  outcome = function(s) if s.n < 6 then return nil end return ((s.h * 31) // 64) % 2 + 1 end,
}
LUA
  for world in 1 2 3 4; do
    rm -rf parity
    run 0 tournament "parity.lua:world=$world" --bot bot.lua:e=1 --bot bot.lua:e=2 --bot random --games 50 --quiet --out parity
    says_first "In 2 of the 6 seatings \(the first: bot.lua:e=1, bot.lua:e=2\) all games are one and the same"
    for claim in "has an advantage" "do not help every bot" "No rating" "strongest" "p < "; do says_not "$claim"; done
    head -n 2 parity/pairs.csv | tail -n 1 | grep -qE '^"[^"]*","[^"]*",[^,]*,,,,,,[^,]*,,,,,' || fail "pairs.csv has intervals or p-values"
  done
}

test_drawn() {
  play even skill.lua:draws=99 --games 20000
  says_first "[0-9.]+% \(.*\) of games are drawn: "
  play uneven skill.lua:draws=99,edge=300 --games 20000
  run 0 compare even uneven
  grep -A 1 "are drawn" out | grep -q "fairer: " || fail "draws are not said before fairness"
}

# A fair game, of which one of several looks seems to show more.
test_looks() {
  for seed in 8 13 20; do
    rm -rf looked
    for look in 1 2 3 4 5 6; do
      run 0 simulate skill.lua:skill=0 --games $((100 * look)) --seed "$seed" --quiet --out looked --resume
      says_not "has an advantage"
    done
    grep -q '"raised": \[' looked/run.json || fail "run.json does not say that the run was given more games"
  done
}

# A match that a test has stopped, also if it is played on without the test: its intervals hold at every length.
test_sequential() {
  match=(tournament skill.lua:skill=0 --bot bot.lua:e=1 --bot bot.lua --quiet --out sprt)
  run 0 "${match[@]}" --sprt elo0=0,elo1=50
  says "anytime-valid"
  printed=$(sed -nE 's/.* scores [0-9.]+% \(([0-9.]+) to ([0-9.]+)\).*/\1 \2/p' unwrapped)
  written=$(mlr --icsv --onidx cut -o -f score_low,score_high sprt/pairs.csv | awk '{ printf "%.1f %.1f", 100 * $1, 100 * $2 }')
  [ "$printed" = "$written" ] || fail "pairs.csv has the interval $written, not $printed"
  run 0 "${match[@]}" --games 5000 --resume
  says "anytime-valid"
}

# Fifteen candidates that are all at 56%: the nearest to 50% is so by luck.
test_choice() {
  stated=
  for seed in 1 2 3; do
    run 0 tune skill.lua:edge=42,skill=0 --vary salt=1..15 --goal seat1=50% --games 3000 --each 200 --seed "$seed" --quiet
    unwrap
    stated+=" $(sed -nE 's/.*Nearest to the goal.*: seat 1 wins ([0-9.]+)%.*/\1/p' unwrapped)"
  done
  between "$(awk '{ print ($1 + $2 + $3) / 3 }' <<<"$stated")" 54 58 "the mean of what is stated of the chosen candidates"
}

# What is said of seats with different bots is said of the bots; and a game that is played again and again shows nothing.
test_candidates() {
  run 0 tune skill.lua --vary edge=-100..100/100 --goal seat1=80..100% --seat bot.lua:e=6 --seat bot.lua --games 6000 --quiet
  says "seat 1 (bot.lua:e=6) wins"
  echo 'return { choose = function(s) return s:moves()[1] end }' >first.lua
  run 0 tune quoridor:size=3 --vary walls=0..2 --goal seat1=90..100% --seat first.lua --games 3000 --quiet
  says_not "confidence"
  run 0 tune roll.lua --vary endless=0,1000 --goal balance=90..100% --games 2000 --max-plies 10 --quiet
  says "It takes more games to tell with 95% confidence whether endless=0 meets the goal"
  says_not "too many games"
}

# One game in a hundred makes up most of a mean: 30 plies, and a margin of -3 points.
test_rare() {
  cat >rare.lua <<'LUA'
return require("boardlab").rules {
  options = { salt = { default = 0, min = 0, max = 9 } },
  state = { left = 1, result = 1 },
  start = function(s, rng) s.left = rng(100) == 1 and 2000 or 9 + rng(2) end,
  moves = function() return { 1, 2 } end,
  play = function(s, move) s.left, s.result = s.left - 1, move end,
  outcome = function(s) return s.left == 0 and s.result or nil end,
  max_plies = 10000,
}
LUA
  for seed in 11 17; do
    run 0 tune rare.lua --vary salt=1..2 --goal plies=5..15 --seed "$seed" --games 3000 --quiet
    says_not "meet the goal with"
    run 0 tune rare.lua --vary salt=1..2 --goal plies=20..40 --seed "$seed" --games 3000 --quiet
    says_not "misses plies"
    says_not "No candidate meets"
  done
  run 0 tune roll.lua:first=99,second=1,prize=800 --vary length=1..2 --goal margin=3..7 --seed 18 --games 3000 --quiet
  says_not "meet the goal with"
}

# ---- coverage -----------------------------------------------------------------------

# In one phase a seat can only place, in the next only move: nothing is ever denied, and nothing tested.
test_phases() {
  cat >phases.lua <<'LUA'
return require("boardlab").rules {
  state = { n = 1, points = { 2 } },
  moves = function() return { 1, 2 } end,
  play = function(s, move, seat) s.n = s.n + 1; s.points[seat] = s.points[seat] + move end,
  outcome = function(s) if s.n == 8 then return s.points[1] > s.points[2] and 1 or 2 end end,
  describe = function(s, move) return { kind = s.n < 4 and "place" or "move", piece = move == 1 and "small" or "large" } end,
}
LUA
  for bot in random mcts:iterations=5; do
    run 0 coverage phases.lua --games 40 --seat "$bot" --csv
    for row in '"place",1' '"place",2' '"move",1' '"move",2'; do
      grep -qE "^denied,\"kind\",$row,{12}0\$" out || fail "$row has figures"
    done
    for seat in 1 2; do # four times in each game, also if it would not have been played
      expect "$(column 16 "^denied,\"piece\",\"large\",$seat,")" 160 "plies at which something was denied"
    done
    column 15 '^denied,"piece","large",1,' | grep -q '^[0-9]\.' || fail "no p-value"
  done
  run 0 coverage phases.lua --games 40
  grep -qE '^kind = place +1 .* 0 +never denied: no alternative$' out || fail "no row for what was never denied"
  grep -qE '^For [1-4] of 4 denials no difference' out || lacks "^For"
  # A kind without an alternative at some plies only.
  sed 's/s.n < 4 and "place" or "move"/s.n < 4 and "place" or move == 1 and "step" or "run"/; s/piece = .* }/}/' phases.lua >mixed.lua
  run 0 coverage mixed.lua --games 40 --csv
  expect "$(column 16 '^denied,"kind","place",1,')" 0 "places denied"
  expect "$(column 16 '^denied,"kind","step",1,')" 80 "steps denied"
}

# Both moves are equally good, but the bot plays only one of them: where it is denied, the bot forfeits.
test_forfeits() {
  cat >key.lua <<'LUA'
return require("boardlab").rules {
  state = { n = 1, result = 1 },
  start = function(s, rng) s.result = rng(2) end,
  moves = function() return { 1, 2 } end,
  play = function(s) s.n = s.n + 1 end,
  outcome = function(s) return s.n == 2 and s.result or nil end,
  describe = function(_, move) return { kind = move == 1 and "key" or "other" } end,
}
LUA
  run 0 coverage key.lua --seat bot.lua:e=1 --seat bot.lua:e=2 --games 40
  says "Without moves with kind = key for seat 1 the bots forfeit 40 of 40 games, with them 0:"
  says "not tested: 40 games forfeited"
  says_not "less often"
  run 0 coverage key.lua --seat bot.lua:e=1 --seat bot.lua:e=2 --games 40 --csv
  expect "$(column 12-15 '^denied,"kind","key",1,')" ,,, "the cost of forfeits"
}

# Three games in a hundred are odd: each has the result of the other option, and half of its moves are of a kind of their own.
test_shares() {
  cat >option.lua <<'LUA'
return require("boardlab").rules {
  options = { flip = false },
  state = { odd = 1, n = 1, result = 1 },
  start = function(s, rng) s.odd, s.result = rng(100) <= 3 and 1 or 0, rng(2) end,
  moves = function() return { 1, 2 } end,
  play = function(s) s.n = s.n + 1 end,
  outcome = function(s, _, o)
    if s.n < 2 then return nil end
    return o.flip and s.odd == 1 and 3 - s.result or s.result
  end,
  describe = function(s, move) return { kind = s.odd == 1 and move == 1 and "rare" or "usual" } end,
}
LUA
  for seed in 6 9 26; do
    run 0 coverage option.lua --games 100 --no-denial --seed "$seed" --csv
    between 0.015 "$(column 8 '^move,"kind","rare"')" "$(column 9 '^move,"kind","rare"')" "the share of a rare kind"
    between 0.03 "$(column 8 ^option_results)" "$(column 9 ^option_results)" "games with another result"
  done
}

# A kind is no cell, whatever it looks like; `from`, `to` and `at` are cells.
test_cells() {
  cat >kinds.lua <<'LUA'
return require("boardlab").rules {
  state = { n = 1 },
  moves = function() local list = {} for i = 1, 15 do list[i] = i end return list end,
  play = function(s) s.n = s.n + 1 end,
  outcome = function(s, mover) if s.n == 4 then return mover end end,
  describe = function(_, move) return { kind = "k" .. move, to = "a" .. move, at = "x", piece = "p" .. (move % 2) } end,
}
LUA
  run 0 coverage kinds.lua --games 40 --csv
  expect "$(grep -c '^move,"kind","k[0-9]*",' out)" 15 "kinds that look like cells"
  expect "$(grep -c '^move,"piece","p[01]",' out)" 2 "pieces that look like cells"
  expect "$(grep -c '^move,"\(to\|at\)"' out)" 0 "cells as kinds"
  run 0 simulate kinds.lua --games 40 --out kinds --quiet
  run 0 stats kinds --csv
  expect "$(grep -c '^kind,"k[0-9]* p[01]",rate,' out)" 15 "kinds of moves in statistics"
}

# ---- wording ------------------------------------------------------------------------

test_wording() {
  play one skill.lua:skill=0 --games 2000
  awk '/^ +[12] +random/ { sum += $3 } END { exit sum != 100 }' out || fail "the win rates do not add up to 100%"
  says_not "; the difference is at most" # a bound, not a fact
  cp -r one copy
  run 0 compare one copy
  says "No change in 2,000 games"
  play word skill.lua:skill=0,edge=100 --games 2000
  run 0 compare one word
  says "'one' is fairer"
  run 0 sweep skill.lua --vary skill=0..3 --games 100 --seat bot.lua --quiet # the same games
  says_not "smallest with"
}

run_parts "$@"
conclude
