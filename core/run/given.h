/* The games of a collected run: not played here but given, each as a game file.
 *
 * Who plays a game, and from which random stream its first position is drawn,
 * then follows from no plan: it is listed in the manifest, with what else is
 * known of the game, and in games.csv. A list owns its texts. */
#ifndef BOARDLAB_CORE_RUN_GIVEN_H
#define BOARDLAB_CORE_RUN_GIVEN_H

#include "core/game/gamefile.h"
#include <jansson.h>

typedef struct GivenGame {
  char *file;            /* as it was named */
  uint64_t seed, index;  /* its random stream */
  char *seat[SEATS_MAX]; /* "human" or the spec of a bot */
  char *name[SEATS_MAX]; /* of the human; "" if it was not typed */
  int undos, hints;
  size_t seating; /* set by schedule_give */
} GivenGame;

typedef struct GivenGames {
  GivenGame *game;
  size_t count;
} GivenGames;

/* What a game file says. Texts become valid UTF-8 on one line; a seat of which
 * it does not say who plays it is a human's. */
GivenGame given_of_file(const GameFile *file, const char *path);
void given_game_free(GivenGame *game);

/* Adds a game, which it takes over. */
void given_add(GivenGames *list, const GivenGame *game);
void given_free(GivenGames *list);

/* To the manifest, and back; false if it is not such a list, of games with so
 * many seats. */
json_t *given_json(const GivenGames *list, int seats);
bool given_read(GivenGames *list, const json_t *json, int seats);

#endif
