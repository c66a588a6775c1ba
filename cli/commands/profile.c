/* boardlab profile: shows where the budget of a bot or of rules goes. */
#include "cli/commands/command.h"

#include "analysis/stats/shown.h"
#include "cli/commands/bot_games.h"
#include "cli/commands/check.h"
#include "core/game/match.h"
#include "core/game/spec.h"
#include "lua/host/host.h"
#include <stdlib.h>

/* What is profiled: a bot, or the rules of the game if there is none. */
typedef struct Trial {
  const char *against;
  int games;
  uint64_t seed;
  BotGames with;
  int64_t plies;
  int forfeits;
  Error reason; /* of the first */
  HostProfile profile;
} Trial;

/* ---- playing -------------------------------------------------------------*/

static bool play_match(Trial *t, int index, Error *error) {
  Match match;
  Error why = {0};
  if (!bot_games_play(&t->with, t->seed, index, NULL, &match, &why))
    return error_copy(error, &why);
  t->plies += match.plies;
  if (match.end == MATCH_FORFEIT && t->forfeits++ == 0)
    t->reason = why;
  return true;
}

static bool play_matches(Trial *t, ProfileMode mode, Error *error) {
  t->plies = t->forfeits = 0;
  if (!host_profile_start(t->with.game, t->with.bot, mode, error))
    return false;
  for (int i = 0; i < t->games; i++)
    if (!play_match(t, i, error))
      return false;
  return true;
}

/* ---- tables --------------------------------------------------------------*/

static int64_t work_of(const ProfileRow *row) {
  return row->instructions + row->charged;
}

/* By kind, then the most work first. */
static int compare_rows(const void *a, const void *b) {
  const ProfileRow *first = a, *second = b;
  if (first->kind != second->kind)
    return first->kind < second->kind ? -1 : 1;
  if (work_of(first) != work_of(second))
    return work_of(first) > work_of(second) ? -1 : 1;
  int order = strcmp(first->file, second->file);
  if (order == 0)
    order = first->line - second->line;
  return order ? order : strcmp(first->name, second->name);
}

static int64_t total_work(const HostProfile *p) {
  int64_t total = 0;
  for (int i = 0; i < p->count; i++)
    if (p->rows[i].kind == PROFILE_FUNCTION)
      total += work_of(&p->rows[i]);
  return total;
}

static double per(int64_t sum, int64_t count) {
  return count ? (double)sum / (double)count : 0;
}

static double milliseconds(double ns) {
  return ns / 1e6;
}

static void write_place(const ProfileRow *r, char text[160]) {
  char line[16] = "";
  if (r->line)
    snprintf(line, sizeof line, ":%d", r->line);
  if (!r->file[0])
    snprintf(text, 160, "%s (built in)", r->name);
  else if (r->kind == PROFILE_LINE)
    snprintf(text, 160, "%s:%d", r->file, r->line);
  else
    snprintf(text, 160, "%s%s %s", r->file, line, r->name);
}

static void put_row(ResultTable *t, const ProfileRow *r, int64_t total) {
  static const char *const KINDS[] = {"call", "function", "line"};
  static const char *const TITLES[] = {"called from outside", "function",
                                       "line"};
  bool entry = r->kind == PROFILE_ENTRY;
  char place[160];
  write_place(r, place);
  result_row(t);
  result_put_text(t, AS_WORD(NULL, "kind"), KINDS[r->kind]);
  result_put_text(t, AS_TEXT(NULL, "file"), r->file);
  result_put_count(t, AS_COUNT(NULL, "line"), (uint64_t)r->line);
  result_put_text(t, AS_TEXT(NULL, "name"), r->name);
  result_put_text(t, AS_TEXT(.title = TITLES[r->kind]),
                  entry ? r->name : place);
  result_put_count(
      t, AS_COUNT(NULL, "calls", r->kind == PROFILE_LINE ? NULL : "calls"),
      (uint64_t)r->calls);
  result_put_count(t, AS_COUNT(NULL, "instructions", "instructions"),
                   (uint64_t)r->instructions);
  result_put_count(t, AS_COUNT(NULL, "charged", "charged"),
                   (uint64_t)r->charged);
  result_put(t, AS_SHARE(NULL, "share", "share"),
             number_if(true, per(work_of(r), total)));
  result_put_count(t, AS_COUNT(NULL, "bytes", "bytes"), (uint64_t)r->bytes);
  result_put(t, AS_REAL(NULL, "work_mean", "mean per call"),
             number_if(entry, per(work_of(r), r->calls)));
  result_put(t, AS_COUNT(NULL, "work_max", "most"),
             number_if(entry, (double)r->most));
  result_put(t, AS_REAL(NULL, "ms_mean", "ms", .digits = 3),
             number_if(entry, milliseconds(per(r->ns, r->timed))));
  result_put(t, AS_REAL(NULL, "ms_max", "most ms", .digits = 3),
             number_if(entry, milliseconds((double)r->most_ns)));
}

/* The rows of a kind, at most `top` of them. */
static bool print_kind(const Trial *t, ProfileKind kind, int top,
                       Error *error) {
  const HostProfile *p = &t->profile;
  ResultTable table = {0};
  int all = 0;
  for (int i = 0; i < p->count; i++) {
    const ProfileRow *r = &p->rows[i];
    if (r->kind != kind || (kind == PROFILE_ENTRY && !r->calls))
      continue;
    if (all++ < top || kind == PROFILE_ENTRY)
      put_row(&table, r, total_work(p));
  }
  bool good = result_print(&table, stdout, error);
  if (all > table.rows)
    printf("(%d more; --top %d shows all)\n", all - table.rows, all);
  result_free(&table);
  return good;
}

