/* boardlab coverage: how often each kind of move, each function of the rules
 * and each rule that an option switches occurs in play, and what denying a kind
 * of move to one side costs. */
#include "analysis/experiments/coverage.h"

#include "analysis/stats/shown.h"
#include "cli/commands/runs.h"
#include "core/base/need.h"
#include "lua/host/host.h"
#include <math.h>
#include <stdlib.h>

/* What the tables show. */
typedef struct Shows {
  Coverage coverage;
  HostProfile calls; /* of the rules' functions, if they are in Lua */
  bool stopped;
} Shows;

/* ---- words ---------------------------------------------------------------*/

static void print_title(const Shows *s) {
  const Run *run = &s->coverage.run;
  uint64_t games = run->tally.games, forfeits = run->tally.ends[MATCH_FORFEIT];
  printf("%s: %s, seed %llu, between ", run->schedule.game,
         shown_things(games, "game", "games").text,
         (unsigned long long)run->plan.seed);
  for (int seat = 0; seat < run->schedule.seats; seat++)
    printf("%s%s",
           seat == 0                         ? ""
           : seat == run->schedule.seats - 1 ? " and "
                                             : ", ",
           run->plan.bots[run->plan.bot_count == 1 ? 0 : seat]);
  printf("\n");
  if (forfeits)
    printf("%s of these games %s forfeited.\n", shown_count(forfeits).text,
           forfeits == 1 ? "was" : "were");
  if (s->stopped)
    printf("Stopped early: incomplete results are left out.\n");
}

static double per_game(uint64_t count, uint64_t games) {
  return (double)count / (double)games;
}

/* Whether another file has a function of this name: then rows need their files.
 */
static bool is_ambiguous(const HostProfile *p, const ProfileRow *row) {
  for (int i = 0; i < p->count; i++)
    if (&p->rows[i] != row && strcmp(p->rows[i].name, row->name) == 0)
      return true;
  return false;
}

static void write_function(const HostProfile *p, const ProfileRow *row,
                           char text[2 * PROFILE_NAME + 4]) {
  if (is_ambiguous(p, row))
    snprintf(text, 2 * PROFILE_NAME + 4, "%s (%s)", row->name, row->file);
  else
    snprintf(text, 2 * PROFILE_NAME + 4, "%s", row->name);
}

/* Claims only what the tests show, of these bots. Returns how many tests show
 * nothing. */
static int print_claims(const Denials *denials) {
  int open = 0;
  for (int i = 0; i < denials->count; i++) {
    const Denial *d = &denials->list[i];
    char side[WINNERS_TEXT];
    open += d->adjusted >= 0.05;
    if (!(d->adjusted < 0.05))
      continue;
    bool several = denials_side(denials, d->side, side);
    printf(
        "Between these bots, %s win%s %s often without moves with %s (%s).\n",
        side, several ? "" : "s", d->won > d->lost ? "less" : "more",
        kind_name(d->kind).text, shown_p(d->adjusted).text);
  }
  return open;
}

static void print_forfeits(const Denials *denials) {
  for (int i = 0; i < denials->count; i++) {
    const Denial *d = &denials->list[i];
    char side[WINNERS_TEXT];
    if (!denial_makes_forfeit(denials, d))
      continue;
    denials_side(denials, d->side, side);
    printf("Without moves with %s for %s the bots forfeit %s of %s, with them "
           "%s: this shows what the bots cannot play, not what the moves are "
           "good for.\n",
           kind_name(d->kind).text, side, shown_count(d->forfeits).text,
           shown_things(denials->plan->games, "game", "games").text,
           shown_count(denials->forfeits).text);
  }
}

static void print_sentences(const Shows *s, bool deny) {
  const Coverage *c = &s->coverage;
  const Denials *d = &c->denials;
  int tests = 0;
  for (int i = 0; i < d->count; i++)
    tests += !isnan(d->list[i].adjusted);
  printf("\n");
  if (c->kinds.overflow)
    printf("There are more kinds of moves than those listed.\n");
  if (!d->count && deny && !s->stopped)
    printf("Nothing was denied: these games have no two kinds of moves to "
           "choose between.\n");
  for (int i = 0; i < d->notes.count; i++)
    printf("%s\n", d->notes.text[i]);
  print_forfeits(d);
  int open = print_claims(d);
  for (int i = 0; i < c->kinds.count; i++)
    if (c->kinds.list[i].plies == 0)
      printf("No move with %s was played.\n",
             kind_name(&c->kinds.list[i]).text);
  if (open)
    printf("For %d of %d denials no difference is shown, which does not show "
           "that there is none.\n",
           open, tests);
}

