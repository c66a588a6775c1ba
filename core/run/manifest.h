/* Manifests: what the results in a folder are, how they were made and how far
 * they have come.
 *
 * Runs, sweeps, ladders and tunings each have one, run.json, sweep.json and so
 * on (result_dir.h). All name the build and the command (made.h), and are
 * sealed files: reading one that was edited fails. That of a run holds
 * everything needed to identify, resume, merge and replay it: the full specs,
 * the seed, the limits, the hashes of the source files, and the checkpoint of
 * each CSV file.
 */
#ifndef BOARDLAB_CORE_RUN_MANIFEST_H
#define BOARDLAB_CORE_RUN_MANIFEST_H

#include "core/run/checkpoints.h"
#include "core/run/result_dir.h"
#include "core/run/run.h"
#include <jansson.h>

/* ---- of every kind -------------------------------------------------------*/

/* Reads a manifest and checks that it says how it was made. The caller frees
 * it. */
json_t *manifest_load(const char *dir, ResultKind kind, Error *error);

/* Writes a manifest, atomically; fails if it is NULL, when out of memory. */
bool manifest_store(const char *dir, ResultKind kind, const json_t *manifest,
                    Error *error);

/* Adds the source files with their hashes, and the texts of definitions that
 * scripts have made. */
bool manifest_add_files(json_t *manifest, SourceHashes *sources);

/* Makes `sources` refuse, from now on, source files whose hashes differ from
 * those in the manifest. */
bool manifest_expect_files(const json_t *manifest, SourceHashes *sources,
                           Error *error);

/* The length and checksum of a file, as manifests have them. */
json_t *manifest_checkpoint(Checkpoint checkpoint);

/* ---- of runs -------------------------------------------------------------*/

/* A manifest as read from a file. Owns the JSON. */
typedef struct Manifest {
  json_t *json;
  int shard, shards;
  uint64_t games;        /* of the whole run */
  uint64_t first, count; /* of this shard */
  const char *until;     /* the stopping rule, in the JSON; or "" */
  RunProgress progress;
} Manifest;

bool manifest_read(Manifest *manifest, const char *dir, Error *error);
void manifest_free(Manifest *manifest);

/* Writes the manifest of a run into its folder, atomically. */
bool manifest_write(const Run *run, const char *dir,
                    const RunProgress *progress, Error *error);

/* Checks that a manifest belongs to a run or to any of its shards, whichever
 * build has played it; the message says what differs. With
 * `longer` the run may have more games than the manifest. */
bool manifest_fits(const Manifest *manifest, const Run *run, bool longer,
                   Error *error);

/* Makes `sources` keep the texts of the definitions of scripts that the run was
 * played with, so that its game and bots can be opened without the script. A
 * run that is resumed must not have them: its script defines them again. */
bool manifest_supply_definitions(const Manifest *manifest,
                                 SourceHashes *sources, Error *error);

/* Reads what the run was before it was given more games into run->raised,
 * run->dropped and run->tally.raised. */
bool manifest_restore_raised(const Manifest *manifest, Run *run);

/* Adds to run->raised that the run has had this stopping rule, or "", and the
 * games that it has now; once, if that is recorded already. */
void manifest_raise(Run *run, const char *until);

/* Restores the run a manifest describes, without its game and with an empty
 * tally. The caller closes it. */
bool manifest_restore(const Manifest *manifest, Run *run, Error *error);

#endif