static bool print_tables(const Trial *t, const char *name, int top,
                         Error *error) {
  printf("%s: %s of %s%s%s, %s\n", name,
         shown_things((uint64_t)t->games, "game", "games").text,
         t->with.game->spec, t->with.bot ? " against " : " between ",
         t->against, shown_things((uint64_t)t->plies, "ply", "plies").text);
  if (t->forfeits)
    printf("%s forfeited: %s\n",
           shown_things((uint64_t)t->forfeits, "game was", "games were").text,
           t->reason.message);
  if (!print_kind(t, PROFILE_ENTRY, top, error) ||
      !print_kind(t, PROFILE_FUNCTION, top, error) ||
      !print_kind(t, PROFILE_LINE, top, error))
    return false;
  HostUse use;
  char lists[CHECK_LISTS_TEXT];
  if (!t->with.bot && host_use(t->with.game, NULL, &use) &&
      check_lists(&use, lists))
    printf("\n%s\n", lists);
  return true;
}

static bool print_all(const Trial *t, const Args *args, Error *error) {
  ResultTable table = {0};
  for (int i = 0; i < t->profile.count; i++)
    put_row(&table, &t->profile.rows[i], total_work(&t->profile));
  bool good = args_print_table(args, &table, error);
  result_free(&table);
  return good;
}

/* ---- the command ---------------------------------------------------------*/

/* Plays the games twice: once for times, which counting would change, and once
 * for everything else. */
static int profile(Trial *t, const Args *args, int top, Error *error) {
  if (!play_matches(t, PROFILE_TIME, error) ||
      !play_matches(t, PROFILE_WORK, error) ||
      !host_profile_read(t->with.game, t->with.bot, &t->profile, error))
    return EXIT_FAILED;
  qsort(t->profile.rows, (size_t)t->profile.count, sizeof *t->profile.rows,
        compare_rows);
  bool good = args_wants_rows(args)
                  ? print_all(t, args, error)
                  : print_tables(t, args->positional[0], top, error);
  return good ? EXIT_DONE : EXIT_FAILED;
}

static int open_and_profile(Trial *t, const Args *args, const char *file,
                            int top, Error *error) {
  const char *name = args->positional[0], *game = args_value(args, "game");
  HostAbout about;
  if (!host_about(file, NULL, &about, error))
    return EXIT_FAILED;
  bool is_bot = about.kind == HOST_BOT;
  if (!is_bot && game) {
    error_set(error, "--game is for bots: %.200s is a game itself", name);
    return EXIT_USAGE;
  }
  const char *usual = about.game[0] ? about.game : "tictacdoh";
  if (!bot_games_open(&t->with,
                      !is_bot ? name
                      : game  ? game
                              : usual,
                      is_bot ? name : NULL, t->against, error))
    return EXIT_USAGE;
  if (!is_bot && !game_can_fail(t->with.game)) {
    error_set(error,
              "%.200s has no functions: it only sets options of %s, whose "
              "rules are built in. boardlab bench measures them",
              name, t->with.game->rules->name);
    return EXIT_USAGE;
  }
  return profile(t, args, top, error);
}

static int profile_run(const Args *args, Error *error) {
  int64_t games = 10, seed = 1, top = 20;
  Spec spec;
  if (!args_int(args, "games", 1, 1000000, &games, error) ||
      !args_int(args, "seed", 0, INT64_MAX, &seed, error) ||
      !args_int(args, "top", 1, PROFILE_ROWS_MAX, &top, error) ||
      !spec_read(&spec, args->positional[0], "file", error))
    return EXIT_USAGE;
  if (!spec.loader) {
    error_set(
        error,
        "'%.200s' is not a Lua file: boardlab profile shows what bots, "
        "variants and games in Lua do; boardlab bench measures the others",
        args->positional[0]);
    return EXIT_USAGE;
  }
  const char *against = args_value(args, "against");
  Trial trial = {.against = against ? against : "random",
                 .games = (int)games,
                 .seed = (uint64_t)seed};
  int code = open_and_profile(&trial, args, spec.name, (int)top, error);
  bot_games_close(&trial.with);
  free(trial.profile.rows);
  return code;
}

const Command profile_command = {
    .name = "profile",
    .summary = "show where the budget of a bot or of rules goes",
    .positional = "FILE.lua",
    .flags = (const Flag[]){{"game", "GAME",
                             "for a bot: the game to play (default: the first "
                             "of its\ngames, or tictacdoh)"},
                            {"against", "BOT",
                             "the bot in the other seats; for rules, in all "
                             "seats\n(default random)"},
                            {"games", "N", "games to play (default 10)"},
                            {"seed", "S", "random seed (default 1)"},
                            {"top", "N", "rows of each table (default 20)"},
                            ROWS_FLAGS("print all rows as CSV"),
                            LIMIT_FLAGS,
                            {NULL}},
    .example =
        "boardlab profile bots/montecarlo.lua --game tictacdoh --games 4",
    .run = profile_run,
};
