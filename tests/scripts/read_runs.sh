#!/usr/bin/env bash
# read_runs.sh BOARDLAB TOOL: the files of runs can be read and joined by other programs, as in
# scripts/read_runs.py and scripts/read_runs.R. TOOL is csv (Python's module, the same as these scripts
# do), pandas or R.
set -euo pipefail
boardlab=$(realpath "$1") tool=$2
scripts=$(realpath "$(dirname "$0")/../../scripts")
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"

# Debian's Python, if another one comes first on the PATH.
if [ "$tool" = pandas ] && ! python3 -c 'import pandas' 2>/dev/null; then PATH=/usr/bin:$PATH; fi

by_csv() {
  python3 - "$@" <<'END'
import collections, csv, glob, sys
read = lambda path: list(csv.DictReader(open(path, newline="")))
files = [f for d in sys.argv[1:] for f in sorted(glob.glob(d + "/**/games.csv", recursive=True))]
mean = lambda rows, column: "%.6f" % (sum(int(r[column]) for r in rows) / len(rows))
games, moves = collections.defaultdict(list), collections.defaultdict(list)
for path in files:
    for row in read(path):
        games[row["game"]].append(row)
first = {row["number"]: row for row in read(files[0])}
for row in read(files[0].replace("games.csv", "moves.csv")):
    moves[row["kind"]].append({**first[row["number"]], **row})
print("Win rates of the seats")
for game in sorted(games):
    print(game, *(mean(games[game], c) for c in games[game][0] if c.startswith("won")))
print("Kinds of moves in the first run: how many, and how often seat 1 won the game")
for kind in sorted(moves):
    print(kind, len(moves[kind]), mean(moves[kind], "won1"))
END
}

# In the order of the specs, whatever the language.
export LC_ALL=C.UTF-8

# What boardlab itself says: the win rates of every run.
expected_rates() {
  local run game
  echo "Win rates of the seats"
  for run in "$1"/*/; do
    game=$(sed -n 's/^    "game": "\(.*\)",$/\1/p' "$run/run.json")
    echo "$game" "$(awk -F, '$1 == "seat" && $3 == "win_rate" { printf "%s%s", sep, $4; sep = " " }' "$run/summary.csv")"
  done | sort
}

# check FOLDER KIND: reads the runs of a sweep, whose games have moves of this kind.
check() {
  local first rates
  case $tool in
  csv) by_csv "$1" >printed ;;
  pandas) python3 "$scripts/read_runs.py" "$1" >printed ;;
  R) Rscript "$scripts/read_runs.R" "$1" | sed 's/ *$//' >printed ;;
  esac
  expected_rates "$1" >expected
  rates=$(wc -l <expected)
  head -n "$rates" printed | diff - expected
  grep -Eq "^$2 [1-9][0-9]* [01]\.[0-9]{6}\$" printed
  first=("$1"/*"="*/)
  [ "$(awk -v n="$rates" 'NR > n + 1 { sum += $2 } END { print sum }' printed)" -eq "$(($(wc -l <"${first[0]}moves.csv") - 1))" ]
  by_csv "$1" | diff printed -
}

"$boardlab" sweep quoridor:size=3 --vary walls=1..3 --games 40 --moves --quiet --out sweep >/dev/null
check sweep pawn
# Runs with different numbers of seats have different columns.
"$boardlab" sweep quoridor:size=3 --vary players=2..4 --games 40 --moves --quiet --out players >/dev/null
check players pawn
if [ "$tool" = csv ] && command -v mlr >/dev/null; then
  mlr --icsv --ocsv unsparsify players/*/games.csv >all.csv
  head -n 1 all.csv | grep -q ',won4,'
  [ "$(wc -l <all.csv)" -eq 121 ]
fi
echo "passed"
