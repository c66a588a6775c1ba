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
#include "core/base/given_file.h"
#include "core/learn/weights.h"
#include "core/run/made.h"
#include "lua/host/host.h"
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum {
  POSITIONS = 150000000, /* by default */
  CHECKPOINTS = 8,
  TRIAL = 16,  /* a trial takes one of so many parts of the positions */
  QUICK = 200, /* instructions of an evaluation in Lua that may help: with 250
                  in Reversi it lost, with 300 in Breakthrough it took five
                  times as long to learn */
  GAMES_MIN = 40, /* of a match, which takes about a tenth of the time, */
  GAMES_MAX = 200,
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
  char part[512]; /* the file of a training that was stopped */
  bool quiet;
  Training *training;
  Network *best; /* of the checkpoints so far; or NULL */
  int named;     /* texts of weights, which bots know by a name */
  char name[32]; /* of the best one */
  WeightsAbout about;
  double began;
} Learning;

/* ---- matches -------------------------------------------------------------*/

static int games_of_match(const Learning *l) {
  const Training *t = l->training;
  double most = (double)l->positions / CHECKPOINTS / 10;
  double games = most * (double)t->games / (double)t->positions;
  return games < GAMES_MIN   ? GAMES_MIN
         : games > GAMES_MAX ? GAMES_MAX
                             : (int)games & ~1;
}

/* What the side of a seat gets of the points of one game. */
static double share_of(const Game *game, const Match *match, int seat) {
  unsigned sides = 0;
  for (int i = 0; i < game->seats; i++)
    sides |= (match->winners >> i & 1u) << game->side[i];
  if (!sides)
    return game->sides > 1 && match->end != MATCH_WIN ? 1.0 / game->sides : 0;
  return match->winners >> seat & 1 ? 1.0 / __builtin_popcount(sides) : 0;
}

/* The share of the points of a bot against others, or if there is none (NULL)
 * of these among themselves. */
static bool play_games(const Learning *l, const char *bot, const char *against,
                       Estimate *share, Error *error) {
  bool is_short = l->training->plies < 3 * OPENING * l->training->games;
  BotGames games = {.opening = is_short ? 0 : OPENING};
  int count = games_of_match(l);
  double points = 0, squares = 0, n = count;
  bool good =
      bot_games_open(&games, l->args->positional[0], bot, against, error);
  for (int i = 0; good && i < count && !signals_caught(); i++) {
    Match match;
    good = bot_games_play(&games, l->plan.seed, i, NULL, &match, error);
    double part = share_of(games.game, &match, i % games.game->seats);
    points += part;
    squares += part * part;
  }
  double mean = points / n;
  *share =
      estimate_bounded_mean_z(mean, fmax(squares / n - mean * mean, 0), n, Z95);
  share->n = (uint64_t)count;
  bot_games_close(&games);
  return good;
}

/* The same as a share of which even_share is even. Where all win together, it
 * is half the difference between the rates at which each wins alone. */
static bool play_match(const Learning *l, const char *bot, const char *against,
                       Estimate *share, Error *error) {
  Estimate one, other;
  if (l->game[0]->sides > 1)
    return play_games(l, bot, against, share, error);
  bool good = play_games(l, NULL, bot, &one, error) &&
              play_games(l, NULL, against, &other, error);
  double mean = 0.5 + (one.value - other.value) / 2,
         half = hypot(estimate_half_width(one), estimate_half_width(other)) / 2;
  *share = (Estimate){mean, mean - half, mean + half, one.n};
  return good;
}

/* Gives weights a name that bots know. */
static bool name_weights(Learning *l, const Network *n, char name[32],
                         Error *error) {
  char *text = weights_text(n, &l->about);
  snprintf(name, 32, "checkpoint%d", ++l->named);
  bool done = given_file_add(name, text, strlen(text), error);
  free(text);
  return done;
}

static void greedy_with(const char *weights, char bot[SPEC_TEXT]) {
  snprintf(bot, SPEC_TEXT, "greedy:weights=%.900s", weights);
}

/* ---- checkpoints ---------------------------------------------------------*/

/* The network of a training as it is now, rounded as it will be in a file. */
static Network *network_now(const Training *t) {
  const Network *from = t->network[0];
  Network *now = network_new(from->inputs->game, &from->inputs->plan);
  memcpy(now->weight, from->weight, network_weights(now) * sizeof *now->weight);
  now->step = from->step;
  weights_round(now);
  return now;
}

