#define _GNU_SOURCE
#include "core/base/utf8.h"
#include "core/game/scene.h"
#include "core/game/spec.h"
#include "core/isolation/remote.h"
#include "core/isolation/tables.h"
#include <math.h>
#include <stdlib.h>

enum {
  LEVELS_MAX = 12,          /* a game and the games it is based on */
  STATE_SIZE_MAX = 1 << 22, /* bytes */
  DRAWING_MAX = 1 << 24     /* bytes */
};

typedef struct RemoteGame {
  Game game;
  Rules rules;
  Option options[OPTIONS_MAX + 1];
  Field fields[REMOTE_FIELDS_MAX + 1];
  TextPool texts;
  Child *child; /* owned by the game of level 0 */
  int level;    /* 0, or how often to take its base */
  Error fault;
} RemoteGame;

static RemoteGame *remote_of(const Game *game) {
  return (RemoteGame *)game;
}

Child *remote_game_child(const Game *game) {
  return game->remote ? remote_of(game)->child : NULL;
}

/* ---- calls ---------------------------------------------------------------*/

/* In the child: the game, and memory for a position of it. */
static Game *served;
static State *served_state;

Game *remote_served_game(void) {
  return served;
}

static Game *get_level(Message *in) {
  Game *game = served;
  for (int64_t level = message_get_int(in, 0, LEVELS_MAX); level > 0; level--)
    game = (Game *)game->base;
  return game;
}

/* Reads the game that a call is about and the position it is given. */
static Game *get_position(Message *in, State **state) {
  Game *game = get_level(in);
  *state = served_state;
  message_get(in, served_state, game->state_size);
  return game;
}

/* Every result begins with the fault of the rules. */
static void put_fault(Message *out) {
  const char *fault = game_fault(served);
  message_put_text(out, fault);
}

/* In the parent: begins a call about a position, or about none. */
static Message *begin(const Game *game, ChildFunction *function,
                      const State *state) {
  const RemoteGame *r = remote_of(game);
  Message *m = child_begin(r->child, function);
  message_put_int(m, r->level);
  if (state)
    message_put(m, state, game->state_size);
  return m;
}

/* Notes that the rules have failed, unless they have before. */
static void set_fault(RemoteGame *r, const char *why) {
  if (!error_is_set(&r->fault))
    error_set(&r->fault, "%s", why);
}

/* Calls the child. Returns NULL if it is dead. Rules that have failed still
 * give answers, as they do in this process. */
static Message *call(const Game *game) {
  RemoteGame *r = remote_of(game);
  Error why = {0};
  Message *m = child_call(r->child, &why);
  if (!m) {
    set_fault(r, why.message);
    return NULL;
  }
  char fault[sizeof why.message];
  message_get_text(m, fault, sizeof fault);
  if (fault[0])
    set_fault(r, fault);
  return m;
}

/* Whether the results could be read; if not, the rules have failed. */
static bool is_sane(const Game *game) {
  RemoteGame *r = remote_of(game);
  Error why = {0};
  if (child_is_sane(r->child, &why))
    return true;
  set_fault(r, why.message);
  return false;
}

/* ---- positions -----------------------------------------------------------*/

static void get_state(const Game *game, Message *m, State *state) {
  message_get(m, state, game->state_size);
  if (state->seat >= game->seats || state->outcome > DRAW ||
      state->winners >> game->seats)
    m->malformed = true;
}

/* The game ends when its rules have failed (game_fault). */
static void end_failed_game(State *state) {
  state->seat = 0;
  state_set_draw(state);
}

static void serve_start(Message *in, Message *out) {
  Game *game = get_level(in);
  Rng rng;
  message_get_rng(in, &rng);
  memset(served_state, 0, game->state_size);
  game->rules->start(game, served_state, &rng);
  put_fault(out);
  message_put(out, served_state, game->state_size);
  message_put(out, &rng, sizeof rng);
}

static void remote_start(const Game *game, State *state, Rng *rng) {
  message_put(begin(game, serve_start, NULL), rng, sizeof *rng);
  Message *m = call(game);
  if (m) {
    get_state(game, m, state);
    message_get_rng(m, rng);
  }
  if (!m || !is_sane(game))
    end_failed_game(state);
}

