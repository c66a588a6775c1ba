/* The manifest of a run, run.json: what the run is and how far it has come.
 *
 * It holds everything needed to identify, resume, merge and replay the run: the
 * full specs, the seed, the limits, the hashes of the source files, and the
 * checkpoint of each CSV file. It is a sealed file: reading one that was edited
 * fails. */
#ifndef BOARDLAB_CORE_RUN_MANIFEST_H
#define BOARDLAB_CORE_RUN_MANIFEST_H

#include "core/run/checkpoints.h"
#include "core/run/run.h"

/* A manifest as read from a file. Owns the JSON. */
typedef struct Manifest {
  struct json_t *json;
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
 * build has played it (see build_name.h); the message says what differs. With
 * `longer` the run may have more games than the manifest. */
bool manifest_fits(const Manifest *manifest, const Run *run, bool longer,
                   Error *error);

/* Makes `sources` refuse, from now on, source files whose hashes differ from
 * those in the manifest. */
bool manifest_expect_files(const Manifest *manifest, SourceHashes *sources,
                           Error *error);

/* Makes `sources` keep the texts of the definitions of scripts that the run was
 * played with, so that its game and bots can be opened without the script. A
 * run that is resumed must not have them: its script defines them again. */
bool manifest_supply_definitions(const Manifest *manifest,
                                 SourceHashes *sources, Error *error);

/* What the manifests of runs and of experiments have in common. The new JSON
 * values are the caller's, or NULL.
 *
 * manifest_bots: the specs of the bots in the order of the first seating, or of
 * all bots of a tournament; with `full`, every option is spelled out.
 * manifest_add_files: adds the source files with their hashes, and the texts of
 * definitions that scripts have made; manifest_expect is
 * manifest_expect_files for the hashes. manifest_difference reports that a key
 * has another value than wanted, and returns false. manifest_checkpoint: the
 * length and checksum of a file. */
struct json_t *manifest_bots(const Run *run, bool full);
bool manifest_add_files(struct json_t *json, SourceHashes *sources);
bool manifest_expect(struct json_t *files, SourceHashes *sources, Error *error);
bool manifest_difference(const char *key, struct json_t *there,
                         struct json_t *wanted, Error *error);
struct json_t *manifest_checkpoint(Checkpoint checkpoint);

/* Reads what the run was before it was given more games into run->raised,
 * run->dropped and run->tally.raised. */
bool manifest_restore_raised(const Manifest *manifest, Run *run);

/* Adds to run->raised that the run has had this stopping rule, or "", and the
 * games that it has now; once, if that is recorded already. */
bool manifest_raise(Run *run, const char *until);

/* Restores the run a manifest describes, without its game and with an empty
 * tally. The caller closes it. */
bool manifest_restore(const Manifest *manifest, Run *run, Error *error);

#endif
