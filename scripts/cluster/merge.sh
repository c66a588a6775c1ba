#!/usr/bin/env bash
# Merges the shards of a run. Called by parallel.sh and slurm.sh when all shards
# are complete. Sources nothing, as Slurm runs a copy of it.
#
# merge.sh FOLDER SHARDS FROM BOARDLAB [FLAG…]
#   FOLDER   for the merged run; the shards are in FOLDER.shards
#   FROM     the folder that relative paths refer to
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

# The merged run appears under its name only when it is complete; a merge that is
# killed leaves this folder.
new=$parts/merging
rm -rf "$new"
text=$("$boardlab" merge "${list[@]}" --out "$new" "$@")
mv -T "$new" "$folder"
in_quotes() { printf '%s' "${1//\'/\'\\\'\'}"; } # as in a command that boardlab prints
text=${text//"$new"/"$folder"}
printf '%s\n' "${text//"$(in_quotes "$new")"/"$(in_quotes "$folder")"}"