static void serve_renew(Message *in, Message *out) {
  game_renew(get_level(in));
  put_fault(out);
}

static void remote_renew(const Game *game) {
  begin(game, serve_renew, NULL);
  if (call(game))
    is_sane(game);
}

static void serve_play(Message *in, Message *out) {
  State *state;
  Game *game = get_position(in, &state);
  game_play(game, state, (Move)message_get_int(in, 0, UINT32_MAX));
  put_fault(out);
  message_put(out, state, game->state_size);
}

static void remote_play(const Game *game, State *state, Move move) {
  message_put_int(begin(game, serve_play, state), move);
  Message *m = call(game);
  if (m)
    get_state(game, m, state);
  if (!m || !is_sane(game))
    end_failed_game(state);
}

static void serve_playout(Message *in, Message *out) {
  State *state;
  Game *game = get_position(in, &state);
  int max_plies = (int)message_get_int(in, 0, INT32_MAX);
  Rng rng;
  message_get_rng(in, &rng);
  int plies = game_playout(game, state, &rng, max_plies);
  put_fault(out);
  message_put_int(out, plies);
  message_put(out, state, game->state_size);
  message_put(out, &rng, sizeof rng);
}

static int remote_playout(const Game *game, State *state, Rng *rng,
                          int max_plies) {
  Message *m = begin(game, serve_playout, state);
  message_put_int(m, max_plies);
  message_put(m, rng, sizeof *rng);
  int plies = 0;
  m = call(game);
  if (m) {
    plies = (int)message_get_int(m, 0, max_plies);
    get_state(game, m, state);
    message_get_rng(m, rng);
  }
  if (m && is_sane(game))
    return plies;
  end_failed_game(state);
  return 0;
}

static void serve_set(Message *in, Message *out) {
  State *state;
  Game *game = get_position(in, &state);
  Error why = {0};
  char *key = message_get_copy(in), *value = message_get_copy(in);
  bool done = key && value && game->rules->set(game, state, key, value, &why);
  put_fault(out);
  message_put_error(out, &why);
  if (done)
    message_put(out, state, game->state_size);
  free(key);
  free(value);
}

/* Reads the position that follows an error that is not set. */
static bool get_edited(const Game *game, Message *m, State *state,
                       Error *error) {
  if (!m)
    return error_copy(error, &remote_of(game)->fault);
  bool failed = message_get_error(m, error);
  if (!failed)
    get_state(game, m, state);
  if (!is_sane(game))
    return error_copy(error, &remote_of(game)->fault);
  return !failed;
}

static bool remote_set(const Game *game, State *state, const char *key,
                       const char *value, Error *error) {
  Message *m = begin(game, serve_set, state);
  message_put_text(m, key);
  message_put_text(m, value);
  return get_edited(game, call(game), state, error);
}

static void serve_finish_edit(Message *in, Message *out) {
  State *state;
  Game *game = get_position(in, &state);
  Error why = {0};
  bool done = game->rules->finish_edit(game, state, &why);
  put_fault(out);
  message_put_error(out, &why);
  if (done)
    message_put(out, state, game->state_size);
}

static bool remote_finish_edit(const Game *game, State *state, Error *error) {
  begin(game, serve_finish_edit, state);
  return get_edited(game, call(game), state, error);
}

/* ---- moves ---------------------------------------------------------------*/

static void serve_moves(Message *in, Message *out) {
  State *state;
  Game *game = get_position(in, &state);
  Move *moves = game_borrow_list(game);
  int count = game->rules->moves(game, state, moves);
  put_fault(out);
  message_put_int(out, count);
  message_put(out, moves, (size_t)count * sizeof *moves);
  game_return_list(game);
}

static int remote_moves(const Game *game, const State *state, Move *moves) {
  begin(game, serve_moves, state);
  Message *m = call(game);
  int count = 0;
  if (m) {
    count = (int)message_get_int(m, 1, game->max_moves);
    message_get(m, moves, (size_t)count * sizeof *moves);
  }
  if (m && is_sane(game))
    return count;
  moves[0] = MOVE_PASS;
  return 1;
}

