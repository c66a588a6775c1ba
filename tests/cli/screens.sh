#!/usr/bin/env bash
# Tests of what boardlab play, replay and show draw on a terminal: in place, in little room, when the terminal is
# resized, without colour, and on light and dark backgrounds. Arguments: the paths of boardlab and of typist.
typist=$(realpath "$2")
here=$(cd "$(dirname "$0")" && pwd)
. "$here/../support/expect.sh"
input=in
export TERM=xterm HOME=$folder LC_ALL=C.UTF-8
unset NO_COLOR COLORFGBG

# type_at CODE ARGUMENT…: runs boardlab on a terminal, with "in" as the script of typist.
type_at() { program=$typist run "$1" "$boardlab" "${@:2}"; }

# script LINE…: sets that script, after which Ctrl-D ends the program; script_all: one that ends it by itself.
# shown FILE TEXT: a screen must have that text; hidden: it must not.
script_all() { printf '%s\n' "$@" >in; }
script() { script_all "$@" '> \x04'; }
shown() { grep -qF -- "$2" "$1" || { cp "$1" out; fail "the screen $1 lacks: $2"; }; }
hidden() { ! grep -qF -- "$2" "$1" || { cp "$1" out; fail "the screen $1 has: $2"; }; }
row() { [ "$(sed -n "$2p" "$1")" = "$3" ] || { cp "$1" out; fail "line $2 of the screen $1 is not: $3"; }; }

# fits FILE ROWS: the screen needs no more rows than there are: nothing scrolled away, and no line was too long.
fits() {
  ! grep -q "lines scrolled away" "$1" || { cp "$1" out; fail "the screen $1 does not fit"; }
  [ "$(wc -l <"$1")" -le "$2" ] || { cp "$1" out; fail "the screen $1 has more than $2 lines"; }
}

# moves_of GAME COUNT: random moves.
moves_of() { "$boardlab" show "$1" --random "$2" --seed 5 | sed -n 's/^played: //p'; }

# Every game fits into 60 columns and 20 rows, with and without colour: the position, the last move, and the prompt.
for game in dorix quoridor quoridor:players=4 orbital tictacdoh games/breakthrough.lua games/connect_four.lua \
  games/dice_race.lua games/hex.lua games/kalah.lua games/mnk.lua games/nim.lua games/reversi.lua games/tricks.lua \
  games/amazons.lua games/cant_stop.lua games/draughts.lua games/onitama.lua games/pente.lua:size=13 games/santorini.lua; do
  script '= 60x20' '< > ' '! first' '> board\n' '< > ' '! screen'
  type_at 0 play $game --seat human --seat random --seed 5 --play "$(moves_of $game 24)"
  fits first 20; fits screen 20; shown screen ". seat "; shown first "Type a move, rules or help"
  grep -qE "^(seat [12]|over|nature)>" screen || { cp screen out; fail "no prompt"; }
done
for game in dorix quoridor:players=4 orbital games/hex.lua; do
  script '= 60x20' '< > ' '> board\n' '< > ' '! screen'
  NO_COLOR=1 type_at 0 play $game --seat human --seat random --seed 1 --play "$(moves_of $game 24)"
  fits screen 20; lacks $'\033[38;5;'; lacks $'\033[1m'
done

# Very narrow boards have no spaces between their cells, and no line is too long.
for game in quoridor quoridor:walls=0 games/mnk.lua; do
  script '= 20x30' '< > ' '! screen'
  type_at 0 play $game --seat human --seat random --seed 5 --play "$(moves_of $game 9)"
  ! grep -E "^ *[0-9]+ |^ +a" screen | LC_ALL=C.UTF-8 grep -E "^.{21}" || fail "a row is too long"
  grep -qE "^ +a *b *c" screen || { cp screen out; fail "no letters below the columns"; }
done

