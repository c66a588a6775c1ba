#define _GNU_SOURCE
#include "core/base/utf8.h"
#include "core/game/scene.h"
#include "core/game/score.h"
#include "core/isolation/remote_internal.h"
#include <stdlib.h>

enum { DRAWING_MAX = 1 << 24 }; /* bytes */

/* ---- text and pictures ---------------------------------------------------*/

/* Writes what a function prints to a file. */
static void put_printed(Message *out, const Game *game, const State *state,
                        bool (*print)(const Game *, const State *, FILE *)) {
  char *text = NULL;
  size_t size = 0;
  FILE *page = open_memstream(&text, &size);
  bool done = page && print(game, state, page);
  if (page)
    fclose(page);
  remote_put_fault(out);
  message_put_int(out, done);
  message_put_text(out, done && size < DRAWING_MAX ? text : "");
  free(text);
}

/* Prints it in the parent. */
static bool print_result(const Game *game, Message *m, FILE *out) {
  if (!m)
    return false;
  bool done = message_get_bool(m);
  char *text = message_get_copy(m);
  if (remote_is_sane(game) && text)
    fputs(text, out);
  free(text);
  return done && remote_is_sane(game);
}

static bool draw(const Game *game, const State *state, FILE *out) {
  game->rules->draw(game, state, out);
  return true;
}

static void serve_draw(Message *in, Message *out) {
  State *state;
  Game *game = remote_get_position(in, &state);
  put_printed(out, game, state, draw);
}

void remote_draw(const Game *game, const State *state, FILE *out) {
  remote_begin_call(game, serve_draw, state);
  print_result(game, remote_call(game), out);
}

static void serve_settings(Message *in, Message *out) {
  State *state;
  Game *game = remote_get_position(in, &state);
  put_printed(out, game, state, game->rules->settings);
}

bool remote_settings(const Game *game, const State *state, FILE *out) {
  remote_begin_call(game, serve_settings, state);
  return print_result(game, remote_call(game), out);
}

static void serve_scene(Message *in, Message *out) {
  State *state;
  Game *game = remote_get_position(in, &state);
  Scene scene = {0};
  game->rules->scene(game, state, &scene);
  remote_put_fault(out);
  message_put(out, &scene, sizeof scene);
}

/* Whether the byte of a bool that came from elsewhere is one. */
static bool is_bool(const bool *value) {
  unsigned char byte;
  memcpy(&byte, value, sizeof byte);
  return byte <= 1;
}

static bool is_on_board(const Scene *scene, Cell at) {
  return at.column >= 0 && at.column < scene->columns && at.row >= 0 &&
         at.row < scene->rows;
}

static bool is_seat(const Game *game, int seat) {
  return seat >= SCENE_NOBODY && seat < game->seats;
}

static bool is_piece(const Game *game, ScenePiece *p) {
  p->label[sizeof p->label - 1] = '\0';
  utf8_clean_line(p->label);
  return is_seat(game, p->seat) && p->size >= 1 && p->size <= 3 &&
         p->shape <= SCENE_SQUARE;
}

static bool is_count(int count, int most) {
  return count >= 0 && count <= most;
}

/* Whether the numbers of parts keep to the limits of a Scene. */
static bool has_room(const Scene *s) {
  return is_count(s->shaded_count, SCENE_CELLS) &&
         is_count(s->highlight_count, SCENE_CELLS) &&
         is_count(s->piece_count, SCENE_PIECES) &&
         is_count(s->wall_count, SCENE_WALLS) &&
         is_count(s->mark_count, SCENE_MARKS) &&
         is_count(s->edge_count, SCENE_EDGES) &&
         is_count(s->held_count, SCENE_HELD) &&
         is_count(s->moved_count, SCENE_MOVED) &&
         is_count(s->note_count, SCENE_NOTES);
}

static bool are_marks(const Game *game, Scene *s) {
  bool good = true;
  for (int i = 0; good && i < s->mark_count; i++) {
    SceneMark *mark = &s->mark[i];
    mark->label[sizeof mark->label - 1] = '\0';
    utf8_clean_line(mark->label);
    good = is_on_board(s, mark->at) && is_seat(game, mark->seat);
  }
  for (int i = 0; good && i < s->edge_count; i++)
    good = s->edge[i].side < SCENE_SIDES && is_seat(game, s->edge[i].seat);
  for (int i = 0; good && i < s->held_count; i++)
    good = is_piece(game, &s->held[i].piece) && s->held[i].count >= 1;
  for (int i = 0; good && i < s->moved_count; i++)
    good = is_on_board(s, s->moved[i]);
  return good;
}

/* Whether a scene that came from elsewhere keeps to the limits of a Scene. */
static bool is_scene(const Game *game, Scene *s) {
  bool good =
      is_bool(&s->overflow) && is_bool(&s->down) && is_bool(&s->hex) &&
      is_count(s->columns, SCENE_CELLS) && is_count(s->rows, SCENE_CELLS) &&
      s->columns * s->rows <= SCENE_CELLS && has_room(s) && are_marks(game, s);
  for (int i = 0; good && i < s->shaded_count; i++)
    good = is_on_board(s, s->shaded[i]);
  for (int i = 0; good && i < s->highlight_count; i++)
    good = is_on_board(s, s->highlight[i]);
  for (int i = 0; good && i < s->wall_count; i++)
    good = is_on_board(s, s->wall[i].at) && is_bool(&s->wall[i].vertical) &&
           s->wall[i].length >= 1 && s->wall[i].length <= BOARD_SIDE_MAX;
  for (int i = 0; good && i < s->piece_count; i++)
    good = is_on_board(s, s->piece[i].at) && is_piece(game, &s->piece[i]);
  for (int i = 0; good && i < s->note_count; i++) {
    s->note[i][SCENE_TEXT - 1] = '\0';
    utf8_clean_line(s->note[i]);
  }
  return good;
}

