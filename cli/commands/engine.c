/* boardlab engine: a bot as an engine that other programs start, and talk to
 * by lines. */
#include "cli/commands/engine.h"

#include "cli/commands/command.h"
#include "core/base/need.h"
#include "core/base/version.h"
#include "core/game/spec.h"
#include <stdlib.h>

/* ---- the bot -------------------------------------------------------------*/

/* The option of the bot with this name, if its spec leaves it as it is. */
static const Option *free_option(const Bot *bot, const char *name) {
  const Option *table = bot->kind->options;
  const Option *option = options_find(table, name);
  return option && bot->option[option - table] ==
                       option_default(option, bot->option)
             ? option
             : NULL;
}

bool engine_takes_time(const Engine *e) {
  return free_option(e->bot, "ms");
}

/* Adds a limit to a spec, if the bot leaves it free. */
static bool add_limit(const Bot *bot, const char *name, int64_t value,
                      char spec[SPEC_TEXT], Error *error) {
  const Option *option = free_option(bot, name);
  char text[OPTION_TEXT], before[SPEC_TEXT];
  if (!option || value <= 0)
    return true;
  snprintf(text, sizeof text, "%.30s=%lld", name,
           (long long)(value < option->max ? value : option->max));
  memcpy(before, spec, sizeof before);
  return spec_add_option(before, text, spec, error);
}

/* Opens the bot with the limits of an arena, unless it is open with them. Bots
 * that count iterations take nodes for these. */
static bool limit_bot(Engine *e, EngineLimits limits, Error *error) {
  char spec[SPEC_TEXT];
  if (memcmp(&e->limits, &limits, sizeof limits) == 0)
    return true;
  bot_close(e->bot);
  e->bot = bot_open(e->spec, e->game, error);
  e->begun = false;
  e->limits = limits;
  if (!e->bot)
    return false;
  snprintf(spec, sizeof spec, "%s", e->spec);
  if (!limits.iterations && !options_find(e->bot->kind->options, "nodes"))
    limits.iterations = limits.nodes;
  if (!add_limit(e->bot, "ms", limits.ms, spec, error) ||
      !add_limit(e->bot, "nodes", limits.nodes, spec, error) ||
      !add_limit(e->bot, "iterations", limits.iterations, spec, error))
    return false;
  if (strcmp(spec, e->spec) == 0)
    return true;
  bot_close(e->bot);
  e->bot = bot_open(spec, e->game, error);
  return e->bot;
}

/* Tells the bot of the moves that it does not know of yet. */
static bool tell_bot(Engine *e, Error *error) {
  int seat = e->state->seat;
  if (!e->begun) {
    if (!bot_begin(e->bot, seat, &e->rng, error))
      return false;
    e->begun = true;
    e->told = 0;
  }
  State *state = game_copy(e->game, e->first);
  for (int i = 0; i < e->count; i++) {
    if (i >= e->told)
      bot_played(e->bot, state, e->moves[i]);
    game_play(e->game, state, e->moves[i]);
  }
  e->told = e->count;
  free(state);
  return true;
}

bool engine_choose(Engine *e, EngineLimits limits, char move[MOVE_TEXT],
                   Error *error) {
  Move chosen;
  if (e->state->outcome != PLAYING)
    return error_set(error, "the game is over");
  if (e->state->seat == NATURE)
    return error_set(error, "it is nature's turn: say what was rolled");
  if (!limit_bot(e, limits, error) || !tell_bot(e, error))
    return false;
  uint64_t before = e->bot->nodes;
  if (!bot_ask(e->bot, e->state, &e->rng, &chosen, error))
    return false;
  e->nodes = e->bot->nodes - before;
  game_format(e->game, e->state, chosen, move);
  return true;
}

int64_t engine_share(int64_t clock_ms, int64_t increment_ms) {
  enum { MOVES_LEFT = 30 };
  const int64_t day = 86400000;
  clock_ms = clock_ms < day ? clock_ms : day;
  increment_ms = increment_ms < day ? increment_ms : day;
  increment_ms = increment_ms > 0 ? increment_ms : 0;
  int64_t share = clock_ms / MOVES_LEFT + increment_ms * 9 / 10;
  return share < clock_ms / 2 ? share + 1 : clock_ms / 2 + 1;
}

