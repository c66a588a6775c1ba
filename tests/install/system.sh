#!/usr/bin/env bash
# system.sh / VERSION: the package that apt has installed works for an ordinary user of a Debian system. Not a test of its
# own: ./scripts/package runs it in a clean Debian 12.
. "$(dirname "$0")/installed.sh"

[ "$(id -u)" -ne 0 ] || fail "this has to run as an ordinary user"
[ "$(command -v boardlab)" = /usr/bin/boardlab ] || fail "PATH leads to $(command -v boardlab)"
must boardlab --version
grep -qF "boardlab $2" printed || fail "boardlab --version prints $(cat printed), not $2"
use_command
use_module

must man boardlab-simulate
grep -q -- --games printed || fail "man boardlab-simulate shows $(head printed)"
# shellcheck disable=SC2016 # the other bash expands it
must bash -c '. /usr/share/bash-completion/bash_completion; _completion_loader boardlab; complete -p boardlab'
conclude
