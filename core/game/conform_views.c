/* Conformance of what a position shows: its boards, the evaluation, the score,
 * its settings, the parts of its moves, and the scene. */
#include "core/game/conform_internal.h"

#include "core/base/need.h"
#include "core/base/utf8.h"
#include "core/game/frame_json.h"
#include "core/game/kinds.h"
#include "core/game/scene.h"
#include "core/game/score.h"
#include <stdlib.h>

/* ---- boards --------------------------------------------------------------*/

static int count_characters(const char *text) {
  int count = 0;
  for (; *text; text++)
    count += (*text & 0xC0) != 0x80; /* a byte that begins one */
  return count;
}

/* Checks a field of a game whose part of the state begins at `begins`. */
static bool check_board(Trial *t, const Field *f, size_t begins) {
  const int32_t *cells =
      (const int32_t *)((const char *)t->state + begins + f->offset);
  int marks = count_characters(f->marks);
  for (int i = 0; i < f->grid->cells; i++) {
    char cell[CELL_TEXT];
    if (cells[i] >= 0 && cells[i] < marks)
      continue;
    cell_write((Cell){grid_column(f->grid, i), grid_row(f->grid, i)}, cell);
    CONFORM_FAIL(t,
                 "%s has the value %d, but its marks '%s' are for 0 to %d; on "
                 "%s",
                 f->name, cells[i], f->marks, marks - 1, cell);
  }
  return true;
}

/* The same of cards and dice: if some have names, all have. */
static bool check_kind(Trial *t, const Field *f, size_t begins) {
  const int32_t *numbers =
      (const int32_t *)((const char *)t->state + begins + f->offset);
  for (int i = 0; i < (f->count ? f->count : 1); i++)
    if (!kind_allows(f, numbers[i])) {
      if (f->kind->names)
        CONFORM_FAIL(t, "%s has the value %d, but its names are for 1 to %d",
                     f->name, numbers[i], f->kind->name_count);
      CONFORM_FAIL(t, "%s has the value %d, which a %s cannot have", f->name,
                   numbers[i], KIND_NAMES[f->kind->type]);
    }
  return true;
}

bool conform_boards(Trial *t) {
  size_t begins = 0;
  for (const Game *g = t->game; g; begins += g->base_offset, g = g->base)
    for (const Field *f = g->fields; f && f->name; f++)
      if ((f->marked && !check_board(t, f, begins)) ||
          (f->kind && !check_kind(t, f, begins)))
        return false;
  return true;
}

/* ---- evaluation ----------------------------------------------------------*/

bool conform_evaluation(Trial *t) {
  struct {
    double value[SEATS_MAX];
    unsigned char guard[GUARD];
  } written;
  double sum = 0;
  size_t size = (size_t)t->game->sides * sizeof *written.value;
  if (!t->game->rules->evaluate || t->state->outcome != PLAYING)
    return true;
  conform_set_guard(&written, size);
  t->game->rules->evaluate(t->game, t->state, written.value);
  if (game_fault(t->game))
    return false;
  if (!conform_guard_holds(&written, size))
    CONFORM_FAIL(t, "`evaluate` writes more values than there are sides, %d",
                 t->game->sides);
  for (int side = 0; side < t->game->sides; side++) {
    if (!(written.value[side] >= 0 && written.value[side] <= 1))
      CONFORM_FAIL(t,
                   "`evaluate` gives side %d the value %g, not one from 0 "
                   "to 1",
                   side + 1, written.value[side]);
    sum += written.value[side];
  }
  if (t->game->sides > 1 && !(sum > 1 - 1e-6 && sum < 1 + 1e-6))
    CONFORM_FAIL(t, "the values of all sides add up to %g, not to 1", sum);
  return true;
}

/* What is learned from depends on nothing but the position. */
bool conform_features(Trial *t) {
  enum { NUMBERS = FEATURES_MAX * GRID_CELLS_MAX };
  int32_t first[NUMBERS], again[NUMBERS];
  size_t size = 0;
  if (!t->game->rules->features || t->state->outcome != PLAYING)
    return true;
  for (int i = 0; i < t->game->features; i++)
    size += (size_t)feature_count(&t->game->feature[i]) * sizeof *first;
  t->game->rules->features(t->game, t->state, first);
  game_assign(t->game, t->other, t->state);
  t->game->rules->features(t->game, t->other, again);
  if (!game_fault(t->game) && memcmp(first, again, size) != 0)
    CONFORM_FAIL(t, "`features` differ in a copy of the position");
  return true;
}

