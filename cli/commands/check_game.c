/* boardlab check, for games and variants. */
#include "cli/commands/check.h"

#include "analysis/stats/shown.h"
#include "cli/commands/command.h"
#include "cli/terminal/output.h"
#include "core/game/conform.h"
#include "core/game/job.h"
#include "core/game/match.h"
#include <stdlib.h>

/* What has been checked so far. */
typedef struct Checked {
  int games;
  ConformCounts counts;
  HostUse use; /* the most of any call */
} Checked;

/* ---- positions -----------------------------------------------------------*/

static void add_most(HostUse *most, const HostUse *use) {
  if (!use->limits.memory) /* not in Lua */
    return;
  most->limits = use->limits;
  most->work = use->work > most->work ? use->work : most->work;
  most->memory = use->memory > most->memory ? use->memory : most->memory;
}

/* The use of a game's rules; zeros if they are not in Lua. */
static HostUse use_of(const Game *game) {
  HostUse use = {0};
  return host_use(game, NULL, &use) ? use : (HostUse){0};
}

/* Counts what conform has found, without the position behind the first "; ". */
static void count_failure(Messages *messages, const Error *why, int game) {
  const char *where = strstr(why->message, "; ");
  check_count_message(
      messages, why,
      where ? (size_t)(where - why->message) : strlen(why->message), game);
}

/* A random game to check, and what came of it. */
typedef struct RandomGame {
  uint64_t seed;
  int64_t budget; /* the check ends within the game when it is used up */
  ConformCounts counts;
  HostUse use;
  Error why; /* what is wrong with the game */
} RandomGame;

/* The same game while it is being checked. */
typedef struct Watch {
  const RandomGame *random;
  const Game *game;
  void (*show)(void *context, int64_t positions);
  void *context;
} Watch;

static bool watch_position(void *context) {
  const Watch *w = context;
  const ConformCounts *c = &w->random->counts;
  const HostUse use = use_of(w->game);
  w->show(w->context, c->positions);
  return check_work(&use, c->positions, c->moves) < w->random->budget;
}

/* Checks a random game with rules that are opened afresh: Lua rules that have
 * failed once fail in every further call and would hide other problems. Fails
 * if they cannot be opened. */
static bool check_here(const char *spec, RandomGame *random, Watch watch,
                       Error *error) {
  Game *game = game_open(spec, error);
  if (!game)
    return false;
  watch.random = random;
  watch.game = game;
  random->counts =
      (ConformCounts){.progress = watch_position, .context = &watch};
  conform_games(game, random->seed, 1, game->max_plies, &random->counts,
                &random->why);
  random->use = use_of(game);
  game_close(game);
  return true;
}

/* Tells the process that asked how many positions have been checked. */
static void report_positions(void *job, int64_t positions) {
  job_report(job, (uint64_t[JOB_NUMBERS]){(uint64_t)positions});
}

static void cross_counts(Message *m, ConformCounts *c) {
  int64_t *const counts[] = {&c->positions, &c->moves, &c->settings, &c->solved,
                             &c->pairs};
  for (size_t i = 0; i < sizeof counts / sizeof *counts; i++)
    CROSS(m, *counts[i], 0, INT32_MAX);
}

/* Fails if the rules cannot be opened. */
static void random_game_job(Job *job) {
  RandomGame *r = job->task;
  if (job_is_here(job))
    job_end(job, check_here(job->game->spec, r,
                            (Watch){.show = report_positions, .context = job},
                            job->error));
  cross_error(job->m, &r->why);
  cross_counts(job->m, &r->counts);
  host_cross_use(job->m, &r->use);
}

/* What the progress line shows. */
typedef struct PositionsProgress {
  CheckReport *check;
  int64_t positions; /* of earlier games */
  int game;
} PositionsProgress;

static void show_positions(void *context, int64_t positions) {
  const PositionsProgress *p = context;
  check_progress(p->check, "checking random game %d of %s%d, %s", p->game,
                 check_at_most(p->check), p->check->games,
                 shown_things((uint64_t)(p->positions + positions), "position",
                              "positions")
                     .text);
}

/* The same for positions that are checked by a job. */
static void show_reported(void *context, const uint64_t numbers[JOB_NUMBERS]) {
  show_positions(context, (int64_t)(numbers[0] % INT32_MAX));
}

/* Opens the game once more if its process has died. */
static bool revive(Game **game, const char *spec, Error *error) {
  if (*game && !game_fault(*game))
    return true;
  game_close(*game);
  *game = game_open(spec, error);
  return *game;
}

/* Checks a random game where the rules of `game` run, which are opened once
 * more. If their process dies, asks another for each step, to learn where. */