void engine_name(const Engine *e, char text[SPEC_TEXT]) {
  snprintf(text, SPEC_TEXT, "boardlab %.100s %.800s", version_text,
           e->bot->spec);
}

/* ---- the game ------------------------------------------------------------*/

bool engine_restart(Engine *e, const char *settings, Error *error) {
  Rng rng;
  rng_seed(&rng, 1, 0);
  game_renew(e->game);
  game_begin(e->game, e->first, &rng);
  e->count = 0;
  e->begun = false;
  char *start = settings ? need_copy(settings) : NULL;
  free(e->start);
  e->start = start;
  bool good = !settings || game_edit(e->game, e->first, settings, error);
  game_assign(e->game, e->state, e->first);
  return good;
}

bool engine_play(Engine *e, const char *text, Error *error) {
  Move move;
  if (e->state->outcome != PLAYING)
    return error_set(error, "the game is over");
  if (!game_parse(e->game, e->state, text, &move, error))
    return false;
  e->moves = need_more(e->moves, (size_t)e->count, sizeof *e->moves);
  e->moves[e->count++] = move;
  game_play(e->game, e->state, move);
  return !game_fault(e->game) || error_copy(error, game_failure(e->game));
}

void engine_undo(Engine *e, int moves) {
  e->count -= moves;
  e->begun = false;
  game_assign(e->game, e->state, e->first);
  for (int i = 0; i < e->count; i++)
    game_play(e->game, e->state, e->moves[i]);
}

/* ---- the command ---------------------------------------------------------*/

static bool engine_open(Engine *e, const Args *args, Error *error) {
  const char *bot = args_value(args, "bot");
  *e = (Engine){.spec = bot ? bot : "mcts", .flip = args_value(args, "flip")};
  e->game = game_open(args->positional[0], error);
  if (!e->game)
    return false;
  e->game->hurry = engine_hurry();
  if (game_hides(e->game))
    return error_set(error,
                     "%.400s hides something from its players: a list of moves "
                     "does not tell a bot what its seat sees",
                     e->game->spec);
  e->bot = bot_open(e->spec, e->game, error);
  e->first = game_start(e->game);
  e->state = game_copy(e->game, e->first);
  return e->bot;
}

static void engine_close(Engine *e) {
  bot_close(e->bot);
  free(e->first);
  free(e->state);
  free(e->moves);
  free(e->start);
  game_close(e->game);
}

static const char *const PROTOCOL_WORDS[] = {"json", "ugi", "gtp", NULL};

static int engine_run(const Args *args, Error *error) {
  static const EngineProtocol *const PROTOCOLS[] = {&engine_json, &engine_ugi,
                                                    &engine_gtp};
  const char *name = args_value(args, "protocol");
  Engine engine;
  int protocol = 0, code = EXIT_USAGE;
  while (name && strcmp(name, PROTOCOL_WORDS[protocol]) != 0)
    protocol++;
  setvbuf(stdout, NULL, _IOLBF, 0);
  const EngineProtocol *p = PROTOCOLS[protocol];
  if (engine_open(&engine, args, error) &&
      engine_restart(&engine, NULL, error) && engine_listen(p->is_stop, error))
    code = p->answer(&engine, error) && !error_is_set(error) ? EXIT_DONE
                                                             : EXIT_FAILED;
  engine_close(&engine);
  return code;
}

const Command engine_command = {
    .name = "engine",
    .summary = "let other programs use a bot, through a protocol",
    .positional = "GAME",
    .flags =
        (const Flag[]){
            {"bot", "BOT", "the bot that plays (default mcts)"},
            {"protocol", "NAME",
             "json: as for exec: (default); ugi: the Universal Game\n"
             "Interface; gtp: the dialect of Quoridor programs",
             .words = PROTOCOL_WORDS},
            {"flip", NULL, "with gtp: black starts at the top"},
            LIMIT_FLAGS,
            {NULL}},
    .example = "boardlab simulate dorix --seat 'exec:boardlab engine dorix "
               "--bot mcts:ms=5' --seat random --games 4",
    .run = engine_run,
};