/* ---- tables --------------------------------------------------------------*/

/* A row of the CSV; a table for people has those of one scope. */
typedef struct Row {
  const char *scope, *key, *value, *seats;
  const char *name, *what; /* for people */
  Estimate per_game, games, share;
  const Denial *denial;
} Row;

/* Why a denial has no cost; or "". */
static Phrase why_untested(const Denial *d) {
  if (d && !denial_happened(d))
    return phrase("never denied: no alternative");
  return d && isnan(d->adjusted)
             ? phrase("not tested: %s forfeited",
                      shown_things(d->forfeits, "game", "games").text)
             : (Phrase){""};
}

static void put_denial(ResultTable *t, const Denials *denials,
                       const Denial *d) {
  bool known = d && denial_happened(d);
  bool tested = known && !isnan(d->adjusted);
  result_put(t, AS_SHARE(NULL, "won_with", "won with"),
             number_if(known, known ? denials_rate_with(denials, d->side) : 0));
  result_put(t, AS_SHARE(NULL, "won_without", "without"),
             number_if(known, known ? d->rate.value : 0));
  result_put(t, AS_POINTS(NULL, "cost", "cost in points", BOUNDS_SHOWN),
             tested ? d->cost : estimate_none());
  result_put(t, AS_P(NULL, "p_holm", "p (Holm)"),
             number_if(tested, tested ? d->adjusted : 0));
  result_put(t, AS_COUNT(NULL, "denied_plies", "plies"),
             number_if(d, d ? (double)d->plies : 0));
  result_put_text(t, AS_TEXT(.title = ""), why_untested(d).text);
}

static void put_row(ResultTable *t, const Shows *s, Row r) {
  result_row(t);
  result_put_text(t, AS_WORD(NULL, "scope"), r.scope);
  result_put_text(t, AS_TEXT(NULL, "key"), r.key);
  result_put_text(t, AS_TEXT(NULL, "value"), r.value);
  result_put_text(t, AS_TEXT(.title = r.what), r.name);
  result_put_text(t, AS_WORD(NULL, "seats", "seats"), r.seats);
  result_put(t, AS_REAL(NULL, "per_game", "per game", .digits = 2), r.per_game);
  bool option = strncmp(r.scope, "option", 6) == 0;
  result_put(t, AS_COUNT(NULL, "games", option ? NULL : "in games"), r.games);
  result_put(t,
             AS_SHARE(NULL, "share", option ? "share" : "share of plies",
                      BOUNDS_SHOWN),
             r.share);
  put_denial(t, &s->coverage.denials, r.denial);
}

static void put_kinds(ResultTable *t, const Shows *s) {
  const Coverage *c = &s->coverage;
  for (int i = 0; i < c->kinds.count; i++) {
    const Kind *k = &c->kinds.list[i];
    put_row(
        t, s,
        (Row){"move", k->key, k->value, .name = kind_name(k).text,
              .what = "moves",
              .per_game = number_if(true, per_game(k->plies, c->kinds.games)),
              .games = number_if(true, (double)k->games),
              .share = coverage_share(c, &k->share)});
  }
}

static void put_option(ResultTable *t, const Shows *s, const OptionRow *r) {
  const struct {
    const char *scope, *what;
    const Pairs *pairs;
  } SHARES[] = {{"option_moves", "positions with other legal moves", &r->moves},
                {"option_plies", "plies that it changes", &r->played},
                {"option_results", "games with another result", &r->results}};
  char value[OPTION_TEXT], other[OPTION_TEXT], text[2 * OPTION_TEXT + 16];
  option_format(r->option, r->value, value);
  option_format(r->option, r->other, other);
  snprintf(text, sizeof text, "%s instead of %s", value, other);
  for (int i = 0; i < 3; i++) {
    char name[4 * OPTION_TEXT];
    snprintf(name, sizeof name, "%s = %s: %s", r->option->name, text,
             SHARES[i].what);
    put_row(t, s,
            (Row){SHARES[i].scope, r->option->name, text, .name = name,
                  .what = "options", .games = number_if(true, (double)r->games),
                  .share = coverage_share(&s->coverage, SHARES[i].pairs)});
  }
}