/* Keeps the network as it is now, if it is at least as good as the best. */
static bool take_checkpoint(Learning *l, Error *error) {
  const Training *t = l->training;
  Network *now = network_now(t);
  char name[32], bot[SPEC_TEXT], other[SPEC_TEXT];
  Estimate random, own = {.value = -1}, better = {.value = 1};
  bool has_own = l->game[0]->rules->evaluate;
  l->about.games = t->games;
  l->about.positions = t->positions;
  bool good = name_weights(l, now, name, error);
  greedy_with(name, bot);
  greedy_with(l->name, other);
  good = good && play_match(l, bot, "random", &random, error) &&
         (!has_own || play_match(l, bot, "greedy", &own, error)) &&
         (!l->best || play_match(l, bot, other, &better, error));
  if (good && signals_caught()) { /* the matches are not whole */
    network_free(now);
    return true;
  }
  if (good)
    l->about.point[l->about.points++] =
        (WeightsPoint){.games = t->games,
                       .positions = t->positions,
                       .played = games_of_match(l),
                       .random = random.value,
                       .own = own.value};
  bool keep = good && better.value >= even_share(l->game[0]);
  if (keep) {
    memcpy(l->name, name, sizeof l->name);
    l->about.kept = l->about.points - 1;
  }
  network_free(keep ? l->best : now);
  l->best = keep ? now : l->best;
  return good;
}

static bool is_due(const Learning *l) {
  int points = l->about.points;
  uint64_t last = points ? l->about.point[points - 1].games : 0;
  return l->training->games > last &&
         l->training->positions >=
             l->positions * ((uint64_t)points + 1) / CHECKPOINTS;
}

/* ---- saving --------------------------------------------------------------*/

static bool save(Learning *l, Error *error) {
  char *best = l->best ? weights_text(l->best, &l->about) : NULL;
  bool done = training_save(l->training, best ? best : "", l->part, error);
  free(best);
  return done;
}

/* Goes on with a training that was stopped. */
static bool restore(Learning *l, Error *error) {
  char *best = training_restore(l->training, l->part, error), name[32];
  if (!best || !*best) {
    free(best);
    return best;
  }
  snprintf(name, sizeof name, "restored");
  bool good = given_file_add(name, best, strlen(best), error);
  int file = good ? given_file(name, error) : 0;
  json_t *made = l->about.made;
  l->best = file ? weights_open(l->game[0], file, &l->about, error) : NULL;
  if (l->best) {
    json_decref(l->about.made);
    l->about.made = made;
  }
  memcpy(l->name, name, sizeof l->name);
  l->named = l->about.points;
  free(best);
  return l->best;
}

/* ---- learning ------------------------------------------------------------*/

static void show_progress(const Learning *l) {
  const Training *t = l->training;
  double part = (double)t->positions / (double)l->positions;
  double took = clock_seconds() - l->began;
  if (!l->quiet && isatty(STDERR_FILENO))
    output_control(stderr, "\r%s games, %s of the positions, %s s left\033[K",
                   shown_count(t->games).text, shown_percent(part).text,
                   shown_real(part > 0 ? took / part - took : 0, 0).text);
}

static void print_plan(const Learning *l) {
  const Network *n = l->training->network[0];
  const InputPlan *p = &n->inputs->plan;
  printf("%s: %s inputs, %s weights", l->game[0]->spec,
         shown_count((uint64_t)n->inputs->count).text,
         shown_count(network_weights(n)).text);
  if (p->images > 1)
    printf(", %d symmetries", p->images);
  if (p->own)
    printf(", the game's own evaluation");
  printf(p->alike ? "; the seats are alike\n"
                  : "; the seats are taken to differ\n");
  fflush(stdout);
}

static bool take_step(Learning *l, Error *error) {
  bool good = training_step(l->training, error);
  show_progress(l);
  return good && (l->training->positions ||
                  error_set(error,
                            "%s: no player ever moves, so that there is "
                            "nothing to learn",
                            l->game[0]->spec));
}

static bool learn_all(Learning *l, Error *error) {
  bool good = true;
  while (good && !signals_caught() && l->about.points < CHECKPOINTS)
    good = is_due(l) ? take_checkpoint(l, error) && save(l, error)
                     : take_step(l, error);
  if (!l->quiet && isatty(STDERR_FILENO))
    output_control(stderr, "\r\033[K");
  if (!good || !signals_caught())
    return good;
  return save(l, error) &&
         error_set(error, "stopped; the same command with --resume goes on");
}

static void print_match(const Learning *l, const char *against,
                        Estimate share) {
  printf("against %s: %s of the points in %d games\n", against,
         shown_percent_estimate(share).text, games_of_match(l));
}

/* Where all win together, how often they do. */
static bool print_alone(const Learning *l, const char *bot, Error *error) {
  Estimate with, without;
  if (!play_games(l, NULL, bot, &with, error) ||
      !play_games(l, NULL, "random", &without, error))
    return false;
  printf("wins %s of %d games, random moves %s\n",
         shown_percent(with.value).text, games_of_match(l),
         shown_percent(without.value).text);
  return true;
}

