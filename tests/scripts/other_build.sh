#!/usr/bin/env bash
# What same_output.sh ignores: the version and the commit of builds that differ in them, and nothing else. Argument: the path
# of boardlab. The builds compared here are scripts that print little and copy one run of it.
tests=$(realpath "$(dirname "$0")")
. "$tests/../support/expect.sh"
play run tictacdoh --games 2
program=$tests/same_output.sh

# build NAME COMMIT [EDIT [FILE]]: a build of that commit whose runs differ in one file, run.json if none is given.
build() {
  cat >"$1" <<END
#!/bin/sh
case \$1 in
--version) echo "boardlab 1.2.3 (commit $2)" ;;
simulate)
  for out; do :; done
  cp -r '$folder/run' "\$out"
  sed -i 's/"commit": "[^"]*"/"commit": "$2"/; s/"xxh64": "[^"]*"/"xxh64": "of $2"/' "\$out/run.json"
  sed -i '${3-}' "\$out/${4-run.json}"
  ;;
*) echo "\$@" ;;
esac
END
  chmod +x "$1"
}

build one abc
build copy abc
run 0 ./one ./copy
out "the same output"
lacks "names of the builds"

build newer def
run 0 ./one ./newer
out "the same output, apart from the names of the builds: boardlab 1.2.3 (commit abc), boardlab 1.2.3 (commit def)"

# differs COMMIT EDIT [FILE]: a build of that commit and `one` do not give the same output.
differs() {
  build different "$@"
  run 1 ./one ./different
  lacks "the same output"
}
for commit in abc def; do
  differs "$commit" 's/"seed": 1,/"seed": 2,/'
  differs "$commit" 's/"title": "/"title": "The /'
  differs "$commit" 's/"checksum": "./"checksum": "/'
  differs "$commit" 2d games.csv
done
# Builds of one commit are compared with everything.
differs abc 's/"commit": "abc"/"commit": "def"/'
differs abc 's/"xxh64": "of abc"/"xxh64": "of another"/'
conclude
