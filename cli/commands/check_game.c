/* boardlab check, for games and variants. */
#include "cli/commands/check.h"

#include "analysis/stats/shown.h"
#include "cli/commands/command.h"
#include "cli/terminal/output.h"
#include "core/game/conform.h"
#include "core/game/job.h"
#include "core/game/match.h"
#include <stdlib.h>

/* ---- positions -----------------------------------------------------------*/

static void add_most(HostUse *most, const HostUse *use) {
  most->limits = use->limits;
  most->work = use->work > most->work ? use->work : most->work;
  most->memory = use->memory > most->memory ? use->memory : most->memory;
}

static void add_use(HostUse *most, const Game *game) {
  HostUse use;
  if (host_game_use(game, &use))
    add_most(most, &use);
}

/* Counts what conform has found, without the position behind the first "; ". */
static void count_failure(Messages *messages, const Error *why, int game) {
  const char *where = strstr(why->message, "; ");
  check_count_message(
      messages, why,
      where ? (size_t)(where - why->message) : strlen(why->message), game);
}

typedef struct PositionsProgress {
  CheckReport *check;
  const ConformCounts *counts;
  int game;
} PositionsProgress;

static void show_positions_and(const PositionsProgress *p, uint64_t more) {
  uint64_t positions = (uint64_t)p->counts->positions + more;
  check_progress(p->check, "checking random game %d of %d, %llu position%s",
                 p->game, p->check->games, (unsigned long long)positions,
                 positions == 1 ? "" : "s");
}

static void show_positions(void *context) {
  show_positions_and(context, 0);
}

/* The same for positions that are checked in another process. */
static void show_positions_there(void *context,
                                 const uint64_t numbers[JOB_NUMBERS]) {
  show_positions_and(context, numbers[0]);
}

/* Checks a random game with rules that are opened afresh: Lua rules that have
 * failed once fail in every further call and would hide other problems. Fails
 * if they cannot be opened; `why` is what is wrong with the game. */
static bool check_random_game(const char *spec, uint64_t seed,
                              ConformCounts *counts, HostUse *use, Error *why,
                              Error *error) {
  Game *game = game_open(spec, error);
  if (!game)
    return false;
  conform_games(game, seed, 1, game->max_plies, counts, why);
  add_use(use, game);
  game_close(game);
  return true;
}

/* In another process: tells this one how many positions have been checked. */
typedef struct Reporter {
  const Job *job;
  const ConformCounts *counts;
} Reporter;

static void report_positions(void *context) {
  const Reporter *r = context;
  r->job->report((uint64_t[JOB_NUMBERS]){(uint64_t)r->counts->positions});
}

/* Arguments: the seed. Results: an error if the rules could not be opened, what
 * is wrong with the game, the counts, and the use of limits. */
static void random_game_job(Job *job) {
  uint64_t seed;
  ConformCounts counts = {.progress = report_positions};
  Reporter reporter = {job, &counts};
  HostUse use = {0};
  Error why = {0}, failure = {0};
  counts.context = &reporter;
  message_get(job->in, &seed, sizeof seed);
  check_random_game(job->game->spec, seed, &counts, &use, &why, &failure);
  message_put_error(job->out, &failure);
  message_put_error(job->out, &why);
  conform_put_counts(job->out, &counts);
  host_put_use(job->out, &use);
}

/* What is wrong with a game in which the process of the rules has died. */
static bool check_by_calls(const char *spec, uint64_t seed,
                           ConformCounts *counts, Error *why, Error *error) {
  Game *game = game_open(spec, error);
  if (!game)
    return false;
  conform_games_by_calls(game, seed, 1, game->max_plies, counts, why);
  game_close(game);
  return true;
}

/* Checks a random game in the process of `game`, which opens the rules once
 * more. */
static bool check_there(const Game *game, uint64_t seed, ConformCounts *counts,
                        HostUse *most, Error *why, Error *error) {
  HostUse use;
  const JobWatch watch = {.progress = show_positions_there,
                          .context = counts->context};
  Message *m = job_begin(game, random_game_job);
  message_put(m, &seed, sizeof seed);
  m = job_run(game, &watch, why);
  if (!m)
    return check_by_calls(game->spec, seed, counts, why, error);
  bool failed = message_get_error(m, error);
  message_get_error(m, why);
  conform_add_counts(m, counts);
  host_get_use(m, &use);
  if (job_is_sane(game, why))
    add_most(most, &use);
  return !failed;
}

