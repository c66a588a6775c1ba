#include "core/base/need.h"
#include "core/game/spec.h"
#include "core/isolation/remote_internal.h"
#include <stdlib.h>

/* A bot in a child: one from a file in a child of its own, a built-in one in
 * the child of the rules. */
typedef struct RemoteBot {
  Bot base;
  BotKind kind; /* as there, with the functions below */
  Option options[OPTIONS_MAX + 1];
  TextPool texts;
  bool is_file;
  RemoteGame own;       /* of a file: the game of its child */
  uint64_t child_nodes; /* those that this child has reported */
  char file[SPEC_TEXT]; /* the path */
  char spec[SPEC_TEXT]; /* with the options as the user wrote them */
} RemoteBot;

static RemoteBot *bot_of(const Bot *bot) {
  return (RemoteBot *)bot;
}

/* ---- the jobs ------------------------------------------------------------*/

typedef struct BotTask {
  uint64_t name;          /* by which the child knows the bot */
  const char *game, *bot; /* specs; no game if the child has opened it */
  bool is_open, timed, full;
  RemoteBot *tables; /* of a bot from a file: to be filled in */
  int seat;
  Rng rng;
  Move move;
  uint64_t nodes;
} BotTask;

/* A bot in the child. */
typedef struct ServedBot {
  uint64_t name;
  Bot *bot;
  Rng rng; /* of the game being played: bots may keep a pointer to it */
  struct ServedBot *next;
} ServedBot;

static ServedBot *bots_served; /* all that are open */

Bot *remote_served_bot(void) {
  return bots_served ? bots_served->bot : NULL;
}

/* Where the pointer to a bot is. */
static ServedBot **bot_find(const BotTask *t) {
  ServedBot **at = &bots_served;
  while ((*at)->name != t->name)
    at = &(*at)->next;
  return at;
}

static void bot_serve(Job *job, BotTask *t) {
  if (t->game && !remote_serve_game(t->game, job->error))
    return;
  job->game = remote_served_game();
  Bot *bot = bot_open(t->bot, job->game, job->error);
  if (!bot)
    return;
  ServedBot *s = need(sizeof *s);
  *s = (ServedBot){.name = t->name, .bot = bot, .next = bots_served};
  bots_served = s;
  t->is_open = true;
  t->timed = bot->timed;
}

static void cross_tables(Message *m, RemoteBot *r) {
  cross_line(m, r->base.spec, sizeof r->base.spec);
  cross_text(m, &r->kind.name, &r->texts);
  cross_text(m, &r->kind.summary, &r->texts);
  cross_text(m, &r->kind.example, &r->texts);
  cross_options(m, (Option *)r->kind.options, NULL, &r->texts);
  cross_option_values(m, r->kind.options, r->base.option);
  if (m->writing)
    return;
  if (!remote_is_spec_of(r->base.spec, r->file))
    m->malformed = true;
  if (!r->kind.example[0])
    r->kind.example = NULL;
}

static void bot_open_job(Job *job) {
  static RemoteBot there;
  BotTask *t = job->task;
  const bool has_tables = t->tables;
  job_take_text(job, &t->game);
  job_take_text(job, &t->bot);
  if (job_is_here(job))
    bot_serve(job, t);
  CROSS(job->m, t->is_open, 0, 1);
  CROSS(job->m, t->timed, 0, 1);
  if (!t->is_open || !has_tables)
    return;
  if (job->m->writing) {
    there =
        (RemoteBot){.base = *bots_served->bot, .kind = *bots_served->bot->kind};
    t->tables = &there;
  }
  const int64_t expected = (int64_t)job->game->state_size;
  int64_t size = expected;
  CROSS(job->m, size, expected, expected);
  cross_tables(job->m, t->tables);
}

static void bot_close_job(Job *job) {
  if (!job_is_here(job))
    return;
  ServedBot **at = bot_find(job->task), *s = *at;
  *at = s->next;
  bot_close(s->bot);
  free(s);
}

static void bot_begin_job(Job *job) {
  BotTask *t = job->task;
  if (job_is_here(job)) {
    ServedBot *s = *bot_find(t);
    s->rng = t->rng;
    job_end(job, bot_begin(s->bot, t->seat, &s->rng, job->error));
    t->rng = s->rng;
  }
  cross_rng(job->m, &t->rng);
}

static void bot_choose_job(Job *job) {
  BotTask *t = job->task;
  const int64_t before = (int64_t)t->nodes;
  if (job_is_here(job)) {
    ServedBot *s = *bot_find(t);
    s->rng = t->rng;
    job_end(job, bot_choose(s->bot, job->state, &s->rng, &t->move, job->error));
    t->rng = s->rng;
    t->nodes = s->bot->nodes;
    t->full = s->bot->full;
  }
  cross_rng(job->m, &t->rng);
  CROSS(job->m, t->move, 0, UINT32_MAX);
  CROSS(job->m, t->nodes, before, INT64_MAX);
  CROSS(job->m, t->full, 0, 1);
}

/* ---- the child of a file -------------------------------------------------*/

static void bot_close_child(RemoteBot *r) {
  child_close(r->own.child);
  r->own = (RemoteGame){.child = NULL};
}

static bool bot_call(RemoteBot *r, JobFunction *function, const State *state,
                     BotTask *task, Error *error) {
  const Game *game = r->is_file ? &r->own.game : r->base.game;
  const atomic_bool *stop = r->base.game->stop;
  const JobWatch watch = {.stop = r->is_file ? NULL : stop,
                          .kill = r->is_file ? stop : NULL};
  task->name = (uintptr_t)r;
  bool done = job_do(game, function, state, task, sizeof *task, &watch, error);
  if (r->is_file && game_fault(game)) /* the next game gets a new process */
    bot_close_child(r);
  return done;
}

