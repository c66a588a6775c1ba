#!/usr/bin/env bash
# The commit that a build names: of a checkout, of changed sources, of an archive, and of sources that have none.
# Argument: the root of the sources.
set -euo pipefail
source=$1
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
# This test may itself be run by a hook.
unset GIT_DIR GIT_WORK_TREE GIT_INDEX_FILE

# expect COMMIT ROOT: what version.cmake writes about the sources in ROOT.
expect() {
  cmake -DVERSION=1.2.3 -DSOURCE="$folder/$2" -DGIT="$(command -v git)" -DOUT="$folder/version.c" \
    -P "$2/core/base/version.cmake"
  local short=${1:0:12}
  [[ $1 == *+ ]] && short+=+
  if ! grep -qxF "const char version_commit[] = \"$1\";" version.c ||
    ! grep -qxF "const char version_text[] = \"1.2.3 (commit $short)\";" version.c; then
    echo "expected the commit $1 of $2:"
    cat version.c
    exit 1
  fi
}

mkdir -p checkout/core/base checkout/analysis checkout/lua checkout/cli
cp "$source/.gitattributes" checkout/
# In an unpacked archive the commit is filled in already.
# shellcheck disable=SC2016 # for Git
sed -E 's/^(set\(commit ")[0-9a-f]{40}("\))$/\1$Format:%H$\2/' "$source/core/base/version.cmake" >checkout/core/base/version.cmake
touch checkout/CMakeLists.txt checkout/lua/bot.lua
git init -q checkout
git -C checkout add .
git -C checkout -c user.name=test -c user.email=test@localhost commit -qm first
commit=$(git -C checkout rev-parse HEAD)
expect "$commit" checkout

# The same commit: the file is left alone, so that nothing is compiled again.
touch -d 2001-01-01 version.c
expect "$commit" checkout
[ version.c -ot checkout ] || { echo "version.c was written again"; exit 1; }

# Results in the checkout are no change of the sources; an edit is one, and so is a new file.
mkdir checkout/runs && touch checkout/runs/run.json
expect "$commit" checkout
echo "-- more" >>checkout/lua/bot.lua
expect "$commit+" checkout
git -C checkout checkout -q lua/bot.lua
expect "$commit" checkout
touch checkout/core/base/new.c
expect "$commit+" checkout
rm checkout/core/base/new.c

# An archive knows its commit, in whatever folder it is unpacked.
git -C checkout archive --prefix=archive/ HEAD | tar x
expect "$commit" archive

# The repository is that of the sources, whatever Git's variables say, as in a hook of another one.
git init -q other
git -C other -c user.name=test -c user.email=test@localhost commit -q --allow-empty -m other
(export GIT_DIR="$folder/other/.git" GIT_WORK_TREE="$folder/other" GIT_INDEX_FILE="$folder/other/index" && expect "$commit" checkout)

# A copy without Git's files has none, nor has one within another repository.
mkdir copy && cp -r checkout/core copy
expect unknown copy
mv copy checkout/copy
expect unknown checkout/copy
echo "every commit is named as it should be"
