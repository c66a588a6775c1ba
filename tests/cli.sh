#!/usr/bin/env bash
# Tests of the command as a user meets it: what it prints where, and with which
# exit code. Called with the path of the command.
set -u
boardlab=$1
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
failures=0

fail() {
  echo "FAILED: boardlab $command"
  echo "  $1"
  sed 's/^/  out: /' "$folder/out"
  sed 's/^/  err: /' "$folder/err"
  failures=$((failures + 1))
}

# run CODE ARGUMENT…: runs the command and checks its exit code.
run() {
  local wanted=$1 code
  shift
  command="$*"
  "$boardlab" "$@" >"$folder/out" 2>"$folder/err" </dev/null
  code=$?
  [ "$code" -eq "$wanted" ] || fail "exit code $code, not $wanted"
}

out() { grep -qF -- "$1" "$folder/out" || fail "stdout lacks: $1"; }
err() { grep -qF -- "$1" "$folder/err" || fail "stderr lacks: $1"; }
lacks() { grep -qF -- "$1" "$folder/out" && fail "stdout has: $1"; }
no_out() { [ ! -s "$folder/out" ] || fail "stdout is not empty"; }
no_err() { [ ! -s "$folder/err" ] || fail "stderr is not empty"; }
rows() { [ "$(wc -l <"$folder/out")" -eq "$1" ] || fail "stdout has not $1 lines"; }

# Help goes to stdout when asked for, to stderr when it is a reminder.
run 0 --help; out "Usage: boardlab COMMAND"; out "bench"; no_err
run 0 help; out "Usage"
run 0 help show; out "boardlab show GAME"
run 2 help shwo; err "did you mean 'show'?"
run 2; err "Usage"; no_out
run 0 --version; out "boardlab "
for name in games show perft check bench; do
  run 0 $name --help; out "boardlab $name"; out "Example:"; no_err
  run 0 $name -h; out "Example:"
done

# Wrong usage names the offender and what was probably meant.
run 2 shwo; err "no command 'shwo'"; err "did you mean 'show'?"; no_out
run 2 show; err "an argument is missing: boardlab show GAME"
run 2 show dorix quoridor; err "'quoridor' is one argument too many"
run 2 show dorix --mvoes; err "no flag '--mvoes'"; err "did you mean --moves?"
run 2 show dorix --play; err "--play needs a value: --play LINE"
run 2 show dorix --moves=yes; err "--moves takes no value"
run 2 show dorix --moves --moves; err "--moves is given twice"
run 2 show dorix -x; err "no flag '-x'"
run 2 show quoridr; err "no game 'quoridr'"; err "did you mean 'quoridor'?"; no_out
run 2 show quoridor:size=13; err "size=13 is not allowed (3..11); the nearest is 11"
run 2 show quoridor:players=3; err "players=3 is not allowed (2, 4)"
run 2 show dorix --random -1; err "--random takes a whole number from 0"
run 2 show dorix --random nan; err "not 'nan'"
run 2 show dorix --random 99999999999999999999; err "not '99999999999999999999'"
run 2 show dorix --seed ''; err "--seed takes a whole number"
run 2 show ''; err "is not a game"
run 2 show $'\xff\xfe'; err "no game"
run 2 perft dorix --depth 0; err "--depth takes a whole number from 1"
run 2 bench dorix --seconds nan; err "--seconds takes a number"
run 2 bench dorix --seconds inf; err "--seconds takes a number"
run 2 bench dorix --rounds 0; err "--rounds"

# Games.
run 0 games; out "dorix"; out "tictacdoh"; out "quoridor"; out "orbital"; no_err
for game in dorix tictacdoh quoridor orbital; do
  run 0 games $game; out "Options, as in $game:"; out "Moves:"; out "--set"; no_err
