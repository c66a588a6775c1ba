/* boardlab learn: a network learns to play a game. */
#include "core/learn/training.h"

#include "analysis/stats/estimate.h"
#include "analysis/stats/shown.h"
#include "cli/commands/bot_games.h"
#include "cli/commands/command.h"
#include "cli/terminal/output.h"
#include "cli/terminal/signals.h"
#include "core/base/atomic_file.h"
#include "core/base/clock.h"

#include "core/learn/weights.h"
#include "core/run/run.h"
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum {
  POSITIONS = 60000000, /* by default */
  MATCH_GAMES = 200,
  OPENING = 4 /* random moves, so that the games of a match differ, unless they
                 are as short */
};

typedef struct Learning {
  const Args *args;
  Game *game[TRAINING_THREADS];
  int threads;
  uint64_t positions; /* that are evaluated in all */
  TrainingPlan plan;
  const char *out;
  bool quiet;
  bool is_short; /* the games are */
} Learning;

/* ---- progress ------------------------------------------------------------*/

static void show_progress(const Learning *l, const Training *t, double began) {
  double part = (double)t->positions / (double)l->positions;
  double took = clock_seconds() - began;
  if (!l->quiet && isatty(STDERR_FILENO))
    output_control(stderr, "\r%s games, %s of the positions, %s s left\033[K",
                   shown_count(t->games).text, shown_percent(part).text,
                   shown_real(part > 0 ? took / part - took : 0, 0).text);
}

/* ---- what it is good for -------------------------------------------------*/

/* The share of the points of a bot against others, and whether that is known
 * to be more than theirs. */
static bool play_match(const Learning *l, const char *against, bool *better,
                       Error *error) {
  char bot[SPEC_TEXT];
  BotGames games = {.opening = l->is_short ? 0 : OPENING};
  double points = 0, squares = 0;
  snprintf(bot, sizeof bot, "greedy:weights=%.900s", l->out);
  bool good =
      bot_games_open(&games, l->args->positional[0], bot, against, error);
  for (int i = 0; good && i < MATCH_GAMES; i++) {
    Match match;
    good = bot_games_play(&games, l->plan.seed, i, NULL, &match, error);
    int seat = i % games.game->seats, won = __builtin_popcount(match.winners);
    double share = match.winners >> seat & 1 ? 1.0 / won
                   : won                     ? 0
                                             : 1.0 / games.game->sides;
    points += share;
    squares += share * share;
  }
  double n = MATCH_GAMES, mean = points / n;
  double even = good ? 1.0 / games.game->sides : 0;
  Estimate e = estimate_mean(
      mean, sqrt((squares / n - mean * mean) * n / (n - 1)), MATCH_GAMES);
  *better = mean == 1 || e.low > even;
  if (good)
    printf("%-10s %s of the points in %d games\n", against,
           shown_percent(mean).text, MATCH_GAMES);
  bot_games_close(&games);
  return good;
}

/* ---- the command ---------------------------------------------------------*/

static void print_plan(const Learning *l, const Network *n) {
  const InputPlan *p = &n->inputs->plan;
  printf("%s: %s inputs, %s weights", l->game[0]->spec,
         shown_count((uint64_t)n->inputs->count).text,
         shown_count(network_weights(n)).text);
  if (p->images > 1)
    printf(", %d symmetries", p->images);
  printf(p->alike ? "; the seats are alike\n" : "; the seats differ\n");
}

static bool learn_all(Learning *l, Training *t, Error *error) {
  double began = clock_seconds();
  while (t->positions < l->positions && !signals_caught())
    if (!training_step(t, error))
      return false;
    else
      show_progress(l, t, began);
  if (!l->quiet && isatty(STDERR_FILENO))
    output_control(stderr, "\r\033[K");
  if (!l->quiet)
    fprintf(stderr, "took %.1f s\n", clock_seconds() - began);
  return !signals_caught() ||
         error_set(error, "stopped; %s was not written", l->out);
}

static bool learn_and_write(Learning *l, Error *error) {
  InputPlan inputs;
  if (!inputs_find(l->game[0], &inputs, error))
    return false;
  Training *t = training_new(l->game, l->threads, &inputs, &l->plan);
  print_plan(l, t->network[0]);
  fflush(stdout);
  bool done = learn_all(l, t, error);
  if (done) {
    WeightsAbout about = {
        .seed = l->plan.seed, .games = t->games, .positions = t->positions};
    double step = weights_round(t->network[0]);
    done = weights_write(l->out, t->network[0], step, &about, error);
  }
  if (done)
    printf("learned from %s games and wrote %s\n", shown_count(t->games).text,
           l->out);
  l->is_short = t->plies < 3 * OPENING * t->games;
  training_free(t);
  return done;
}

/* Says how well the network plays, or that it has learned nothing. */
static bool print_matches(const Learning *l, Error *error) {
  bool better = false, than_hand = false;
  if (!play_match(l, "random", &better, error))
    return false;
  if (l->game[0]->rules->evaluate &&
      !play_match(l, "greedy", &than_hand, error))
    return false;
  if (!better)
    printf("It has learned nothing that helps against random moves.\n");
  return true;
}

static bool open_games(Learning *l, Error *error) {
  const char *spec = l->args->positional[0];
  for (int i = 0; i < l->threads; i++)
    if (!(l->game[i] = game_open(spec, error)))
      return false;
  return true;
}

static bool read_flags(Learning *l, Error *error) {
  int64_t positions = POSITIONS, seed = 1, jobs = sysconf(_SC_NPROCESSORS_ONLN);
  l->out = args_value(l->args, "out");
  l->quiet = args_value(l->args, "quiet");
  if (!args_int(l->args, "positions", 1, INT64_MAX, &positions, error) ||
      !args_int(l->args, "seed", 0, INT64_MAX, &seed, error) ||
      !args_int(l->args, "jobs", 1, TRAINING_THREADS, &jobs, error))
    return false;
  if (!l->out)
    return error_set(error, "learn needs --out FILE, such as mygame.weights");
  l->positions = (uint64_t)positions;
  l->threads = (int)(jobs < 1                ? 1
                     : jobs > TRAINING_BATCH ? TRAINING_BATCH
                                             : jobs);
  l->plan = training_plan();
  l->plan.seed = (uint64_t)seed;
  return atomic_file_writable(l->out, error);
}

static int learn_run(const Args *args, Error *error) {
  Learning l = {.args = args};
  if (!read_flags(&l, error))
    return EXIT_USAGE;
  int code = EXIT_USAGE;
  if (open_games(&l, error)) {
    signals_begin(NULL, true);
    bool done = learn_and_write(&l, error);
    int stopped = signals_caught();
    signals_end();
    done = done && print_matches(&l, error);
    code = done ? EXIT_DONE : stopped ? 128 + stopped : EXIT_FAILED;
  }
  for (int i = 0; i < l.threads; i++)
    if (l.game[i])
      game_close(l.game[i]);
  return code;
}

const Command learn_command = {
    .name = "learn",
    .summary = "learn an evaluation of a game by playing against itself",
    .positional = "GAME",
    .flags = (const Flag[]){{"out", "FILE", "where to write the weights"},
                            {"positions", "N",
                             "evaluate N positions in all (default 60000000)"},
                            {"seed", "S", "seed of the games (default 1)"},
                            {"jobs", "N",
                             "worker threads (default: one per core); the "
                             "weights\nare the same for any number"},
                            {"quiet", NULL, "no progress line and no time"},
                            LIMIT_FLAGS,
                            {NULL}},
    .example =
        "boardlab learn games/breakthrough.lua --out breakthrough.weights",
    .run = learn_run,
};
