# shellcheck shell=bash
# Sourced by ./scripts/package and ./scripts/release, after setup.sh.

# debian ARCH PACKAGES HOOK…: makes a Debian 12 with these packages, separated by commas,
# and does in it what the hooks say, see mmdebstrap(1). Nothing of it is left at the end.
# Prints what happens only if something fails, and then exits.
debian() {
  local arch=$1 packages=$2 hooks=() hook log
  shift 2
  for hook in "$@"; do hooks+=("--customize-hook=$hook"); done
  log=$(mktemp)
  mmdebstrap --quiet --variant=minbase --architectures="$arch" --include="$packages" \
    "${hooks[@]}" bookworm /dev/null >"$log" 2>&1 || {
    cat "$log"
    rm "$log"
    say "This failed; what it printed is above"
    exit 1
  }
  rm "$log"
}

# commas WORD…: the words with commas between them.
commas() {
  local IFS=,
  echo "$*"
}

# emulate ARCH: sees to it that programs for that architecture run on this machine. Says what is missing if they do not.
emulate() {
  [ "$1" != "$(dpkg --print-architecture)" ] || return 0
  case $1 in
  amd64 | arm64 | armel | armhf | i386 | mips64el | mipsel | ppc64el | s390x) ;;
  *)
    echo "Debian 12 has no architecture '$1': try amd64 or arm64" >&2
    return 1
    ;;
  esac
  need "${EMULATION_PACKAGES[@]}"
  arch-test "$1" >/dev/null && return
  echo "This machine cannot run programs for $1 (for arm64, try update-binfmts --enable qemu-aarch64 as root)" >&2
  return 1
}
