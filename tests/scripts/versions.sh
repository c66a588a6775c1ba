#!/usr/bin/env bash
# versions.sh ROOT [--release]: CMakeLists.txt, CITATION.cff, CHANGELOG.md and the example in scripts/install.md name the same version. With --release, which
# ./scripts/release gives, the changelog has no changes since then, under "Unreleased".
set -u
cd "${1:?the root of the sources is missing}" || exit 1
release=${2:-}
failures=0

# names FILE VERSION: FILE says that this is version VERSION.
names() {
  [ "$2" = "$version" ] && return
  echo "FAILED: CMakeLists.txt says version $version, but $1 says '$2'"
  failures=$((failures + 1))
}

version=$(sed -n 's/^project(boardlab VERSION \([^ ]*\) .*/\1/p' CMakeLists.txt)
[ -n "$version" ] || { echo "FAILED: CMakeLists.txt has no version"; exit 1; }
names CITATION.cff "$(sed -n 's/^version: //p' CITATION.cff)"
changes=$(sed -n 's/^## //p' CHANGELOG.md)
[ -n "$release" ] || changes=$(grep -vx Unreleased <<<"$changes")
names "the first heading of CHANGELOG.md" "$(head -n 1 <<<"$changes" | cut -d ' ' -f 1)"
names scripts/install.md "$(sed -n 's/.*boardlab_\([0-9.]*\)_amd64\.deb.*/\1/p' scripts/install.md)"
[ "$failures" -eq 0 ] && echo "version $version"
exit $((failures > 0))
