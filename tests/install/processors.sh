#!/usr/bin/env bash
# processors.sh FOLDER ROOT: what is installed runs on processors without the newer instructions as well, plays the same
# games on them, and uses these instructions where they are fast (core/dispatch). QEMU is the processor.
. "$(dirname "$0")/installed.sh"
[ "$(uname -m)" = x86_64 ] || { echo "SKIPPED: only builds for x86-64 choose"; exit 77; }
prefix="$installed/a prefix"

# on PROCESSOR PROGRAM…: runs it there, and lists the functions that it calls.
# shellcheck disable=SC2317 # `must` calls it
on() {
  qemu-x86_64-static -cpu "$1" -d in_asm -D functions "${@:2}"
}

# chooses PROCESSOR FUNCTION: the command enters its code by that function there.
chooses() {
  must on "$1" "$prefix/bin/boardlab" --version
  grep -q "^IN: $2\$" functions || fail "on $1 the command does not call $2"
}

chooses Nehalem main       # has neither AVX2 nor BMI2
chooses Haswell main_v3    # the first with both
chooses EPYC-Rome main     # Zen 2: deposits bits slowly
chooses EPYC-Milan main_v3 # Zen 3

cat >older <<END
#!/bin/sh
exec qemu-x86_64-static -cpu Nehalem "$prefix/bin/boardlab" "\$@"
END
chmod +x older
must "$2/tests/scripts/same_output.sh" "$prefix/bin/boardlab" ./older

LUA_CPATH="$prefix/lib/lua/5.4/?.so"
export LUA_CPATH
for processor in Nehalem Haswell; do
  must on "$processor" "$(command -v lua5.4)" -e 'print(require "boardlab".game "quoridor":start():count())'
  # After what QEMU may say of features that it does not emulate.
  [ "$(tail -n 1 printed)" = 131 ] || fail "on $processor the module prints $(cat printed)"
done
conclude