# A terminal without UTF-8 gets ASCII in the same columns.
for game in quoridor tictacdoh orbital games/hex.lua; do
  script '= 60x20' '< > ' '! utf8'
  type_at 0 play $game --seat human --seat random --seed 5 --play "$(moves_of $game 9)"
  LC_ALL=C type_at 0 play $game --seat human --seat random --seed 5 --play "$(moves_of $game 9)"
  ! LC_ALL=C grep -qP '[\x80-\xff]' out || fail "gets more than ASCII"
  script '= 60x20' '< > ' '! ascii'
  LC_ALL=C type_at 0 play $game --seat human --seat random --seed 5 --play "$(moves_of $game 9)"
  cmp -s <(sed 's/[^ ]/x/g' utf8) <(sed 's/[^ ]/x/g' ascii) || { cp ascii out; fail "is not of the same shape"; }
done
: >in
NO_COLOR=1 LC_ALL=C type_at 0 show quoridor --play e2; out "^1"; lacks "▲"
LC_ALL='' LC_CTYPE='' LANG='' type_at 0 show quoridor; out "▲₁"
LC_ALL=C run 0 show quoridor --help; out "…"

# The end says how the game was won. A note about a seat has its colour, and nothing else does.
script '< over> ' '! screen'
type_at 0 play games/mnk.lua --seat human --seat human --play "a1 a2 b1 b2 c1"
shown screen "highlighted: 3 in a row"
cat >notes.lua <<'END'
return require "boardlab".rules {
  name = "notes", max_moves = 2, state = function() return { plies = { 1 } } end,
  moves = function() return { 1, 2 } end, play = function(s) s.plies[1] = s.plies[1] + 1 end,
  outcome = function(s, mover) return s.plies[1] == 4 and mover or nil end,
  scene = function()
    return { columns = 2, rows = 2, notes = { "seat 1 has a plan", "seat 2 thinks: of a plan", "seat 2: no plan" } }
  end,
}
END
script '< seat 1> ' '! screen'
type_at 0 play notes.lua --seat human --seat human
shown screen "seat 1 has a plan"; shown screen "seat 2 thinks: of a plan"; shown screen " 2  no plan"

# Positions are drawn in place, with the last moves below. What a command prints is shown below the board, or alone
# and part by part if there is no room.
script '= 60x20' '< seat 1> ' '> e2\n' '< seat 2> ' '> e8\n' '< seat 1> ' '! moved' '> hint 3\n' '< seat 1> ' '! hint' \
  '> help\n' '< seat 1> ' '! help' '> \n' '< seat 1> ' '! back' '= 60x14' '< seat 1> ' '> rules\n' '< seat 1> ' '! rules' \
  '> \n' '< seat 1> ' '! more' '= 60x20' '< seat 1> ' '> e3\n' '< seat 2> ' '! next' '> undo\n' '< seat 1> ' '! undone'
type_at 0 play quoridor --seat human --seat human --seed 1
for screen in moved hint help back next undone; do fits $screen 20; done
row moved 2 " 8                  2"; shown moved "1. seat 1 (human) plays e2"; shown moved "2. seat 2 (human) plays e8"
hidden moved "Type a move, rules or help"
shown hint "visits"; shown hint "seat 1 to move"; shown help "undo [N]"; shown help "press Enter to see the board"
shown back "seat 1 to move"; hidden back "undo [N]"
shown rules "more line"; ! awk 'NR < 5 && length < 40' rules | grep -q . || fail "the rules are not wrapped again"; hidden rules "seat 1 to move"; cmp -s rules more && fail "Enter does not go on"
shown next "3. seat 1 (human) plays e3"; hidden undone "3. seat 1"

# The screen follows the size of the terminal: at once, after Ctrl-L, and however small it is.
script '= 60x20' '< seat 1> ' '> e\t' '< seat 1> e' '! small' '= 100x40' '< seat 1> e' '! large' \
  '= 10x5' '< seat 1> e' '! tiny' '= 80x24' '< seat 1> e' '> \x0c' '< seat 1> e' '! usual' '> 2\n' '< seat 2> ' '! played'
