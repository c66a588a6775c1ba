/* A second implementation of every game, to hold the fast one against.
 *
 * These are slow and obvious on purpose: plain arrays, one rule after the
 * other, every move tried out. They share no code with core/, not even a
 * header: they were written from the rules alone, and talk in text, so that a
 * misreading on one side shows up as a different list of moves.
 *
 * A position is a heap block made by `start` and released with free().
 * Seats are numbered from 1 here, as in the rules. */
#ifndef BOARDLAB_TESTS_CORE_GAMES_REFERENCE_REFERENCE_H
#define BOARDLAB_TESTS_CORE_GAMES_REFERENCE_REFERENCE_H

#include <stdbool.h>
#include <stddef.h>
#include <string.h>

enum { REF_TEXT = 32 };

/* The options that were given, by name. Booleans are 0 and 1; a choice is the
 * index of its word in the order in which the rules list the words. An option
 * that is absent has its default, which each reference works out for itself. */
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
  /* Whose turn it is, from 1. Meaningless once the game is over. */
  int (*seat)(const void *position);
  /* The texts of all legal moves in any order, each reachable result once and
   * under its first notation; none when the game is over. The caller frees
   * *texts. */
  size_t (*moves)(const void *position, char (**texts)[REF_TEXT]);
  /* Plays a move named by a text from `moves`. */
  void (*play)(void *position, const char *text);
  /* Whether the game is over; then *winners has bit s-1 set for every winning
   * seat s, and is 0 for a draw. */
  bool (*over)(const void *position, unsigned *winners);
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
