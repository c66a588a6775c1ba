/* boardlab tune: finds the option values of a game that come nearest to the
 * goals, or with --player those with which a bot plays best. */
#include "analysis/experiments/tune.h"
#include "analysis/experiments/race.h"

#include "cli/commands/runs.h"
#include "cli/terminal/format.h"
#include "core/base/shell.h"
#include <math.h>

/* ---- advice --------------------------------------------------------------*/

/* An estimated time, unless it is unknown or --quiet is given: " (about 3
 * minutes)". */
static void print_time(double seconds, bool quiet) {
  char text[DURATION_TEXT];
  if (quiet || !(seconds > 0))
    return;
  format_duration(seconds, text);
  printf(" (%s)", text);
}

/* A hundred thousand games show half a point; fewer if they take more than an
 * hour. */
static int games_to_check(double seconds) {
  int games = 100000;
  while (games > 1000 && games * seconds > 3600)
    games /= 10;
  return games;
}

static void print_bots(const TunePlan *plan, int level) {
  const RunPlan *run = &plan->run;
  if (plan->levels) {
    printf(" --seat");
    shell_print(stdout, plan->level[level]);
    return;
  }
  bool random = run->bot_count == 1 && strcmp(run->bots[0], "random") == 0;
  for (int i = 0; !random && i < run->bot_count; i++) {
    printf(" --seat");
    shell_print(stdout, run->bots[i]);
  }
  if (run->seating == SEATING_ROTATED)
    printf(" --rotate");
}

/* The limits that Lua code was given: a bot that needs them would forfeit. */
static void print_limit(const Args *args, const char *flag) {
  if (args_value(args, flag))
    printf(" --%s %s", flag, args_value(args, flag));
}

/* Suggests a run with many more games, none of which has been played. */
static void print_check(const Args *args, const TuneTable *t,
                        const TunePlan *plan) {
  bool quiet = args_value(args, "quiet");
  const Candidate *c = &t->candidate[0];
  for (int i = 0; i < t->levels; i++) {
    int games = games_to_check(c->level[i].seconds);
    printf("To check it with more new games");
    print_time(games * c->level[i].seconds, quiet);
    printf(": boardlab simulate");
    shell_print(stdout, c->game);
    print_bots(plan, i);
    if (plan->run.opening)
      printf(" --opening %d", plan->run.opening);
    if (plan->run.max_plies)
      printf(" --max-plies %d", plan->run.max_plies);
    print_limit(args, "budget");
    print_limit(args, "memory");
    printf(" --games %d --seed %llu --out DIR\n", games,
           (unsigned long long)plan->run.seed + 2);
  }
}

/* Suggests more games if the limits have ended the tuning. */
static void print_more(const Tune *tune, const TunePlan *plan, bool quiet) {
  MoreGames more;
  if (!tune_needs_more(tune, !plan->run.out, &more))
    return;
  printf("Four times as many games of each remaining candidate would about "
         "halve the intervals");
  print_time(more.seconds, quiet);
  printf(": the same command with");
  if (more.each > plan->each)
    printf(" --each %llu", (unsigned long long)more.each);
  if (more.games > plan->run.games)
    printf(" --games %llu", (unsigned long long)more.games);
  printf(plan->run.out ? " --resume\n" : "\n");
}

static bool print_results(const Args *args, const Tune *tune,
                          const TunePlan *plan, bool stopped, Error *error) {
  Document document = {0};
  const TuneTable *t = tune_table(tune);
  int rounds = tune_rounds(tune);
  tune_document(t, &document);
  if (args_wants_rows(args)) {
    bool good = args_print_table(args, &document.table[0], error);
    document_free(&document);
    return good;
  }
  printf("%s: %d candidate%s", tune_sweep(tune)->game->spec, t->count,
         t->count == 1 ? "" : "s");
  if (t->levels > 1)
    printf(" at %d levels", t->levels);
  printf(", %d round%s, %s, seed %llu%s\n", rounds, rounds == 1 ? "" : "s",
         shown_things(tune_games(tune), "game", "games").text,
         (unsigned long long)plan->run.seed, stopped ? ", stopped early" : "");
  bool any = t->candidate[0].games;
  bool good = !any || print_document(&document, error);
  document_free(&document);
  if (!any)
    return true;
  if (*tune_reason(tune))
    printf("The first forfeit: %s\n", tune_reason(tune));
  print_more(tune, plan, args_value(args, "quiet"));
  if (!t->candidate[0].dropped && tune_all_played(t) && !tune_all_forfeited(t))
    print_check(args, t, plan);
  if (plan->run.out)
    printf("\n%s/tune.csv    one row per candidate%s\n", plan->run.out,
           t->levels > 1 ? " and level" : "");
  return good;
}

/* ---- a player ------------------------------------------------------------*/

