# Sourced by ./scripts/quickstart and ./tests/run: installing what is missing of
# the Debian packages named, and building.

say() {
  printf '\n== %s\n' "$*"
}

# need PACKAGE…: installs those that are not there, or says how to.
need() {
  if ! command -v dpkg-query >/dev/null; then
    echo "This is not a Debian system; the build needs what these packages hold:"
    echo "  $*"
    return 0
  fi
  local missing=() package
  for package in "$@"; do
    dpkg-query -W -f '${db:Status-Status}\n' "$package" 2>/dev/null |
      grep -qx installed || missing+=("$package")
  done
  if [ ${#missing[@]} -eq 0 ]; then
    echo "packages: all there"
    return 0
  fi
  local as_root=()
  if [ "$(id -u)" -ne 0 ]; then
    if ! sudo -n true 2>/dev/null && ! { [ -t 0 ] && command -v sudo >/dev/null; }; then
      echo "Packages are missing, and installing them takes root. Run"
      echo "  apt-get install ${missing[*]}"
      echo "as root, then start this script again."
      exit 1
    fi
    as_root=(sudo)
  fi
  say "Installing packages: ${missing[*]}"
  "${as_root[@]}" apt-get update -qq
  DEBIAN_FRONTEND=noninteractive "${as_root[@]}" apt-get install -y -qq \
    --no-install-recommends "${missing[@]}" >/dev/null
}

# build PRESET [ARGUMENT…]: configures and builds into build/PRESET, quietly; if
# that fails, shows how and stops.
build() {
  local preset=$1 log=build/$1.log
  shift
  mkdir -p build
  if ! { cmake --preset "$preset" && cmake --build --preset "$preset" --parallel "$(nproc)" "$@"; } >"$log" 2>&1; then
    cat "$log"
    say "The build failed; what it said is above and in $log"
    exit 1
  fi
  grep -A 3 'warning:' "$log" || true
}

# What it takes to build the command: a compiler, CMake, and libraries: CSV, JSON,
# fingerprints of files, lines that can be edited, Lua, and the charts of reports.
BUILD_PACKAGES=(gcc libc6-dev make cmake pkg-config libcsv-dev libjansson-dev libxxhash-dev
  libedit-dev liblua5.4-dev libjs-chart.js)

# What it takes to test it: cmocka, clang for the fuzzer and the format, a plain
# Lua to load the module, luacheck, another reader of CSV, GNU parallel and what
# goes with it, a browser for the report and node to drive it.
TEST_PACKAGES=(libcmocka-dev clang libclang-rt-14-dev clang-format lua5.4 lua-check luarocks
  miller parallel procps shellcheck chromium nodejs)
