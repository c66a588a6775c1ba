#include "core/isolation/tables.h"

#include "core/base/utf8.h"
#include <stdlib.h>

/* ---- texts ---------------------------------------------------------------*/

enum { POOL_MAX = 100000 }; /* texts of one game or bot */

static bool keep(TextPool *pool, char *text) {
  if (pool->count == pool->capacity) {
    size_t capacity = pool->capacity ? 2 * pool->capacity : 32;
    char **texts = pool->count < POOL_MAX
                       ? realloc(pool->texts, capacity * sizeof *texts)
                       : NULL;
    if (!texts)
      return false;
    pool->texts = texts;
    pool->capacity = capacity;
  }
  pool->texts[pool->count++] = text;
  return true;
}

const char *text_pool_get(TextPool *pool, Message *m) {
  char *text = message_get_copy(m);
  if (!text || !keep(pool, text)) {
    free(text);
    m->malformed = true;
    return "";
  }
  utf8_clean(text, "\n");
  return text;
}

const char *text_pool_find(TextPool *pool, const char *text) {
  for (size_t i = 0; i < pool->count; i++)
    if (strcmp(pool->texts[i], text) == 0)
      return pool->texts[i];
  char *copy = strdup(text);
  if (copy && keep(pool, copy))
    return copy;
  free(copy);
  return "";
}

void text_pool_free(TextPool *pool) {
  for (size_t i = 0; i < pool->count; i++)
    free(pool->texts[i]);
  free(pool->texts);
}

/* ---- options -------------------------------------------------------------*/

enum { WORDS_MAX = 1000 };

static void put_words(Message *m, const char *const *words) {
  int count = 0;
  while (words && words[count])
    count++;
  message_put_int(m, count);
  for (int i = 0; i < count; i++)
    message_put_text(m, words[i]);
}

void options_put(Message *m, const Option table[]) {
  for (const Option *o = table; o->name; o++) {
    message_put_int(m, 1);
    message_put_text(m, o->name);
    message_put_int(m, o->type);
    message_put_int(m, o->min);
    message_put_int(m, o->max);
    message_put_int(m, o->step);
    message_put_int(m, o->default_value);
    message_put_int(m, o->derive != NULL);
    put_words(m, o->words);
    message_put_text(m, o->derived);
    message_put_text(m, o->help);
  }
  message_put_int(m, 0);
}

/* The list itself is memory of the pool, like its words. */
static const char *const *get_words(Message *m, TextPool *pool) {
  int count = (int)message_get_int(m, 0, WORDS_MAX);
  if (!count)
    return NULL;
  const char **words = calloc((size_t)count + 1, sizeof *words);
  if (!words || !keep(pool, (char *)words)) {
    free(words);
    m->malformed = true;
    return NULL;
  }
  for (int i = 0; i < count; i++)
    words[i] = text_pool_get(pool, m);
  return words;
}

/* Whether an option may have this value. */
static bool is_value(const Option *o, int value) {
  int words = 0;
  while (o->type == OPTION_WORD && o->words && o->words[words])
    words++;
  return o->type == OPTION_WORD   ? value >= 0 && value < words
         : o->type == OPTION_FLAG ? value == 0 || value == 1
                                  : value >= o->min && value <= o->max;
}

static void get_option(Message *m, Option *o, const Option *base,
                       TextPool *pool) {
  o->name = text_pool_get(pool, m);
  o->type = (OptionType)message_get_int(m, OPTION_INT, OPTION_WORD);
  o->min = (int)message_get_int(m, INT32_MIN, INT32_MAX);
  o->max = (int)message_get_int(m, o->min, INT32_MAX);
  o->step = (int)message_get_int(m, 0, INT32_MAX);
  o->default_value = (int)message_get_int(m, INT32_MIN, INT32_MAX);
  bool derives = message_get_bool(m);
  o->words = get_words(m, pool);
  o->derived = text_pool_get(pool, m);
  o->help = text_pool_get(pool, m);
  if (!derives)
    o->derived = NULL;
  const Option *same = derives && base ? options_find(base, o->name) : NULL;
  o->derive = same ? same->derive : NULL;
  if (!derives)
    o->derived = NULL;
  bool is_word = o->type == OPTION_WORD;
  if ((derives ? !o->derive : !is_value(o, o->default_value)) ||
      is_word != (o->words != NULL))
    m->malformed = true;
}

