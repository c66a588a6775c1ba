#!/usr/bin/env bash
# files.sh FOLDER ROOT: every file that belongs to an installation is in it, others are not, all users may read them, and
# none names the folder it was built in. ROOT has the sources.
. "$(dirname "$0")/installed.sh"
root=$2
prefix=$installed/staged/opt/boardlab
share=$prefix/share/boardlab

# has PATH…: there are such files in the prefix, and they are not empty.
has() {
  local path
  for path in "$@"; do
    [ -s "$prefix/$path" ] || fail "$path is not installed"
  done
}

# same_files FOLDER [PATTERN…]: the folder of the sources is installed, file by file.
same_files() {
  diff -r "$root/$1" "$share/${1#lua/}" >differences || fail "$1: $(head -n 5 differences)"
}

for part in bots games reference templates types variants yardsticks; do
  same_files "lua/$part"
done
has bin/boardlab lib/lua/5.4/boardlab.so share/boardlab/inline.lua share/boardlab/modifiers.lua \
  share/bash-completion/completions/boardlab share/zsh/site-functions/_boardlab \
  share/fish/vendor_completions.d/boardlab.fish share/man/man1/boardlab.1 share/doc/boardlab/LICENSE share/doc/boardlab/reference.html
for command in $("$prefix/bin/boardlab" __complete "" | cut -f 1 | grep -vx -e help -e version); do
  has "share/man/man1/boardlab-$command.1"
done

# One way of installing gives the same files as another.
(cd "$prefix" && find . | sort) >staged
(cd "$installed/a prefix" && find . | sort) | diff staged - || fail "DESTDIR and --prefix give different files"
[ "$(ls -A "$installed/staged")" = opt ] || fail "files outside the prefix: $(ls -A "$installed/staged")"

left=$(find "$prefix" ! -perm -a=r)
[ -z "$left" ] || fail "not all users may read $left"
if grep -rlF "$installed" "$prefix" | grep -v -e '/bin/boardlab$' -e '\.so$'; then
  fail "these files name the folder of the sources"
fi
conclude
