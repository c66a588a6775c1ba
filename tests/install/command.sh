#!/usr/bin/env bash
# command.sh FOLDER: the installed command and module work in a prefix with a space in its name, where the folder was moved
# to, through a symbolic link, and for a user who may write nothing there.
. "$(dirname "$0")/installed.sh"

# module PREFIX: the pattern by which lua5.4 finds the module there.
module() { echo "$1/lib/lua/5.4/?.so"; }

PATH="$installed/a prefix/bin:$PATH" use_command
LUA_CPATH=$(module "$installed/a prefix") use_module

# The same files elsewhere: everything is found beside the command.
cp -r "$installed/staged/opt/boardlab" moved
PATH=$work/moved/bin:$PATH use_command
LUA_CPATH=$(module "$work/moved") use_module
LUA_CPATH=$(module moved) use_module

# Some systems have lib64.
cp -r moved other
mv other/lib other/lib64
LUA_CPATH="$work/other/lib64/lua/5.4/?.so" use_module

mkdir links
ln -s "$work/moved/bin/boardlab" links/boardlab
ln -s "$work/moved/lib/lua/5.4/boardlab.so" links/boardlab.so
PATH=$work/links:$PATH use_command
LUA_CPATH="$work/links/?.so" use_module

# The scripts for clusters find the command that they were installed with.
unset BOARDLAB BOARDLAB_HOSTS
must moved/share/boardlab/scripts/cluster/parallel.sh 2 merged simulate tictacdoh --seat bots/random.lua --games 10
grep -qs '"complete": true' merged/run.json || fail "no run was merged"

# Root installs, everybody uses; the usual folder for temporary files may be closed to others.
if [ "$(id -u)" -eq 0 ]; then
  open=$(mktemp -d /tmp/boardlab.XXXXXX)
  trap 'rm -rf "$work" "$open"' EXIT
  chmod 755 "$open"
  cp -r moved "$open"
  install -d -o nobody "$open/nobody"
  as_nobody=(setpriv --reuid=nobody --regid=nogroup --clear-groups env -C "$open/nobody" HOME="$open/nobody")
  must "${as_nobody[@]}" ../moved/bin/boardlab simulate variants/tictacdoh3.lua --seat bots/random.lua --games 5 --quiet --out run
fi
conclude