/* Opens the game once more if its process has died. */
static bool revive(Game **game, const char *spec, Error *error) {
  if (*game && !game_fault(*game))
    return true;
  game_close(*game);
  *game = game_open(spec, error);
  return *game;
}

static bool check_positions(CheckReport *check, ConformCounts *counts,
                            HostUse *use, Error *error) {
  Messages messages = {0};
  Game *game = NULL; /* where the rules are opened afresh */
  bool opened = true;
  PositionsProgress progress = {.check = check, .counts = counts};
  counts->progress = show_positions;
  counts->context = &progress;
  for (int i = 0; opened && i < check->games; i++) {
    Error why = {0};
    progress.game = i + 1;
    uint64_t seed = check->seed + (uint64_t)i;
    opened = revive(&game, check->spec, error) &&
             (game->remote ? check_there(game, seed, counts, use, &why, error)
                           : check_random_game(check->spec, seed, counts, use,
                                               &why, error));
    if (error_is_set(&why))
      count_failure(&messages, &why, i);
  }
  counts->progress = NULL;
  game_close(game);
  if (!opened)
    return false;
  for (int i = 0; i < messages.count; i++) {
    check_problem(check, "%s (in %d of %d game%s)", messages.first[i].message,
                  messages.times[i], check->games,
                  check->games == 1 ? "" : "s");
    output_trace(stdout, &messages.first[i]);
  }
  return true;
}

static void check_keys(CheckReport *check, const Game *game,
                       ConformCounts *counts) {
  enum {
    MOVES_PER_GAME = 2000,
    MOVES_ENOUGH = 400000,
    SLOWER_IN_LUA = 20,
    SMALL_VERSIONS = 4
  };
  Error why = {0};
  HostUse use;
  int64_t work = (int64_t)check->games * MOVES_PER_GAME;
  work = work < MOVES_ENOUGH ? work : MOVES_ENOUGH;
  if (host_game_use(game, &use))
    work /= SLOWER_IN_LUA;
  check_clear(check);
  check_progress(check, "comparing positions with equal keys or hashes");
  if (!conform_keys(game, check->seed, work, counts, &why) ||
      !conform_small_keys(game, check->seed, SMALL_VERSIONS * work, counts,
                          &why) ||
      !conform_hashes(game, check->seed, work / 2, counts, &why))
    check_failure(check, &why);
}

/* ---- the example ---------------------------------------------------------*/

static bool has_default_options(const Game *game) {
  const Option *options = game->rules->options;
  for (int i = 0; options[i].name; i++)
    if (game->option[i] != option_default(&options[i], game->option))
      return false;
  return true;
}

/* The example of the rules is a line of moves for the default options. A
 * variant that only sets options has the rules of its base, and so an example
 * that need not fit them. */
static void check_example(CheckReport *check, const Game *game) {
  const char *line = game->rules->example;
  State *state = line[0] && has_default_options(game) ? game_start(game) : NULL;
  Error why = {0};
  if (state && !game_play_line(game, state, line, &why))
    check_problem(check, "its example cannot be played: %s", why.message);
  free(state);
}

/* ---- random games --------------------------------------------------------*/

/* Two games that were opened separately must play the same game from the same
 * random stream. */
typedef struct Twins {
  Game *game[2];
  State *state[2];
  uint64_t plies, passes;
  int over_at_start, truncated, draws;
  int won[SEATS_MAX];
  double score[SEATS_MAX]; /* summed, in points */
} Twins;

static bool open_twins(Twins *t, const char *spec, Error *error) {
  for (int i = 0; i < 2; i++) {
    host_vary_layout(i == 1);
    t->game[i] = game_open(spec, error);
    host_vary_layout(false);
    if (!t->game[i])
      return false;
    t->state[i] = game_start(t->game[i]);
    if (!t->state[i])
      return error_set(error, "out of memory (a position of %s)", spec);
  }
  return true;
}

static void close_twins(Twins *t) {
  for (int i = 0; i < 2; i++) {
    free(t->state[i]);
    game_close(t->game[i]);
  }
}

static void add_score(Twins *t) {
  int32_t score[SEATS_MAX];
  game_score(t->game[0], t->state[0], score);
  for (int seat = 0; seat < t->game[0]->seats; seat++)
    t->score[seat] += (double)score[seat] / SCORE_UNIT;
}

