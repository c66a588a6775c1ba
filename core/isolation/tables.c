#include "core/isolation/tables.h"

#include "core/base/need.h"
#include "core/base/utf8.h"
#include <stdlib.h>

/* ---- texts ---------------------------------------------------------------*/

enum { POOL_MAX = 100000 /* texts of one game or bot */, WORDS_MAX = 1000 };

/* Takes over the memory; returns NULL if there is none, or too much. */
static void *pool_keep(TextPool *pool, void *memory) {
  if (!memory || pool->count == POOL_MAX) {
    free(memory);
    return NULL;
  }
  pool->texts = need_more(pool->texts, pool->count, sizeof *pool->texts);
  return pool->texts[pool->count++] = memory;
}

void cross_text(Message *m, const char **text, TextPool *pool) {
  if (m->writing) {
    message_put_text(m, *text);
    return;
  }
  char *copy = pool_keep(pool, message_get_copy(m));
  if (copy)
    utf8_clean(copy, "\n");
  else
    m->malformed = true;
  *text = copy ? copy : "";
}

const char *text_pool_find(TextPool *pool, const char *text) {
  for (size_t i = 0; i < pool->count; i++)
    if (strcmp(pool->texts[i], text) == 0)
      return pool->texts[i];
  const char *copy = pool_keep(pool, need_copy(text));
  return copy ? copy : "";
}

void text_pool_free(TextPool *pool) {
  for (size_t i = 0; i < pool->count; i++)
    free(pool->texts[i]);
  free(pool->texts);
}

/* The list itself is memory of the pool, like its words. */
void cross_words(Message *m, const char *const **words, TextPool *pool) {
  int count = 0;
  while (m->writing && *words && (*words)[count])
    count++;
  if (!CROSS(m, count, 0, WORDS_MAX)) {
    *words = NULL;
    return;
  }
  const char **list = (const char **)*words;
  if (!m->writing)
    list = pool_keep(pool, need_array((size_t)count + 1, sizeof *list));
  for (int i = 0; list && i < count; i++)
    cross_text(m, &list[i], pool);
  if (!list)
    m->malformed = true;
  *words = list;
}

/* ---- options -------------------------------------------------------------*/

/* Whether an option may have this value. */
static bool option_allows(const Option *o, int value) {
  int words = 0;
  while (o->type == OPTION_WORD && o->words && o->words[words])
    words++;
  return o->type == OPTION_WORD   ? value >= 0 && value < words
         : o->type == OPTION_FLAG ? value == 0 || value == 1
                                  : value >= o->min && value <= o->max;
}

static void cross_option(Message *m, Option *o, const Option *base,
                         TextPool *pool) {
  bool derives = o->derive;
  cross_text(m, &o->name, pool);
  CROSS(m, o->type, OPTION_INT, OPTION_WORD);
  CROSS(m, o->min, INT32_MIN, INT32_MAX);
  CROSS(m, o->max, o->min, INT32_MAX);
  CROSS(m, o->step, 0, INT32_MAX);
  CROSS(m, o->default_value, INT32_MIN, INT32_MAX);
  CROSS(m, derives, 0, 1);
  cross_words(m, &o->words, pool);
  cross_text(m, &o->derived, pool);
  cross_text(m, &o->help, pool);
  if (m->writing)
    return;
  const Option *same = derives && base ? options_find(base, o->name) : NULL;
  o->derive = same ? same->derive : NULL;
  if (!derives)
    o->derived = NULL;
  bool is_word = o->type == OPTION_WORD;
  if ((derives ? !o->derive : !option_allows(o, o->default_value)) ||
      is_word != (o->words != NULL))
    m->malformed = true;
}

void cross_options(Message *m, Option table[], const Option *base,
                   TextPool *pool) {
  int count = 0;
  while (m->writing && table[count].name)
    count++;
  CROSS(m, count, 0, OPTIONS_MAX);
  for (int i = 0; i < count; i++) {
    Option o = m->writing ? table[i] : (Option){0};
    cross_option(m, &o, base, pool);
    if (!m->writing)
      table[i] = o;
  }
  if (!m->writing)
    table[count] = (Option){NULL};
}

