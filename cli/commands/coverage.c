/* boardlab coverage: how often each kind of move, each function of the rules
 * and each rule that an option switches occurs in play, and what denying a kind
 * of move to one side costs. */
#include "analysis/experiments/coverage.h"

#include "analysis/stats/shown.h"
#include "cli/commands/runs.h"
#include "cli/terminal/rows.h"
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

/* ---- tables --------------------------------------------------------------*/

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
    printf("Stopped early: what was not complete is left out.\n");
}

static double per_game(uint64_t count, uint64_t games) {
  return (double)count / (double)games;
}

static void print_kinds(const Coverage *c) {
  const Kinds *kinds = &c->kinds;
  printf("\n%-28s %10s  %-22s %10s\n", "moves", "per game",
         "share of plies, 95%", "in games");
  for (int i = 0; i < kinds->count; i++) {
    const Kind *k = &kinds->list[i];
    char text[KIND_NAME];
    kind_name(k, text);
    printf("%-28s %10s  %-22s %10s\n", text,
           shown_real(per_game(k->plies, kinds->games), 2).text,
           shown_percent_estimate(coverage_share(c, &k->share)).text,
           shown_percent(per_game(k->games, kinds->games)).text);
  }
  if (kinds->overflow)
    printf("(there are more kinds than these)\n");
}

/* Without a position that both games have, nothing is known. */
static const char *show_share(const Coverage *c, const Pairs *pairs,
                              char text[SHOWN_TEXT]) {
  snprintf(text, SHOWN_TEXT, "%s",
           pairs->n ? shown_percent_estimate(coverage_share(c, pairs)).text
                    : "–");
  return text;
}

static void print_option(const Coverage *c, const OptionRow *r) {
  char value[OPTION_TEXT], other[OPTION_TEXT], name[2 * OPTION_TEXT];
  char moves[SHOWN_TEXT], played[SHOWN_TEXT], results[SHOWN_TEXT];
  option_format(r->option, r->value, value);
  option_format(r->option, r->other, other);
  snprintf(name, sizeof name, "%s = %s", r->option->name, value);
  printf("%-30s %-12s %-22s %-22s %s\n", name, other,
         show_share(c, &r->moves, moves), show_share(c, &r->played, played),
         show_share(c, &r->results, results));
}

