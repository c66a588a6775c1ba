/* A second implementation of every game, to compare the fast one with. These
 * are slow and simple on purpose: plain arrays, one rule after the other, every
 * move tried. They share no code with core/, not even a header. They were
 * written from the rules alone and communicate in text, so that a misreading on
 * either side shows up as a different list of moves. A position is a heap block
 * that `start` allocates and the caller frees with free(). Seats are numbered
 * from 1 here, as in the rules. */
#ifndef BOARDLAB_TESTS_CORE_GAMES_REFERENCE_REFERENCE_H
#define BOARDLAB_TESTS_CORE_GAMES_REFERENCE_REFERENCE_H

#include <stdbool.h>
#include <stddef.h>
#include <string.h>

enum { REF_TEXT = 32 };

/* The options given, by name. A flag is 0 or 1; a word is its index in the
 * order in which the rules list the words. An option that is absent has its
 * default, which each reference works out itself. */
typedef struct RefOptions {
  size_t count;
  struct {
    const char *name;
    int value;
  } given[16];
} RefOptions;

typedef struct Reference {
  const char *name;
  void *(*start)(const RefOptions *options);
  /* The seat to move, from 1. Meaningless once the game is over. */
  int (*seat)(const void *position);
  /* Lists the texts of all legal moves in any order, each reachable result once
   * and under its first notation; none if the game is over. The caller frees
   * *texts. */
  size_t (*moves)(const void *position, char (**texts)[REF_TEXT]);
  /* Plays a move named by a text from `moves`. */
  void (*play)(void *position, const char *text);
  /* Whether the game is over. If so, *winners has bit s-1 set for every winning
   * seat s; it is 0 for a draw. */
  bool (*over)(const void *position, unsigned *winners);
  /* Takes a seat out of a game in progress; NULL if the rules do not say how.
   * `is_in` is whether a seat is still in the game. */
  void (*withdraw)(void *position, int seat);
  bool (*is_in)(const void *position, int seat);
} Reference;

extern const Reference reference_dorix;
extern const Reference reference_tictacdoh;
extern const Reference reference_quoridor;
extern const Reference reference_orbital;

static inline int ref_option(const RefOptions *options, const char *name,
                             int fallback) {
  for (size_t i = 0; i < options->count; i++)
    if (strcmp(options->given[i].name, name) == 0)
      return options->given[i].value;
  return fallback;
}

#endif