static void serve_count(Message *in, Message *out) {
  State *state;
  Game *game = get_position(in, &state);
  int count = game->rules->count(game, state);
  put_fault(out);
  message_put_int(out, count);
}

static int remote_count(const Game *game, const State *state) {
  begin(game, serve_count, state);
  Message *m = call(game);
  int count = m ? (int)message_get_int(m, 1, game->max_moves) : 1;
  return m && is_sane(game) ? count : 1;
}

static void serve_legal(Message *in, Message *out) {
  State *state;
  Game *game = get_position(in, &state);
  Move move = (Move)message_get_int(in, 0, UINT32_MAX);
  bool legal = game->rules->legal(game, state, move);
  put_fault(out);
  message_put_int(out, legal);
}

static bool remote_legal(const Game *game, const State *state, Move move) {
  message_put_int(begin(game, serve_legal, state), move);
  Message *m = call(game);
  bool legal = m && message_get_bool(m);
  return m && is_sane(game) && legal;
}

static void serve_random_move(Message *in, Message *out) {
  State *state;
  Game *game = get_position(in, &state);
  Rng rng;
  message_get_rng(in, &rng);
  Move move = game_random_move(game, state, &rng);
  put_fault(out);
  message_put_int(out, move);
  message_put(out, &rng, sizeof rng);
}

static Move remote_random_move(const Game *game, const State *state, Rng *rng) {
  message_put(begin(game, serve_random_move, state), rng, sizeof *rng);
  Message *m = call(game);
  Move move = MOVE_PASS;
  if (m) {
    move = (Move)message_get_int(m, 0, UINT32_MAX);
    message_get_rng(m, rng);
  }
  return m && is_sane(game) ? move : MOVE_PASS;
}

static void serve_format(Message *in, Message *out) {
  State *state;
  Game *game = get_position(in, &state);
  char text[MOVE_TEXT];
  game->rules->format(game, state, (Move)message_get_int(in, 0, UINT32_MAX),
                      text);
  put_fault(out);
  message_put_text(out, text);
}

static void remote_format(const Game *game, const State *state, Move move,
                          char text[MOVE_TEXT]) {
  message_put_int(begin(game, serve_format, state), move);
  Message *m = call(game);
  if (m)
    message_get_line(m, text, MOVE_TEXT);
  if (!m || !is_sane(game) || !text[0])
    snprintf(text, MOVE_TEXT, "%u", move);
}

static void serve_parse(Message *in, Message *out) {
  State *state;
  Game *game = get_position(in, &state);
  char *text = message_get_copy(in);
  Error why = {0};
  Move move = 0;
  if (text)
    game->rules->parse(game, state, text, &move, &why);
  put_fault(out);
  message_put_error(out, &why);
  message_put_int(out, move);
  free(text);
}

static bool remote_parse(const Game *game, const State *state, const char *text,
                         Move *move, Error *error) {
  message_put_text(begin(game, serve_parse, state), text);
  Message *m = call(game);
  if (!m)
    return error_copy(error, &remote_of(game)->fault);
  bool failed = message_get_error(m, error);
  Move read = (Move)message_get_int(m, 0, UINT32_MAX);
  if (!is_sane(game))
    return error_copy(error, &remote_of(game)->fault);
  *move = failed ? *move : read;
  return !failed;
}

static void serve_describe(Message *in, Message *out) {
  State *state;
  Game *game = get_position(in, &state);
  Parts parts = {0};
  game->rules->describe(game, state, (Move)message_get_int(in, 0, UINT32_MAX),
                        &parts);
  put_fault(out);
  message_put_int(out, parts.count);
  message_put_int(out, parts.overflow);
  for (int i = 0; i < parts.count; i++) {
    const Part *p = &parts.part[i];
    message_put_text(out, p->key);
    message_put_int(out, p->list);
    message_put_int(out, p->count);
    for (int t = 0; t < p->count; t++)
      message_put_text(out, p->text[t]);
  }
}