type_at 0 play quoridor --seat human --seat human --seed 1 --play "b1h e8"
fits small 20; shown small "e3h  e4h"; fits large 40; shown large "━━━━━━━"; hidden small "━━━"; shown usual "seat 1> e"; fits usual 24
shown large "seat 1> e"; shown played "3. seat 1 (human) plays e2"; shown tiny "seat 1> e"

# Moves that are not quite right; the messages are shown in place.
script '= 60x20' '< seat 1> ' '> sc3\n' '< seat 2> ' '! taken' '> mb\n' '< seat 2> ' '! several' '> Mb33\n' \
  '< seat 2> ' '! near' '> Lc3\n' '< seat 2> ' '! illegal' '> hlep\n' '< seat 2> ' '! command'
type_at 0 play tictacdoh --seat human --seat human --seed 1
shown taken "sc3 is taken as Sc3"; shown several "did you mean Mb2, Mb3 or Mb4?"; shown near "did you mean Mb3?"
hidden illegal "did you mean"; shown command "did you mean 'help'?"

# Whoever types resign is asked; what is typed otherwise is not an answer.
script_all '< seat 1> ' '> resign\n' '< resign? y/n> ' '! asked' '> n\n' '< seat 1> ' '! declined' '> resign\n' \
  '< resign? y/n> ' '> a1\n' '< seat 1> ' '> resign\n' '< resign? y/n> ' '> \n' '< seat 1> ' '> resign\n' \
  '< resign? y/n> ' '> Yes\n' '< over> ' '! resigned' '> undo\n' '< seat 1> ' '> resign\n' '< resign? y/n> ' '> \x04'
type_at 0 play dorix --seat human --seat human --seed 1 --save resign.game
shown asked "Do you want to resign?"; shown declined "You have not resigned"; hidden declined "seat 1 resigned"
shown resigned "seat 1 resigned: seat 2 wins"; ! grep -q "a1\|ended" resign.game || fail "Ctrl-D resigned, or a1 was played"
script_all '< seat 1> ' '> resign\n' '< resign? y/n> ' '> y\n' '< over> ' '> q\n'
TERM=dumb type_at 0 play dorix --seat human --seat human --seed 1; out "seat 1 resigned: seat 2 wins"; lacks $'\033'

# The winning line is marked, also without colour.
script '< over> ' '! won'
NO_COLOR=1 type_at 0 play games/mnk.lua --seat human --seat human --play "a1 a2 b1 b2 c1"; shown won "[X₁] [X₁] [X₁]"

# A bot that fails: the reason stays, the traceback is shown once.
printf '%s\n' 'local function deeper(s) return s:no_such_thing() end' \
  'return { choose = function(s) local move = deeper(s) return move end }' >bad.lua
script '= 60x20' '< seat 1> ' '> Sc3\n' '< over> ' '! failed' '> board\n' '< over> ' '! later'
type_at 0 play tictacdoh --seat human --seat bad.lua --seed 1
fits failed 20; shown failed "seat 2 forfeited: seat 1 wins"; shown failed "bad.lua:2:"; shown failed "bad.lua failed: bad.lua:1:"
shown later "bad.lua failed: bad.lua:1:"

# What a mover hides from another human does not stay on the screen.
script '= 60x20' '< seat 2> ' '! second'
type_at 0 play games/tricks.lua --seat human --seat human --seed 5 --play "$(moves_of games/tricks.lua 1)"
shown second " 1  tricks 0; hand 4 cards"; shown second "not seen"; hidden second "1. seat 1"

# Bad input: control characters, a long line, an unknown key, bytes that are not UTF-8. Nothing is lost.
long=$(printf 'x%.0s' {1..300})
script_all '= 60x20' '< seat 1> ' '> Sc3\n' '< seat 2> ' '> \x16\x1b[31m\n' '< seat 2> ' "> $long\\n" '< seat 2> ' '! long' \
  '> \xff\xfe\n' '< seat 2> ' '> \e[15~\n' '< seat 2> ' '> board\n' '< seat 2> ' '! board' '> \x03'