/* Says how well the network plays, or that it has learned nothing. */
static bool print_matches(const Learning *l, Error *error) {
  char bot[SPEC_TEXT];
  const Game *game = l->game[0];
  double even = even_share(game);
  Estimate random, own = {.high = 1};
  bool has_own = game->rules->evaluate;
  greedy_with(l->name, bot);
  if (!play_match(l, bot, "random", &random, error) ||
      (has_own && !play_match(l, bot, "greedy", &own, error)))
    return false;
  if (game->sides == 1 && !print_alone(l, bot, error))
    return false;
  if (signals_caught()) /* the matches are not whole */
    return true;
  if (game->sides > 1)
    print_match(l, "random", random);
  if (game->sides > 1 && has_own)
    print_match(l, "greedy", own);
  if (game->sides > 2)
    printf("An even share is %s.\n", shown_percent(even).text);
  if (random.value < 1 && !(random.low > even))
    printf("It has learned nothing that is shown to help against random "
           "moves.\n");
  if (own.high < even)
    printf("It is worse than the game's own evaluation: more --positions may "
           "help.\n");
  return true;
}

static bool write_best(Learning *l, Error *error) {
  char *text = weights_text(l->best, &l->about);
  bool done = atomic_file_write(l->out, text, strlen(text), error);
  free(text);
  if (!done)
    return false;
  unlink(l->part);
  if (!l->quiet)
    fprintf(stderr, "took %.1f s\n", clock_seconds() - l->began);
  uint64_t kept = l->about.point[l->about.kept].games;
  printf("learned from %s games and wrote %s%s\n",
         shown_count(l->training->games).text, l->out,
         kept < l->training->games
             ? phrase(" (as of game %s, the best)", shown_count(kept).text).text
             : "");
  return print_matches(l, error);
}

/* ---- with or without the game's own evaluation ---------------------------*/

/* Trains for a part of the positions, and gives the network a name. */
static bool train_trial(Learning *l, char name[32], Error *error) {
  bool good = true;
  while (good && l->training->positions < l->positions / TRIAL) {
    good = take_step(l, error);
    if (good && signals_caught())
      good = error_set(error, "stopped before there was anything to save");
  }
  Network *n = network_now(l->training);
  good = good && name_weights(l, n, name, error);
  network_free(n);
  return good;
}

/* Whether the game's own evaluation takes few instructions, if it is in Lua.
 * Rules that fail will do so again. */
static bool evaluates_quickly(const Learning *l) {
  Error why;
  BotGames games = {0};
  HostProfile profile = {0};
  int64_t work = 0, calls = 1;
  Match match;
  bool good =
      bot_games_open(&games, l->args->positional[0], NULL, "greedy", &why) &&
      host_profile_start(games.game, NULL, PROFILE_WORK, NULL);
  for (int i = 0; good && i < 2; i++)
    good = bot_games_play(&games, l->plan.seed, i, NULL, &match, &why);
  if (good && host_profile_read(games.game, NULL, &profile, &why))
    for (int i = 0; i < profile.count; i++)
      if (profile.rows[i].kind == PROFILE_ENTRY &&
          strcmp(profile.rows[i].name, "evaluate") == 0) {
        work = profile.rows[i].instructions + profile.rows[i].charged;
        calls = profile.rows[i].calls;
      }
  free(profile.rows);
  bot_games_close(&games);
  return work <= QUICK * calls;
}

/* An evaluation that was written by hand helps where it says what takes long to
 * learn, and otherwise costs time. So both ways are tried, and the evaluation
 * is an input if that is shown to be better one ply ahead. */
static bool try_own(Learning *l, const InputPlan *own, Error *error) {
  char name[2][32], bot[2][SPEC_TEXT];
  InputPlan plain = *own;
  plain.own = false;
  Training *with = training_new(l->game, l->threads, own, &l->plan),
           *without = training_new(l->game, l->threads, &plain, &l->plan);
  Estimate share = {.low = 0};
  bool good = true;
  for (int i = 0; good && i < 2; i++) {
    l->training = i ? with : without;
    good = train_trial(l, name[i], error);
    greedy_with(name[i], bot[i]);
  }
  good = good && play_match(l, bot[1], bot[0], &share, error);
  if (good && signals_caught())
    good = error_set(error, "stopped before there was anything to save");
  l->training = share.low > even_share(l->game[0]) ? with : without;
  training_free(share.low > even_share(l->game[0]) ? without : with);
  return good;
}

