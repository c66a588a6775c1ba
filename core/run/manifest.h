/* The manifest of a run, run.json: what the run is, and how far it has come. */
#ifndef BOARDLAB_CORE_RUN_MANIFEST_H
#define BOARDLAB_CORE_RUN_MANIFEST_H

#include "core/base/checked_file.h"
#include "core/run/run.h"

/* How far a run has come: its files up to these marks hold so many games. */
typedef struct Progress {
  uint64_t played;
  bool complete;
  Checkpoint games, moves;
} Progress;

/* A manifest that was read. */
typedef struct Manifest {
  struct json_t *json;
  int shard, shards;
  uint64_t games;        /* of the whole run */
  uint64_t first, count; /* of this shard */
  Progress progress;
} Manifest;

bool manifest_read(Manifest *manifest, const char *dir, Error *error);
void manifest_free(Manifest *manifest);

/* Writes that of a run into its folder. */
bool manifest_write(const Run *run, const char *dir, const Progress *progress,
                    Error *error);

/* Whether a manifest is that of a run, whichever part of it; the message says
 * what differs. With `longer` it may have fewer games. */
bool manifest_fits(const Manifest *manifest, const Run *run, bool longer,
                   Error *error);

/* From now on the files of a run must be as a manifest says. */
bool manifest_expect_files(const Manifest *manifest, SourceHashes *sources,
                           Error *error);

/* The run that a manifest tells of, as it was opened then, but without its game
 * and with nothing counted yet. The caller closes it. */
bool manifest_restore(const Manifest *manifest, Run *run, Error *error);

#endif
