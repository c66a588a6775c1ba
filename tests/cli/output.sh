#!/usr/bin/env bash
# Text from elsewhere reaches no terminal, report or CSV file with escape sequences,
# marks for the direction of writing, invisible characters or bytes that are not UTF-8:
# every command prints a game, a variant and a bot that use them wherever they can, in
# folders with such names.
# shellcheck source-path=SCRIPTDIR
source "$(dirname "$0")/../support/expect.sh"
export LC_ALL=C

# ESC, BEL, CR, DEL; U+009B, U+202E, U+2066, U+061C, U+200B, U+FEFF, U+00AD; stray bytes.
evil=$'\e]0;title\a\e[31m\r\177\xc2\x9b31m\xe2\x80\xae\xe2\x81\xa6\xd8\x9c\xe2\x80\x8b\xef\xbb\xbf\xc2\xad\x9b\xff'
raw='[\x00-\x08\x0b-\x1f\x7f]|\xc2[\x80-\x9f\xad]|\xe2\x80[\x8b-\x8f\xa8-\xae]|\xe2\x81[\xa0-\xaf]|\xd8\x9c|\xef\xbb\xbf'

# clean FILE…: the files contain no such character.
clean() {
  local file
  for file in "$@"; do
    ! grep -qaP "$raw" "$file" || fail "raw characters in $file: $(grep -aP "$raw" "$file" | head -n 3 | cat -v | cut -c 1-300)"
    iconv -f UTF-8 -t UTF-8 "$file" >/dev/null 2>&1 || fail "$file is not UTF-8"
  done
}

# try CODE ARGUMENT…: runs the command; its output must be clean.
try() {
  run "$@"
  clean out err
}

# either ARGUMENT…: the same, with any exit code.
either() {
  command="$*"
  "$program" "$@" >out 2>err </dev/null
  clean out err
}

# The characters as escapes of a Lua string.
lua=$(printf %s "$evil" | od -An -v -tx1 | tr -d '\n' | sed 's/ /\\x/g')

cat >game.lua <<END
local lab = require "boardlab"
local EVIL = "$lua"
return lab.rules {
  name = "n" .. EVIL, title = "t" .. EVIL, summary = "s" .. EVIL, about = "a" .. EVIL .. "\nb" .. EVIL, example = EVIL,
  options = { n = { default = 3, min = 1, max = 5, help = "h" .. EVIL }, w = { words = { "x", "y" }, help = EVIL } },
  state = { n = 1 },
  start = function(s) s.n = s:game():option "n"; print("start" .. EVIL) end,
  moves = function() return { 1, 2 } end,
  play = function(s, m) s.n = s.n - 1; print(EVIL, m) end,
  outcome = function(s, seat) if s.n <= 0 then return { seat } end end,
  draw = function(s) return "d" .. EVIL .. "\n" .. s.n end,
  evaluate = function() return 0 end,
}
END
cat >variant.lua <<END
local lab = require "boardlab"
local EVIL = "$lua"
return lab.variant {
  base = "tictacdoh", name = EVIL, title = EVIL, summary = EVIL, about = EVIL,
  options = { v = { default = 3, min = 1, max = 5, help = EVIL } },
  after = function() print(EVIL) end,
}
END
cat >bot.lua <<END
local EVIL = "$lua"
return {
  name = EVIL, summary = EVIL, options = { o = { default = 3, min = 1, max = 5, help = EVIL } },
  choose = function(s, me) print(EVIL) if me.rng(4) == 1 then error(EVIL) end return s:random_move() end,
}
END
cat >fails.lua <<END
local EVIL = "$lua"
return require "boardlab".rules { state = { n = 1 }, moves = function() error(EVIL) end, play = function() end }
END
printf 'return { choose = "%s" }' "$evil" >wrong.lua
printf 'x = = %s' "$evil" >syntax.lua
cp game.lua "g$evil.lua"
cp bot.lua "b$evil.lua"

test_games() {
  local spec
  try 0 games
  for spec in game.lua game.lua:n=2 variant.lua bot.lua bot.lua:o=2; do try 0 games "$spec"; done
  for spec in game.lua variant.lua; do try 0 games "$spec" --rules; done
  for spec in fails.lua wrong.lua syntax.lua "g$evil.lua" "$evil" "game.lua:$evil=1" "game.lua:w=$evil"; do either games "$spec"; done
  mkdir -p library/games library/bots
  cp game.lua "library/games/g$evil.lua"
  cp wrong.lua syntax.lua bot.lua "library/bots/"
  BOARDLAB_LUA=library try 0 games
}

