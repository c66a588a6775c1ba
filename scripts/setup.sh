# Sourced by ./scripts/quickstart, fetch_packages, package, release and ./tests/run: functions
# that install missing Debian packages and build a CMake preset, and the lists of packages,
# which packages.txt holds.

say() {
  printf '\n== %s\n' "$*"
}

# help_if_asked FILE [ARGUMENT…]: with --help, prints the comment at the top of FILE and exits.
help_if_asked() {
  [ "${2-}" = --help ] || return 0
  sed -n '2,/^[^#]/s/^# \{0,1\}//p' "$1"
  exit
}

# takes_at_most COUNT FILE [ARGUMENT…]: exits if there are more arguments, or an option.
takes_at_most() {
  local count=$1 file=$2 argument
  shift 2
  for argument in "$@"; do
    if [ $((count--)) -le 0 ] || [[ $argument == -* ]]; then
      echo "$file: unexpected argument '$argument'; see ./$file --help" >&2
      exit 2
    fi
  done
}

# provided PACKAGE: whether it is installed, or another package provides it, as a Node.js that is not
# Debian's provides npm.
provided() {
  dpkg-query -W -f '${db:Status-Status}, ${Package}, ${Provides},\n' 2>/dev/null | grep "^installed,.* $1[, ]" >/dev/null
}

# need PACKAGE…: installs the packages that are missing. Exits with instructions if
# that takes root and sudo is not available.
need() {
  if ! command -v dpkg-query >/dev/null; then
    echo "This is not a Debian system; the build needs the equivalents of these packages:"
    echo "  $*"
    return 0
  fi
  local missing=() package
  for package in "$@"; do
    provided "$package" || missing+=("$package")
  done
  if [ ${#missing[@]} -eq 0 ]; then
    echo "packages: all installed"
    return 0
  fi
  local as_root=()
  if [ "$(id -u)" -ne 0 ]; then
    if ! sudo -n true 2>/dev/null && ! { [ -t 0 ] && command -v sudo >/dev/null; }; then
      echo "Some packages are missing. As root, run"
      echo "  apt-get install ${missing[*]}"
      echo "then run this script again."
      exit 1
    fi
    as_root=(sudo)
  fi
  say "Installing packages: ${missing[*]}"
  "${as_root[@]}" apt-get update -qq
  DEBIAN_FRONTEND=noninteractive "${as_root[@]}" apt-get install -y -qq \
    --no-install-recommends "${missing[@]}" >/dev/null
}

# build PRESET [ARGUMENT…]: configures and builds a preset in build/PRESET, on all processors or as
# many as BUILD_JOBS says. Prints only warnings, or the whole log if the build fails, and then exits.
# Each message about a file that is compiled would start a process of cmake.
build() {
  local preset=$1 log=build/$1.log
  shift
  mkdir -p build
  if ! { cmake --preset "$preset" -D CMAKE_RULE_MESSAGES=OFF && cmake --build --preset "$preset" --parallel "${BUILD_JOBS:-$(nproc)}" "$@"; } >"$log" 2>&1; then
    cat "$log"
    say "The build failed; its output is above and in $log"
    exit 1
  fi
  grep -A 3 'warning:' "$log" || true
}

# packages KIND: lists the packages of that kind in packages.txt.
packages() {
  awk -v kind="$1" '{ sub(/:.*/, "", $1) } $1 == kind { print $2 }' "${BASH_SOURCE[0]%/*}/packages.txt"
}

# packages_for LABEL…: lists those of the tests with these labels.
packages_for() {
  awk -v labels=" $* " 'sub(/^[a-z]*:/, "", $1) && index(labels, " " $1 " ") { print $2 }' "${BASH_SOURCE[0]%/*}/packages.txt"
}

mapfile -t BUILD_PACKAGES < <(packages build)
# In addition:
mapfile -t TEST_PACKAGES < <(packages test)
mapfile -t DEB_PACKAGES < <(packages deb)
mapfile -t CLEAN_PACKAGES < <(packages clean)
mapfile -t EMULATION_PACKAGES < <(packages emulation)
