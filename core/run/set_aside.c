#include "core/run/set_aside.h"

#include "core/base/need.h"
#include "core/base/number.h"
#include <stdlib.h>
#include <string.h>

void set_aside_add(SetAside *a, uint64_t game, const Error *why) {
  size_t at = number_place(a->game, a->count, game);
  a->game = need_more(a->game, a->count, sizeof *a->game);
  memmove(a->game + at + 1, a->game + at, (a->count - at) * sizeof *a->game);
  a->game[at] = game;
  a->count++;
  if (at == 0)
    a->why = *why;
}

void set_aside_copy(SetAside *copy, const SetAside *a) {
  *copy = (SetAside){0};
  for (size_t i = 0; i < a->count; i++)
    set_aside_add(copy, a->game[i], &a->why);
}

bool set_aside_has(const SetAside *a, uint64_t game) {
  size_t at = number_place(a->game, a->count, game);
  return at < a->count && a->game[at] == game;
}

void set_aside_free(SetAside *a) {
  free(a->game);
  *a = (SetAside){.game = NULL};
}
