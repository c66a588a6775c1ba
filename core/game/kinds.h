/* Kinds of fields: what the numbers of a field are on the table. A field that
 * has a kind is shown in every view, without any work in the rules: cards in
 * hands and decks, dice, scores and counters.
 *
 * A card is its number, from 1; 0 is no card, and KIND_HIDDEN a card that the
 * seat does not see, which Rules.observe writes. A hand has slots, as many for
 * each seat; or, with `places`, a number for each card, which says where it is:
 * in the hand of seat 1, 2, …, or at one of the places. KIND_HIDDEN there is a
 * card of which the seat does not know where it is, and KIND_HIDDEN - s, of as
 * many of these as seat s has, counts as one in its hand. A deck is a number,
 * how many cards it has, or a list of cards. A die is the face that shows; 0
 * before it is rolled. */
#ifndef BOARDLAB_CORE_GAME_KINDS_H
#define BOARDLAB_CORE_GAME_KINDS_H

#include "core/game/scene.h"

/* In the order in which they are shown. */
typedef enum KindType {
  KIND_SCORE,
  KIND_COUNTER,
  KIND_DIE,
  KIND_DECK,
  KIND_HAND,
  KINDS
} KindType;

/* Their names, ended by NULL. */
extern const char *const KIND_NAMES[];

enum { KIND_HIDDEN = -1 };

/* A place of cards, besides the hands. */
typedef struct KindPlace {
  const char *name;
  int32_t value;
  bool pile; /* only the number of cards is shown */
} KindPlace;

struct FieldKind {
  uint8_t type; /* a KindType */
  int each;     /* numbers of each seat; 0 if they are nobody's */
  /* Of cards, faces and counters 1, 2, …, or NULL: then their numbers. */
  const char *const *names;
  int name_count;
  const KindPlace *places; /* ended by one without a name; or NULL */
};

/* Whether a field may have this number: a card, a face, a number of cards. */
bool kind_allows(const Field *f, int32_t number);

/* For Rules.scene: adds what the fields with a kind show in a position of a
 * game with so many seats. What is beside the board is put in the order of the
 * seats, nobody's last. */
void scene_add_kinds(const Field fields[], const State *state, int seats,
                     Scene *scene);

#endif
