#include "core/run/set_aside.h"

#include "core/base/need.h"
#include "core/base/number.h"
#include <stdlib.h>
#include <string.h>

static void set_aside_reserve(SetAside *a, size_t count) {
  if (count <= a->capacity)
    return;
  a->capacity = count > 2 * a->capacity ? count : 2 * a->capacity;
  a->game = need_resized(a->game, a->capacity * sizeof *a->game);
}

void set_aside_add(SetAside *a, uint64_t game, const Error *why) {
  size_t at = number_place(a->game, a->count, game);
  set_aside_reserve(a, a->count + 1);
  memmove(a->game + at + 1, a->game + at, (a->count - at) * sizeof *a->game);
  a->game[at] = game;
  a->count++;
  if (at == 0)
    a->why = *why;
}

void set_aside_copy(SetAside *copy, const SetAside *a) {
  *copy = (SetAside){.why = a->why, .count = a->count};
  if (a->count == 0)
    return;
  set_aside_reserve(copy, a->count);
  memcpy(copy->game, a->game, a->count * sizeof *a->game);
}

bool set_aside_has(const SetAside *a, uint64_t game) {
  size_t at = number_place(a->game, a->count, game);
  return at < a->count && a->game[at] == game;
}

void set_aside_free(SetAside *a) {
  free(a->game);
  *a = (SetAside){.game = NULL};
}
