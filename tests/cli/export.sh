#!/usr/bin/env bash
# Tests of boardlab export: what is in the page, and what is refused. What the page does is tested in a
# browser (tests/cli/export). Argument: the path of boardlab.
library=$(realpath "$(dirname "$0")/../../lua")
. "$(dirname "$0")/../support/expect.sh"
unset NO_COLOR
export LC_ALL=C.UTF-8

# The page without a game, in a copy of the library.
cp -r "$library" library
export BOARDLAB_LUA=$PWD/library
template() {
  cat <<'END'
<!DOCTYPE html><meta name="generator" content="boardlab export">
<title>A game</title>
<script type="application/json" id="game">null</script>
<p>the end
END
}
template >library/export.html

# data FILE FILTER: what jq finds in the data of a page.
data() { sed -n 's|^<script type="application/json" id="game">\(.*\)</script>$|\1|p' "$1" | jq -r "$2"; }
is() { [ "$1" = "$2" ] || fail "'$1' is not '$2'"; }

# A game in Lua, with the file that it requires, and one of the library.
mkdir mine
echo 'return 3' >mine/size.lua
sed '1i local side = require("size")\nprint(side)' library/games/mnk.lua >mine/row.lua
run 0 new bot mine/first
run 0 export mine/row.lua --out row.html; out "row.html: 0."; out "boardlab collect"
is "$(data row.html '.files | keys | join(" ")')" "mine/row.lua mine/size.lua"
is "$(data row.html '.files["mine/row.lua"]')" "$(cat mine/row.lua)"
is "$(data row.html '[.bots[].spec] | join(" ")')" "beginner casual strong very_strong"
is "$(data row.html '.about.spec')" "mine/row.lua"
is "$(data row.html '.hints')" "true"
is "$(data row.html '.note')" "null"
tail -n 1 row.html | grep -q '^<p>the end' || fail "the page ends in $(tail -n 1 row.html)"

# A page has games of its own; a bot that cannot play is not sent.
key=$(data row.html .key)
run 0 export mine/row.lua:m=5 --out larger.html
[ "$key" != "$(data larger.html .key)" ] || fail "two games have the same key"
echo 'return { choose = function() error("never works") end }' >mine/broken.lua
run 1 export mine/row.lua --bot mine/broken.lua; err "--bot mine/broken.lua does not play: "; err "never works"

# What the command line says.
run 0 export mine/row.lua --out row.html --title 'A <b> & "c"' --ask 'Fun? 1-5' --ask '</script>' --bot mine/first.lua \
  --bot mcts:iterations=50 --bot beginner --no-hints --note 'Please play "fair".'
grep -q '^<title>A &lt;b> &amp; "c"</title>$' row.html || fail "$(grep title row.html)"
is "$(data row.html '.title')" 'A <b> & "c"'
is "$(data row.html '.note')" 'Please play "fair".'
is "$(data row.html '.questions | join("|")')" 'Fun? 1-5|</script>'
is "$(data row.html '[.bots[] | .spec + " " + .kind] | join(",")')" "mine/first.lua bot,mcts:iterations=50 bot,beginner level"
is "$(data row.html '.files | keys | join(" ")')" "mine/first.lua mine/row.lua mine/size.lua"
is "$(data row.html '.hints')" "false"

# Weights beside a game, and of a bot; a built-in game has no file.
run 0 export games/breakthrough.lua; is "$(data breakthrough.html '.files | keys | join(" ")')" "/library/games/breakthrough.lua /library/games/breakthrough.weights"
cp library/games/reversi.weights mine/own.weights
run 0 export games/reversi.lua --out own.html --bot greedy:weights=mine/own.weights
is "$(data own.html '.files | keys | join(" ")')" "/library/games/reversi.lua /library/games/reversi.weights mine/own.weights"

# What a file of the library requires is found where the engine has its library, wherever the game is.
run 0 export variants/quoridor_pie.lua
is "$(data quoridor_pie.html '.files | keys | join(" ")')" "/library/modifiers.lua /library/variants/quoridor_pie.lua"
echo 'return require("modifiers").pie "tictacdoh"' >mine/pie.lua
run 0 export mine/pie.lua; is "$(data pie.html '.files | keys | join(" ")')" "/library/modifiers.lua mine/pie.lua"
cd library || exit 1
run 0 export games/nim.lua --out "$folder/here.html"
cd "$folder" || exit 1
is "$(data here.html '.files | keys | join(" ")')" "/library/games/nim.lua games/nim.lua"

# A path into the library is a name in it.
for path in "$PWD/library/games/hex.lua" ./mine/../library/games/hex.lua; do
  run 0 export "$path:size=5" --out hex.html --bot "$PWD/library/bots/random.lua"
  is "$(data hex.html '.about.spec')" "games/hex.lua:size=5"
  is "$(data hex.html '.bots[].spec')" "bots/random.lua"
  is "$(data hex.html '.files | keys | join(" ")')" "/library/bots/random.lua /library/games/hex.lua"
done
run 0 export tictacdoh; is "$(data tictacdoh.html '.files | keys | join(" ")')" ""
is "$(data tictacdoh.html '.preview.plies > 0')" "true"

# The same command, the same page.
cp own.html before.html
run 0 export games/reversi.lua --out own.html --bot greedy:weights=mine/own.weights
cmp own.html before.html || fail "the page differs"

# What is refused.
run 2 export; err "GAME"
run 1 export nogame; err "there is no game 'nogame'"
run 1 export nofile.lua; err "there is no file 'nofile.lua'"
run 1 export quoridor --bot nobody; err "there is no bot 'nobody'"
run 1 export tictacdoh --bot bots/walls.lua; err "bots/walls.lua plays quoridor"
run 1 export quoridor --bot 'exec:./bot'; err "is a program, which no browser starts"
run 1 export "$PWD/mine/row.lua"; err "name it relative to the current folder or to the library, as in games/tricks.lua"
run 1 export mine/../mine/row.lua; err "name it relative to the current folder or to the library, as in games/tricks.lua"
run 1 export quoridor --bot "$PWD/mine/first.lua"; err "name it relative to the current folder or to the library, as in games/tricks.lua"
run 2 export quoridor --ask a --ask b --ask c --ask d; err "at most 3 times"
run 2 export quoridor --ask ''; err "--ask must have 1 to 300 bytes"
run 2 export quoridor --title $'a\nb'; err "--title must be one line"
run 2 export quoridor --note $'a\nb'; err "--note must be one line"
run 2 export quoridor --out ''; err "the name of the page is empty"
run 1 export quoridor --out .; err "is not a file"
run 1 export quoridor --out nowhere/page.html; err "nowhere/page.html"
echo "my poem" >poem.html; run 1 export quoridor --out poem.html; err "is not a page of boardlab export"
is "$(cat poem.html)" "my poem"
printf -- '-- caf\xe9\n' | cat - mine/row.lua >mine/latin.lua; run 1 export mine/latin.lua; err "mine/latin.lua is not text in UTF-8"
sed 's/return 3/error("bad")/' mine/size.lua >mine/size2.lua; mv mine/size2.lua mine/size.lua
run 1 export mine/row.lua --out bad.html; err "bad"; [ ! -e bad.html ] || fail "bad.html was written"
: >library/export.html; run 1 export quoridor; err "export.html is damaged"
conclude
