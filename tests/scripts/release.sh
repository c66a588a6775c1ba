#!/usr/bin/env bash
# release.sh ROOT: ./scripts/release and ./scripts/package refuse what cannot be released, and the other programs what
# they do not expect; they say why before they do anything that takes time. Exits with 77 where ROOT is not a git checkout.
set -u
root=$1
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
failures=0
if [ ! -e "$root/.git" ] || ! git clone --quiet "$root" "$folder/clone" 2>/dev/null; then
  echo "SKIPPED: the sources are not a git checkout"
  exit 77
fi
cp -r "$root"/{CMakeLists.txt,CITATION.cff,CHANGELOG.md,scripts,tests} "$folder/clone"
cd "$folder/clone" || exit 1
export GIT_AUTHOR_NAME=test GIT_AUTHOR_EMAIL=test GIT_COMMITTER_NAME=test GIT_COMMITTER_EMAIL=test

commit() {
  git add --all
  git commit --quiet --allow-empty --message test
}

# refuses CODE MESSAGE COMMAND…: it exits with the code, says the message, and leaves nothing.
refuses() {
  local code=$1 message=$2 got=0
  shift 2
  "$@" >"$folder/printed" 2>&1 || got=$?
  if [ "$got" -ne "$code" ] || [[ $(<"$folder/printed") != *"$message"* ]] || [ -e build ]; then
    echo "FAILED: $* exits with $got and prints"
    cat "$folder/printed"
    failures=$((failures + 1))
  fi
  rm -rf build
}

commit
refuses 2 "unexpected argument '--hepl'" scripts/quickstart --hepl
refuses 2 "unexpected argument 'more'" scripts/fetch_packages amd64 more
refuses 0 "Runs every test" tests/run --help
refuses 2 "there is no option --fast" scripts/release --fast
refuses 2 "--arch needs an architecture" scripts/release --arch
refuses 2 "there is no commit v99" scripts/release v99
refuses 2 "there is no option --fast" scripts/package --fast
refuses 2 "there is no archive none.tar.gz" scripts/package none.tar.gz
refuses 2 "the name of the archive is empty" scripts/package ''
refuses 2 "Debian 12 has no architecture 'arm65'" scripts/package --arch arm65
mv .git "$folder/git"
refuses 2 "this is not a git checkout" scripts/package
refuses 1 "this is not a git checkout" scripts/release
mv "$folder/git" .git

# A user, or a container, that may not have namespaces, whatever is installed.
mkdir "$folder/bin"
printf '#!/bin/sh\necho installed\n' >"$folder/bin/dpkg-query"
printf '#!/bin/sh\necho "unshare: not here" >&2\nexit 1\n' >"$folder/bin/unshare"
chmod +x "$folder"/bin/*
PATH=$folder/bin:$PATH refuses 1 "$(id -un) cannot make a clean Debian 12 on this machine:
  unshare: not here" scripts/package

echo >>README.md
refuses 1 " M README.md" scripts/release
git checkout --quiet README.md

sed -i '0,/^## /s/^## .*/## Unreleased/' CHANGELOG.md
commit
refuses 1 "the first heading of CHANGELOG.md says 'Unreleased'" scripts/release
sed -i 's/^version: .*/version: 99/' CITATION.cff
commit
refuses 1 "CITATION.cff says '99'" scripts/release
[ "$failures" -eq 0 ] && echo "passed"
exit $((failures > 0))
