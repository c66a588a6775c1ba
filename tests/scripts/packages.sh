#!/usr/bin/env bash
# scripts/packages.txt agrees with the rest of the repository:
#
# - the table in scripts/install.md is the list of packages that the build needs;
# - what CMake has found is from packages of the list, and every library of the list is
#   one that CMake looks for;
# - the libraries that the command is linked with come with packages of the list. The
#   dependencies of a Debian package follow from these libraries.
#
# What a package of the list depends on counts as listed, as the library libjansson4 of
# libjansson-dev. Arguments: the root of the sources, the build folder, and the path of
# boardlab. Exits with 77 where there is no dpkg.
set -u
root=$1 cache=$2/CMakeCache.txt boardlab=$3
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
: >"$folder/used"
failures=0
if ! command -v dpkg-query >/dev/null; then
  echo "SKIPPED: there is no dpkg-query to ask which package a file is from"
  exit 77
fi
# shellcheck source=../../scripts/setup.sh
. "$root/scripts/setup.sh"

fail() {
  echo "FAILED: $1"
  failures=$((failures + 1))
}

# owner FILE: prints the package that a file is from, or nothing. The package may call
# it /lib/x or /usr/lib/x, which is the same.
owner() {
  dpkg-query -S "$1" "/usr$1" "${1#/usr}" 2>/dev/null | sed -n '/^diversion /d; s/:.*//p' | head -n 1
}

# from_list WHAT FILE: checks that a file is from a package of the list, it or what it links to. What
# was built by hand, such as a newer Lua, is from none.
from_list() {
  local package
  package=$(owner "$2")
  [ -n "$package" ] || package=$(owner "$(realpath "$2")")
  if [ -z "$package" ]; then
    echo "from no package: $1 ($2)"
  elif ! grep -qxF -e "$package" "$folder/listed"; then
    fail "$1 ($2) is from $package, which scripts/packages.txt does not list"
  fi
  echo "${package:-none}" >>"$folder/used"
}

check_readme() {
  awk '$1 == "build" { name = $2; $1 = $2 = ""; sub(/^ +/, ""); print "| `" name "` | " $0 " |" }' \
    "$root/scripts/packages.txt" >"$folder/wanted"
  awk '/^## / { inside = /Build requirements/ } inside && /^\| `/' "$root/scripts/install.md" >"$folder/found"
  diff -u "$folder/wanted" "$folder/found" ||
    fail "the table of packages in scripts/install.md (+) is not the list in scripts/packages.txt (-)"
}

check_found() {
  local name file package
  while IFS='=' read -r name file; do
    from_list "${name%:*}" "$file"
  done < <(grep ':FILEPATH=/' "$cache" | grep -v '^CMAKE_')
  grep -qx none "$folder/used" && return # it may be there instead of a package
  for package in "${BUILD_PACKAGES[@]}"; do
    [[ $package == lib* && $package != libc6-dev ]] || continue
    grep -qxF -e "$package" "$folder/used" ||
      fail "scripts/packages.txt lists $package, in which CMake has found nothing"
  done
}

check_linked() {
  local name file
  while read -r name _ file _; do
    [[ $name != *san.so* ]] || continue # of the compiler, in builds with sanitizers
    from_list "$name" "$file"
  done < <(ldd "$boardlab" | grep -F -f <(objdump -p "$boardlab" | awk '$1 == "NEEDED" { print $2 " => " }'))
}

dpkg-query -W -f '${Package}, ${Pre-Depends}, ${Depends}\n' \
  "${BUILD_PACKAGES[@]}" "${TEST_PACKAGES[@]}" "${DEB_PACKAGES[@]}" "${CLEAN_PACKAGES[@]}" |
  tr ',|' '\n' | awk '{ print $1 }' >"$folder/listed"
check_readme
check_found
check_linked
echo "$(wc -l <"$folder/used") files from packages, $failures failures"
[ "$(wc -l <"$folder/used")" -gt 20 ] && [ "$failures" -eq 0 ]
