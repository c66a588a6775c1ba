/* Lua rules: the fields of a position in settings, as in --set "board=X./.O".
 *
 * A number is written as such, an array as numbers with commas between them,
 * and a name, a cell, a piece or a part of the last move as its text, or - for
 * none. A board can
 * also be written as it is drawn: the rows from the top, in
 * the characters that the rule file has declared. */
#include "lua/host/plugins/luagame_internal.h"

#include "core/base/text.h"
#include "core/base/utf8.h"
#include "core/game/kinds.h"
#include <stdlib.h>

/* No name, cell or piece, or a part that the last move does not have. */
#define NO_WORD "-"

/* The card or face whose name a text begins with, and where the name ends; 0 if
 * it is none. */
static int32_t named_number(const Field *f, const char *text, char **end) {
  const FieldKind *k = f->kind;
  size_t length = strcspn(text, ",");
  *end = (char *)text + length;
  bool named = k && !k->places && k->type != KIND_COUNTER;
  for (int i = 0; named && i < k->name_count; i++)
    if (strlen(k->names[i]) == length &&
        strncmp(k->names[i], text, length) == 0)
      return i + 1;
  return 0;
}

static bool read_numbers(const char *text, const Field *f, int32_t *numbers) {
  int count = f->count ? f->count : 1;
  for (int i = 0; i < count; i++) {
    char *end;
    long long number = strtoll(text, &end, 10);
    char wanted = i + 1 < count ? ',' : '\0';
    if (end == text || *end != wanted) {
      number = named_number(f, text, &end);
      if (number == 0 || *end != wanted)
        return false;
    }
    if (number < INT32_MIN || number > INT32_MAX ||
        !kind_allows(f, (int32_t)number))
      return false;
    numbers[i] = (int32_t)number;
    text = end + 1;
  }
  return true;
}

/* Reads words with commas between them. */
static bool read_words(const char *text, const Field *f, int32_t *numbers) {
  int count = f->count ? f->count : 1;
  for (int i = 0; i < count; i++) {
    char word[FIELD_MARKS_MAX];
    size_t length = strcspn(text, ",");
    if (length >= sizeof word || text[length] != (i + 1 < count ? ',' : '\0'))
      return false;
    memcpy(word, text, length);
    word[length] = '\0';
    numbers[i] = field_number(f, word);
    if (!numbers[i] && strcmp(word, NO_WORD) != 0)
      return false;
    text += length + 1;
  }
  return true;
}

/* The value that the character at the start of a text draws, or -1. */
static int value_of(const char *text, size_t size, const Field *f) {
  const char *mark;
  size_t length;
  for (int value = 0; (mark = field_mark(f, value, &length)); value++)
    if (length == size && memcmp(mark, text, size) == 0)
      return value;
  return -1;
}

/* Reads one row of a drawing, which has a character for each cell that there
 * is, and returns where it ends, or NULL. */
static const char *read_row(const char *text, const Field *f, int row,
                            int32_t *numbers) {
  for (int x = 0; x < f->grid->shape.columns; x++) {
    int cell = grid_cell(f->grid, x, row);
    if (cell == GRID_NO_CELL)
      continue;
    size_t size = utf8_char_size(text);
    int value = size ? value_of(text, size, f) : -1;
    if (value < 0)
      return NULL;
    numbers[cell] = value;
    text += size;
  }
  return text;
}

static bool read_drawing(const char *text, const Field *f, int32_t *numbers) {
  const int rows = f->grid->shape.rows;
  for (int i = 0; i < rows; i++) {
    text = read_row(text, f, f->down ? i : rows - 1 - i, numbers);
    if (!text || *text != (i + 1 < rows ? '/' : '\0'))
      return false;
    text++;
  }
  return true;
}

/* Lists the words, or names one if there are many, as with cells. */
static void describe_words(const Field *f, char text[FIELD_VALUE_TEXT]) {
  enum { FEW = 8 };
  if (f->word_count > FEW) {
    snprintf(text, FIELD_VALUE_TEXT,
             "a text such as %s, or " NO_WORD " for none", f->words[0]);
    return;
  }
  text[0] = '\0';
  for (int i = 0; i < f->word_count; i++)
    text_append_item(text, FIELD_VALUE_TEXT, f->words[i]);
  text_append(text, FIELD_VALUE_TEXT, " or " NO_WORD " for none");
}

