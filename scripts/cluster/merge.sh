#!/usr/bin/env bash
# Merges the shards of a run. Called by parallel.sh and slurm.sh when all are
# complete. Stands alone, as Slurm runs a copy of it.
#
# merge.sh FOLDER SHARDS FROM BOARDLAB [FLAG…]
#   FOLDER   the whole run's; that of the shards is FOLDER.shards
#   FROM     where relative paths begin
set -euo pipefail
folder=$1 shards=$2 from=$3 boardlab=$4
shift 4
parts=$folder.shards

cd "$from"
exec 9>>"$parts/locks/merge"
flock 9 2>/dev/null || true
if grep -qs '^ *"complete": true' "$folder/run.json"; then
  exit 0
fi

list=()
for ((part = 1; part <= shards; part++)); do
  list+=("$parts/$part")
done

# The folder appears when it is whole: a merge that was killed left only this.
new=$parts/merging
rm -rf "$new"
text=$("$boardlab" merge "${list[@]}" --out "$new" "$@")
mv -T "$new" "$folder"
printf '%s\n' "${text//"$new"/"$folder"}"
