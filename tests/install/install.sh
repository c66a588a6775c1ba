#!/usr/bin/env bash
# install.sh ROOT FOLDER [PAGE]: checks the sources in ROOT out, builds them once, installs the build in every way, and
# removes the checkout. PAGE is that of `boardlab export`, which is not built again. The other tests of this folder use
# what is then in FOLDER:
#   home        the home of a user who has called `luarocks make --local`
#   a prefix    by `cmake --install --prefix`
#   staged      the root of a system, by DESTDIR; the prefix is /opt/boardlab
#   package     the Debian package
set -euo pipefail
root=$1 folder=$2 page=${3-}
source=$folder/source
build=$source/build.luarocks # where luarocks builds

# What `git clone` would give once the changes in ROOT are committed. An archive of the sources has no history.
check_out() {
  if [ ! -e "$root/.git" ] || ! git clone --quiet "$root" "$source"; then
    echo "ROOT is not a git checkout: its files are copied"
    mkdir "$source"
    find "$root" -mindepth 1 -maxdepth 1 ! -name build -exec cp -r -t "$source" {} +
    return
  fi
  git -C "$root" diff --binary HEAD | git -C "$source" apply --allow-empty
  (cd "$root" && git ls-files -z --others --exclude-standard | xargs -0 -r cp -P --parents -t "$source")
}

# quietly COMMAND…: prints what it prints only if it fails.
quietly() {
  "$@" >"$folder/log" 2>&1 || { cat "$folder/log"; exit 1; }
}

rm -rf "$folder"
mkdir -p "$folder"
(umask 077 && check_out) # what is installed is for all users nevertheless
cd "$source"
# Not to be fast, but to be built fast: also without messages, each of which starts a process of cmake. For every
# processor, as packages are.
sed -i 's/CMAKE_BUILD_TYPE = "Release"/CMAKE_BUILD_TYPE = "None", CMAKE_RULE_MESSAGES = "OFF", BOARDLAB_NATIVE = "OFF", BOARDLAB_EXPORT = "OFF", BOARDLAB_EXPORT_PAGE = "'"${page//\//\\/}"'"/' \
  lua/boardlab-scm-1.rockspec
quietly luarocks --lua-version 5.4 lint lua/boardlab-scm-1.rockspec
HOME=$folder/home quietly luarocks --lua-version 5.4 make --local lua/boardlab-scm-1.rockspec

# The same objects, configured as without LuaRocks.
quietly cmake -S . -B "$build" -U BOARDLAB_MODULE_DIR -D CMAKE_INSTALL_PREFIX=/opt/boardlab
quietly cmake --build "$build"
quietly cmake --install "$build" --prefix "$folder/a prefix"
quietly cmake --install "$build" --prefix "$folder/to remove"
xargs --delimiter '\n' rm <"$build/install_manifest.txt" # as scripts/install.md says
[ -z "$(find "$folder/to remove" ! -type d)" ] || { find "$folder/to remove" ! -type d; echo "FAILED: these are left"; exit 1; }
rm -r "$folder/to remove"
DESTDIR=$folder/staged quietly cmake --install "$build"

# The same objects, configured as the preset `package` does.
quietly cmake -S . -B "$build" -U BOARDLAB_MODULE_DIR -U CMAKE_INSTALL_LIBDIR -D CMAKE_INSTALL_PREFIX=/usr
quietly cmake --build "$build"
quietly cpack --config "$build/CPackConfig.cmake" -B "$build/packed" -D CPACK_DEBIAN_COMPRESSION_TYPE=gzip
mkdir "$folder/package"
mv "$build"/packed/*.deb "$folder/package"

cd "$folder"
rm -r "$source"
echo "installed in every way"