/* The score must be possible, and depend on nothing but the position. */
bool conform_score(Trial *t) {
  struct {
    double score[SEATS_MAX];
    unsigned char guard[GUARD];
  } written;
  double again[SEATS_MAX] = {0};
  size_t size = (size_t)t->game->seats * sizeof *written.score;
  if (!t->game->rules->score)
    return true;
  conform_set_guard(&written, size);
  t->game->rules->score(t->game, t->state, written.score);
  game_renew(t->game);
  game_assign(t->game, t->other, t->state);
  t->game->rules->score(t->game, t->other, again);
  if (game_fault(t->game))
    return false;
  if (!conform_guard_holds(&written, size))
    CONFORM_FAIL(t, "`score` writes more numbers than there are seats, %d",
                 t->game->seats);
  for (int seat = 0; seat < t->game->seats; seat++) {
    if (!score_is_valid(written.score[seat]))
      CONFORM_FAIL(t, "`score` gives seat %d %g points, not from %d to %d",
                   seat + 1, written.score[seat], -SCORE_MAX, SCORE_MAX);
    if (written.score[seat] != again[seat])
      CONFORM_FAIL(t,
                   "`score` gives seat %d %g points, then %g in a copy of "
                   "the position",
                   seat + 1, written.score[seat], again[seat]);
  }
  return true;
}

/* The value of the position after a move for a side. */
static double value_after(Trial *t, Move move, int side) {
  double value[SEATS_MAX];
  game_assign(t->game, t->other, t->state);
  game_play(t->game, t->other, move);
  if (t->other->outcome != PLAYING)
    return -1;
  t->game->rules->evaluate(t->game, t->other, value);
  return value[side];
}

static bool check_move_values(Trial *t, const double value[], int side) {
  for (int i = 0; i < t->count; i++) {
    double wanted = value_after(t, t->moves[i], side);
    if (value[i] < 0 || value[i] == wanted)
      continue;
    char text[MOVE_TEXT];
    game_format(t->game, t->state, t->moves[i], text);
    if (wanted < 0)
      CONFORM_FAIL(t, "`evaluate_moves` gives %s a value, but it ends the game",
                   text);
    CONFORM_FAIL(t, "`evaluate_moves` gives %s the value %.17g, not %.17g",
                 text, value[i], wanted);
  }
  return true;
}

static bool check_side(Trial *t, int side, double value[]) {
  size_t size = (size_t)t->count * sizeof *value;
  conform_set_guard(value, size);
  t->game->rules->evaluate_moves(t->game, t->state, t->moves, t->count, side,
                                 value);
  if (!conform_guard_holds(value, size))
    CONFORM_FAIL(t,
                 "`evaluate_moves` writes more values than there are moves, %d",
                 t->count);
  return check_move_values(t, value, side);
}

bool conform_move_values(Trial *t) {
  const Rules *rules = t->game->rules;
  if (!rules->evaluate_moves || t->state->outcome != PLAYING)
    return true;
  if (!rules->evaluate)
    CONFORM_FAIL(t, "there is `evaluate_moves`, but no `evaluate`");
  double *value = need((size_t)t->count * sizeof *value + GUARD);
  bool good = true;
  for (int side = 0; good && side < t->game->sides; side++)
    good = check_side(t, side, value);
  free(value);
  return good;
}

/* ---- settings ------------------------------------------------------------*/

/* Edits a copy of `from` with the settings, which must make this position. */
static bool restore(Trial *t, const State *from, const char *settings) {
  Error why = {0};
  game_assign(t->game, t->other, from);
  if (!game_edit(t->game, t->other, settings, &why))
    CONFORM_FAIL(t, "the position's own settings '%.400s' are refused: %s",
                 settings, why.message);
  if (memcmp(t->other, t->state, t->game->state_size) != 0)
    CONFORM_FAIL(
        t, "the position's own settings '%.400s' make a different position",
        settings);
  return true;
}