static bool check_random_game(const char *spec, Game **game, RandomGame *random,
                              PositionsProgress *progress, Error *error) {
  const JobWatch watch = {.progress = show_reported, .context = progress};
  RandomGame r = *random;
  if (!revive(game, spec, error))
    return false;
  if (job_do(*game, random_game_job, NULL, &r, sizeof r, &watch, error)) {
    *random = r;
    return true;
  }
  if (!game_fault(*game))
    return false;
  error_clear(error);
  return check_here(spec, random,
                    (Watch){.show = show_positions, .context = progress},
                    error);
}

static void print_failures(CheckReport *check, const Messages *messages,
                           int games) {
  for (int i = 0; i < messages->count; i++) {
    check_problem(check, "%s (in %s of %s)", messages->first[i].message,
                  shown_count((uint64_t)messages->times[i]).text,
                  shown_things((uint64_t)games, "game", "games").text);
    output_trace(stdout, &messages->first[i]);
  }
}

/* Checks random games until the budget is used up. */
static bool check_positions(CheckReport *check, Checked *checked,
                            Error *error) {
  Messages messages = {0};
  Game *game = NULL; /* where the rules are opened afresh */
  PositionsProgress progress = {.check = check};
  bool opened = true;
  int64_t left = check->budget;
  while (opened && left > 0 && checked->games < check->games) {
    RandomGame random = {.seed = check->seed + (uint64_t)checked->games,
                         .budget = left};
    progress.game = checked->games + 1;
    progress.positions = checked->counts.positions;
    opened = check_random_game(check->spec, &game, &random, &progress, error);
    if (error_is_set(&random.why))
      count_failure(&messages, &random.why, checked->games);
    left -=
        check_work(&random.use, random.counts.positions, random.counts.moves);
    checked->counts.positions += random.counts.positions;
    checked->counts.settings += random.counts.settings;
    add_most(&checked->use, &random.use);
    checked->games++;
  }
  game_close(game);
  check->cut = left <= 0;
  if (opened)
    print_failures(check, &messages, checked->games);
  return opened;
}

typedef struct KeysTask {
  uint64_t seed;
  int64_t work;
  ConformCounts counts;
} KeysTask;

static void keys_job(Job *job) {
  enum { SMALL_VERSIONS = 4 };
  const Game *game = job->game;
  KeysTask *t = job->task;
  if (job_is_here(job))
    job_end(job, conform_keys(game, t->seed, t->work, &t->counts, job->error) &&
                     conform_small_keys(game, t->seed, SMALL_VERSIONS * t->work,
                                        &t->counts, job->error) &&
                     conform_hashes(game, t->seed, t->work / 2, &t->counts,
                                    job->error));
  cross_counts(job->m, &t->counts);
}