void cross_option_values(Message *m, const Option table[],
                         int values[OPTIONS_MAX]) {
  cross_bytes(m, values, OPTIONS_MAX * sizeof *values);
  if (m->writing)
    return;
  int count = 0;
  for (; table[count].name && !m->malformed; count++)
    m->malformed = !option_allows(&table[count], values[count]);
  if (m->malformed)
    count = 0;
  memset(values + count, 0, (size_t)(OPTIONS_MAX - count) * sizeof *values);
}

/* ---- fields --------------------------------------------------------------*/

/* The reader makes the grid, which fields_free frees. */
static void cross_grid(Message *m, Field *f) {
  static const GridShape EMPTY = {0};
  GridShape shape = m->writing ? f->grid->shape : EMPTY;
  CROSS(m, shape.columns, 1, GRID_SIDE_MAX);
  CROSS(m, shape.rows, 1, GRID_SIDE_MAX);
  CROSS(m, shape.hex, 0, 1);
  CROSS(m, shape.diagonals, 0, 1);
  CROSS(m, shape.symmetries, 0, UINT16_MAX);
  CROSS(m, shape.cells, 0, GRID_CELLS_MAX);
  cross_bytes(m, shape.place, (size_t)shape.cells * sizeof *shape.place);
  CROSS(m, shape.points, 0, GRID_POINTS_MAX);
  cross_bytes(m, shape.line, (size_t)shape.points * sizeof *shape.line);
  CROSS(m, shape.maps, 0, GRID_MAPS_MAX);
  cross_bytes(m, shape.map, (size_t)shape.maps * sizeof *shape.map);
  if (m->writing || m->malformed)
    return;
  Grid *grid = need(sizeof *grid);
  m->malformed = !grid_init(grid, &shape, NULL) || grid->cells != f->count;
  f->grid = grid;
}

static void cross_board(Message *m, Field *f, TextPool *pool) {
  cross_grid(m, f);
  cross_text(m, &f->marks, pool);
  CROSS(m, f->marked, 0, 1);
  CROSS(m, f->down, 0, 1);
  CROSS(m, f->points, 0, 1);
  CROSS(m, f->bare, 0, 1);
  if (!m->writing && strlen(f->marks) > FIELD_MARKS_MAX)
    m->malformed = true;
}

static void cross_field(Message *m, Field *f, size_t state_size,
                        TextPool *pool) {
  const int64_t unit = sizeof(int32_t), size = (int64_t)state_size;
  bool is_board = f->grid;
  cross_text(m, &f->name, pool);
  CROSS(m, f->offset, 0, size - unit);
  CROSS(m, f->count, 0, (size - (int64_t)f->offset) / unit);
  if (CROSS(m, is_board, 0, 1))
    cross_board(m, f, pool);
  cross_words(m, &f->words, pool);
  CROSS(m, f->numbered, 0, 1);
  CROSS(m, f->own, 0, f->count);
  if (m->writing)
    return;
  for (f->word_count = 0; f->words && f->words[f->word_count];)
    f->word_count++;
  if (f->offset % sizeof(int32_t) || (f->words && f->count && !f->numbered))
    m->malformed = true;
}

void cross_fields(Message *m, Field fields[], size_t state_size,
                  TextPool *pool) {
  int count = 0;
  while (m->writing && fields && fields[count].name)
    count++;
  CROSS(m, count, 0, REMOTE_FIELDS_MAX);
  for (int i = 0; i < count; i++) {
    Field f = m->writing ? fields[i] : (Field){0};
    cross_field(m, &f, state_size, pool);
    if (!m->writing)
      fields[i] = f;
  }
  if (!m->writing)
    fields[count] = (Field){NULL};
}

void fields_free(Field fields[]) {
  for (Field *f = fields; f->name; f++)
    free((Grid *)f->grid);
}