static void count_game(Twins *t, const Match *match) {
  const State *s = t->state[0];
  t->plies += (uint64_t)match->plies;
  t->passes += (uint64_t)match->passes;
  t->over_at_start += match->plies == 0;
  t->truncated += s->outcome == PLAYING;
  t->draws += s->outcome == DRAW;
  for (int seat = 0; s->outcome == WIN && seat < t->game[0]->seats; seat++)
    t->won[seat] += s->winners >> seat & 1;
  if (t->game[0]->rules->score)
    add_score(t);
}

/* Plays a random game; false if its rules fail. */
static bool play_random(const Game *game, uint64_t seed, int index,
                        State *state, Match *match, Error *error) {
  Bot *bot = bot_open("random", game, error), *bots[SEATS_MAX];
  if (!bot)
    return false;
  for (int seat = 0; seat < game->seats; seat++)
    bots[seat] = bot;
  Rng rng;
  rng_seed(&rng, seed, (uint64_t)index);
  bool good =
      match_play(game, bots, &rng, game->max_plies, state, NULL, match, error);
  bot_close(bot);
  return good;
}

/* Arguments: the seed and the number of the game. Results: an error, the
 * numbers of plies and of passes, and the last position. */
static void play_job(Job *job) {
  uint64_t seed;
  Match match = {0};
  Error why = {0};
  message_get(job->in, &seed, sizeof seed);
  int index = (int)message_get_int(job->in, 0, INT32_MAX);
  memset(job->state, 0, job->game->state_size);
  play_random(job->game, seed, index, job->state, &match, &why);
  message_put_error(job->out, &why);
  message_put_int(job->out, match.plies);
  message_put_int(job->out, match.passes);
  message_put(job->out, job->state, job->game->state_size);
}

static bool play_there(const Game *game, uint64_t seed, int index, State *state,
                       Match *match, Error *error) {
  Message *m = job_begin(game, play_job);
  message_put(m, &seed, sizeof seed);
  message_put_int(m, index);
  m = job_run(game, NULL, error);
  if (!m)
    return false;
  bool failed = message_get_error(m, error);
  match->plies = (int)message_get_int(m, 0, game->max_plies);
  match->passes = (int)message_get_int(m, 0, match->plies);
  job_get_state(m, game, state);
  return job_is_sane(game, error) && !failed;
}

static bool play_twin(Twins *t, int twin, const CheckReport *check, int index,
                      Match *match, Error *error) {
  const Game *game = t->game[twin];
  State *state = t->state[twin];
  return game->remote
             ? play_there(game, check->seed, index, state, match, error)
             : play_random(game, check->seed, index, state, match, error);
}

/* Returns whether all games could be played. */
static bool play_twins(Twins *t, CheckReport *check) {
  check_clear(check);
  for (int i = 0; i < check->games; i++) {
    Match match[2];
    Error why = {0};
    check_progress(check, "playing random game %d of %d twice", i + 1,
                   check->games);
    for (int twin = 0; twin < 2; twin++)
      if (!play_twin(t, twin, check, i, &match[twin], &why)) {
        check_failure(check, &why);
        return false;
      }
    if (match[0].plies != match[1].plies ||
        memcmp(t->state[0], t->state[1], t->game[0]->state_size) != 0) {
      check_problem(check,
                    "random game %d with seed %llu is played differently when "
                    "the game is opened again: the rules depend on more than "
                    "the position, or on '#' of a list with holes",
                    i, (unsigned long long)check->seed);
      return false;
    }
    count_game(t, &match[0]);
  }
  return true;
}

/* The score after random games. */
static void print_score(const Twins *t, double games) {
  if (!t->game[0]->rules->score)
    return;
  printf("; score");
  for (int seat = 0; seat < t->game[0]->seats; seat++)
    printf("%s %s", seat ? " :" : "",
           shown_real(t->score[seat] / games, 1).text);
}

static void print_games(const Twins *t, CheckReport *check) {
  double games = check->games;
  check_clear(check);
  printf("%d random game%s: %s plies on average;", check->games,
         check->games == 1 ? "" : "s",
         shown_real((double)t->plies / games, 1).text);
  for (int seat = 0; seat < t->game[0]->seats; seat++)
    printf("%s seat %d won %s", seat ? "," : "", seat + 1,
           shown_percent(t->won[seat] / games).text);
  printf(", drawn %s", shown_percent(t->draws / games).text);
  if (t->passes)
    printf("; %s of plies are passes",
           shown_percent((double)t->passes / (double)t->plies).text);
  print_score(t, games);
  printf("\n");
}

