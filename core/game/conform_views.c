/* Conformance of what a position shows: the parts of its moves, the answers of
 * accessors, the scene, the evaluation, and its settings. */
#include "core/game/conform_internal.h"

#include "core/base/utf8.h"
#include "core/game/scene.h"
#include <stdlib.h>

enum { LETTERS = 26 }; /* a board has no more columns or rows than this */

/* ---- evaluation ----------------------------------------------------------*/

bool conform_evaluation(Trial *t) {
  struct {
    double value[SEATS_MAX];
    unsigned char guard[GUARD];
  } room;
  double sum = 0;
  size_t size = (size_t)t->game->sides * sizeof *room.value;
  if (!t->game->rules->evaluate || t->state->outcome != PLAYING)
    return true;
  conform_set_guard(&room, size);
  t->game->rules->evaluate(t->game, t->state, room.value);
  if (game_fault(t->game))
    return false;
  if (!conform_guard_holds(&room, size))
    CONFORM_FAIL(t, "`evaluate` writes more values than there are sides, %d",
                 t->game->sides);
  for (int side = 0; side < t->game->sides; side++) {
    if (!(room.value[side] >= 0 && room.value[side] <= 1))
      CONFORM_FAIL(t,
                   "`evaluate` gives side %d the value %g, not one from 0 "
                   "to 1",
                   side + 1, room.value[side]);
    sum += room.value[side];
  }
  if (t->game->sides > 1 && !(sum > 1 - 1e-6 && sum < 1 + 1e-6))
    CONFORM_FAIL(t, "the values of all sides add up to %g, not to 1", sum);
  return true;
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
    CONFORM_FAIL(t,
                 "the position's own settings '%.400s' make another position",
                 settings);
  return true;
}

