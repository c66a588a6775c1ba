#!/usr/bin/env bash
# scripts/fetch_packages downloads every package of the build with its dependencies, from
# an archive of empty packages in a folder. Argument: the root of the sources. Exits with 77
# where there is no apt-get.
set -u
root=$1
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
failures=0
if ! command -v apt-get >/dev/null; then
  echo "SKIPPED: there is no apt-get"
  exit 77
fi
mkdir "$folder/scripts" "$folder/archive"
cp "$root"/scripts/{fetch_packages,packages.txt,setup.sh} "$folder/scripts"
cd "$folder" || exit 1

fail() {
  cat log
  echo "FAILED: $1"
  failures=$((failures + 1))
}

# add PACKAGE DEPENDENCY: adds an empty package to the archive.
add() {
  local file=$1_1_all.deb
  mkdir -p "$1/DEBIAN"
  printf '%s\n' "Package: $1" "Version: 1" "Architecture: all" "Maintainer: nobody" "Depends: $2" \
    "Description: nothing" >"$1/DEBIAN/control"
  dpkg-deb --build --root-owner-group -Znone "$1" "archive/$file" >/dev/null
  {
    cat "$1/DEBIAN/control"
    echo "Filename: $file"
    echo "Size: $(stat -c %s "archive/$file")"
    echo "SHA256: $(sha256sum "archive/$file" | cut -d ' ' -f 1)"
    echo
  } >>Packages
}

for package in $(awk '$1 == "build" { print $2 }' scripts/packages.txt) unwanted; do
  add "$package" common
done
add common "common | nothing"
cd archive || exit 1
for arch in amd64 arm64; do
  mkdir -p "dists/stable/main/binary-$arch"
  cp ../Packages "dists/stable/main/binary-$arch"
done
(
  echo "Suite: stable"
  echo "Date: $(LC_ALL=C date -u '+%a, %d %b %Y %H:%M:%S UTC')"
  echo "SHA256:"
  cd dists/stable && for file in main/*/Packages; do
    echo " $(sha256sum "$file" | cut -d ' ' -f 1) $(stat -c %s "$file") $file"
  done
) >../Release
mv ../Release dists/stable
cd ..
echo "deb [trusted=yes] copy:$folder/archive stable main" >sources.list
echo "Dir::Etc::sourcelist \"$folder/sources.list\"; Dir::Etc::sourceparts \"-\";" >apt.conf
export APT_CONFIG=$folder/apt.conf

scripts/fetch_packages arm64 >log 2>&1 || fail "fetch_packages arm64 failed"
{ awk '$1 == "build" { print $2 }' scripts/packages.txt; echo common; } | sort >wanted
find build/packages -type f | sed -n 's:^build/packages/arm64/\(.*\)_1_all.deb$:\1:p' | sort >found
diff wanted found || fail "these are not the packages of the list, and what they need"
[ "$(find build/packages | wc -l)" -eq $((2 + $(wc -l <wanted))) ] || fail "other files are left in build/packages"
scripts/fetch_packages i286 >log 2>&1 && fail "fetch_packages succeeds for i286, which there is not"
grep -q "no packages for 'i286'" log || fail "fetch_packages does not say that there is no i286"
[ "$failures" -eq 0 ] && echo "passed"