static bool print_race(const Args *args, const Race *race, bool stopped,
                       Error *error) {
  Document document = {0};
  const RaceTable *t = &race->table;
  bool rows = args_wants_rows(args);
  const char *out = race->plan.run.out;
  race_document(race, &document);
  if (!rows)
    printf("%s: %d settings of %s against %s, %s, %s, seed %llu%s\n",
           race->game, t->count, race->player, race->opponent,
           shown_things((uint64_t)t->rounds, "round", "rounds").text,
           shown_things(race_games(race), "game", "games").text,
           (unsigned long long)race->plan.run.seed,
           stopped ? ", stopped early" : "");
  bool good = rows ? args_print_table(args, &document.table[0], error)
                   : print_document(&document, error);
  document_free(&document);
  if (rows)
    return good;
  if (error_is_set(&race->reason))
    printf("The first forfeit: %s\n", race->reason.message);
  if (out)
    printf("\n%s/race.csv    one row per setting; each has its games in a "
           "folder beside it\n",
           out);
  if (stopped && out)
    printf("\nThe same command with --resume continues it.\n");
  return good;
}

static int race_command_play(const Args *args, Race *race, Error *error) {
  Progress *progress = runs_progress(args, race_max_games(race), error);
  if (!progress)
    return EXIT_FAILED;
  progress_turns(progress);
  RunEnd end = race_play(race, progress_callbacks(progress), error);
  int code = progress_end(progress);
  if (end == RUN_FAILED || !print_race(args, race, end == RUN_STOPPED, error))
    return EXIT_FAILED;
  if (race->table.end == RACE_FORFEITED)
    return runs_all_forfeited(race_games(race), error), EXIT_FAILED;
  return end == RUN_STOPPED ? code : EXIT_DONE;
}

/* What is said of a player, and what of a game. */
static bool check_race(const Args *args, bool player, Error *error) {
  static const char *const GAME[] = {"vary", "goal", "bot", "seat", "rotate"};
  static const char *const PLAYER[] = {"vary-player", "against", "close"};
  size_t count =
      player ? sizeof GAME / sizeof *GAME : sizeof PLAYER / sizeof *PLAYER;
  for (size_t i = 0; i < count; i++)
    if (args_value(args, player ? GAME[i] : PLAYER[i]))
      return player ? error_set(error,
                                "--%s tunes a game and cannot be combined with "
                                "--player, which tunes a bot",
                                GAME[i])
                    : error_set(error,
                                "--%s needs --player BOT, whose options are "
                                "tuned",
                                PLAYER[i]);
  return true;
}

static int race_run_command(const Args *args, Error *error) {
  PlanTexts texts;
  RacePlan plan = {.player = args_value(args, "player"),
                   .against = args_value(args, "against"),
                   .close = RACE_CLOSE};
  int64_t first = TUNE_FIRST, each = TUNE_EACH;
  const char *vary[FLAGS_MAX];
  Race race;
  int count = args_values(args, "vary-player", vary);
  if (!runs_plan(args, "seat", TUNE_GAMES, &plan.run, &texts, error) ||
      !args_int(args, "first", 1, GAMES_IN_RUN_MAX, &first, error) ||
      !args_int(args, "each", 1, GAMES_IN_RUN_MAX, &each, error) ||
      !args_real(args, "close", 0, 1000, &plan.close, error))
    return EXIT_USAGE;
  plan.first = (uint64_t)first;
  plan.each = (uint64_t)each;
  if (!race_open(&race, &plan, vary, count, error))
    return EXIT_USAGE;
  int code = race_command_play(args, &race, error);
  race_close(&race);
  return code;
}

/* ---- the command ---------------------------------------------------------*/

static int tune_command_play(const Args *args, Tune *tune, const TunePlan *plan,
                             Error *error) {
  Progress *progress = runs_progress(args, tune_max_games(tune), error);
  if (!progress)
    return EXIT_FAILED;
  progress_turns(progress);
  RunEnd end = tune_play(tune, progress_callbacks(progress), error);
  int code = progress_end(progress);
  if (end == RUN_FAILED)
    return EXIT_FAILED;
  if (!print_results(args, tune, plan, end == RUN_STOPPED, error))
    return EXIT_FAILED;
  if (end == RUN_STOPPED && plan->run.out)
    printf("\nThe same command with --resume continues it.\n");
  if (tune_all_forfeited(tune_table(tune)))
    return runs_all_forfeited(tune_games(tune), error), EXIT_FAILED;
  return end == RUN_STOPPED ? code : EXIT_DONE;
}

