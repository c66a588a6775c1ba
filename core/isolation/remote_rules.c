#define _GNU_SOURCE
#include "core/base/need.h"
#include "core/game/scene.h"
#include "core/game/score.h"
#include "core/isolation/remote_internal.h"
#include <stdlib.h>

/* What the functions of Rules are told, besides a position, and what they
 * answer. */
typedef struct RulesTask {
  Move move;
  int seat;
  int most, plies; /* of a playout */
  int count;       /* of moves */
  bool yes;
  uint64_t hash;
  Rng rng;
  double number[SEATS_MAX]; /* scores, or values */
  char notation[MOVE_TEXT];
  const char *text[2]; /* or NULL */
  int accessor;
  int seats[ARGS_MAX]; /* its arguments, if they are seats and not texts */
  char *printed;
  bool draws, changes; /* the random stream and the position cross back */
  /* Memory of either process. */
  Move *moves;
  uint32_t *weights;
  Parts *parts;
  Scene *scene;
  Answer *answer;
} RulesTask;

_Static_assert(ARGS_MAX == 2, "each argument of an accessor has its text");

/* ---- work that takes more than a call ------------------------------------*/

/* A list that was returned is as it was until the next one is borrowed. */
static void rules_list(const Game *game, const State *state, RulesTask *t) {
  t->moves = game_borrow_list(game);
  t->count = game->rules->moves(game, state, t->moves);
  game_return_list(game);
}

/* As many as the parent has moves. */
static void rules_weigh(const Game *game, const State *state, RulesTask *t) {
  Move *moves = game_borrow_list(game);
  t->weights = game_borrow_list(game);
  int count = game->rules->moves(game, state, moves);
  game->rules->weights(game, state, moves, count, t->weights);
  game_return_list(game);
  game_return_list(game);
}

static void rules_describe_move(const Game *game, const State *state,
                                RulesTask *t) {
  static Parts parts;
  parts = (Parts){0};
  t->parts = &parts;
  game_describe(game, state, t->move, &parts);
}

/* Keeps what is printed until the next time. */
static void rules_print(const Game *game, const State *state, RulesTask *t,
                        bool settings) {
  static char *printed;
  size_t size;
  free(printed);
  FILE *page = need_stream(&printed, &size);
  t->yes = true;
  if (settings)
    t->yes = game->rules->settings(game, state, page);
  else
    game->rules->draw(game, state, page);
  need_close(page);
  t->printed = printed;
}

static void rules_show(const Game *game, const State *state, RulesTask *t) {
  static Scene scene;
  t->scene = &scene;
  scene_paint(game, state, &scene);
}

static bool rules_query(const Game *game, const State *state, RulesTask *t,
                        Error *error) {
  static Answer answer;
  const Arg args[] = {{.seat = t->seats[0], .text = t->text[0]},
                      {.seat = t->seats[1], .text = t->text[1]}};
  answer = (Answer){0};
  t->answer = &answer;
  return accessor_ask(&game->rules->accessors[t->accessor], game, state, args,
                      &answer, error);
}

/* ---- the jobs ------------------------------------------------------------*/

static void cross_moves(Message *m, const Game *game, RulesTask *t) {
  CROSS(m, t->count, 1, game->max_moves);
  cross_bytes(m, t->moves, (size_t)t->count * sizeof *t->moves);
}

static void cross_printed(Message *m, RulesTask *t) {
  CROSS(m, t->yes, 0, 1);
  cross_copy(m, &t->printed);
}

