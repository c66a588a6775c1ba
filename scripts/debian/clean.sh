# shellcheck shell=bash
# Sourced by ./scripts/package and ./scripts/release, after setup.sh.

# Root needs nothing more. For others, mmdebstrap makes a system in which they are root,
# and only there: a user namespace.
if [ "$(id -u)" -eq 0 ]; then
  MODE=root NAMESPACE=()
else
  MODE=unshare NAMESPACE=(--map-root-user --map-auto)
fi

# prepare_debian: installs what making a clean Debian 12 takes, and sees whether this user
# may. Says what is missing if not, and returns 1.
prepare_debian() {
  local message name
  need "${CLEAN_PACKAGES[@]}" || return
  message=$(unshare "${NAMESPACE[@]}" --mount --net true 2>&1) && return
  name=$(id -un)
  cat >&2 <<END
$0: $name cannot make a clean Debian 12 on this machine:
  $message
Root can, but not in a container, unless it is a privileged one. Another user needs
- ids for the users of that Debian, which adduser gives to everyone. As root, with a range
  that is not in /etc/subuid yet:
    usermod --add-subuids 100000-165535 --add-subgids 100000-165535 $name
- user namespaces, which Debian 12 allows (user.max_user_namespaces, see sysctl).
END
  return 1
}

# debian ARCH PACKAGES HOOK…: makes a Debian 12 with these packages, separated by commas,
# and does in it what the hooks say, see mmdebstrap(1). Nothing of it is left at the end.
# Prints what happens only if something fails, and then exits.
debian() {
  local arch=$1 packages=$2 hooks=() hook log
  shift 2
  for hook in "$@"; do hooks+=("--customize-hook=$hook"); done
  log=$(mktemp)
  mmdebstrap --quiet --mode="$MODE" --variant=minbase --architectures="$arch" --include="$packages" \
    "${hooks[@]}" bookworm /dev/null >"$log" 2>&1 || {
    cat "$log"
    rm "$log"
    say "This failed; its output is above"
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