type_at 130 play tictacdoh --seat human --seat human --seed 1 --save bad.game
fits long 20; fits board 20; shown board "1. seat 1 (human) plays Sc3"; grep -q '^Sc3$' bad.game || fail "the game is lost"

# After Ctrl-Z and fg, the screen is drawn again and lines are edited as before.
printf '#!/bin/sh\nexec "%s" play tictacdoh --seat human --seat human --seed 1 --save stopped.game\n' "$boardlab" >game.sh
chmod +x game.sh
script_all '= 60x20' '> ./game.sh\n' '< seat 1> ' '> Sc3\n' '< seat 2> ' '> \x1a' '< Stopped' '> fg\n' '< seat 2> ' '! back' \
  '> Lb\t' '< Lb3  Lb4' '> 4\n' '< seat 1> ' '> q\n' '< $ ' '> exit\n'
PS1='$ ' program=$typist run 0 bash --norc -i
shown back "1. seat 1 (human) plays Sc3"; hidden back "Stopped"; fits back 20
grep -q '^Sc3 Lb4$' stopped.game || fail "the game did not go on"

# Replays are drawn in place, too, and fit.
"$boardlab" play quoridor --seat random --seat random --seed 3 --save bots.game >/dev/null
script_all '= 60x20' '< 0/' '! first' '> 20\n' '< 20/' '! middle' '> xyz\n' '< 20/' '! wrong' '> \n' '< 21/' '= 100x40' '< 21/' '! large' '> q\n'
type_at 0 replay bots.game
for screen in first middle wrong; do fits $screen 20; done
row middle 1 "$("$boardlab" replay bots.game --ply 20 | sed -n '5p')"; shown wrong "'xyz' is not a command"
shown first "Enter or n: next move"; hidden middle "Enter or n: next move"; fits large 40; shown large "21 of "

# A forfeit in a run: the moves before it, and the traceback.
cat >late.lua <<'END'
local turns = 0
local function deeper(s) return s:no_such_thing() end
return {
  choose = function(s)
    turns = turns + 1
    if turns > 2 then local move = deeper(s) return move end
    return s:moves()[1]
  end,
}
END
"$boardlab" simulate tictacdoh --seat random --seat late.lua --games 1 --quiet --out forfeited >/dev/null 2>&1
: >in
run 0 replay forfeited --game 0; out "2 of "; out "seat 2 forfeited: seat 1 wins"; out "late.lua:2:"; out "late.lua:6:"
run 0 show forfeited --game 0; out "late.lua:2:"; out "late.lua:6:"
script_all '= 60x20' '< 0/' '> 99\n' '< not a command' '> 5\n' '< 5/' '! end' '> q\n'
type_at 0 replay forfeited --game 0; shown end "late.lua:6:"; shown end "seat 2 forfeited"

# Colours can be read on dark and on light terminals, whether or not that is known.
: >in
for background in "" "15;0" "0;15" "0;default;7" "x;y" ";"; do
  for game in quoridor dorix orbital tictacdoh games/mnk.lua; do
    COLORFGBG=$background type_at 0 show $game --random 7
    lua5.4 "$here/contrast.lua" 4 <out >wrong || { head -n 5 wrong; fail "colours on the background '$background'"; }
    cp out "picture.${game//\//_}.$background"
  done
done
for background in "" "0;15"; do
  script '= 60x20' '< seat 1> ' '> b1h\n' '< seat 2> ' '> b8h\n' '< seat 1> ' '= 80x40' '< seat 1> ' '> d4v\n' '< seat 2> '
  COLORFGBG=$background type_at 0 play quoridor --seat human --seat human --seed 1 --play "a3h f6h"
  lua5.4 "$here/contrast.lua" 7 <out >wrong || { head -n 5 wrong; fail "walls on the background '$background'"; }
done
cmp -s "picture.dorix." "picture.dorix.15;0" || fail "a dark background is not the default"
cmp -s "picture.dorix.0;15" "picture.dorix.0;default;7" || fail "two light backgrounds differ"
! cmp -s "picture.dorix." "picture.dorix.0;15" || fail "a light background makes no difference"

conclude