/* A function of Rules: its name, the work, and the answer with its checks. */
#define RULES_JOB(name, work, answer)                                          \
  static void rules_##name(Job *job) {                                         \
    const Game *game = job->game;                                              \
    const Rules *rules = game->rules;                                          \
    State *state = job->state;                                                 \
    RulesTask *t = job->task;                                                  \
    Error *error = job->error;                                                 \
    job_take_text(job, &t->text[0]);                                           \
    job_take_text(job, &t->text[1]);                                           \
    if (job_is_here(job))                                                      \
      work;                                                                    \
    Message *m = job->m;                                                       \
    answer;                                                                    \
    if (t->changes)                                                            \
      job_give_state(job);                                                     \
    if (t->draws)                                                              \
      cross_rng(m, &t->rng);                                                   \
    (void)rules, (void)state, (void)t, (void)error, (void)m;                   \
  }
#define RULES_CHANGE(name, work) RULES_JOB(name, work, (void)0)
#define TRY(call) job_end(job, call)

RULES_CHANGE(start, rules->start(game, state, &t->rng))
RULES_CHANGE(renew, game_renew(game))
RULES_CHANGE(play, game_play(game, state, t->move))
RULES_CHANGE(observe, rules->observe(game, state, t->seat))
RULES_CHANGE(redraw, rules->redraw(game, state, t->seat, &t->rng))
RULES_JOB(playout, t->plies = game_playout(game, state, &t->rng, t->most),
          CROSS(m, t->plies, 0, t->most))
RULES_CHANGE(set, TRY(rules->set(game, state, t->text[0], t->text[1], error)))
RULES_CHANGE(finish_edit, TRY(rules->finish_edit(game, state, error)))
RULES_JOB(moves, rules_list(game, state, t), cross_moves(m, game, t))
RULES_JOB(random_move, t->move = game_random_move(game, state, &t->rng),
          CROSS(m, t->move, 0, UINT32_MAX))
RULES_JOB(weights, rules_weigh(game, state, t),
          cross_bytes(m, t->weights, (size_t)t->count * sizeof *t->weights))
RULES_JOB(format, rules->format(game, state, t->move, t->notation),
          cross_line(m, t->notation, sizeof t->notation))
RULES_JOB(parse, TRY(rules->parse(game, state, t->text[0], &t->move, error)),
          CROSS(m, t->move, 0, UINT32_MAX))
RULES_JOB(describe, rules_describe_move(game, state, t),
          cross_parts(m, game, t->parts))
RULES_JOB(draw, rules_print(game, state, t, false), cross_printed(m, t))
RULES_JOB(settings, rules_print(game, state, t, true), cross_printed(m, t))
RULES_JOB(scene, rules_show(game, state, t), scene_cross(m, game, t->scene))
RULES_JOB(ask, TRY(rules_query(game, state, t, error)),
          cross_answer(m, game, t->answer))
RULES_JOB(turn, t->seat = rules->turn(game, state),
          CROSS(m, t->seat, 0, game->seats - 1))
RULES_JOB(score, rules->score(game, state, t->number),
          cross_doubles(m, t->number, game->seats, -SCORE_MAX, SCORE_MAX))
RULES_JOB(hash, t->hash = rules->hash(game, state),
          cross_bytes(m, &t->hash, sizeof t->hash))
RULES_JOB(evaluate, rules->evaluate(game, state, t->number),
          cross_doubles(m, t->number, game->sides, 0, 1))

/* ---- their stand-ins in the parent ---------------------------------------*/

static bool rules_call(const Game *game, JobFunction *function,
                       const State *state, RulesTask *task, Error *error) {
  return job_do(game, function, state, task, sizeof *task, NULL, error);
}

static bool rules_call_random(const Game *game, JobFunction *function,
                              const State *state, RulesTask *task, Rng *rng) {
  task->rng = *rng;
  task->draws = true;
  if (!rules_call(game, function, state, task, NULL))
    return false;
  *rng = task->rng;
  return true;
}

/* The game ends when its rules have failed (game_fault). */
static bool rules_call_change(const Game *game, JobFunction *function,
                              State *state, RulesTask *task, Rng *rng) {
  task->changes = true;
  if (rng ? rules_call_random(game, function, state, task, rng)
          : rules_call(game, function, state, task, NULL))
    return true;
  state->seat = 0;
  state_set_draw(state);
  return false;
}

