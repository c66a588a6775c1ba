/* Conformance of accessors: every one is asked with all valid arguments, and
 * with some that are not. */
#include "core/game/conform_internal.h"

#include "core/base/text.h"
#include "core/base/utf8.h"
#include "core/game/scene.h"

bool conform_is_cell(const char *text, int columns, int rows) {
  Cell cell;
  return cell_parse(text, BOARD_SIDE_MAX, BOARD_SIDE_MAX, &cell, NULL) &&
         cell.column < columns && cell.row < rows;
}

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

/* Writes a question as a user would: "piece(b2, base)". */
static void write_question(const Question *q, char *text, size_t size) {
  snprintf(text, size, "%s(", q->accessor->name);
  for (int i = 0; i < ARGS_MAX && q->accessor->args[i] != ARG_NONE; i++) {
    text_append(text, size, "%s", i ? ", " : "");
    if (q->accessor->args[i] == ARG_SEAT)
      text_append(text, size, "%d", q->args[i].seat + 1);
    else
      text_append(text, size, "%s", q->args[i].text);
  }
  text_append(text, size, ")");
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
    QUESTION_FAIL(q, "returns seat %d, which does not exist", a->number[i] + 1);
  if (a->type == ANSWER_FLAG && a->number[i] != 0 && a->number[i] != 1)
    QUESTION_FAIL(q, "returns %d, neither true nor false", a->number[i]);
  if (a->type == ANSWER_WORD && !utf8_is_valid(a->text[i]))
    QUESTION_FAIL(q, "returns something that is not text");
  if (a->type == ANSWER_WORD && cell &&
      !conform_is_cell(a->text[i], q->columns, q->rows))
    QUESTION_FAIL(q, "returns '%s', which is not a cell of the board",
                  a->text[i]);
  return true;
}

static bool check_answer(Question *q) {
  const Answer *a = &q->answer;
  const char *declared = q->accessor->returns, *returns = declared;
  bool list = strncmp(returns, "list of ", 8) == 0;
  if (a->overflow || a->count > ANSWERS_MAX)
    QUESTION_FAIL(q, "returns a list that does not fit");
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
  return accessor_ask(q->accessor, q->game, q->state, q->args, answer, why);
}

static bool check_valid_question(Question *q) {
  Error why = {0};
  if (!ask(q, &q->answer, &why))
    QUESTION_FAIL(q, "fails: %.150s", why.message);
  if (!check_answer(q))
    return false;
  if (!ask(q, &q->again, &why) || !same_answer(&q->answer, &q->again))
    QUESTION_FAIL(q, "returns something different the second time");
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
        QUESTION_FAIL(q, "accepts '%s', which makes no sense", BAD[j]);
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