static bool check_seat_setting(Trial *t) {
  char setting[16];
  Error why = {0};
  if (t->state->seat == NATURE)
    return true;
  snprintf(setting, sizeof setting, "seat=%d", t->state->seat + 1);
  game_assign(t->game, t->other, t->state);
  if (!game_edit(t->game, t->other, setting, &why))
    CONFORM_FAIL(t, "%s, its current value, is refused: %s", setting,
                 why.message);
  if (memcmp(t->other, t->state, t->game->state_size) != 0)
    CONFORM_FAIL(t, "setting %s, its current value, changes the position",
                 setting);
  return true;
}

static bool check_unknown_key(Trial *t) {
  Error why = {0};
  game_assign(t->game, t->other, t->state);
  if (t->game->rules->set(t->game, t->other, "no_such_key", "1", &why))
    CONFORM_FAIL(t, "`set` takes the unknown key 'no_such_key'");
  if (!error_is_set(&why))
    CONFORM_FAIL(t, "`set` refuses 'no_such_key' without a message");
  return true;
}

bool conform_settings(Trial *t) {
  if (!t->line[0] && !check_unknown_key(t))
    return false;
  if (!t->game->rules->settings)
    return check_seat_setting(t);
  char *settings = game_settings(t->game, t->state);
  bool good = !settings || restore(t, t->elsewhere, settings);
  t->counts->settings += settings != NULL;
  free(settings);
  return good;
}

/* ---- parts of moves ------------------------------------------------------*/

static uint64_t hash_parts(const Parts *parts) {
  uint64_t hash = 0;
  for (int i = 0; i < parts->count; i++) {
    const Part *part = &parts->part[i];
    hash = hash * 31 + game_hash_bytes(part->key, strlen(part->key));
    for (int j = 0; j < part->count; j++)
      hash = hash * 31 + game_hash_bytes(part->text[j], strlen(part->text[j]));
  }
  return hash;
}

static bool check_part(Trial *t, const Parts *parts, int index,
                       const char *move) {
  const Part *part = &parts->part[index];
  if (!part->key || !part->key[0])
    CONFORM_FAIL(t, "part %d of '%s' has no key", index + 1, move);
  if (strcmp(part->key, "text") == 0)
    CONFORM_FAIL(t, "'%s' has a part called text, which is the move itself",
                 move);
  for (int i = 0; i < index; i++)
    if (strcmp(part->key, parts->part[i].key) == 0)
      CONFORM_FAIL(t, "'%s' has two parts called %s", move, part->key);
  if (!part->list && part->count != 1)
    CONFORM_FAIL(t, "the part %s of '%s' has no value", part->key, move);
  for (int i = 0; i < part->count; i++) {
    if (!part->text[i][0] || !utf8_is_valid(part->text[i]))
      CONFORM_FAIL(t, "the part %s of '%s' is empty or not text", part->key,
                   move);
    if (!game_can_fail(t->game) && /* in a rule file, d can mean d3 */
        conform_is_cell(part->text[i], BOARD_SIDE_MAX, BOARD_SIDE_MAX) &&
        !strstr(move, part->text[i]))
      CONFORM_FAIL(t,
                   "'%s' has the part %s=%s, a cell that its text does not "
                   "name",
                   move, part->key, part->text[i]);
  }
  return true;
}

static bool check_parts(Trial *t, const Parts *parts, const char *move) {
  if (parts->overflow)
    CONFORM_FAIL(t, "the parts of '%s' do not fit", move);
  if (parts->count == 0)
    CONFORM_FAIL(t, "`describe` gives '%s' no parts", move);
  for (int i = 0; i < parts->count; i++)
    if (!check_part(t, parts, i, move))
      return false;
  return true;
}

/* The columns of moves.csv are made from these keys. */
static bool check_keys(Trial *t, const Parts *parts, const char *move) {
  const char *keys[PART_KEYS_MAX];
  int count = game_part_keys(t->game, keys);
  for (int i = 0; i < parts->count; i++) {
    int known = 0;
    while (known < count && strcmp(keys[known], parts->part[i].key) != 0)
      known++;
    if (known == count)
      CONFORM_FAIL(t, "'%s' has a part called %s, which `part_keys` lacks",
                   move, parts->part[i].key);
  }
  return true;
}

/* A part that depends on the move alone is the same number in the first
 * position. */
