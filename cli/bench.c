/* boardlab bench: how fast the games are, through the interface a batch uses.
 *
 * Every game of a batch has a stream of its own, so a measured game begins with
 * seeding one and copying the first position. Rounds go around all games, so
 * that a machine that slows down does so for all; the best round says what the
 * code can do, the median what to expect. */
#include "clock.h"
#include "command.h"

#include <csv.h>
#include <stdlib.h>
#include <unistd.h>

enum { SUBJECTS_MAX = 64, ROUNDS_MAX = 99, CHUNK = 64 };
enum { DRAWN, LISTED, MODES };

static const char *const MODE_NAMES[] = {"drawn", "listed"};

/* One game that is measured, and what was found. */
typedef struct Subject {
  Game *game;
  double rate[MODES][ROUNDS_MAX]; /* games a second */
  uint64_t games[MODES], plies[MODES], truncated[MODES];
} Subject;

/* Plays a game by listing every legal move at every ply, as a bot does. */
static int play_listing(const Game *game, State *state, Rng *rng) {
  Move moves[game->max_moves];
  int plies = 0;
  for (; plies < game->max_plies && state->outcome == PLAYING; plies++) {
    int count = game_moves(game, state, moves);
    game_play(game, state, moves[rng_below(rng, (uint32_t)count)]);
  }
  return plies;
}

static void measure(Subject *s, int mode, int round, double seconds,
                    const State *first, State *state) {
  const Game *game = s->game;
  double began = clock_seconds(), took;
  uint64_t games = 0;
  do {
    for (int i = 0; i < CHUNK; i++) {
      Rng rng;
      rng_seed(&rng, (uint64_t)round, games++);
      game_assign(game, state, first);
      s->plies[mode] +=
          (uint64_t)(mode == DRAWN
                         ? game_playout(game, state, &rng, game->max_plies)
                         : play_listing(game, state, &rng));
      s->truncated[mode] += state->outcome == PLAYING;
    }
    took = clock_seconds() - began;
  } while (took < seconds);
  s->games[mode] += games;
  s->rate[mode][round] = (double)games / took;
}

static bool run_round(Subject *s, int round, double seconds, Error *error) {
  State *first = game_start(s->game), *state = game_start(s->game);
  bool ready = first && state;
  for (int mode = 0; ready && mode < MODES; mode++)
    measure(s, mode, round, seconds, first, state);
  free(first);
  free(state);
  return ready || error_set(error, "no memory to measure %s", s->game->spec);
}

static int compare_rates(const void *a, const void *b) {
  double x = *(const double *)a, y = *(const double *)b;
  return (x > y) - (x < y);
}

/* Sorts the rounds. */
static double median(double *rates, int count) {
  qsort(rates, (size_t)count, sizeof *rates, compare_rates);
  return (rates[count / 2] + rates[(count - 1) / 2]) / 2;
}

static double mean_plies(const Subject *s, int mode) {
  return (double)s->plies[mode] / (double)s->games[mode];
}

static void print_table(Subject *subjects, int count, int rounds) {
  int width = 20;
  for (int i = 0; i < count; i++)
    if ((int)strlen(subjects[i].game->spec) > width)
      width = (int)strlen(subjects[i].game->spec);
  printf("%-*s %-7s %10s %10s %12s %8s %8s\n", width, "game", "moves",
         "games/s", "(median)", "plies/s", "plies", "cut off");
  for (int i = 0; i < count; i++)
    for (int mode = 0; mode < MODES; mode++) {
      Subject *s = &subjects[i];
      double middle = median(s->rate[mode], rounds);
      double best = s->rate[mode][rounds - 1], plies = mean_plies(s, mode);
      printf("%-*s %-7s %10.0f %10.0f %12.0f %8.1f %7.2f%%\n", width,
             mode == DRAWN ? s->game->spec : "", MODE_NAMES[mode], best, middle,
             best * plies, plies,
             100 * (double)s->truncated[mode] / (double)s->games[mode]);
    }
  printf("\nOne thread, random games from the start, best and median of %d "
         "round%s.\ndrawn: a random legal move is drawn directly (playouts); "
         "listed: all legal\nmoves are listed at every ply and one of them is "
         "played (what bots need).\ncut off: games still on at their limit of "
         "plies, where they were given up.\n",
         rounds, rounds == 1 ? "" : "s");
}

