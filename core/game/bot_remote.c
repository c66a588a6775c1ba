#include "core/game/bot_remote.h"

#include "core/game/job.h"
#include <stdlib.h>

/* ---- in the process of the rules -----------------------------------------*/

/* A bot, named by the number that its stand-in goes by. */
typedef struct ServedBot {
  uint64_t name;
  Bot *bot;
  Rng rng; /* of the game being played: bots may keep a pointer to it */
  struct ServedBot *next;
} ServedBot;

static ServedBot *served; /* all that are open */

/* Where the pointer to a bot is. */
static ServedBot **find_served(Message *in) {
  uint64_t name = 0;
  message_get(in, &name, sizeof name);
  ServedBot **at = &served;
  while ((*at)->name != name)
    at = &(*at)->next;
  return at;
}

/* Arguments: a name and the spec. Results: an error, and whether the bot limits
 * its time. */
static void open_job(Job *job) {
  char spec[SPEC_TEXT];
  Error why = {0};
  ServedBot *s = calloc(1, sizeof *s);
  uint64_t name;
  message_get(job->in, &name, sizeof name);
  message_get_text(job->in, spec, sizeof spec);
  job->game->stop = job->stop;
  Bot *bot = s ? bot_open(spec, job->game, &why) : NULL;
  if (!s)
    error_set_code(&why, ERROR_NO_MEMORY, "out of memory (opening the bot %s)",
                   spec);
  message_put_error(job->out, &why);
  message_put_int(job->out, bot && bot->timed);
  if (!bot) {
    free(s);
    return;
  }
  *s = (ServedBot){.name = name, .bot = bot, .next = served};
  served = s;
}

/* Arguments: the name. */
static void close_job(Job *job) {
  ServedBot **at = find_served(job->in), *s = *at;
  *at = s->next;
  bot_close(s->bot);
  free(s);
}

/* Arguments: the name, the random stream and the seat. Results: an error and
 * the stream. */
static void begin_job(Job *job) {
  ServedBot *s = *find_served(job->in);
  Error why = {0};
  message_get_rng(job->in, &s->rng);
  int seat = (int)message_get_int(job->in, 0, SEATS_MAX - 1);
  bot_begin(s->bot, seat, &s->rng, &why);
  message_put_error(job->out, &why);
  message_put(job->out, &s->rng, sizeof s->rng);
}

/* Arguments: the name, the random stream and the position. Results: an error,
 * the stream, the move and the nodes so far. */
static void choose_job(Job *job) {
  ServedBot *s = *find_served(job->in);
  Error why = {0};
  Move move = 0;
  message_get_rng(job->in, &s->rng);
  message_get(job->in, job->state, job->game->state_size);
  bot_choose(s->bot, job->state, &s->rng, &move, &why);
  message_put_error(job->out, &why);
  message_put(job->out, &s->rng, sizeof s->rng);
  message_put_int(job->out, move);
  message_put_int(job->out, (int64_t)s->bot->nodes);
}

/* ---- in this process -----------------------------------------------------*/

typedef struct RemoteBot {
  Bot base;
  BotKind kind; /* that of the bot, with the functions below */
} RemoteBot;

/* Begins a question about a bot: its name is its address. */
static Message *begin_call(const Bot *bot, JobFunction *function) {
  Message *m = job_begin(bot->game, function);
  uint64_t name = (uintptr_t)bot;
  message_put(m, &name, sizeof name);
  return m;
}

/* Does what was begun; the bot may be stopped meanwhile. */
static Message *run_call(const Bot *bot, Error *error) {
  return job_run(bot->game, &(JobWatch){.stop = bot->game->stop}, error);
}

static bool begin(Bot *bot, int seat, Rng *rng, Error *why) {
  Message *m = begin_call(bot, begin_job);
  message_put(m, rng, sizeof *rng);
  message_put_int(m, seat);
  m = run_call(bot, why);
  if (!m)
    return false;
  bool failed = message_get_error(m, why);
  message_get_rng(m, rng);
  return job_is_sane(bot->game, why) && !failed;
}

static bool choose(Bot *bot, const State *state, Rng *rng, Move *move,
                   Error *why) {
  Message *m = begin_call(bot, choose_job);
  message_put(m, rng, sizeof *rng);
  message_put(m, state, bot->game->state_size);
  m = run_call(bot, why);
  if (!m)
    return false;
  bool failed = message_get_error(m, why);
  message_get_rng(m, rng);
  Move chosen = (Move)message_get_int(m, 0, UINT32_MAX);
  uint64_t nodes = (uint64_t)message_get_int(m, (int64_t)bot->nodes, INT64_MAX);
  if (!job_is_sane(bot->game, why))
    return false;
  bot->nodes = nodes;
  if (failed)
    return false;
  if (!game_legal(bot->game, state, chosen))
    return error_set(why, "%.200s: chose %u, which is not a legal move",
                     bot->spec, chosen);
  *move = chosen;
  return true;
}

static void close(Bot *bot) {
  begin_call(bot, close_job);
  if (job_run(bot->game, NULL, NULL))
    job_is_sane(bot->game, NULL);
}

/* Opens the bot in the other process. */
static bool open_there(Bot *bot, Error *error) {
  message_put_text(begin_call(bot, open_job), bot->spec);
  Message *m = run_call(bot, error);
  if (!m)
    return false;
  bool failed = message_get_error(m, error);
  bot->timed = message_get_bool(m);
  return job_is_sane(bot->game, error) && !failed;
}

Bot *bot_open_remote(const Bot *bot, Error *error) {
  RemoteBot *r = calloc(1, sizeof *r);
  if (!r) {
    error_set(error, "out of memory (opening the bot %s)", bot->kind->name);
    return NULL;
  }
  r->base = *bot;
  r->base.kind = &r->kind;
  r->kind = *bot->kind;
  r->kind.bot_size = sizeof *r;
  r->kind.open = NULL;
  r->kind.begin = bot->kind->begin ? begin : NULL;
  r->kind.choose = choose;
  r->kind.close = close;
  if (open_there(&r->base, error))
    return &r->base;
  free(r);
  return NULL;
}