static void remote_start(const Game *game, State *state, Rng *rng) {
  rules_call_change(game, rules_start, state, &(RulesTask){0}, rng);
}

static void remote_renew(const Game *game) {
  rules_call(game, rules_renew, NULL, &(RulesTask){0}, NULL);
}

static void remote_play(const Game *game, State *state, Move move) {
  rules_call_change(game, rules_play, state, &(RulesTask){.move = move}, NULL);
}

static void remote_observe(const Game *game, State *state, int seat) {
  rules_call_change(game, rules_observe, state, &(RulesTask){.seat = seat},
                    NULL);
}

static void remote_redraw(const Game *game, State *state, int seat, Rng *rng) {
  rules_call_change(game, rules_redraw, state, &(RulesTask){.seat = seat}, rng);
}

static int remote_playout(const Game *game, State *state, Rng *rng,
                          int max_plies) {
  RulesTask t = {.most = max_plies};
  return rules_call_change(game, rules_playout, state, &t, rng) ? t.plies : 0;
}

static bool remote_set(const Game *game, State *state, const char *key,
                       const char *value, Error *error) {
  RulesTask t = {.text = {key, value}, .changes = true};
  return rules_call(game, rules_set, state, &t, error);
}

static bool remote_finish_edit(const Game *game, State *state, Error *error) {
  RulesTask t = {.changes = true};
  return rules_call(game, rules_finish_edit, state, &t, error);
}

static int remote_moves(const Game *game, const State *state, Move *moves) {
  RulesTask t = {.moves = moves};
  if (rules_call(game, rules_moves, state, &t, NULL))
    return t.count;
  moves[0] = MOVE_PASS;
  return 1;
}

static Move remote_random_move(const Game *game, const State *state, Rng *rng) {
  RulesTask t = {0};
  return rules_call_random(game, rules_random_move, state, &t, rng) ? t.move
                                                                    : MOVE_PASS;
}

/* Weights that make no sense are all taken for 1: none is 0, and their sum
 * fits. */
static void remote_weights(const Game *game, const State *state,
                           const Move moves[], int count, uint32_t weight[]) {
  (void)moves; /* the child lists the same */
  RulesTask t = {.count = count, .weights = weight};
  bool good = rules_call(game, rules_weights, state, &t, NULL);
  uint64_t sum = 0;
  for (int i = 0; good && i < count; i++)
    sum += weight[i] ? weight[i] : UINT64_C(1) << 32;
  for (int i = 0; i < count && (!good || sum > UINT32_MAX); i++)
    weight[i] = 1;
}

static void remote_format(const Game *game, const State *state, Move move,
                          char text[MOVE_TEXT]) {
  RulesTask t = {.move = move};
  if (rules_call(game, rules_format, state, &t, NULL) && t.notation[0])
    memcpy(text, t.notation, MOVE_TEXT);
  else
    snprintf(text, MOVE_TEXT, "%u", move);
}

static bool remote_parse(const Game *game, const State *state, const char *text,
                         Move *move, Error *error) {
  RulesTask t = {.text = {text}};
  bool done = rules_call(game, rules_parse, state, &t, error);
  *move = done ? t.move : *move;
  return done;
}

static void remote_describe(const Game *game, const State *state, Move move,
                            Parts *parts) {
  RulesTask t = {.move = move, .parts = parts};
  if (!rules_call(game, rules_describe, state, &t, NULL))
    *parts = (Parts){0};
}

static bool rules_call_print(const Game *game, JobFunction *function,
                             const State *state, FILE *out) {
  RulesTask t = {0};
  bool done = rules_call(game, function, state, &t, NULL) && t.yes;
  if (done && t.printed)
    fputs(t.printed, out);
  free(t.printed);
  return done;
}

static void remote_draw(const Game *game, const State *state, FILE *out) {
  rules_call_print(game, rules_draw, state, out);
}