static bool check_seat_setting(Trial *t) {
  char setting[16];
  Error why = {0};
  snprintf(setting, sizeof setting, "seat=%d", t->state->seat + 1);
  game_assign(t->game, t->other, t->state);
  if (!game_edit(t->game, t->other, setting, &why))
    CONFORM_FAIL(t, "%s, the seat it is, is refused: %s", setting, why.message);
  if (memcmp(t->other, t->state, t->game->state_size) != 0)
    CONFORM_FAIL(t, "setting %s, the seat it is, changes the position",
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

static bool is_cell(const char *text, int columns, int rows) {
  Cell cell;
  return cell_parse(text, LETTERS, &cell, NULL) && cell.column < columns &&
         cell.row < rows;
}

static bool same_part(const Part *a, const Part *b) {
  if (strcmp(a->key, b->key) != 0 || a->list != b->list || a->count != b->count)
    return false;
  for (int i = 0; i < a->count; i++)
    if (strcmp(a->text[i], b->text[i]) != 0)
      return false;
  return true;
}

static bool same_parts(const Parts *a, const Parts *b) {
  if (a->count != b->count)
    return false;
  for (int i = 0; i < a->count; i++)
    if (!same_part(&a->part[i], &b->part[i]))
      return false;
  return true;
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
      CONFORM_FAIL(t, "the part %s of '%s' is empty or no text", part->key,
                   move);
    if (is_cell(part->text[i], LETTERS, LETTERS) &&
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

/* The kind of a move alone need not tell it from others. */
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
      CONFORM_FAIL(t, "'%s' and '%s' have the same parts", one, other);
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
    t->game->rules->describe(t->game, t->state, t->moves[i], &parts);
    if (!check_parts(t, &parts, text))
      return false;
    t->game->rules->describe(t->game, t->state, t->moves[i], &again);
    if (!same_parts(&parts, &again))
      CONFORM_FAIL(t, "`describe` gives '%s' other parts the second time",
                   text);
    if (!only_kind(&parts))
      described[(*count)++] = (Described){hash_parts(&parts), t->moves[i]};
  }
  return true;
}

bool conform_describe(Trial *t) {
  if (!t->game->rules->describe || t->count == 0)
    return true;
  int count;
  Described *described = calloc((size_t)t->count, sizeof *described);
  bool good = described ? describe_moves(t, described, &count) &&
                              check_different(t, described, count)
                        : error_set(t->error, "out of memory (describe)");
  free(described);
  return good;
}

/* ---- accessors -----------------------------------------------------------*/

/* A question to the game at the bottom of a pile of variants. */
typedef struct Question {
  Trial *trial;
  const Game *game;
  const State *state;
  int columns, rows; /* of the board; 0 if the game has no scene */
  const Accessor *accessor;
  Arg args[ARGS_MAX];
  Answer answer, again;
} Question;

static void append(char *text, size_t size, const char *more) {
  size_t used = strlen(text);
  snprintf(text + used, size - used, "%s", more);
}

/* Writes a question as a user would: "piece(b2, base)". */
static void write_question(const Question *q, char *text, size_t size) {
  snprintf(text, size, "%s(", q->accessor->name);
  for (int i = 0; i < ARGS_MAX && q->accessor->args[i] != ARG_NONE; i++) {
    char seat[16];
    bool is_seat = q->accessor->args[i] == ARG_SEAT;
    snprintf(seat, sizeof seat, "%d", q->args[i].seat + 1);
    append(text, size, i ? ", " : "");
    append(text, size, is_seat ? seat : q->args[i].text);
  }
  append(text, size, ")");
}

#define QUESTION_FAIL(q, ...)                                                  \
  do {                                                                         \
    char asked_[80], problem_[200];                                            \
    write_question(q, asked_, sizeof asked_);                                  \
    snprintf(problem_, sizeof problem_, __VA_ARGS__);                          \
    CONFORM_FAIL((q)->trial, "accessor %s %s", asked_, problem_);              \
  } while (0)

/* The type that `returns` declares, without "list of". */
static AnswerType declared_type(const char *returns) {
  static const struct {
    const char *word;
    AnswerType type;
  } TYPES[] = {{"seat", ANSWER_SEAT},
               {"number", ANSWER_NUMBER},
               {"true or false", ANSWER_FLAG}};
  for (size_t i = 0; i < sizeof TYPES / sizeof *TYPES; i++)
    if (strncmp(returns, TYPES[i].word, strlen(TYPES[i].word)) == 0)
      return TYPES[i].type;
  return ANSWER_WORD;
}

static bool check_item(Question *q, int i, const char *returns) {
  const Answer *a = &q->answer;
  bool cell = strncmp(returns, "cell", 4) == 0 && q->columns > 0;
  if (a->type == ANSWER_SEAT &&
      (a->number[i] < 0 || a->number[i] >= q->game->seats))
    QUESTION_FAIL(q, "answers with seat %d, which does not exist",
                  a->number[i] + 1);
  if (a->type == ANSWER_FLAG && a->number[i] != 0 && a->number[i] != 1)
    QUESTION_FAIL(q, "answers with %d, neither true nor false", a->number[i]);
  if (a->type == ANSWER_WORD && !utf8_is_valid(a->text[i]))
    QUESTION_FAIL(q, "answers with something that is no text");
  if (a->type == ANSWER_WORD && cell &&
      !is_cell(a->text[i], q->columns, q->rows))
    QUESTION_FAIL(q, "answers with '%s', which is no cell of the board",
                  a->text[i]);
  return true;
}

static bool check_answer(Question *q) {
  const Answer *a = &q->answer;
  const char *declared = q->accessor->returns, *returns = declared;
  bool list = strncmp(returns, "list of ", 8) == 0;
  if (a->overflow || a->count > ANSWERS_MAX)
    QUESTION_FAIL(q, "answers with a list that does not fit");
  if (a->type == ANSWER_NONE && strstr(declared, "nil"))
    return true;
  returns += list ? 8 : 0;
  if (a->type != declared_type(returns) || a->list != list)
    QUESTION_FAIL(q, "does not return what it declares, %s", declared);
  for (int i = 0; i < a->count; i++)
    if (!check_item(q, i, returns))
      return false;
  return true;
}

static bool same_answer(const Answer *a, const Answer *b) {
  if (a->type != b->type || a->list != b->list || a->count != b->count)
    return false;
  for (int i = 0; a->type != ANSWER_NONE && i < a->count; i++)
    if (a->type == ANSWER_WORD ? strcmp(a->text[i], b->text[i]) != 0
                               : a->number[i] != b->number[i])
      return false;
  return true;
}

static bool ask(Question *q, Answer *answer, Error *why) {
  *answer = (Answer){.type = (AnswerType)-1};
  return q->accessor->query(q->game, q->state, q->args, answer, why);
}

static bool check_valid_question(Question *q) {
  Error why = {0};
  if (!ask(q, &q->answer, &why))
    QUESTION_FAIL(q, "fails: %.150s", why.message);
  if (!check_answer(q))
    return false;
  if (!ask(q, &q->again, &why) || !same_answer(&q->answer, &q->again))
    QUESTION_FAIL(q, "gives another answer the second time");
  return true;
}

/* Asks with a bad text in one argument after the other. */
static bool check_bad_arguments(Question *q) {
  static const char *const BAD[] = {"", "a0", "z99", "no such thing"};
  for (int i = 0; i < ARGS_MAX; i++) {
    if (q->accessor->args[i] != ARG_CELL && q->accessor->args[i] != ARG_WORD)
      continue;
    Arg valid = q->args[i];
    for (size_t j = 0; j < sizeof BAD / sizeof *BAD; j++) {
      Error why = {0};
      q->args[i].text = BAD[j];
      if (ask(q, &q->answer, &why))
        QUESTION_FAIL(q, "answers, though '%s' makes no sense", BAD[j]);
      if (!error_is_set(&why))
        QUESTION_FAIL(q, "fails without a message");
    }
    q->args[i] = valid;
  }
  return true;
}

static bool check_questions(Question *q, int arg);

static bool check_cells(Question *q, int arg) {
  for (int row = 0; row < q->rows; row++)
    for (int column = 0; column < q->columns; column++) {
      char name[CELL_TEXT];
      cell_write((Cell){column, row}, name);
      q->args[arg].text = name;
      if (!check_questions(q, arg + 1))
        return false;
    }
  return true;
}

static bool check_words(Question *q, int arg) {
  char words[200], *rest = words, *word;
  snprintf(words, sizeof words, "%s",
           q->accessor->words ? q->accessor->words : "");
  while ((word = strtok_r(rest, " ", &rest))) {
    q->args[arg].text = word;
    if (!check_questions(q, arg + 1))
      return false;
  }
  return true;
}

/* Asks with all values of the arguments from `arg` on. */
static bool check_questions(Question *q, int arg) {
  switch (arg < ARGS_MAX ? q->accessor->args[arg] : ARG_NONE) {
  case ARG_NONE:
    return check_valid_question(q);
  case ARG_SEAT:
    for (int seat = 0; seat < q->game->seats; seat++) {
      q->args[arg].seat = seat;
      if (!check_questions(q, arg + 1))
        return false;
    }
    return true;
  case ARG_CELL:
    return check_cells(q, arg);
  default:
    return check_words(q, arg);
  }
}

/* Arguments that are valid on every board with more than one cell. */
static void first_arguments(Question *q, char word[ANSWER_TEXT]) {
  const char *words = q->accessor->words ? q->accessor->words : "";
  snprintf(word, ANSWER_TEXT, "%.*s", (int)strcspn(words, " "), words);
  for (int i = 0; i < ARGS_MAX; i++) {
    q->args[i].seat = 0;
    q->args[i].text = q->accessor->args[i] == ARG_WORD ? word : "a1";
  }
}

bool conform_accessors(Trial *t) {
  Scene scene;
  Question q = {.trial = t, .state = t->state};
  q.game = game_native(t->game, &q.state);
  if (!q.game->rules->accessors)
    return true;
  scene_paint(t->game, t->state, &scene);
  q.columns = scene.columns;
  q.rows = scene.rows;
  for (q.accessor = q.game->rules->accessors; q.accessor->name; q.accessor++) {
    char word[ANSWER_TEXT];
    first_arguments(&q, word);
    if (!check_bad_arguments(&q) || !check_questions(&q, 0))
      return false;
  }
  return true;
}

/* ---- scene ---------------------------------------------------------------*/

static bool on_board(const Scene *s, Cell at) {
  return at.column >= 0 && at.column < s->columns && at.row >= 0 &&
         at.row < s->rows;
}

static bool check_piece(Trial *t, const Scene *s, const ScenePiece *p) {
  int seats = game_native(t->game, &(const State *){t->state})->seats;
  if (!on_board(s, p->at))
    CONFORM_FAIL(t,
                 "the scene has a piece outside its board, in column %d, "
                 "row %d",
                 p->at.column + 1, p->at.row + 1);
  if (p->seat < SCENE_NOBODY || p->seat >= seats)
    CONFORM_FAIL(t, "the scene has a piece of seat %d, which does not exist",
                 p->seat + 1);
  if (p->size < 1 || p->size > 3 || p->shape > SCENE_RING)
    CONFORM_FAIL(t, "the scene has a piece of size %d (1 to 3) and shape %d",
                 p->size, p->shape);
  if (!memchr(p->label, '\0', sizeof p->label) || !utf8_is_valid(p->label))
    CONFORM_FAIL(t, "the scene has a label that is no text");
  return true;
}

/* A wall is two cells long and lies between cells. */
static bool check_wall(Trial *t, const Scene *s, const SceneWall *w) {
  Cell beyond = {w->at.column + 1, w->at.row + 1};
  if (!on_board(s, w->at) || !on_board(s, beyond))
    CONFORM_FAIL(t,
                 "the scene has a wall that leaves its board, in column %d, "
                 "row %d",
                 w->at.column + 1, w->at.row + 1);
  return true;
}

static bool check_scene(Trial *t, const Scene *s) {
  if (s->overflow)
    CONFORM_FAIL(t, "the scene has more than fits (see scene.h)");
  if (s->columns < 1 || s->columns > LETTERS || s->rows < 1 ||
      s->rows > LETTERS)
    CONFORM_FAIL(t, "the scene has %d columns and %d rows, not 1 to %d",
                 s->columns, s->rows, LETTERS);
  for (int i = 0; i < s->shaded_count; i++)
    if (!on_board(s, s->shaded[i]))
      CONFORM_FAIL(t, "the scene shades a cell outside its board");
  for (int i = 0; i < s->piece_count; i++)
    if (!check_piece(t, s, &s->piece[i]))
      return false;
  for (int i = 0; i < s->wall_count; i++)
    if (!check_wall(t, s, &s->wall[i]))
      return false;
  for (int i = 0; i < s->note_count; i++)
    if (!utf8_is_valid(s->note[i]))
      CONFORM_FAIL(t, "the scene has a note that is no text");
  return true;
}

static bool same_piece(const ScenePiece *a, const ScenePiece *b) {
  return a->at.column == b->at.column && a->at.row == b->at.row &&
         a->seat == b->seat && a->size == b->size && a->shape == b->shape &&
         strcmp(a->label, b->label) == 0;
}

static bool same_scene(const Scene *a, const Scene *b) {
  if (a->columns != b->columns || a->rows != b->rows ||
      a->shaded_count != b->shaded_count || a->piece_count != b->piece_count ||
      a->wall_count != b->wall_count || a->note_count != b->note_count)
    return false;
  for (int i = 0; i < a->shaded_count; i++)
    if (memcmp(&a->shaded[i], &b->shaded[i], sizeof(Cell)) != 0)
      return false;
  for (int i = 0; i < a->piece_count; i++)
    if (!same_piece(&a->piece[i], &b->piece[i]))
      return false;
  for (int i = 0; i < a->wall_count; i++)
    if (memcmp(&a->wall[i].at, &b->wall[i].at, sizeof(Cell)) != 0 ||
        a->wall[i].vertical != b->wall[i].vertical)
      return false;
  for (int i = 0; i < a->note_count; i++)
    if (strcmp(a->note[i], b->note[i]) != 0)
      return false;
  return true;
}

bool conform_scene(Trial *t) {
  Scene scene, again;
  if (!scene_paint(t->game, t->state, &scene))
    return true;
  if (!check_scene(t, &scene))
    return false;
  scene_paint(t->game, t->state, &again);
  if (!same_scene(&scene, &again))
    CONFORM_FAIL(t, "`scene` paints something else the second time");
  return true;
}
