#include "core/game/symmetry.h"

/* The next grid after `f`, or the first if that is NULL, among the fields of a
 * game and its base games, from the outermost on; NULL if there is none. *layer
 * is the game that has it, *begins where the state of that game begins. */
static const Field *next_grid(const Game **layer, size_t *begins,
                              const Field *f) {
  f = f ? f + 1 : (*layer)->fields;
  for (;;) {
    while (f && f->name && !f->grid)
      f++;
    if (f && f->name)
      return f;
    *begins += (*layer)->base_offset;
    *layer = (*layer)->base;
    if (!*layer)
      return NULL;
    f = (*layer)->fields;
  }
}

/* For each grid `f` of the game, whose layer begins at `begins`. */
#define EACH_GRID(game, f)                                                     \
  const Game *layer = (game);                                                  \
  size_t begins = 0;                                                           \
  for (const Field *f = next_grid(&layer, &begins, NULL); f;                   \
       f = next_grid(&layer, &begins, f))

int game_symmetries(const Game *game) {
  const Grid *first = NULL;
  for (const Game *g = game; g->base; g = g->base)
    if (!g->keeps_symmetries)
      return 0;
  EACH_GRID(game, f) {
    if (first && (f->grid->shape.symmetries != first->shape.symmetries ||
                  f->grid->shape.maps || first->shape.maps))
      return -1;
    first = f->grid;
  }
  return first ? first->images : 0;
}

static const int32_t *cells_of(const State *state, size_t begins,
                               const Field *f) {
  return (const int32_t *)((const char *)state + begins + f->offset);
}

/* Compares images `a` and `b` of a position; -1 stands for the position. */
static int compare_images(const Game *game, const State *state, int a, int b) {
  EACH_GRID(game, f) {
    const int32_t *cells = cells_of(state, begins, f);
    for (int i = 0; i < f->grid->cells; i++) {
      int32_t x = cells[a < 0 ? i : f->grid->image[a][i]];
      int32_t y = cells[b < 0 ? i : f->grid->image[b][i]];
      if (x != y)
        return x < y ? -1 : 1;
    }
  }
  return 0;
}

/* Cell i of the image has the value of cell image[i], so this is the inverse of
 * the symmetry, which is one of them, too. The image is a key: bytes that need
 * not be aligned. */
void symmetry_apply(const Game *game, const State *state, int index, void *to) {
  char *image = memcpy(to, state, game->state_size);
  if (index < 0)
    return;
  EACH_GRID(game, f)
  for (int i = 0; i < f->grid->cells; i++)
    memcpy(image + begins + f->offset + (size_t)i * sizeof(int32_t),
           &cells_of(state, begins, f)[f->grid->image[index][i]],
           sizeof(int32_t));
}

void symmetry_key(const Game *game, const State *state, void *key) {
  int least = -1;
  for (int i = 0; i < symmetry_count(game); i++)
    if (compare_images(game, state, i, least) < 0)
      least = i;
  symmetry_apply(game, state, least, key);
}

void symmetry_set_key(Game *game, Rules *rules) {
  if (game_symmetries(game) <= 0)
    return;
  rules->key = symmetry_key;
  game->key_size = game->state_size;
}

static const Grid *first_grid(const Game *game) {
  size_t begins = 0;
  return next_grid(&game, &begins, NULL)->grid;
}

int symmetry_count(const Game *game) {
  return first_grid(game)->images;
}

const char *symmetry_name(const Game *game, int index) {
  return grid_image_name(first_grid(game), index);
}