static void remote_describe(const Game *game, const State *state, Move move,
                            Parts *parts) {
  message_put_int(begin(game, serve_describe, state), move);
  Message *m = call(game);
  if (!m)
    return;
  Parts read = {.count = (int)message_get_int(m, 0, PARTS_MAX)};
  read.overflow = message_get_bool(m);
  for (int i = 0; i < read.count; i++) {
    Part *p = &read.part[i];
    char key[ANSWER_TEXT];
    message_get_line(m, key, sizeof key);
    p->key = text_pool_find(&remote_of(game)->texts, key);
    p->list = message_get_bool(m);
    p->count = (int)message_get_int(m, 0, PART_TEXTS);
    for (int t = 0; t < p->count; t++)
      message_get_line(m, p->text[t], sizeof p->text[t]);
  }
  if (is_sane(game))
    *parts = read;
}

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
  put_fault(out);
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
  if (is_sane(game) && text)
    fputs(text, out);
  free(text);
  return done && is_sane(game);
}

static bool draw(const Game *game, const State *state, FILE *out) {
  game->rules->draw(game, state, out);
  return true;
}

static void serve_draw(Message *in, Message *out) {
  State *state;
  Game *game = get_position(in, &state);
  put_printed(out, game, state, draw);
}

static void remote_draw(const Game *game, const State *state, FILE *out) {
  begin(game, serve_draw, state);
  print_result(game, call(game), out);
}

static void serve_settings(Message *in, Message *out) {
  State *state;
  Game *game = get_position(in, &state);
  put_printed(out, game, state, game->rules->settings);
}

static bool remote_settings(const Game *game, const State *state, FILE *out) {
  begin(game, serve_settings, state);
  return print_result(game, call(game), out);
}

static void serve_scene(Message *in, Message *out) {
  State *state;
  Game *game = get_position(in, &state);
  Scene scene = {0};
  game->rules->scene(game, state, &scene);
  put_fault(out);
  message_put(out, &scene, sizeof scene);
}

static bool is_on_board(const Scene *scene, Cell at) {
  return at.column >= 0 && at.column < scene->columns && at.row >= 0 &&
         at.row < scene->rows;
}

/* Whether a scene that came from elsewhere keeps to the limits of a Scene. */
static bool is_scene(const Game *game, Scene *s) {
  bool good = s->columns >= 0 && s->rows >= 0 && s->columns <= SCENE_CELLS &&
              s->rows <= SCENE_CELLS && s->columns * s->rows <= SCENE_CELLS &&
              s->shaded_count >= 0 && s->shaded_count <= SCENE_CELLS &&
              s->piece_count >= 0 && s->piece_count <= SCENE_PIECES &&
              s->wall_count >= 0 && s->wall_count <= SCENE_WALLS &&
              s->note_count >= 0 && s->note_count <= SCENE_NOTES;
  for (int i = 0; good && i < s->shaded_count; i++)
    good = is_on_board(s, s->shaded[i]);
  for (int i = 0; good && i < s->wall_count; i++)
    good = is_on_board(s, s->wall[i].at);
  for (int i = 0; good && i < s->piece_count; i++) {
    ScenePiece *p = &s->piece[i];
    p->label[sizeof p->label - 1] = '\0';
    utf8_clean_line(p->label);
    good = is_on_board(s, p->at) && p->seat >= SCENE_NOBODY &&
           p->seat < game->seats && p->size >= 1 && p->size <= 3 &&
           p->shape <= SCENE_RING;
  }
  for (int i = 0; good && i < s->note_count; i++) {
    s->note[i][SCENE_TEXT - 1] = '\0';
    utf8_clean_line(s->note[i]);
  }
  return good;
}

static void remote_scene(const Game *game, const State *state, Scene *scene) {
  begin(game, serve_scene, state);
  Message *m = call(game);
  if (!m)
    return;
  message_get(m, scene, sizeof *scene);
  if (!is_scene(game, scene))
    m->malformed = true;
  if (!is_sane(game))
    *scene = (Scene){0};
}

static void serve_ask(Message *in, Message *out) {
  State *state;
  Game *game = get_position(in, &state);
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
  put_fault(out);
  message_put_error(out, &why);
  message_put(out, &answer, sizeof answer);
  for (int i = 0; i < ARGS_MAX; i++)
    free(text[i]);
}