/* Whether no seat has a turn in a game of nothing but random rolls. */
static bool only_nature_moves(const Game *game, State *state) {
  Rng rng;
  int plies = 0;
  rng_seed(&rng, 1, 0);
  game_begin(game, state, &rng);
  for (; plies < game->max_plies && game_is_chance(state); plies++)
    game_play(game, state, game_random_move(game, state, &rng));
  return plies == game->max_plies;
}

/* Reports degenerate games: over at once, nothing but passes, or never
 * ending. */
static void check_lengths(const Twins *t, CheckReport *check) {
  int games = check->games, limit = t->game[0]->max_plies;
  if (t->over_at_start == games)
    check_problem(check, "the game is over before the first move; look at the "
                         "first position and at what ends the game");
  else if (t->over_at_start)
    check_warn(check,
               "%s of random games (%d of %d) are over before the first "
               "move",
               shown_percent((double)t->over_at_start / games).text,
               t->over_at_start, games);
  if (t->passes == t->plies && t->plies > 0)
    check_problem(check, "no seat ever has a legal move: all plies are passes");
  if (t->truncated == games && only_nature_moves(t->game[0], t->state[0]))
    check_problem(check,
                  "nature moves in all of the first %d plies (max_plies), and "
                  "no seat ever does; let 'chance' return nil once it has "
                  "rolled",
                  limit);
  else if (t->truncated == games)
    check_problem(check,
                  "no random game ended within %d plies (max_plies); add a "
                  "rule that ends the game, or raise max_plies",
                  limit);
  else if (t->truncated)
    check_warn(check,
               "%s of random games (%d of %d) did not end within %d plies "
               "(max_plies) and count as truncated; unless that is intended, "
               "add a rule that ends the game, or raise max_plies",
               shown_percent((double)t->truncated / games).text, t->truncated,
               games, limit);
}

/* ---- the check -----------------------------------------------------------*/

/* "variants/x.lua: a variant of tictacdoh:players=3 for 3 players, with an
 * evaluation" */
static void print_kind(const Game *game) {
  HostUse use;
  bool lua = host_game_use(game, &use);
  printf("%s: ", game->spec);
  if (lua && game->base)
    printf("a variant of %s", game->base->spec);
  else if (lua)
    printf("a game in Lua");
  else if (strstr(game->spec, ".lua"))
    printf("a variant of %s that only sets options", game->rules->name);
  else
    printf("a built-in game");
  printf(" for %d player%s, %s an evaluation%s\n", game->seats,
         game->seats == 1 ? "" : "s",
         game->rules->evaluate ? "with" : "without",
         !game->rules->score     ? ""
         : game->rules->evaluate ? " and scores"
                                 : ", with scores");
}

static const char *plural(int64_t count) {
  return count == 1 ? "" : "s";
}

static void print_counts(const ConformCounts *c) {
  printf("checked %lld position%s, set %lld of them up again with their "
         "settings\n",
         (long long)c->positions, plural(c->positions), (long long)c->settings);
  if (c->pairs)
    printf("compared %lld pair%s of positions that count as the same (equal "
           "keys or hashes), with perfect play in %lld position%s\n",
           (long long)c->pairs, plural(c->pairs), (long long)c->solved,
           plural(c->solved));
}

static bool check_opened(CheckReport *check, Twins *t, Error *error) {
  HostUse use = {0};
  ConformCounts counts = {0};
  print_kind(t->game[0]);
  if (!check_positions(check, &counts, &use, error))
    return false;
  if (check->problems == 0)
    check_keys(check, t->game[0], &counts);
  if (check->problems == 0)
    check_example(check, t->game[0]);
  if (check->problems == 0 && play_twins(t, check)) {
    print_games(t, check);
    check_lengths(t, check);
  }
  if (check->problems == 0)
    print_counts(&counts);
  check_clear(check);
  add_use(&use, t->game[0]);
  if (use.limits.memory)
    check_print_use("rules", &use);
  return true;
}

int check_rules(CheckReport *check, Error *error) {
  Twins twins = {{NULL}};
  bool opened = open_twins(&twins, check->spec, error) &&
                check_opened(check, &twins, error);
  close_twins(&twins);
  return opened ? check_finish(check) : EXIT_USAGE;
}
