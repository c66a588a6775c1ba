#!/usr/bin/env bash
# builds.sh PRESET [BOARDLAB]: makes another build in build/PRESET, and tests what it is for:
#   thread  threads and runs with the thread sanitizer
#   lto     -O3 with link-time optimisation: warnings, and whether its output is that of BOARDLAB
#   fuzz    the parsers of specs, moves, settings, saved games, CSV files and weights, with libFuzzer
# Uses one processor: other tests run at the same time.
set -euo pipefail
cd "$(dirname "$0")/../.."
# shellcheck source=../../scripts/setup.sh
. scripts/setup.sh
export BUILD_JOBS=1

# build_and_test TEST…: builds the programs of these tests, and runs the tests.
build_and_test() {
  build "$preset" --target "${@/#/$prefix}"
  local names
  names=$(IFS='|' && echo "$*")
  ctest --preset "$preset" --no-tests=error -R "^($names)$"
}

preset=$1 prefix=test_
case $preset in
thread) build_and_test threads batch run_resume run_shards ;;
lto)
  build lto --target boardlab
  tests/scripts/same_output.sh "$2" build/lto/boardlab
  ;;
fuzz)
  prefix=
  build_and_test fuzz_gamefile fuzz_parse fuzz_csv fuzz_weights
  ;;
esac