static bool is_answer(const Game *game, Answer *a) {
  bool good = a->type <= ANSWER_WORD && a->count >= 0 &&
              a->count <= ANSWERS_MAX && (a->list || a->count <= 1);
  for (int i = 0; good && i < ANSWERS_MAX; i++) {
    a->text[i][ANSWER_TEXT - 1] = '\0';
    utf8_clean_line(a->text[i]);
    good = a->type != ANSWER_SEAT || i >= (a->list ? a->count : 1) ||
           (a->number[i] >= 0 && a->number[i] < game->seats);
  }
  return good;
}

static bool remote_ask(const Game *game, const State *state,
                       const Accessor *accessor, const Arg args[],
                       Answer *answer, Error *error) {
  Message *m = begin(game, serve_ask, state);
  message_put_int(m, accessor - game->rules->accessors);
  for (int i = 0; i < ARGS_MAX; i++) {
    bool seat = accessor->args[i] == ARG_SEAT;
    bool text = accessor->args[i] != ARG_NONE && !seat;
    message_put_int(m, seat ? args[i].seat : 0);
    message_put_text(m, text ? args[i].text : "");
  }
  m = call(game);
  if (!m)
    return error_copy(error, &remote_of(game)->fault);
  bool failed = message_get_error(m, error);
  message_get(m, answer, sizeof *answer);
  if (!failed && !is_answer(game, answer))
    m->malformed = true;
  if (!is_sane(game))
    return error_copy(error, &remote_of(game)->fault);
  return !failed;
}

/* ---- search --------------------------------------------------------------*/

static void serve_hash(Message *in, Message *out) {
  State *state;
  Game *game = get_position(in, &state);
  uint64_t hash = game->rules->hash(game, state);
  put_fault(out);
  message_put(out, &hash, sizeof hash);
}

static uint64_t remote_hash(const Game *game, const State *state) {
  begin(game, serve_hash, state);
  Message *m = call(game);
  uint64_t hash = 0;
  if (m)
    message_get(m, &hash, sizeof hash);
  return m && is_sane(game) ? hash : 0;
}

static void serve_evaluate(Message *in, Message *out) {
  State *state;
  Game *game = get_position(in, &state);
  double value[SEATS_MAX] = {0};
  game->rules->evaluate(game, state, value);
  put_fault(out);
  message_put(out, value, sizeof value);
}

static void remote_evaluate(const Game *game, const State *state,
                            double value[]) {
  begin(game, serve_evaluate, state);
  Message *m = call(game);
  double read[SEATS_MAX];
  if (m)
    message_get(m, read, sizeof read);
  for (int i = 0; m && i < game->sides; i++)
    if (!(read[i] >= 0 && read[i] <= 1))
      m->malformed = true;
  bool good = m && is_sane(game);
  for (int i = 0; i < game->sides; i++)
    value[i] = good ? read[i] : 1.0 / game->sides;
}

/* ---- opening -------------------------------------------------------------*/

/* The optional functions that a game may have. `key` is not among them: it is
 * for solving the built-in games, which need no child. */
typedef enum Has {
  HAS_SETTINGS = 1,
  HAS_DESCRIBE = 2,
  HAS_SCENE = 4,
  HAS_LEGAL = 8,
  HAS_HASH = 16,
  HAS_COUNT = 32,
  HAS_EVALUATE = 64,
  HAS_ALL = 127
} Has;

static int optional_functions(const Rules *r) {
  return (r->settings ? HAS_SETTINGS : 0) | (r->describe ? HAS_DESCRIBE : 0) |
         (r->scene ? HAS_SCENE : 0) | (r->legal ? HAS_LEGAL : 0) |
         (r->hash ? HAS_HASH : 0) | (r->count ? HAS_COUNT : 0) |
         (r->evaluate ? HAS_EVALUATE : 0);
}

static void put_texts(Message *out, const Rules *r) {
  message_put_text(out, r->name);
  message_put_text(out, r->title);
  message_put_text(out, r->summary);
  message_put_text(out, r->text);
  message_put_text(out, r->example);
  message_put_text(out, r->set_help);
}

