#!/usr/bin/env bash
# format.sh CLANG_FORMAT ARGUMENT…: C files are formatted as clang-format 14, Debian 12's, does it. Others differ in
# details: exits with 77 with one of them.
if [[ $("$1" --version) != *" version 14."* ]]; then
  echo "SKIPPED: the format is that of clang-format 14, but this is $("$1" --version)"
  exit 77
fi
"$1" --dry-run --Werror "${@:2}"