/* Each --bot is a level of its own. */
static bool read_levels(const Args *args, TunePlan *plan, Error *error) {
  const char *bots[FLAGS_MAX];
  plan->levels = args_values(args, "bot", bots);
  if (plan->levels && (args_value(args, "seat") || args_value(args, "rotate")))
    return error_set(error,
                     "--bot plays all seats and cannot be combined with "
                     "--%s: give one --bot for each level of play, or seat "
                     "the bots of one level with --seat",
                     args_value(args, "seat") ? "seat" : "rotate");
  if (plan->levels > TUNE_LEVELS_MAX)
    return error_set(error, "%d levels are too many: give at most %d bots",
                     plan->levels, TUNE_LEVELS_MAX);
  for (int i = 0; i < plan->levels; i++)
    plan->level[i] = bots[i];
  return true;
}

static bool read_plan(const Args *args, TunePlan *plan, PlanTexts *texts,
                      Error *error) {
  int64_t first = TUNE_FIRST, each = TUNE_EACH;
  if (!runs_plan_bots(args, TUNE_GAMES, &plan->run, texts, error) ||
      !read_levels(args, plan, error) ||
      !args_int(args, "first", 1, GAMES_IN_RUN_MAX, &first, error) ||
      !args_int(args, "each", 1, GAMES_IN_RUN_MAX, &each, error))
    return false;
  plan->first = (uint64_t)first;
  plan->each = (uint64_t)each;
  return true;
}

static int tune_run(const Args *args, Error *error) {
  TunePlan plan;
  PlanTexts texts;
  const char *vary[FLAGS_MAX], *goals[FLAGS_MAX];
  int axes = args_values(args, "vary", vary);
  int count = args_values(args, "goal", goals);
  bool player = args_value(args, "player");
  if (!check_race(args, player, error))
    return EXIT_USAGE;
  if (player)
    return race_run_command(args, error);
  if (!read_plan(args, &plan, &texts, error))
    return EXIT_USAGE;
  Tune *tune = tune_open(&plan, vary, axes, goals, count, error);
  if (!tune)
    return EXIT_USAGE;
  int code = tune_command_play(args, tune, &plan, error);
  tune_close(tune);
  return code;
}

const Command tune_command = {
    .name = "tune",
    .summary = "find the option values that come nearest to your goals",
    .positional = "GAME",
    .flags =
        (const Flag[]){
            VARY_FLAG,
            {"goal", "METRIC=X",
             "what you want: seat1=48..52%, draw=0..5%, truncated=,\n"
             "forfeit=, balance=100%, plies=40, plies=35..45,\n"
             "branching= or margin=; repeat it for several goals. seatK,\n"
             "balance and margin need bots that are equal or keep their\n"
             "seats",
             true, .label = "Goals", .first = true},
            {"bot", "BOT",
             "bot to play all seats; repeat it for several levels of\n"
             "play, at each of which the goals must be met",
             true},
            BOT_FLAGS,
            {"player", "BOT",
             "tune this bot instead of the game: its settings race\n"
             "against the bot of --against",
             .label = "Tune a bot instead"},
            {"vary-player", "OPTION=SETTINGS",
             "depth=1..6 or width=2,4,8, as --vary, of the player's\n"
             "options; repeat it to race all combinations, at most 200",
             true, .label = "What to vary of that bot"},
            {"against", "BOT",
             "the opponent of all settings (default: the player as given)",
             .label = "Its opponent"},
            {"close", "ELO",
             "end the race of a player when all settings that are left\n"
             "are shown to be within so many Elo of the best (default 20)",
             .label = "Close enough, in Elo", .usual = "20"},
            {"opening", "N",
             "play the first N plies of each game at random, so that\n"
             "deterministic bots do not repeat their games",
             .label = "Plies at random at the start"},
            {"games", "N",
             "limit for all candidates and the check together, or for all\n"
             "settings (default 1000000)",
             .label = "Number of games, at most", .usual = "1000000",
             .first = true},
            {"first", "N",
             "games of each candidate at each level in the first round\n"
             "(default 200)",
             .label = "Games of each in the first round", .usual = "200"},
            {"each", "N",
             "limit for each candidate at each level (default 50000)",
             .label = "Games of each, at most", .usual = "50000"},
            PLAY_FLAGS,
            {"out", "DIR",
             "new folder for tune.csv and tune.json; of a player for\n"
             "race.csv, race.json and the games of each setting",
             .label = "Folder for the results", .first = true},
            ROWS_FLAGS("print the rows of tune.csv or race.csv"),
            {"resume", NULL,
             "continue the tuning in DIR, however it was interrupted, or\n"
             "raise its --games and --each; start it if DIR does not\n"
             "exist",
             .label = "Continue what is in the folder"},
            PROGRESS_FLAGS,
            LIMIT_FLAGS,
            {NULL}},
    .example = "boardlab tune quoridor:size=5 --vary walls=0..8 --goal "
               "seat1=48..52% --goal plies=60..75",
    .run = tune_run,
};
