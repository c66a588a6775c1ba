#include "core/run/set_aside.h"

#include <stdlib.h>
#include <string.h>

/* Where a game is in the list, or is to be inserted. */
static size_t place_of(const SetAside *a, uint64_t game) {
  size_t low = 0, high = a->count;
  while (low < high) {
    size_t middle = (low + high) / 2;
    if (a->game[middle] < game)
      low = middle + 1;
    else
      high = middle;
  }
  return low;
}

static bool reserve(SetAside *a, size_t count) {
  if (count <= a->capacity)
    return true;
  size_t capacity = count > 2 * a->capacity ? count : 2 * a->capacity;
  uint64_t *game = realloc(a->game, capacity * sizeof *game);
  if (!game)
    return false;
  a->game = game;
  a->capacity = capacity;
  return true;
}

bool set_aside_add(SetAside *a, uint64_t game, const Error *why) {
  size_t at = place_of(a, game);
  if (!reserve(a, a->count + 1))
    return false;
  memmove(a->game + at + 1, a->game + at, (a->count - at) * sizeof *a->game);
  a->game[at] = game;
  a->count++;
  if (at == 0)
    a->why = *why;
  return true;
}

bool set_aside_copy(SetAside *copy, const SetAside *a) {
  *copy = (SetAside){.why = a->why};
  if (a->count == 0)
    return true;
  if (!reserve(copy, a->count))
    return false;
  memcpy(copy->game, a->game, a->count * sizeof *a->game);
  copy->count = a->count;
  return true;
}

bool set_aside_has(const SetAside *a, uint64_t game) {
  size_t at = a->count ? place_of(a, game) : 0;
  return at < a->count && a->game[at] == game;
}

void set_aside_free(SetAside *a) {
  free(a->game);
  *a = (SetAside){.game = NULL};
}