test_playing() {
  local spec
  for spec in game.lua variant.lua; do
    try 0 show "$spec" --random 2 --moves
    printf '%s\n' moves hint rules seats "$evil" "save x$evil" quit >in
    input=in try 0 play "$spec" --seat human --seat random --seed 1 --save "s$evil.game"
    try 0 play "$spec" --seat bot.lua --seat random --seed 1 --save "t$evil.game"
    printf '%s\n' n "$evil" q >in
    input=in try 0 replay "t$evil.game"
    try 0 show "t$evil.game"
  done
  sed "s/random/$evil/" "t$evil.game" >seats.game
  either replay seats.game
  sed "s/^\(# .*\)/\1$evil/; s/^moves:/moves:\n$evil/" "t$evil.game" >moves.game
  either replay moves.game
  for spec in fails.lua "g$evil.lua" "$evil.missing"; do either show "$spec"; done
  try 2 show game.lua --play "$evil"
  try 2 show game.lua --set "$evil"
  try 2 show game.lua --set "$evil=$evil"
  try 0 perft game.lua --depth 2 --divide
  try 0 solve game.lua
  try 0 bench game.lua --rounds 1 --seconds 0.001
  try 0 bench game.lua --rounds 1 --seconds 0.001 --csv
  for spec in game.lua variant.lua bot.lua fails.lua wrong.lua syntax.lua "g$evil.lua"; do either check "$spec" --games 5; done
}

# The data in the pages of reports; the pages also contain Chart.js.
page_data() { grep -ha '"entries"' "$@"; }

test_runs() {
  local dir
  try 0 simulate game.lua --seat bot.lua --seat random --games 20 --seed 1 --moves --out "r$evil"
  try 0 simulate variant.lua --seat bot.lua --seat random --games 20 --seed 1 --out "v$evil"
  try 0 simulate variant.lua --seat bot.lua --seat random --games 20 --seed 1 --out "v$evil" --resume
  try 0 tournament game.lua --bot bot.lua --bot random --games 20 --seed 1 --out "t$evil"
  try 1 simulate fails.lua --games 20 --out failed
  try 2 simulate "g$evil.lua"
  try 2 simulate game.lua --seat "b$evil.lua" --seat random
  try 2 simulate game.lua --seat wrong.lua --seat random
  try 0 simulate game.lua --games 20 --seed 1 --shard 1/2 --out "s1$evil"
  try 0 simulate game.lua --games 20 --seed 1 --shard 2/2 --out "s2$evil"
  try 0 merge "s1$evil" "s2$evil" --out "m$evil"
  try 0 sweep game.lua --vary n=2..3 --games 20 --seed 1 --out "w$evil"
  try 0 tune game.lua --vary n=2..3 --goal draw=0 --games 300 --seed 1 --out "u$evil"
  try 0 ladder game.lua --bot mcts --double iterations=2 --levels 2 --games 20 --seed 1 --out "l$evil"
  for dir in r v t m; do
    try 0 stats "$dir$evil"
    try 0 stats "$dir$evil" --csv
  done
  try 0 compare "r$evil" "v$evil"
  try 0 compare "r$evil" "v$evil" --csv
  for dir in r v t m w u l; do
    try 0 report "$dir$evil" --out "$dir$evil.html"
    page_data "$dir$evil.html" >data
    [ -s data ] || fail "the report on $dir has no data"
    clean data
  done
  find . -name '*.csv' -exec cat {} + >all
  clean all
}

# What plugins print arrives on stderr, from the worker processes as well.
test_print() {
  local mode line
  line=$(printf 'é%.0s' {1..2000})
  cat >prints.lua <<END
return { choose = function(s) print("a", 1, "\27[31m") print("$line") return s:random_move() end }
END
  for mode in off auto; do
    try 0 simulate tictacdoh --seat prints.lua --seat random --games 2 --jobs 1 --quiet --isolation=$mode
    err $'a\t1\t?[31m'
    err "$line"
    cp err "printed.$mode"
  done
  cmp -s printed.off printed.auto || fail "isolation changes what is printed"
  # A bot that prints a lot.
  echo 'return { choose = function(s) for i = 1, 9999 do print(i) end return s:random_move() end }' >prints.lua
  try 0 simulate tictacdoh --seat prints.lua --seat random --games 1 --quiet
  err 9999
}

# Names in the files of runs that somebody else has written.
test_foreign_runs() {
  local dir
  for dir in r u w l t; do
    cp -r "$dir$evil" "other_$dir"
    find "other_$dir" -type f -exec sed -i "s/game.lua/game$evil.lua/; s/bot.lua/bot$evil.lua/" {} +
    either stats "other_$dir"
    either compare "other_$dir" "r$evil"
    either merge "other_$dir" "r$evil" --out merged
    either report "other_$dir" --out "other_$dir.html"
    [ ! -e "other_$dir.html" ] || page_data "other_$dir.html" >data
    clean data
  done
}