/* Forgets what the other seats have learned, and turns their cards over. */
void luagame_hide_memories(const LuaGame *g, State *state, int seat) {
  for (const Field *f = g->fields; f->name; f++) {
    int32_t *numbers = (int32_t *)((char *)state + f->offset);
    for (int i = 0; f->own && i < f->count; i++)
      if (i / f->own != seat)
        numbers[i] = f->kind && numbers[i] ? KIND_HIDDEN : 0;
  }
}

void luagame_describe_value(const Field *f, char text[FIELD_VALUE_TEXT]) {
  int count = f->count ? f->count : 1;
  const char *s = count > 1 ? "s" : "",
             *commas = count > 1 ? ", separated by commas" : "";
  if (f->words) {
    describe_words(f, text);
    return;
  }
  if (!f->grid) {
    bool named = f->kind && f->kind->names && f->kind->type != KIND_COUNTER &&
                 !f->kind->places;
    snprintf(text, FIELD_VALUE_TEXT, "%d integer%s%s%s", count, s,
             named ? " or names" : "", commas);
    return;
  }
  const int rows = f->grid->shape.rows, columns = f->grid->shape.columns;
  char each[64];
  snprintf(each, sizeof each,
           f->grid->whole ? "%d character%s" : "a character per cell", columns,
           columns > 1 ? "s" : "");
  snprintf(text, FIELD_VALUE_TEXT,
           "%d row%s of %s out of %s, from the top and separated "
           "by /, or %d integer%s from %s on%s",
           rows, rows > 1 ? "s" : "", each, f->marks, count, s,
           f->grid->whole ? "a1" : "the first cell", commas);
}

bool luagame_set_field(State *state, const Field *f, const char *value,
                       Error *error) {
  int32_t *numbers = (int32_t *)((char *)state + f->offset);
  char forms[FIELD_VALUE_TEXT];
  if (f->words ? read_words(value, f, numbers)
               : read_numbers(value, f, numbers) ||
                     (f->grid && read_drawing(value, f, numbers)))
    return true;
  luagame_describe_value(f, forms);
  return error_set(error, "%s takes %s, not '%.60s'", f->name, forms, value);
}

void luagame_write_field(const State *state, const Field *f, char separator,
                         FILE *out) {
  const int32_t *numbers = (const int32_t *)((const char *)state + f->offset);
  for (int i = 0; i < (f->count ? f->count : 1); i++) {
    const char *word = f->words ? field_word(f, numbers[i]) : NULL;
    if (i)
      fputc(separator, out);
    if (f->words)
      fputs(word ? word : NO_WORD, out);
    else
      fprintf(out, "%d", numbers[i]);
  }
}

/* ---- parts of the last move ----------------------------------------------*/

/* Vars of a variant that are parts of the last move, such as its size, are kept
 * here and not by `after`, so that a ply needs no call of the file. */
void luagame_read_last(lua_State *L, LuaGame *g) {
  for (const Field *f = g->fields; f->name; f++)
    if (f->part)
      g->last[g->lasts++] = f;
  if (g->lasts && luagame_describes_in_lua(g))
    luaL_error(L,
               "field '%s': a part of moves whose base game has 'describe' "
               "cannot be a var; let 'after' keep what the rules need",
               g->last[0]->name);
}

/* The number of a part of a move of a native game. If a rule file lies between,
 * its hooks have not been asked yet, and the move need not be legal. */
static int32_t native_number(const LuaGame *g, const Field *f,
                             const State *state, Move move) {
  const Game *native = game_native(&g->lua.game, &state);
  if (f->part->value && g->lua.game.base != native &&
      (state->outcome != PLAYING || !game_legal(native, state, move)))
    return 0;
  int value = part_value(f->part, native, state, move);
  return value == NO_PART ? 0 : value + 1;
}

/* The last words of a kind are those of moves that no native game has. */
static int32_t other_number(const Field *f, Move move) {
  bool is_kind = f->word_count > f->part->values;
  return !is_kind ? 0 : f->word_count - (move == MOVE_PASS);
}

void luagame_set_last(const LuaGame *g, State *state, Move move) {
  bool is_other = move == MOVE_PASS || move >= FIRST_EXTRA;
  for (int i = 0; i < g->lasts; i++) {
    const Field *f = g->last[i];
    int32_t number =
        is_other ? other_number(f, move) : native_number(g, f, state, move);
    memcpy((char *)state + f->offset, &number, sizeof number);
  }
}
