/* Shared by the files that read and find inputs. */
#ifndef BOARDLAB_CORE_LEARN_INPUTS_INTERNAL_H
#define BOARDLAB_CORE_LEARN_INPUTS_INTERNAL_H

#include "core/learn/inputs.h"

/* The numbers of a game: the fields of all its layers (the game, its base, …),
 * then the features of all of them. They are looked at in a copy of the state
 * that has room for the features behind it. */
typedef struct Source {
  const char *name;
  int count;
  const Grid *grid; /* of a board, or NULL */
  size_t at;        /* where they begin */
  int board;        /* which one of them it is, from 0 */
  bool usable;      /* as an input */
} Source;

typedef struct Sources {
  int count;
  Source *source;
  Grid *grid; /* of the features */
  size_t size;
} Sources;

void sources_find(const Game *game, Sources *sources);
void sources_free(Sources *sources);

/* Fills in what follows the state in `bytes`. */
void sources_add_features(const Game *game, char *bytes);

/* The class of a number that is so much above the least. */
int input_class(int64_t number);

/* What a view does with the numbers of a source. */
static inline SeatChange source_change(const Source *s, const InputView *v) {
  bool neutral = s->board < INPUT_BOARDS && v->neutral >> s->board & 1;
  return !s->grid ? v->lists : neutral ? SEATS_STAY : v->cells;
}

/* What becomes of a number, and of the place of one in its source, when the
 * seats go round until `first` is the first. */
int32_t input_change_number(SeatChange change, int seats, int first,
                            int32_t number);
int input_change_place(const Source *s, const InputView *view, int seats,
                       int first, int i);

#endif