done
run 0 games quoridor:size=7; out "size*size/8"; out "here 6"
run 2 games chess; err "the games are dorix, tictacdoh, quoridor, orbital"
run 0 games quoridor:size=5; out "default 9; here 5"; out "--random 5"
run 0 games quoridor; out '--play "e2 e8 e3h d5v"'

# Show.
run 0 show quoridor --play "e2 e8 e3h" --moves
out "seat 2 to move"; out "-------"; out "128 legal moves"; out "e4v"; lacks "e3v"
run 0 show quoridor:size=3 --play "b2 a3 b3"; out "over: seat 1 wins"
run 0 show dorix --set "b2=112 hand1=13 hand2=14 seat=2"; out "3:112"; out "seat 2 to move"
run 0 show tictacdoh --play "Sc3 Md3" --random 3 --seed 7; out "played:"
out "played: Sc3 Md3 "
cp "$folder/out" "$folder/first"
run 0 show tictacdoh --play "Sc3 Md3" --random 3 --seed 7
cmp -s "$folder/out" "$folder/first" || fail "the same seed shows another game"
run 2 show quoridor --play "e2 e8 e5"; err "move 3, 'e5' is not legal"; no_out
run 2 show quoridor --set "pawn1"; err "not of the form key=value"
run 2 show orbital --set "z9=B1"; err "orbital has no 'z9' to set"

# Settings of any length are read to their end.
walls=$(echo {a,c,e,g,i}{1..9}h {b,d,f,h}{1,3,5,7,9}v | tr ' ' ,)
run 0 show quoridor:size=11 --set "pawn1=k1 pawn2=k11 walls=$walls"
run 2 show quoridor:size=11 --set "pawn1=k1 pawn2=k11 walls=$walls,zzz"; err "not 'zzz'"
run 2 show dorix --set "hand1=$(printf '1%.0s' {1..5000})"; err "hand1 takes a number from 0 to 15"
run 2 show orbital --set "a1=B1 after=Ba1 a1=- seat=2"; err "no piece of seat 1 sends seat 2 there"
run 2 show orbital --set "a1=B1 after=Ba1 seat=1"; err "no piece of seat 2 sends seat 1 there"
run 2 show dorix --seed "$(printf '1%.0s' {1..5000})"; err "--seed takes a whole number"

# Perft.
run 0 perft quoridor --depth 2; out "16677"; rows 3
run 0 perft tictacdoh --depth 3 --play Sc3; out " 25 "; rows 4
run 0 perft quoridor:size=3 --depth 3 --divide; out "total"; out "316"; rows 12

# Bench.
run 0 bench tictacdoh --rounds 1 --seconds 0.001; out "games/s"; out "tictacdoh"; no_err
run 0 bench "quoridor:size=3,walls=0" orbital --rounds 2 --seconds 0.001 --csv
rows 5; out "game,mode,best_games_per_second"; out '"quoridor:size=3,walls=0",drawn,'
run 0 bench --rounds 1 --seconds 0.001 --csv
for spec in dorix dorix:players=3 dorix:players=4 tictacdoh tictacdoh:players=3 \
  tictacdoh:players=4 quoridor quoridor:players=4 orbital; do
  out "\"$spec\",drawn,"; out "\"$spec\",listed,"
done

# Check.
run 0 check tictacdoh --games 3; out "tictacdoh: 3 random games, nothing wrong"; no_err
run 2 check chess; err "no game 'chess'"

# A full disk is an error, not silence.
if [ -w /dev/full ]; then
  command="games >/dev/full"
  "$boardlab" games >/dev/full 2>"$folder/err"
  [ $? -eq 1 ] || fail "a full disk does not fail"
  : >"$folder/out"
  err "could not write the output: No space left"
  command="perft >/dev/full"
  "$boardlab" perft tictacdoh >/dev/full 2>"$folder/err"
  [ $? -eq 1 ] || fail "a full disk does not fail"
  err "could not write the output: No space left"
fi

[ $failures -eq 0 ] && echo "all as it should be"
exit $((failures > 0))