static bool bot_open_in(RemoteBot *r, BotTask task, Error *error) {
  bool done = bot_call(r, bot_open_job, NULL, &task, error);
  r->base.timed = done && task.timed;
  return done;
}

/* Starts a child and opens the bot in it. */
static bool bot_open_child(RemoteBot *r, Error *error) {
  const Game *game = r->base.game;
  Spec spec;
  if (!spec_read(&spec, game->spec, "game", error))
    return false;
  const char *names[] = {r->file, spec.name};
  r->child_nodes = 0;
  r->own = (RemoteGame){.game = {.remote = &remote_jobs,
                                 .seats = game->seats,
                                 .state_size = game->state_size}};
  r->own.game.fault = &r->own.fault;
  r->own.child = child_start(names, spec.loader ? 2 : 1, error);
  if (!r->own.child)
    return false;
  text_pool_free(&r->texts);
  r->texts = (TextPool){0};
  return bot_open_in(
      r, (BotTask){.game = game->spec, .bot = r->spec, .tables = r}, error);
}

/* ---- the stand-in --------------------------------------------------------*/

static bool remote_begin(Bot *bot, int seat, Rng *rng, Error *why) {
  RemoteBot *r = bot_of(bot);
  BotTask t = {.seat = seat, .rng = *rng};
  if (r->is_file && !r->own.child && !bot_open_child(r, why)) {
    bot_close_child(r);
    return false;
  }
  bool done = bot_call(r, bot_begin_job, NULL, &t, why);
  *rng = t.rng;
  return done;
}

static bool remote_choose(Bot *bot, const State *state, Rng *rng, Move *move,
                          Error *why) {
  RemoteBot *r = bot_of(bot);
  BotTask t = {.rng = *rng, .nodes = r->child_nodes};
  if (r->is_file && !r->own.child)
    return error_set(why, "%.200s: its rules have failed", r->file);
  bool done = bot_call(r, bot_choose_job, state, &t, why);
  *rng = t.rng;
  bot->full = t.full;
  if (t.nodes > r->child_nodes) { /* a new child counts from 0 again */
    bot->nodes += t.nodes - r->child_nodes;
    r->child_nodes = t.nodes;
  }
  if (!done)
    return false;
  if (!game_legal(bot->game, state, t.move))
    return error_set(why, "%.200s: chose %u, which is not a legal move",
                     r->is_file ? r->file : bot->spec, t.move);
  *move = t.move;
  return true;
}

static void remote_close(Bot *bot) {
  RemoteBot *r = bot_of(bot);
  if (r->is_file)
    bot_close_child(r);
  else
    bot_call(r, bot_close_job, NULL, &(BotTask){0}, NULL);
  text_pool_free(&r->texts);
}

/* ---- opening -------------------------------------------------------------*/

static RemoteBot *bot_new(const BotKind *kind, const Game *game) {
  RemoteBot *r = need(sizeof *r);
  r->base = (Bot){.kind = &r->kind, .game = game};
  r->kind = *kind;
  r->kind.begin = remote_begin;
  r->kind.choose = remote_choose;
  r->kind.close = remote_close;
  return r;
}

Bot *remote_bot_open_there(const Bot *bot, Error *error) {
  RemoteBot *r = bot_new(bot->kind, bot->game);
  memcpy(r->base.option, bot->option, sizeof bot->option);
  memcpy(r->base.spec, bot->spec, sizeof bot->spec);
  bool given = true;
  for (int i = 0; given && bot->kind->options[i].name; i++)
    if (bot->kind->options[i].type == OPTION_FILE)
      given = job_give_file(bot->game, bot->option[i], error);
  if (given && bot_open_in(r, (BotTask){.bot = bot->spec}, error))
    return &r->base;
  free(r);
  return NULL;
}

/* A bot from a file, without a child. */
static RemoteBot *bot_new_file(const char *path, const char *options,
                               const Game *game, Error *error) {
  RemoteBot *r = bot_new(&(BotKind){.name = path}, game);
  r->is_file = true;
  r->kind.name = r->kind.summary = r->file;
  r->kind.options = r->options;
  snprintf(r->file, sizeof r->file, "%s", path);
  if (remote_write_spec(path, options, r->spec, error)) {
    memcpy(r->base.spec, r->spec, sizeof r->spec);
    return r;
  }
  bot_close(&r->base);
  return NULL;
}

Bot *remote_bot_open(const Loader *loader, const char *path,
                     const char *options, const Game *game, Error *error) {
  (void)loader;
  RemoteBot *r = bot_new_file(path, options, game, error);
  if (!r || bot_open_child(r, error))
    return r ? &r->base : NULL;
  bot_close(&r->base);
  return NULL;
}

Bot *remote_bot_open_again(const char *text, const Game *game, Error *error) {
  Spec spec;
  RemoteBot *r = spec_read(&spec, text, "bot", error)
                     ? bot_new_file(spec.name, spec.options, game, error)
                     : NULL;
  return r ? &r->base : NULL;
}

const Game *remote_bot_game(const Bot *bot) {
  bool has_child = bot->kind->choose == remote_choose && bot_of(bot)->own.child;
  return has_child ? &bot_of(bot)->own.game : NULL;
}