static bool check_of_state(Trial *t, Move move, const char *text) {
  const Game *game = t->game;
  for (const MovePart *m = game->rules->parts; game->first && m && m->key; m++)
    if (!m->of_state && part_value(m, game, t->state, move) !=
                            part_value(m, game, game->first, move))
      CONFORM_FAIL(t,
                   "the part %s of '%s' depends on the position, and "
                   "`of_state` does not say so",
                   m->key, text);
  return true;
}

/* Moves that are described by their kind alone may share it. */
static bool only_kind(const Parts *parts) {
  return parts->count == 1 && strcmp(parts->part[0].key, "kind") == 0;
}

typedef struct Described {
  uint64_t hash;
  Move move;
} Described;

static int compare_described(const void *a, const void *b) {
  uint64_t x = ((const Described *)a)->hash, y = ((const Described *)b)->hash;
  return (x > y) - (x < y);
}

static bool check_different(Trial *t, Described *described, int count) {
  char one[MOVE_TEXT], other[MOVE_TEXT];
  qsort(described, (size_t)count, sizeof *described, compare_described);
  for (int i = 1; i < count; i++)
    if (described[i].hash == described[i - 1].hash) {
      game_format(t->game, t->state, described[i - 1].move, one);
      game_format(t->game, t->state, described[i].move, other);
      CONFORM_FAIL(t,
                   "'%s' and '%s' have the same parts; let a part of "
                   "`describe`, such as piece, tell them apart, or return only "
                   "a kind",
                   one, other);
    }
  return true;
}

/* Describes all moves; leaves in *count those with more parts than a kind. */
static bool describe_moves(Trial *t, Described *described, int *count) {
  *count = 0;
  for (int i = 0; i < t->count; i++) {
    Parts parts = {0}, again = {0};
    char text[MOVE_TEXT];
    if (t->moves[i] == MOVE_PASS)
      continue;
    game_format(t->game, t->state, t->moves[i], text);
    game_describe(t->game, t->state, t->moves[i], &parts);
    if (!check_parts(t, &parts, text))
      return false;
    game_describe(t->game, t->state, t->moves[i], &again);
    if (hash_parts(&parts) != hash_parts(&again))
      CONFORM_FAIL(t, "`describe` gives '%s' different parts the second time",
                   text);
    if (!check_keys(t, &parts, text) || !check_of_state(t, t->moves[i], text))
      return false;
    if (!only_kind(&parts))
      described[(*count)++] = (Described){hash_parts(&parts), t->moves[i]};
  }
  return true;
}

bool conform_describe(Trial *t) {
  const Rules *rules = t->game->rules;
  if (!(rules->describe || rules->parts) || t->count == 0)
    return true;
  int count;
  Described *described = need_array((size_t)t->count, sizeof *described);
  bool good = describe_moves(t, described, &count) &&
              check_different(t, described, count);
  free(described);
  return good;
}

/* ---- scene ---------------------------------------------------------------*/

static bool conform_same_scene(const Scene *a, const Scene *b) {
  json_t *shown = frame_scene(a), *again = frame_scene(b);
  bool same = a->columns == b->columns && a->rows == b->rows &&
              a->down == b->down && a->hex == b->hex &&
              json_equal(shown, again);
  json_decref(shown);
  json_decref(again);
  return same;
}

bool conform_scene(Trial *t) {
  Scene s, again;
  Error why = {0};
  if (!scene_paint(t->game, t->state, &s))
    return true;
  if (s.overflow)
    CONFORM_FAIL(
        t,
        "the picture has more than there is room for: at most %d "
        "pieces, %d marks, %d lines and %d notes, and beside the board "
        "%d cards or pieces that differ",
        SCENE_PIECES, SCENE_MARKS, SCENE_LINES, SCENE_NOTES, SCENE_HELD);
  if ((s.columns == 0) != (s.rows == 0) || (!s.columns && !s.held_count))
    CONFORM_FAIL(t, "the scene has %d columns and %d rows, not 1 to %d",
                 s.columns, s.rows, BOARD_SIDE_MAX);
  if (!scene_check(t->game, &s, &why))
    CONFORM_FAIL(t, "%s", why.message);
  scene_paint(t->game, t->state, &again);
  if (!scene_check(t->game, &again, NULL) || !conform_same_scene(&s, &again))
    CONFORM_FAIL(t, "`scene` paints something different the second time");
  return true;
}