static void print_csv(Subject *subjects, int count, int rounds) {
  printf("game,mode,best_games_per_second,median_games_per_second,"
         "best_plies_per_second,plies_per_game,games,truncated,rounds\n");
  for (int i = 0; i < count; i++)
    for (int mode = 0; mode < MODES; mode++) {
      Subject *s = &subjects[i];
      double middle = median(s->rate[mode], rounds);
      double best = s->rate[mode][rounds - 1], plies = mean_plies(s, mode);
      csv_fwrite(stdout, s->game->spec, strlen(s->game->spec));
      printf(",%s,%.0f,%.0f,%.0f,%.3f,%llu,%llu,%d\n", MODE_NAMES[mode], best,
             middle, best * plies, plies, (unsigned long long)s->games[mode],
             (unsigned long long)s->truncated[mode], rounds);
    }
}

static bool add_subject(Subject *subjects, int *count, const char *spec,
                        Error *error) {
  if (*count == SUBJECTS_MAX)
    return error_set(error, "more than %d games to measure", SUBJECTS_MAX);
  subjects[*count].game = game_open(spec, error);
  return subjects[*count].game && ++*count;
}

/* Each game with each number of players it can have. */
static bool add_all(Subject *subjects, int *count, Error *error) {
  for (const Rules *const *r = game_rules; *r; r++) {
    const Option *players = options_find((*r)->options, "players");
    if (!players && !add_subject(subjects, count, (*r)->name, error))
      return false;
    for (int n = players ? players->min : 1; players && n <= players->max;
         n += players->step ? players->step : 1) {
      char spec[SPEC_TEXT];
      snprintf(spec, sizeof spec, "%s:players=%d", (*r)->name, n);
      if (!add_subject(subjects, count, spec, error))
        return false;
    }
  }
  return true;
}

static bool run_rounds(Subject *subjects, int count, int rounds, double seconds,
                       Error *error) {
  bool terminal = isatty(STDERR_FILENO);
  for (int round = 0; round < rounds; round++)
    for (int i = 0; i < count; i++) {
      if (terminal)
        fprintf(stderr, "\rround %d of %d: %-60.60s", round + 1, rounds,
                subjects[i].game->spec);
      if (!run_round(&subjects[i], round, seconds, error))
        return false;
    }
  if (terminal)
    fprintf(stderr, "\r%-79s\r", "");
  return true;
}

static int run_subjects(const Args *args, Subject *subjects, int *count,
                        Error *error) {
  int64_t rounds = 5;
  double seconds = 0.2;
  if (!args_int(args, "rounds", 1, ROUNDS_MAX, &rounds, error) ||
      !args_real(args, "seconds", 0.001, 3600, &seconds, error))
    return EXIT_USAGE;
  for (int i = 0; i < args->word_count; i++)
    if (!add_subject(subjects, count, args->word[i], error))
      return EXIT_USAGE;
  if (args->word_count == 0 && !add_all(subjects, count, error))
    return EXIT_FAILED;
  if (!run_rounds(subjects, *count, (int)rounds, seconds, error))
    return EXIT_FAILED;
  if (args_value(args, "csv"))
    print_csv(subjects, *count, (int)rounds);
  else
    print_table(subjects, *count, (int)rounds);
  return EXIT_DONE;
}

static int run(const Args *args, Error *error) {
  Subject *subjects = calloc(SUBJECTS_MAX, sizeof *subjects);
  if (!subjects) {
    error_set(error, "no memory for the bench");
    return EXIT_FAILED;
  }
  int count = 0;
  int code = run_subjects(args, subjects, &count, error);
  for (int i = 0; i < count; i++)
    game_close(subjects[i].game);
  free(subjects);
  return code;
}

const Command bench_command = {
    .name = "bench",
    .summary = "measure how fast the games are played",
    .words = "[GAME …]",
    .max_words = SUBJECTS_MAX,
    .flags = (const Flag[]){{"rounds", "N", "rounds to run (default 5)"},
                            {"seconds", "S",
                             "seconds a game and round (default 0.2)"},
                            {"csv", NULL, "print CSV for programs"},
                            {NULL}},
    .details = "Without a GAME: every game with every number of players. The "
               "CSV also\n"
               "tells how many games were measured, and how many of them were "
               "cut off\n"
               "at the game's limit of plies (truncated).",
    .example = "boardlab bench quoridor dorix:players=3 --rounds 9",
    .run = run,
};