/* Goes on with a training that was stopped; the file tells which inputs. */
static bool resume(Learning *l, InputPlan inputs, Error *error) {
  bool own = inputs.own, done = false;
  for (int i = 0; !done && i <= own; i++) {
    inputs.own = own && i == 0;
    training_free(l->training);
    l->training = training_new(l->game, l->threads, &inputs, &l->plan);
    done = restore(l, error);
  }
  if (done)
    error_clear(error);
  return done;
}

static bool learn_and_write(Learning *l, Error *error) {
  InputPlan inputs;
  if (!inputs_find(l->game[0], &inputs, error))
    return false;
  l->began = clock_seconds();
  bool good = true;
  if (args_value(l->args, "resume") && access(l->part, F_OK) == 0)
    good = resume(l, inputs, error);
  else if (inputs.own && evaluates_quickly(l))
    good = try_own(l, &inputs, error);
  else {
    inputs.own = false;
    l->training = training_new(l->game, l->threads, &inputs, &l->plan);
  }
  if (good)
    print_plan(l);
  good = good && learn_all(l, error) && write_best(l, error);
  training_free(l->training);
  network_free(l->best);
  return good;
}

/* ---- the command ---------------------------------------------------------*/

/* Notes the command. The build is left out: another one writes the same file.
 */
static void note_made(Learning *l) {
  json_t *made = made_begin("learn", l->game[0], NULL);
  made_add_number(made, "positions", l->positions);
  made_add_number(made, "seed", l->plan.seed);
  json_object_del(made, "boardlab");
  json_object_del(made, "commit");
  l->about.made = made;
}

static bool open_games(Learning *l, Error *error) {
  bool good = true;
  for (int i = 0; good && i < l->threads; i++)
    good = (l->game[i] = game_open(l->args->positional[0], error));
  if (good)
    note_made(l);
  return good;
}

/* A file that is there must be one of weights. */
static bool may_replace(const char *path, Error *error) {
  char begin[64] = "";
  FILE *in = fopen(path, "rb");
  if (!in)
    return true;
  begin[fread(begin, 1, sizeof begin - 1, in)] = '\0';
  fclose(in);
  return !*begin || strstr(begin, "\"weights\"") ||
         error_set(error,
                   "--out: %.400s is there, and is no file of weights: it is "
                   "not replaced",
                   path);
}

static bool read_flags(Learning *l, Error *error) {
  l->plan = training_plan();
  int64_t positions = POSITIONS, seed = 1, jobs = sysconf(_SC_NPROCESSORS_ONLN);
  l->out = args_value(l->args, "out");
  l->quiet = args_value(l->args, "quiet");
  if (!args_int(l->args, "positions", 1, INT64_MAX / CHECKPOINTS, &positions,
                error) ||
      !args_int(l->args, "seed", 0, INT64_MAX, &seed, error) ||
      !args_int(l->args, "jobs", 1, TRAINING_THREADS, &jobs, error))
    return false;
  if (!l->out)
    return error_set(error, "learn needs --out FILE, such as mygame.weights");
  if (snprintf(l->part, sizeof l->part, "%s.part", l->out) >=
      (int)sizeof l->part)
    return error_set(error, "--out: the name of the file is too long");
  if (!may_replace(l->out, error))
    return false;
  if (access(l->part, F_OK) == 0 && !args_value(l->args, "resume"))
    return error_set(error,
                     "%.400s is of a training that was stopped: add --resume "
                     "to go on, or delete it",
                     l->part);
  l->positions = l->plan.positions = (uint64_t)positions;
  l->threads = (int)(jobs < TRAINING_BATCH ? jobs : TRAINING_BATCH);
  l->plan.seed = l->about.seed = (uint64_t)seed;
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
    code = done ? EXIT_DONE : stopped ? 128 + stopped : EXIT_FAILED;
  }
  for (int i = 0; i < l.threads; i++)
    if (l.game[i])
      game_close(l.game[i]);
  json_decref(l.about.made);
  return code;
}

const Command learn_command = {
    .name = "learn",
    .summary = "learn an evaluation of a game by playing against itself",
    .positional = "GAME",
    .flags = (const Flag[]){{"out", "FILE", "where to write the weights"},
                            {"positions", "N",
                             "evaluate N positions in all (default 150000000)"},
                            {"seed", "S", "seed of the games (default 1)"},
                            {"jobs", "N",
                             "worker threads (default: one per core); the "
                             "weights\nare the same for any number"},
                            {"resume", NULL,
                             "go on where a run was stopped that would have "
                             "written FILE"},
                            {"quiet", NULL, "no progress line and no time"},
                            LIMIT_FLAGS,
                            {NULL}},
    .example =
        "boardlab learn games/breakthrough.lua --out breakthrough.weights",
    .run = learn_run,
};
