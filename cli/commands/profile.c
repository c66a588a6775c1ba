/* boardlab profile: shows where the budget of a bot or of rules goes. */
#include "cli/commands/command.h"

#include "analysis/stats/shown.h"
#include "cli/commands/bot_games.h"
#include "cli/terminal/rows.h"
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

static void print_entries(const HostProfile *p) {
  printf("\n%-20s %10s   %21s   %19s   %12s\n", "", "", "instructions per call",
         "milliseconds", "bytes");
  printf("%-20s %10s   %10s %10s   %9s %9s   %12s\n", "called from outside",
         "calls", "mean", "most", "mean", "most", "per call");
  for (int i = 0; i < p->count; i++) {
    const ProfileRow *r = &p->rows[i];
    if (r->kind != PROFILE_ENTRY || !r->calls)
      continue;
    printf("%-20s %10s   %10s %10s   %9.3f %9.3f   %12s\n", r->name,
           shown_count((uint64_t)r->calls).text,
           shown_count((uint64_t)per(work_of(r), r->calls)).text,
           shown_count((uint64_t)r->most).text,
           milliseconds(per(r->ns, r->timed)), milliseconds((double)r->most_ns),
           shown_count((uint64_t)per(r->bytes, r->calls)).text);
  }
}

static void write_place(const ProfileRow *r, char text[160]) {
  if (r->kind == PROFILE_LINE || !r->file[0])
    snprintf(text, 160, "%s%s", r->file[0] ? r->file : r->name,
             r->file[0] ? "" : " (built in)");
  else
    snprintf(text, 160, "%s %s", r->file, r->name);
  if (r->file[0] && r->kind == PROFILE_LINE)
    snprintf(text, 160, "%s:%d", r->file, r->line);
  else if (r->file[0] && r->line)
    snprintf(text, 160, "%s:%d %s", r->file, r->line, r->name);
}

static void print_rows(const HostProfile *p, ProfileKind kind, int top,
                       int64_t total) {
  int shown = 0, all = 0;
  printf("\n%6s %13s %13s %10s %13s  %s\n", "share", "instructions", "charged",
         kind == PROFILE_LINE ? "" : "calls", "bytes",
         kind == PROFILE_LINE ? "line" : "function");
  for (int i = 0; i < p->count; i++) {
    const ProfileRow *r = &p->rows[i];
    char place[160];
    if (r->kind != kind)
      continue;
    all++;
    if (shown == top)
      continue;
    shown++;
    write_place(r, place);
    printf("%6s %13s %13s %10s %13s  %s\n",
           shown_percent(per(work_of(r), total)).text,
           shown_count((uint64_t)r->instructions).text,
           shown_count((uint64_t)r->charged).text,
           kind == PROFILE_LINE ? "" : shown_count((uint64_t)r->calls).text,
           shown_count((uint64_t)r->bytes).text, place);
  }
  if (all > shown)
    printf("(%d more; --top %d shows all)\n", all - shown, all);
}

static void print_tables(const Trial *t, const char *name, int top) {
  int64_t total = total_work(&t->profile);
  printf("%s: %s of %s%s%s, %s\n", name,
         shown_things((uint64_t)t->games, "game", "games").text,
         t->with.game->spec, t->with.bot ? " against " : " between ",
         t->against, shown_things((uint64_t)t->plies, "ply", "plies").text);
  if (t->forfeits)
    printf("%s forfeited: %s\n",
           shown_things((uint64_t)t->forfeits, "game was", "games were").text,
           t->reason.message);
  print_entries(&t->profile);
  print_rows(&t->profile, PROFILE_FUNCTION, top, total);
  print_rows(&t->profile, PROFILE_LINE, top, total);
}

/* ---- rows ----------------------------------------------------------------*/

static void add_means(Rows *rows, const ProfileRow *r) {
  if (r->kind != PROFILE_ENTRY) {
    for (int i = 0; i < 4; i++)
      rows_empty(rows);
    return;
  }
  rows_real(rows, per(work_of(r), r->calls), 1);
  rows_count(rows, (uint64_t)r->most);
  rows_real(rows, milliseconds(per(r->ns, r->timed)), 6);
  rows_real(rows, milliseconds((double)r->most_ns), 6);
}

static bool print_all(const Trial *t, bool json, Error *error) {
  static const char *const KINDS[] = {"call", "function", "line"};
  int64_t total = total_work(&t->profile);
  Rows rows = rows_begin("kind,file,line,name,calls,instructions,charged,share,"
                         "bytes,work_mean,work_max,ms_mean,ms_max",
                         json);
  for (int i = 0; i < t->profile.count; i++) {
    const ProfileRow *r = &t->profile.rows[i];
    rows_word(&rows, KINDS[r->kind]);
    rows_text(&rows, r->file);
    rows_count(&rows, (uint64_t)r->line);
    rows_text(&rows, r->name);
    rows_count(&rows, (uint64_t)r->calls);
    rows_count(&rows, (uint64_t)r->instructions);
    rows_count(&rows, (uint64_t)r->charged);
    rows_real(&rows, per(work_of(r), total), 6);
    rows_count(&rows, (uint64_t)r->bytes);
    add_means(&rows, r);
  }
  return rows_end(&rows, error);
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
  if (args_wants_rows(args))
    return print_all(t, args_value(args, "json"), error) ? EXIT_DONE
                                                         : EXIT_FAILED;
  print_tables(t, args->positional[0], top);
  return EXIT_DONE;
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
  if (!is_bot && !t->with.game->fault) {
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
    .group = GROUP_LUA,
    .summary = "show where the budget of a bot or of rules goes",
    .positional = "FILE.lua",
    .min_positional = 1,
    .max_positional = 1,
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
