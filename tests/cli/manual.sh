#!/usr/bin/env bash
# Pages of the manual: every command has one, with all its flags, and groff has nothing to say about it. Argument: the
# path of boardlab.
. "$(dirname "$0")/../support/expect.sh"

# page [COMMAND]: writes a page as text to the file "page".
page() {
  run 0 __manual "$@"
  groff -K utf8 -man -Tutf8 -ww -P-cbou out >page 2>warnings || fail "groff failed"
  [ -s warnings ] && fail "groff says: $(head -n 3 warnings)"
}

page
grep -q "boardlab-simulate(1)" page || fail "boardlab(1) does not list the commands"
grep -q "share/doc/boardlab" page || fail "boardlab(1) does not say where the documents are"
grep -q "first-bot" page || fail "boardlab(1) does not name the chapters"
mapfile -t names < <("$boardlab" __complete "" | cut -f 1 | grep -vxE "help|version")
for name in "${names[@]}"; do
  page "$name"
  tr -s ' \n' ' ' <page >words
  for flag in $("$boardlab" "$name" --help | grep -oE '^  (-., )?--[a-z-]+' | grep -oE '\-\-[a-z-]+'); do
    grep -qF -e "$flag" words || fail "boardlab-$name(1) does not have $flag"
  done
done
run 2 __manual nothing
err "there is no command 'nothing'"
conclude