static void put_level(Message *out, const Game *game) {
  message_put_text(out, game->spec);
  put_texts(out, game->rules);
  options_put(out, game->rules->options);
  message_put(out, game->option, sizeof game->option);
  message_put_int(out, game->seats);
  message_put_int(out, game->sides);
  message_put(out, game->side, sizeof game->side);
  message_put_int(out, (int64_t)game->state_size);
  message_put_int(out, game->max_moves);
  message_put_int(out, game->max_plies);
  message_put_int(out, game->random_start);
  message_put_int(out, (int64_t)game->base_offset);
  message_put_int(out, optional_functions(game->rules));
  message_put(out, &game->rules->exploration, sizeof(double));
  fields_put(out, game->fields);
}

bool remote_serve_game(const char *spec, Error *error) {
  if (served)
    return error_set(error, "the process has opened a game already");
  served = game_open(spec, error);
  if (!served)
    return false;
  served_state = malloc(served->state_size);
  return served_state || error_set(error, "out of memory (opening %s)", spec);
}

/* Results: an error, or the levels from the innermost base outwards. */
static void serve_open(Message *in, Message *out) {
  char spec[SPEC_TEXT];
  Error why = {0};
  const Game *levels[LEVELS_MAX];
  int count = 0;
  message_get_text(in, spec, sizeof spec);
  if (remote_serve_game(spec, &why))
    for (const Game *g = served; g && count < LEVELS_MAX; g = g->base)
      levels[count++] = g;
  message_put_error(out, &why);
  message_put_int(out, count);
  while (count-- > 0)
    put_level(out, levels[count]);
}

static const Rules *native_rules(const char *name) {
  for (const Rules *const *r = game_rules; *r; r++)
    if (strcmp((*r)->name, name) == 0)
      return *r;
  return NULL;
}

static void get_texts(Message *m, RemoteGame *r) {
  r->rules.name = text_pool_get(&r->texts, m);
  r->rules.title = text_pool_get(&r->texts, m);
  r->rules.summary = text_pool_get(&r->texts, m);
  r->rules.text = text_pool_get(&r->texts, m);
  r->rules.example = text_pool_get(&r->texts, m);
  r->rules.set_help = text_pool_get(&r->texts, m);
}

static void set_functions(RemoteGame *r, int has, const Rules *native) {
  Rules *rules = &r->rules;
  rules->start = remote_start;
  rules->renew = remote_renew;
  rules->moves = remote_moves;
  rules->play = remote_play;
  rules->format = remote_format;
  rules->parse = remote_parse;
  rules->draw = remote_draw;
  rules->set = remote_set;
  rules->finish_edit = remote_finish_edit;
  rules->random_move = remote_random_move;
  rules->playout = remote_playout;
  rules->ask = remote_ask;
  rules->settings = has & HAS_SETTINGS ? remote_settings : NULL;
  rules->describe = has & HAS_DESCRIBE ? remote_describe : NULL;
  rules->scene = has & HAS_SCENE ? remote_scene : NULL;
  rules->legal = has & HAS_LEGAL ? remote_legal : NULL;
  rules->hash = has & HAS_HASH ? remote_hash : NULL;
  rules->count = has & HAS_COUNT ? remote_count : NULL;
  rules->evaluate = has & HAS_EVALUATE ? remote_evaluate : NULL;
  rules->accessors = native ? native->accessors : NULL;
  rules->rules_page = native ? native->rules_page : NULL;
}

static void close_remote(Game *game) {
  RemoteGame *r = remote_of(game);
  game_close((Game *)game->base);
  text_pool_free(&r->texts);
  if (r->level == 0)
    child_close(r->child);
}

/* Reads the numbers of a level into the game. */
static void get_numbers(Message *m, RemoteGame *r) {
  Game *g = &r->game;
  message_get(m, g->option, sizeof g->option);
  g->seats = (int)message_get_int(m, 1, SEATS_MAX);
  g->sides = (int)message_get_int(m, 1, g->seats);
  message_get(m, g->side, sizeof g->side);
  for (int seat = 0; seat < g->seats; seat++)
    if (g->side[seat] >= g->sides)
      m->malformed = true;
  g->state_size = (size_t)message_get_int(m, sizeof(State), STATE_SIZE_MAX);
  g->max_moves = (int)message_get_int(m, 1, MOVES_MAX);
  g->max_plies = (int)message_get_int(m, 1, INT32_MAX);
  g->random_start = message_get_bool(m);
  g->base_offset = (size_t)message_get_int(m, 0, (int64_t)g->state_size);
  if (g->base && g->base_offset + g->base->state_size > g->state_size)
    m->malformed = true;
}