static void check_keys(CheckReport *check, const Game *game, Checked *checked) {
  enum { MOVES_PER_GAME = 2000, MOVES_ENOUGH = 400000, SLOWER_IN_LUA = 20 };
  Error why = {0};
  int64_t work = (int64_t)checked->games * MOVES_PER_GAME;
  work = work < MOVES_ENOUGH ? work : MOVES_ENOUGH;
  if (checked->use.limits.memory)
    work /= SLOWER_IN_LUA;
  KeysTask t = {check->seed, work, {0}};
  check_clear(check);
  check_progress(check, "comparing positions with equal keys or hashes");
  if (!job_do(game, keys_job, NULL, &t, sizeof t, NULL, &why))
    check_failure(check, &why);
  checked->counts.solved += t.counts.solved;
  checked->counts.pairs += t.counts.pairs;
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
  int games; /* played */
  uint64_t plies, passes;
  int over_at_start, truncated, draws, losses;
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
  t->losses += s->outcome == WIN && !s->winners;
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

typedef struct PlayTask {
  uint64_t seed;
  int index;
  Match match;
} PlayTask;

static void play_job(Job *job) {
  PlayTask *t = job->task;
  if (job_is_here(job)) {
    memset(job->state, 0, job->game->state_size);
    job_end(job, play_random(job->game, t->seed, t->index, job->state,
                             &t->match, job->error));
  }
  CROSS(job->m, t->match.plies, 0, job->game->max_plies);
  CROSS(job->m, t->match.passes, 0, t->match.plies);
  job_give_state(job);
}

static bool play_twin(Twins *t, int twin, const CheckReport *check, int index,
                      Match *match, Error *error) {
  PlayTask task = {.seed = check->seed, .index = index};
  bool done = job_do(t->game[twin], play_job, t->state[twin], &task,
                     sizeof task, NULL, error);
  *match = task.match;
  return done;
}

/* Plays game t->games with both; false if it cannot be played, or differs. */
static bool play_both(Twins *t, CheckReport *check) {
  int i = t->games;
  Match match[2];
  Error why = {0};
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
  t->games++;
  return true;
}

/* Plays random games until a part of the budget is used up. Returns whether all
 * could be played. */
static bool play_twins(Twins *t, CheckReport *check) {
  enum { PART = 4 };
  int64_t before = use_of(t->game[0]).all_work, spent = 0;
  check_clear(check);
  while (t->games < check->games && spent < check->budget / PART) {
    check_progress(check, "playing random game %d of %s%d twice", t->games + 1,
                   check_at_most(check), check->games);
    if (!play_both(t, check))
      return false;
    HostUse use = use_of(t->game[0]);
    use.all_work -= before;
    spent = check_work(&use, 0, (int64_t)t->plies);
  }
  check->cut = check->cut || t->games < check->games;
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
  double games = t->games;
  check_clear(check);
  printf("%s: %s plies on average;",
         shown_things((uint64_t)t->games, "random game", "random games").text,
         shown_real((double)t->plies / games, 1).text);
  for (int seat = 0; seat < t->game[0]->seats; seat++)
    printf("%s seat %d won %s", seat ? "," : "", seat + 1,
           shown_percent(t->won[seat] / games).text);
  bool alone = t->game[0]->sides < 2;
  if (alone || t->losses)
    printf(", lost %s", shown_percent(t->losses / games).text);
  if (!alone)
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
  int games = t->games;
  Shown limit = shown_count((uint64_t)t->game[0]->max_plies);
  if (t->over_at_start == games)
    check_problem(check, "the game is over before the first move; look at the "
                         "first position and at what ends the game");
  else if (t->over_at_start)
    check_warn(check,
               "%s of random games (%s of %s) are over before the first "
               "move",
               shown_percent((double)t->over_at_start / games).text,
               shown_count((uint64_t)t->over_at_start).text,
               shown_count((uint64_t)games).text);
  if (t->passes == t->plies && t->plies > 0)
    check_problem(check, "no seat ever has a legal move: all plies are passes");
  if (t->truncated == games && only_nature_moves(t->game[0], t->state[0]))
    check_problem(check,
                  "nature moves in all of the first %s plies (max_plies), and "
                  "no seat ever does; let 'chance' return nil once it has "
                  "rolled",
                  limit.text);
  else if (t->truncated == games)
    check_problem(check,
                  "no random game ended within %s plies (max_plies); add a "
                  "rule that ends the game, or raise max_plies",
                  limit.text);
  else if (t->truncated)
    check_warn(check,
               "%s of random games (%s of %s) did not end within %s plies "
               "(max_plies) and count as truncated; unless that is intended, "
               "add a rule that ends the game, or raise max_plies",
               shown_percent((double)t->truncated / games).text,
               shown_count((uint64_t)t->truncated).text,
               shown_count((uint64_t)games).text, limit.text);
}

/* ---- the check -----------------------------------------------------------*/

/* "variants/x.lua: a variant of tictacdoh:players=3 for 3 players, with an
 * evaluation" */
static void print_kind(const Game *game) {
  HostUse use;
  bool lua = host_use(game, NULL, &use);
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
  if (game_hides(game) && !game->rules->redraw)
    printf("note: seats do not see everything, and there is no `redraw`, so "
           "searches take what a\nseat sees for the position\n");
}

static void print_counts(const CheckReport *check, const Checked *checked) {
  const ConformCounts *c = &checked->counts;
  printf("checked %s of %s, set %s of them up again with their settings%s\n",
         shown_things((uint64_t)c->positions, "position", "positions").text,
         shown_things((uint64_t)checked->games, "game", "games").text,
         shown_count((uint64_t)c->settings).text,
         check->cut ? "; --games for more" : "");
  if (c->pairs)
    printf("compared %s of positions that count as the same (equal keys or "
           "hashes), with perfect play in %s\n",
           shown_things((uint64_t)c->pairs, "pair", "pairs").text,
           shown_things((uint64_t)c->solved, "position", "positions").text);
}

static bool check_opened(CheckReport *check, Twins *t, Error *error) {
  Checked checked = {.games = 0};
  print_kind(t->game[0]);
  if (!check_positions(check, &checked, error))
    return false;
  if (check->problems == 0)
    check_keys(check, t->game[0], &checked);
  if (check->problems == 0)
    check_example(check, t->game[0]);
  if (check->problems == 0 && play_twins(t, check)) {
    print_games(t, check);
    check_lengths(t, check);
  }
  if (check->problems == 0)
    print_counts(check, &checked);
  check_clear(check);
  const HostUse use = use_of(t->game[0]);
  char lists[CHECK_LISTS_TEXT];
  if (check_lists(&use, lists))
    check_warn(check, "%s", lists);
  add_most(&checked.use, &use);
  if (checked.use.limits.memory)
    check_print_use("rules", &checked.use);
  return true;
}

int check_rules(CheckReport *check, Error *error) {
  Twins twins = {{NULL}};
  bool opened = open_twins(&twins, check->spec, error) &&
                check_opened(check, &twins, error);
  close_twins(&twins);
  return opened ? check_finish(check) : EXIT_USAGE;
}