# Text that a spreadsheet would take for a formula has an apostrophe in the CSV files,
# and none where boardlab reads them.
test_formulas() {
  local text
  mkdir @d
  cat >=b.lua <<END
return { choose = function(s, me) if me.rng(9) == 1 then error("=1+1", 0) end return s:random_move() end }
END
  cp ./=b.lua @d/b.lua
  cat >signs.lua <<END
local TEXTS = { "=1+1", "+1", "-1", "@A1", "'=1", "plain" }
return require "boardlab".rules {
  state = { n = 1, used = { 6 } },
  start = function(s) s.n = 0 end,
  moves = function(s)
    local list = {}
    for i = 1, 6 do if s.used[i] == 0 then list[#list + 1] = i end end
    return list
  end,
  text = function(_, m) return TEXTS[m] end,
  play = function(s, m) s.n = s.n + 1; s.used[m] = 1 end,
  outcome = function(s) if s.n == 4 then return "draw" end end,
}
END
  set -- signs.lua --seat =b.lua --seat @d/b.lua --rotate --seed 1 --quiet
  run 0 simulate "$@" --games 60 --moves --out whole
  grep -q "^[0-9,]*,\"''=1\",[0-9]*,\"move\"$" whole/moves.csv || fail "the move '=1 is not written ''=1"
  grep -q "^\"signs.lua\",0,1,\"'=b.lua\",\"'@d/b.lua\"," whole/games.csv || fail "the names of the bots have no apostrophe"
  grep -q ",forfeit,.*=1+1\"$" whole/games.csv || fail "there is no forfeit"
  for text in whole/*.csv; do
    ! grep -E '(^|,)"[=+@-]' "$text" || fail "$text contains a formula"
  done
  # Everything that reads these files finds the texts themselves.
  run 0 simulate "$@" --games 30 --moves --out resumed
  run 0 simulate "$@" --games 60 --moves --out resumed --resume
  same_games whole resumed
  run 0 simulate "$@" --games 60 --moves --shard 1/2 --out shard1
  run 0 simulate "$@" --games 60 --moves --shard 2/2 --out shard2
  run 0 merge shard1 shard2 --out merged
  same whole merged
  run 0 simulate "$@" --games 60 --out unrecorded
  run 0 stats whole; cp out recorded
  out " =1+1 "
  out " '=1 "
  run 0 stats unrecorded
  cmp -s out recorded || fail "stats reads other moves than it replays"
  run 0 compare whole unrecorded
  run 0 report whole --out formulas.html
  page_data formulas.html >data
  for text in '"=1+1"' '"-1"' "\"'=1\"" '"=b.lua"'; do grep -qF -- "$text" data || fail "the report lacks $text"; done
  run 0 tournament signs.lua --bot =b.lua --bot random --games 40 --seed 1 --out cup
  run 0 stats cup; out "=b.lua"
  for text in cup/*.csv; do
    ! grep -E '(^|,)"[=+@-]' "$text" || fail "$text contains a formula"
  done
}

# Printable text arrives as it is, wherever the buffers of the output end.
test_long_text() {
  local text before
  text=$(printf 'é∞漢🎲%.0s' {1..3000})
  for before in '' x xx xxx; do
    printf 'return require "boardlab".variant { base = "tictacdoh", about = "%s%s", after = function() end }' "$before" "$text" >long.lua
    run 0 games long.lua --rules
    out "$before$text"
    echo "error('$before$text')" >script.lua
    run 1 run script.lua
    clean err
  done
}

test_arguments() {
  local word
  for word in games show perft solve play replay simulate tournament sweep tune ladder stats report compare merge run new check bench; do
    either "$word" "$evil"
    either "$word" "$evil" "--$evil"
    either "$word" game.lua --out "$evil/x" --seed "$evil" --seat "$evil" --games "$evil"
  done
  try 2 "$evil"
  try 2 new bot "$evil"
}

test_scripts() {
  echo "error('$evil')" >script.lua
  run 1 run script.lua; clean err
  cat >script.lua <<END
local lab = require "boardlab"
local game = lab.game "game.lua"
print(game:name(), game:about().title, game:about().rules, game:start())
lab.game "fails.lua":start():moves()
END
  run 1 run script.lua; clean out err
  # A script is trusted, and prints what it likes.
  printf '%s\n' 'io.write("\27[0m")' >script.lua
  run 0 run script.lua; out $'\e[0m'
}

test_games
test_playing
test_runs
test_print
test_foreign_runs
test_formulas
test_long_text
test_arguments
test_scripts
conclude
