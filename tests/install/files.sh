#!/usr/bin/env bash
# files.sh FOLDER ROOT [PAGE]: every file that belongs to an installation is in it, others are not, all users may read
# them, and none names the folder it was built in. ROOT has the sources; PAGE is that of `boardlab export`.
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

# The library is what is in these folders and files of the sources, and nothing else.
mkdir -p expected/scripts/{bots,cluster}
cp -r "$root"/lua/{bots,games,reference,templates,types,variants,inline.lua,modifiers.lua} expected
cp "$root"/scripts/{*.lua,read_runs.*} expected/scripts
cp "$root"/scripts/bots/*.{py,mjs,c} expected/scripts/bots
cp "$root"/scripts/cluster/*.sh expected/scripts/cluster
[ -z "${3-}" ] || cp "$3" expected/export.html
diff -r expected "$share" >differences || fail "share/boardlab: $(head -n 5 differences)"
for script in merge parallel shard slurm; do
  [ -x "$share/scripts/cluster/$script.sh" ] || fail "$script.sh is not executable"
done
has bin/boardlab lib/lua/5.4/boardlab.so share/bash-completion/completions/boardlab \
  share/zsh/site-functions/_boardlab share/fish/vendor_completions.d/boardlab.fish share/man/man1/boardlab.1 \
  share/doc/boardlab/{LICENSE,CITATION.cff,reference.html}
for command in $("$prefix/bin/boardlab" __complete "" | cut -f 1 | grep -vx -e help -e version); do
  has "share/man/man1/boardlab-$command.1"
done

# No link between the documents is broken, and those that are linked to are there.
"$root/tests/scripts/links.sh" "$prefix/share/doc/boardlab" >links || fail "broken links: $(cat links)"
has share/doc/boardlab/{README,CHANGELOG,SECURITY,lua/README,analysis/README,scripts/README,scripts/bots/programs,scripts/install,core/speed,cli/guide/glossary,core/games/quoridor/RULES}.md

# One way of installing gives the same files as another.
(cd "$prefix" && find . | sort) >staged
(cd "$installed/a prefix" && find . | sort) | diff staged - || fail "DESTDIR and --prefix give different files"
[ "$(ls -A "$installed/staged")" = opt ] || fail "files outside the prefix: $(ls -A "$installed/staged")"

left=$(find "$prefix" ! -type l ! -perm -a=r)
[ -z "$left" ] || fail "not all users may read $left"
if grep -rlF "$installed" "$prefix" | grep -v -e '/bin/boardlab$' -e '\.so$'; then
  fail "these files name the folder of the sources"
fi
conclude