static void print_options(const Coverage *c) {
  const OptionRows *rows = &c->options;
  int rules = 0;
  for (int i = 0; i < rows->count; i++) {
    if (!option_row_is_rule(&rows->row[i]))
      continue;
    if (rules++ == 0)
      printf("\n%-30s %-12s %-22s %-22s %s\n", "option", "instead of",
             "other legal moves, 95%", "plies that it changes", "other result");
    print_option(c, &rows->row[i]);
  }
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

static double calls_per_game(const Shows *s, const ProfileRow *row) {
  return per_game((uint64_t)row->timed, s->coverage.called_games);
}

static void print_calls(const Shows *s) {
  if (!s->calls.count)
    return;
  printf("\n%-28s %10s\n", "functions of the rules", "calls per game");
  for (int i = 0; i < s->calls.count; i++) {
    char name[2 * PROFILE_NAME + 4];
    write_function(&s->calls, &s->calls.rows[i], name);
    printf("%-28s %14s\n", name,
           shown_real(calls_per_game(s, &s->calls.rows[i]), 1).text);
  }
}

static void print_denial(const Denials *denials, const Denial *d) {
  char text[KIND_NAME], side[WINNERS_TEXT];
  kind_name(d->kind, text);
  denials_side(denials, d->side, side);
  printf("%-28s %-10s %8s ", text, side, shown_count(d->plies).text);
  if (!denial_happened(d)) {
    printf(" never denied: no alternative\n");
    return;
  }
  printf("%9s %9s   ", shown_percent(denials_rate_with(denials, d->side)).text,
         shown_percent(d->rate.value).text);
  if (denial_makes_forfeit(denials, d))
    printf("not tested: %s forfeited\n",
           shown_things(d->forfeits, "game", "games").text);
  else
    printf("%-26s %s\n", shown_points_estimate(d->cost).text,
           shown_p(d->adjusted).text);
}

static void print_denials(const Shows *s, bool deny) {
  const Denials *denials = &s->coverage.denials;
  if (!denials->count && deny && !s->stopped)
    printf("\nNothing was denied: these games have no two kinds of moves to "
           "choose between.\n");
  if (!denials->count)
    return;
  printf("\n%-28s %-10s %8s %9s %9s   %-26s %s\n", "denied", "to", "plies",
         "won with", "without", "cost in points, 95%", "p (Holm)");
  for (int i = 0; i < denials->count; i++)
    print_denial(denials, &denials->list[i]);
}

/* Claims only what the tests show, of these bots. Returns how many tests show
 * nothing. */
static int print_claims(const Denials *denials) {
  int open = 0;
  for (int i = 0; i < denials->count; i++) {
    const Denial *d = &denials->list[i];
    char text[KIND_NAME], side[WINNERS_TEXT];
    open += d->adjusted >= 0.05;
    if (!(d->adjusted < 0.05))
      continue;
    kind_name(d->kind, text);
    bool several = denials_side(denials, d->side, side);
    printf(
        "Between these bots, %s win%s %s often without moves with %s (%s).\n",
        side, several ? "" : "s", d->won > d->lost ? "less" : "more", text,
        shown_p(d->adjusted).text);
  }
  return open;
}

static void print_forfeits(const Denials *denials) {
  for (int i = 0; i < denials->count; i++) {
    const Denial *d = &denials->list[i];
    char text[KIND_NAME], side[WINNERS_TEXT];
    if (!denial_makes_forfeit(denials, d))
      continue;
    kind_name(d->kind, text);
    denials_side(denials, d->side, side);
    printf("Without moves with %s for %s the bots forfeit %s of %s, with them "
           "%s: this shows what the bots cannot play, not what the moves are "
           "good for.\n",
           text, side, shown_count(d->forfeits).text,
           shown_things(denials->plan->games, "game", "games").text,
           shown_count(denials->forfeits).text);
  }
}

static void print_sentences(const Coverage *c) {
  const Denials *d = &c->denials;
  int tests = 0;
  for (int i = 0; i < d->count; i++)
    tests += !isnan(d->list[i].adjusted);
  printf("\n");
  for (int i = 0; i < d->notes.count; i++)
    printf("%s\n", d->notes.text[i]);
  print_forfeits(d);
  int open = print_claims(d);
  for (int i = 0; i < c->kinds.count; i++) {
    char text[KIND_NAME];
    kind_name(&c->kinds.list[i], text);
    if (c->kinds.list[i].plies == 0)
      printf("No move with %s was played.\n", text);
  }
  if (open)
    printf("For %d of %d denials no difference is shown, which does not show "
           "that there is none.\n",
           open, tests);
}

/* ---- rows ----------------------------------------------------------------*/

static void add_empty(Rows *rows, int count) {
  while (count-- > 0)
    rows_empty(rows);
}

static void add_kind(Rows *rows, const Coverage *c, const Kind *k) {
  rows_word(rows, "move");
  rows_text(rows, k->key);
  rows_text(rows, k->value);
  rows_empty(rows);
  rows_real(rows, per_game(k->plies, c->kinds.games), 6);
  rows_count(rows, k->games);
  rows_estimate(rows, coverage_share(c, &k->share));
  add_empty(rows, 7);
}

static void add_option_share(Rows *rows, const Coverage *c, const OptionRow *r,
                             const char *scope, const Pairs *pairs) {
  char value[OPTION_TEXT], other[OPTION_TEXT], text[2 * OPTION_TEXT + 16];
  option_format(r->option, r->value, value);
  option_format(r->option, r->other, other);
  snprintf(text, sizeof text, "%s instead of %s", value, other);
  rows_word(rows, scope);
  rows_text(rows, r->option->name);
  rows_text(rows, text);
  add_empty(rows, 2);
  rows_count(rows, r->games);
  rows_estimate(rows, coverage_share(c, pairs));
  add_empty(rows, 7);
}

static void add_option(Rows *rows, const Coverage *c, const OptionRow *r) {
  if (!option_row_is_rule(r))
    return;
  add_option_share(rows, c, r, "option_moves", &r->moves);
  add_option_share(rows, c, r, "option_plies", &r->played);
  add_option_share(rows, c, r, "option_results", &r->results);
}

static void add_calls(Rows *rows, const Shows *s, const ProfileRow *row) {
  char name[2 * PROFILE_NAME + 4];
  write_function(&s->calls, row, name);
  rows_word(rows, "function");
  rows_text(rows, name);
  add_empty(rows, 2);
  rows_real(rows, calls_per_game(s, row), 6);
  add_empty(rows, 11);
}

static void add_denial(Rows *rows, const Coverage *c, const Denial *d) {
  char side[SIDE_TEXT];
  schedule_side_name(&c->run.schedule, d->side, side);
  rows_word(rows, "denied");
  rows_text(rows, d->kind->key);
  rows_text(rows, d->kind->value);
  rows_word(rows, side);
  add_empty(rows, 5);
  if (denial_happened(d)) {
    rows_real(rows, denials_rate_with(&c->denials, d->side), 6);
    rows_real(rows, d->rate.value, 6);
  } else {
    add_empty(rows, 2);
  }
  if (isnan(d->adjusted)) {
    add_empty(rows, 4);
  } else {
    rows_estimate(rows, d->cost);
    rows_real(rows, d->adjusted, 6);
  }
  rows_count(rows, d->plies);
}

static bool print_rows(const Shows *s, bool json, Error *error) {
  const Coverage *c = &s->coverage;
  Rows rows = rows_begin("scope,key,value,seats,per_game,games,share,share_low,"
                         "share_high,won_with,won_without,cost,cost_low,"
                         "cost_high,p_holm,denied_plies",
                         json);
  for (int i = 0; i < c->kinds.count; i++)
    add_kind(&rows, c, &c->kinds.list[i]);
  for (int i = 0; i < c->options.count; i++)
    add_option(&rows, c, &c->options.row[i]);
  for (int i = 0; i < s->calls.count; i++)
    add_calls(&rows, s, &s->calls.rows[i]);
  for (int i = 0; i < c->denials.count; i++)
    add_denial(&rows, c, &c->denials.list[i]);
  return rows_end(&rows, error);
}

/* ---- the command ---------------------------------------------------------*/

static bool print_tables(const Shows *s, const Args *args, Error *error) {
  const Coverage *c = &s->coverage;
  if (args_wants_rows(args))
    return print_rows(s, args_value(args, "json"), error);
  print_title(s);
  print_kinds(c);
  print_options(c);
  print_calls(s);
  print_denials(s, !args_value(args, "no-denial"));
  print_sentences(c);
  return true;
}

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

static int run(const Args *args, Error *error) {
  PlanTexts texts;
  CoveragePlan plan = {.define = host_define};
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
    .group = GROUP_EXPERIMENTS,
    .summary = "count kinds of moves and rules, and what denying one costs",
    .positional = "GAME",
    .min_positional = 1,
    .max_positional = 1,
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
    .details =
        "Plays games and counts the parts of moves that are no cells: kind, "
        "placement,\n"
        "size and the like, and lists that are not empty; and, of rules in "
        "Lua, the\n"
        "calls of their functions, those by searching bots included.\n"
        "\n"
        "Flags and words among the options, and numbers that are not the "
        "default, switch\n"
        "rules. Each position of the first 100 games is set up in the game "
        "with another\n"
        "value: in which share of positions are other moves legal, which "
        "share of plies\n"
        "is not legal there or leads to another position, and in which share "
        "of games\n"
        "has some position another result?\n"
        "\n"
        "Then it plays these games again, once for each kind of move and each "
        "side that\n"
        "plays it, without moves of that kind for that side, except where it "
        "has no\n"
        "other: where it never has one, nothing was denied, and nothing is "
        "tested,\n"
        "nor if the bots forfeit more games than without the denial. The bots "
        "know what\n"
        "they are denied. Each game is compared with the one that has the same "
        "seed: an\n"
        "exact sign test of the games in which only one of both is won "
        "(McNemar),\n"
        "adjusted for all tests (Holm). What is shown holds between these "
        "bots.",
    .example = "boardlab coverage tictacdoh --seat mcts:iterations=50 "
               "--games 200",
    .run = run,
};
