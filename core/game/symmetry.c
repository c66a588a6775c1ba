#include "core/game/symmetry.h"

int fields_symmetries(const Field fields[]) {
  int symmetries = 0;
  bool first = true;
  for (const Field *f = fields; f && f->name; f++) {
    if (!f->grid)
      continue;
    if (!first && f->grid->shape.symmetries != symmetries)
      return -1;
    symmetries = f->grid->shape.symmetries;
    first = false;
  }
  return symmetries;
}

static const int32_t *cells_of(const State *state, const Field *f) {
  return (const int32_t *)((const char *)state + f->offset);
}

/* Compares images `a` and `b` of a position; -1 stands for the position. */
static int compare_images(const Game *game, const State *state, int a, int b) {
  for (const Field *f = game->fields; f->name; f++) {
    const int32_t *cells = cells_of(state, f);
    for (int i = 0; f->grid && i < f->grid->cells; i++) {
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
static void write_image(const Game *game, const State *state, int index,
                        char *image) {
  memcpy(image, state, game->state_size);
  for (const Field *f = game->fields; index >= 0 && f->name; f++)
    for (int i = 0; f->grid && i < f->grid->cells; i++)
      memcpy(image + f->offset + (size_t)i * sizeof(int32_t),
             &cells_of(state, f)[f->grid->image[index][i]], sizeof(int32_t));
}

void symmetry_key(const Game *game, const State *state, void *key) {
  int least = -1;
  for (int i = 0; i < symmetry_count(game); i++)
    if (compare_images(game, state, i, least) < 0)
      least = i;
  write_image(game, state, least, key);
}

void symmetry_set_key(Game *game, Rules *rules) {
  if (game->base || fields_symmetries(game->fields) <= 1)
    return;
  rules->key = symmetry_key;
  game->key_size = game->state_size;
}

static const Grid *first_grid(const Game *game) {
  const Field *f = game->fields;
  while (!f->grid)
    f++;
  return f->grid;
}

int symmetry_count(const Game *game) {
  return first_grid(game)->images;
}

const char *symmetry_name(const Game *game, int index) {
  int symmetries = first_grid(game)->shape.symmetries, s = 1;
  for (;; s++)
    if (symmetries >> s & 1 && index-- == 0)
      return grid_symmetry_name[s];
}

void symmetry_apply(const Game *game, const State *state, int index,
                    State *image) {
  write_image(game, state, index, (char *)image);
}