static bool remote_settings(const Game *game, const State *state, FILE *out) {
  return rules_call_print(game, rules_settings, state, out);
}

static void remote_scene(const Game *game, const State *state, Scene *scene) {
  if (!rules_call(game, rules_scene, state, &(RulesTask){.scene = scene}, NULL))
    *scene = (Scene){0};
}

static bool remote_ask(const Game *game, const State *state,
                       const Accessor *accessor, const Arg args[],
                       Answer *answer, Error *error) {
  RulesTask t = {.accessor = (int)(accessor - game->rules->accessors),
                 .answer = answer};
  for (int i = 0; i < ARGS_MAX; i++) {
    bool is_seat = accessor->args[i] == ARG_SEAT;
    bool is_text = accessor->args[i] != ARG_NONE && !is_seat;
    t.seats[i] = is_seat ? args[i].seat : 0;
    t.text[i] = is_text ? args[i].text : "";
  }
  return rules_call(game, rules_ask, state, &t, error);
}

static int remote_turn(const Game *game, const State *state) {
  RulesTask t = {0};
  return rules_call(game, rules_turn, state, &t, NULL) ? t.seat : 0;
}

static void remote_score(const Game *game, const State *state, double score[]) {
  RulesTask t = {0};
  bool good = rules_call(game, rules_score, state, &t, NULL);
  for (int seat = 0; seat < game->seats; seat++)
    score[seat] = good ? t.number[seat] : 0;
}

static uint64_t remote_hash(const Game *game, const State *state) {
  RulesTask t = {0};
  return rules_call(game, rules_hash, state, &t, NULL) ? t.hash : 0;
}

static void remote_evaluate(const Game *game, const State *state,
                            double value[]) {
  RulesTask t = {0};
  bool good = rules_call(game, rules_evaluate, state, &t, NULL);
  for (int side = 0; side < game->sides; side++)
    value[side] = good ? t.number[side] : 1.0 / game->sides;
}

/* ---- all of them ---------------------------------------------------------*/

typedef struct RulesStandIn {
  size_t at; /* in Rules */
  void (*function)(void);
} RulesStandIn;

#define STAND_IN(name)                                                         \
  { offsetof(Rules, name), (void (*)(void))remote_##name }

/* Functions that rules may have. `key` is not among them: it is for solving,
 * where the rules run; nor are `count` and `legal`, for which a list of moves
 * does. */
static const RulesStandIn RULES_OPTIONAL[] = {
    STAND_IN(settings), STAND_IN(describe), STAND_IN(scene),   STAND_IN(hash),
    STAND_IN(evaluate), STAND_IN(weights),  STAND_IN(observe), STAND_IN(redraw),
    STAND_IN(score),    STAND_IN(turn)};

enum { RULES_OPTIONAL_COUNT = sizeof RULES_OPTIONAL / sizeof *RULES_OPTIONAL };

void cross_functions(Message *m, Rules *rules) {
  for (int i = 0; i < RULES_OPTIONAL_COUNT; i++) {
    const RulesStandIn *r = &RULES_OPTIONAL[i];
    void (*function)(void);
    memcpy(&function, (char *)rules + r->at, sizeof function);
    bool has = function || (rules->parts && r->at == offsetof(Rules, describe));
    if (CROSS(m, has, 0, 1) && !m->writing)
      memcpy((char *)rules + r->at, &r->function, sizeof r->function);
  }
}

/* All rules have these, or something else does what they do. */
const Rules remote_rules = {.start = remote_start,
                            .renew = remote_renew,
                            .moves = remote_moves,
                            .play = remote_play,
                            .format = remote_format,
                            .parse = remote_parse,
                            .draw = remote_draw,
                            .set = remote_set,
                            .finish_edit = remote_finish_edit,
                            .random_move = remote_random_move,
                            .playout = remote_playout,
                            .ask = remote_ask};
