/* A learned evaluation as a result: how good a file of weights (core/learn) is,
 * what it says of pieces and first moves, and how fair the game is between
 * players who use it. The file says how the learning went; the rest is
 * found by playing, the same each time. */
#ifndef BOARDLAB_ANALYSIS_EXPERIMENTS_LEARNED_H
#define BOARDLAB_ANALYSIS_EXPERIMENTS_LEARNED_H

#include "analysis/result/document.h"
#include "core/learn/weights.h"

typedef struct Learned {
  Game *game;
  int file; /* its number (core/base/given_file.h) */
  Network *network;
  WeightsAbout about;
} Learned;

/* Opens a file of weights and the game that its command names. The caller
 * closes it, also if that fails. */
bool learned_open(Learned *l, const char *path, Error *error);
void learned_close(Learned *l);

/* Plays, and fills in a document. */
bool learned_document(const Learned *l, Document *document, Error *error);

#endif
