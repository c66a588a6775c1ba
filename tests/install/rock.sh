#!/usr/bin/env bash
# rock.sh FOLDER: what `luarocks make` has installed for a user works in a plain lua5.4 and as a command, and
# `luarocks remove` removes it.
. "$(dirname "$0")/installed.sh"

export HOME=$installed/home
eval "$(luarocks --lua-version 5.4 path)"
use_module
use_command
[ "$(command -v boardlab)" = "$HOME/.luarocks/bin/boardlab" ] || fail "PATH leads to $(command -v boardlab)"

cp -r "$HOME" home # a copy, so that this test can be repeated
export HOME=$work/home
must luarocks --lua-version 5.4 remove --local boardlab
left=$(find "$HOME" -name '*boardlab*')
[ -z "$left" ] || fail "luarocks remove leaves $left"
conclude