void remote_scene(const Game *game, const State *state, Scene *scene) {
  remote_begin_call(game, serve_scene, state);
  Message *m = remote_call(game);
  if (!m)
    return;
  message_get(m, scene, sizeof *scene);
  if (!is_scene(game, scene))
    m->malformed = true;
  if (!remote_is_sane(game))
    *scene = (Scene){0};
}

static void serve_ask(Message *in, Message *out) {
  State *state;
  Game *game = remote_get_position(in, &state);
  const Accessor *accessor =
      &game->rules->accessors[message_get_int(in, 0, INT32_MAX)];
  Arg args[ARGS_MAX];
  char *text[ARGS_MAX];
  for (int i = 0; i < ARGS_MAX; i++) {
    args[i].seat = (int)message_get_int(in, INT32_MIN, INT32_MAX);
    args[i].text = text[i] = message_get_copy(in);
  }
  Answer answer = {0};
  Error why = {0};
  accessor->query(game, state, args, &answer, &why);
  remote_put_fault(out);
  message_put_error(out, &why);
  message_put(out, &answer, sizeof answer);
  for (int i = 0; i < ARGS_MAX; i++)
    free(text[i]);
}

static bool is_answer(const Game *game, Answer *a) {
  bool good = a->type <= ANSWER_WORD && is_bool(&a->list) &&
              is_bool(&a->overflow) && a->count >= 0 &&
              a->count <= ANSWERS_MAX && (a->list || a->count <= 1);
  for (int i = 0; good && i < ANSWERS_MAX; i++) {
    a->text[i][ANSWER_TEXT - 1] = '\0';
    utf8_clean_line(a->text[i]);
    good = a->type != ANSWER_SEAT || i >= (a->list ? a->count : 1) ||
           (a->number[i] >= 0 && a->number[i] < game->seats);
  }
  return good;
}

bool remote_ask(const Game *game, const State *state, const Accessor *accessor,
                const Arg args[], Answer *answer, Error *error) {
  Message *m = remote_begin_call(game, serve_ask, state);
  message_put_int(m, accessor - game->rules->accessors);
  for (int i = 0; i < ARGS_MAX; i++) {
    bool seat = accessor->args[i] == ARG_SEAT;
    bool text = accessor->args[i] != ARG_NONE && !seat;
    message_put_int(m, seat ? args[i].seat : 0);
    message_put_text(m, text ? args[i].text : "");
  }
  m = remote_call(game);
  if (!m)
    return error_copy(error, &remote_of(game)->fault);
  bool failed = message_get_error(m, error);
  message_get(m, answer, sizeof *answer);
  if (!failed && !is_answer(game, answer))
    m->malformed = true;
  if (!remote_is_sane(game))
    return error_copy(error, &remote_of(game)->fault);
  return !failed;
}

static void serve_score(Message *in, Message *out) {
  State *state;
  Game *game = remote_get_position(in, &state);
  double score[SEATS_MAX] = {0};
  game->rules->score(game, state, score);
  remote_put_fault(out);
  message_put(out, score, sizeof score);
}

/* Asks for SEATS_MAX numbers, of which `count` mean something and must lie in
 * the range. All of them are `otherwise` if the rules have failed. */
static void ask_numbers(const Game *game, ChildFunction *function,
                        const State *state, int count, double low, double high,
                        double otherwise, double number[]) {
  remote_begin_call(game, function, state);
  Message *m = remote_call(game);
  double read[SEATS_MAX];
  if (m)
    message_get(m, read, sizeof read);
  for (int i = 0; m && i < count; i++)
    if (!(read[i] >= low && read[i] <= high))
      m->malformed = true;
  bool good = m && remote_is_sane(game);
  for (int i = 0; i < count; i++)
    number[i] = good ? read[i] : otherwise;
}

void remote_score(const Game *game, const State *state, double score[]) {
  ask_numbers(game, serve_score, state, game->seats, -SCORE_MAX, SCORE_MAX, 0,
              score);
}

/* ---- search --------------------------------------------------------------*/

static void serve_hash(Message *in, Message *out) {
  State *state;
  Game *game = remote_get_position(in, &state);
  uint64_t hash = game->rules->hash(game, state);
  remote_put_fault(out);
  message_put(out, &hash, sizeof hash);
}

uint64_t remote_hash(const Game *game, const State *state) {
  remote_begin_call(game, serve_hash, state);
  Message *m = remote_call(game);
  uint64_t hash = 0;
  if (m)
    message_get(m, &hash, sizeof hash);
  return m && remote_is_sane(game) ? hash : 0;
}

static void serve_evaluate(Message *in, Message *out) {
  State *state;
  Game *game = remote_get_position(in, &state);
  double value[SEATS_MAX] = {0};
  game->rules->evaluate(game, state, value);
  remote_put_fault(out);
  message_put(out, value, sizeof value);
}

void remote_evaluate(const Game *game, const State *state, double value[]) {
  ask_numbers(game, serve_evaluate, state, game->sides, 0, 1, 1.0 / game->sides,
              value);
}
