#!/usr/bin/env bash
# package.sh FOLDER ROOT: the Debian package has the right name, fields and files, lintian finds nothing wrong with it,
# and what is in it works. ROOT has the sources.
. "$(dirname "$0")/installed.sh"
root=$2
version=$(sed -n 's/^project(boardlab VERSION \([^ ]*\) .*/\1/p' "$root/CMakeLists.txt")
arch=$(dpkg --print-architecture)
package=$installed/package/boardlab_${version}_$arch.deb
[ -e "$package" ] || fail "it is not called ${package##*/} but $(ls "$installed/package")"

# field NAME PATTERN: the package has it, and it matches the extended regular expression.
field() {
  local value
  value=$(dpkg-deb -f "$package" "$1")
  grep -qE "$2" <<<"$value" || fail "its $1 is '$value'"
}

field Package '^boardlab$'
field Version "^$version\$"
field Architecture "^$arch\$"
field Section '^science$'
field Maintainer '^The boardlab authors <'
field Description '^laboratory for abstract board games$'
field Suggests 'lua5\.4'
# Since Debian 13, libraries in whose interface times have 64 bits on every processor are called so.
for library in c6 csv3 edit2 jansson4 lua5.4-0 microhttpd12 seccomp2 xxhash0; do
  field Depends "(^|, )lib$library(t64)? "
done

# The files are those of any other installation, where Debian has them.
dpkg-deb -x "$package" system
module=$(cd system && echo usr/lib/*/lua/5.4)
{
  (cd "$installed/staged/opt/boardlab" && find . ! -type d) | sed -e 's|^\./|usr/|' -e 's|/man1/.*|&.gz|' \
    -e 's|/site-functions/|/vendor-completions/|' -e "s|usr/lib/lua/5.4|$module|"
  printf 'usr/share/doc/boardlab/%s\n' copyright changelog.gz
} | LC_ALL=C sort >wanted
(cd system && find usr ! -type d) | LC_ALL=C sort | diff wanted - || fail "these files differ from those of cmake --install"
dpkg-deb -c "$package" | grep -vE '^(-rw-r--r--|[-d]rwxr-xr-x|lrwxrwxrwx) root/root ' &&
  fail "these files have other rights or owners"
[ "$module" = "usr/lib/$(gcc -print-multiarch)/lua/5.4" ] || fail "the module is in $module"
grep -q 'Chart.js' system/usr/share/doc/boardlab/copyright || fail "its copyright does not name Chart.js"

PATH=$work/system/usr/bin:$PATH use_command
LUA_CPATH="$work/system/$module/?.so" use_module
must lintian --fail-on error,warning --allow-root "$package"
conclude