static void put_options(ResultTable *t, const Shows *s) {
  const OptionRows *rows = &s->coverage.options;
  for (int i = 0; i < rows->count; i++)
    if (option_row_is_rule(&rows->row[i]))
      put_option(t, s, &rows->row[i]);
}

static void put_calls(ResultTable *t, const Shows *s) {
  for (int i = 0; i < s->calls.count; i++) {
    const ProfileRow *row = &s->calls.rows[i];
    char name[2 * PROFILE_NAME + 4];
    write_function(&s->calls, row, name);
    put_row(
        t, s,
        (Row){"function", name, .name = name,
              .what = "calls of the rules’ functions",
              .per_game = number_if(true, per_game((uint64_t)row->timed,
                                                   s->coverage.called_games))});
  }
}

static void put_denials(ResultTable *t, const Shows *s) {
  const Denials *denials = &s->coverage.denials;
  for (int i = 0; i < denials->count; i++) {
    const Denial *d = &denials->list[i];
    char side[SIDE_TEXT];
    schedule_side_name(&s->coverage.run.schedule, d->side, side);
    put_row(t, s,
            (Row){"denied", d->kind->key, d->kind->value, side,
                  .name = kind_name(d->kind).text, .what = "denied",
                  .denial = d});
  }
}

typedef void PutRows(ResultTable *table, const Shows *shows);
static PutRows *const SCOPES[] = {put_kinds, put_options, put_calls,
                                  put_denials};

/* All rows in one table, or for people a table for each scope. */
static bool print_tables(const Shows *s, const Args *args, Error *error) {
  ResultTable table = {0};
  bool good = true;
  if (!args_wants_rows(args))
    print_title(s);
  for (int i = 0; good && i < 4; i++) {
    SCOPES[i](&table, s);
    if (args_wants_rows(args) || !table.rows)
      continue;
    good = result_print(&table, stdout, error);
    result_free(&table);
  }
  if (args_wants_rows(args))
    good = good && args_print_table(args, &table, error);
  else
    print_sentences(s, !args_value(args, "no-denial"));
  result_free(&table);
  return good;
}

/* ---- the command ---------------------------------------------------------*/

static RunEnd play(Coverage *c, bool deny, Progress *progress, Error *error) {
  RunEnd end = coverage_count(c, progress_callbacks(progress), error);
  if (end != RUN_DONE || !deny) {
    c->denials.count = 0;
    return end;
  }
  progress_expect(progress, coverage_deny_games(c));
  return coverage_deny(c, progress_callbacks(progress), error);
}

static int cover(Shows *s, const Args *args, Error *error) {
  Coverage *c = &s->coverage;
  Progress *progress = runs_progress(args, coverage_count_games(c), error);
  if (!progress)
    return EXIT_FAILED;
  RunEnd end = play(c, !args_value(args, "no-denial"), progress, error);
  int code = progress_end(progress);
  s->stopped = end == RUN_STOPPED;
  if (end == RUN_FAILED || (c->kinds.games && !print_tables(s, args, error)))
    return EXIT_FAILED;
  return s->stopped ? code : EXIT_DONE;
}

static int coverage_run(const Args *args, Error *error) {
  PlanTexts texts;
  CoveragePlan plan = {.calls = NULL};
  if (!runs_plan_bots(args, 500, &plan.run, &texts, error))
    return EXIT_USAGE;
  Shows *s = need(sizeof *s);
  const GameWatch calls = host_count_calls(&s->calls);
  plan.calls = &calls;
  int code = coverage_open(&s->coverage, &plan, error) ? cover(s, args, error)
                                                       : EXIT_USAGE;
  coverage_close(&s->coverage);
  free(s->calls.rows);
  free(s);
  return code;
}

const Command coverage_command = {
    .name = "coverage",
    .summary = "count uses of moves and rules, and the cost of denying moves",
    .positional = "GAME",
    .flags =
        (const Flag[]){
            {"seat", "BOT",
             "a bot for all seats, or one for each seat in turn (default\n"
             "random)",
             true},
            {"games", "N", "games of each run (default 500)"},
            PLAY_FLAGS,
            {"no-denial", NULL, "only count: deny nothing"},
            ROWS_FLAGS("print CSV"),
            PROGRESS_FLAGS,
            LIMIT_FLAGS,
            {NULL}},
    .example = "boardlab coverage tictacdoh --seat mcts:iterations=50 "
               "--games 200",
    .run = coverage_run,
};