static bool fill_level(Message *m, RemoteGame *r) {
  Game *g = &r->game;
  message_get_line(m, g->spec, sizeof g->spec);
  get_texts(m, r);
  const Rules *native = g->base ? NULL : native_rules(r->rules.name);
  const Option *base = g->base  ? g->base->rules->options
                       : native ? native->options
                                : NULL;
  options_get(m, r->options, base, &r->texts);
  get_numbers(m, r);
  set_functions(r, (int)message_get_int(m, 0, HAS_ALL), native);
  message_get(m, &r->rules.exploration, sizeof(double));
  if (!isfinite(r->rules.exploration) || r->rules.exploration < 0)
    m->malformed = true;
  fields_get(m, r->fields, g->state_size, &r->texts);
  g->fields = r->fields[0].name ? r->fields : NULL;
  return message_is_good(m);
}

/* Reads a level on top of `base`, which it takes over. */
static Game *get_level_on(Message *m, Game *base, Child *child, int level,
                          Error *error) {
  RemoteGame *r = (RemoteGame *)game_new(sizeof *r, error);
  if (!r) {
    game_close(base);
    return NULL;
  }
  r->child = child;
  r->level = level;
  r->game.remote = true;
  r->game.base = base;
  r->game.fault = &r->fault;
  r->game.rules = &r->rules;
  r->rules.options = r->options;
  r->rules.close = close_remote;
  if (!fill_level(m, r))
    child_is_sane(child, error);
  else if (game_open_lists(&r->game, error))
    return &r->game;
  if (level == 0)
    r->level = 1; /* the caller closes the child */
  game_close(&r->game);
  return NULL;
}

/* A variant that changes only options is a built-in game under another name:
 * it needs no child. */
static Game *open_native(const Game *remote, Error *error) {
  char spec[SPEC_TEXT];
  if (!spec_write_full(remote->rules->name, remote->rules->options,
                       remote->option, spec, error))
    return NULL;
  Game *game = game_open(spec, error);
  if (game) {
    memcpy(game->spec, remote->spec, sizeof game->spec);
    game->max_plies = remote->max_plies;
  }
  return game;
}

/* Takes over the child. */
static Game *open_in(Child *child, const char *spec, Error *error) {
  message_put_text(child_begin(child, serve_open), spec);
  Message *m = child_call(child, error);
  bool failed = !m || message_get_error(m, error);
  int levels = failed ? 0 : (int)message_get_int(m, 1, LEVELS_MAX);
  Game *game = NULL;
  if (m && !child_is_sane(child, error))
    levels = 0;
  for (int level = levels - 1; level >= 0; level--)
    if (!(game = get_level_on(m, game, child, level, error)))
      break;
  if (!game) {
    child_close(child);
    return NULL;
  }
  bool native = !game->base && native_rules(game->rules->name);
  Game *result = native                     ? open_native(game, error)
                 : game_finish(game, error) ? game
                                            : NULL;
  if (result != game)
    game_close(game);
  return result;
}

bool remote_write_spec(const char *path, const char *options,
                       char spec[SPEC_TEXT], Error *error) {
  int length = snprintf(spec, SPEC_TEXT, "%s%s%s", path, options ? ":" : "",
                        options ? options : "");
  return length < SPEC_TEXT || error_set(error,
                                         "%.200s: the options are too "
                                         "long",
                                         path);
}

Game *remote_game_open(const char *path, const char *options, Error *error) {
  char spec[SPEC_TEXT];
  if (!remote_write_spec(path, options, spec, error))
    return NULL;
  Child *child = child_start(&path, 1, error);
  return child ? open_in(child, spec, error) : NULL;
}