void options_get(Message *m, Option table[OPTIONS_MAX + 1], const Option *base,
                 TextPool *pool) {
  int count = 0;
  while (message_get_bool(m) && !m->malformed) {
    if (count == OPTIONS_MAX)
      m->malformed = true;
    else
      get_option(m, &table[count++], base, pool);
  }
  table[count] = (Option){NULL};
}

void option_values_get(Message *m, const Option table[],
                       int values[OPTIONS_MAX]) {
  int count = 0;
  message_get(m, values, OPTIONS_MAX * sizeof *values);
  for (; table[count].name && !m->malformed; count++)
    m->malformed = !is_value(&table[count], values[count]);
  if (m->malformed)
    count = 0;
  memset(values + count, 0, (size_t)(OPTIONS_MAX - count) * sizeof *values);
}

/* ---- fields --------------------------------------------------------------*/

static void put_shape(Message *m, GridShape shape) {
  message_put_int(m, shape.columns);
  message_put_int(m, shape.rows);
  message_put_int(m, shape.hex);
  message_put_int(m, shape.diagonals);
  message_put_int(m, shape.symmetries);
}

/* Reads a shape and makes its grid, which fields_free frees. */
static const Grid *get_grid(Message *m, int cells) {
  GridShape shape;
  shape.columns = (int)message_get_int(m, 1, GRID_SIDE_MAX);
  shape.rows = (int)message_get_int(m, 1, GRID_SIDE_MAX);
  shape.hex = message_get_bool(m);
  shape.diagonals = message_get_bool(m);
  shape.symmetries = (uint8_t)message_get_int(m, 0, UINT8_MAX);
  if (!m->malformed)
    m->malformed =
        !grid_shape_is_valid(shape) || shape.columns * shape.rows != cells;
  Grid *grid = m->malformed ? NULL : malloc(sizeof *grid);
  if (grid)
    grid_init(grid, shape);
  m->malformed = !grid;
  return grid;
}

static void get_board(Message *m, Field *f, TextPool *pool) {
  f->grid = get_grid(m, f->count);
  f->marks = text_pool_get(pool, m);
  f->marked = message_get_bool(m);
  f->down = message_get_bool(m);
  if (strlen(f->marks) > FIELD_MARKS_MAX)
    m->malformed = true;
}

void fields_free(Field fields[]) {
  for (Field *f = fields; f->name; f++)
    free((Grid *)f->grid);
}

void fields_put(Message *m, const Field fields[]) {
  for (const Field *f = fields; f && f->name; f++) {
    message_put_int(m, 1);
    message_put_text(m, f->name);
    message_put_int(m, (int64_t)f->offset);
    message_put_int(m, f->count);
    message_put_int(m, f->grid != NULL);
    if (f->grid) {
      put_shape(m, f->grid->shape);
      message_put_text(m, f->marks);
      message_put_int(m, f->marked);
      message_put_int(m, f->down);
    }
    put_words(m, f->words);
  }
  message_put_int(m, 0);
}

void fields_get(Message *m, Field fields[REMOTE_FIELDS_MAX + 1],
                size_t state_size, TextPool *pool) {
  int count = 0;
  const int64_t size = sizeof(int32_t);
  while (message_get_bool(m) && !m->malformed) {
    if (count == REMOTE_FIELDS_MAX) {
      m->malformed = true;
      break;
    }
    Field *f = &fields[count++];
    f->name = text_pool_get(pool, m);
    int64_t offset = message_get_int(m, 0, (int64_t)state_size - size);
    int64_t room = ((int64_t)state_size - offset) / size;
    f->offset = (size_t)offset;
    f->count = (int)message_get_int(m, 0, room);
    if (message_get_bool(m))
      get_board(m, f, pool);
    f->words = get_words(m, pool);
    f->word_count = 0;
    while (f->words && f->words[f->word_count])
      f->word_count++;
    if (offset % size || (f->words && f->count))
      m->malformed = true;
  }
  fields[count] = (Field){NULL};
}
