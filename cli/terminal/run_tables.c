/* The tables after a run. */
#include "cli/terminal/run_tables.h"

#include "analysis/metrics/margins.h"
#include "analysis/metrics/people.h"
#include "analysis/metrics/seats.h"
#include "analysis/metrics/standings.h"
#include "analysis/metrics/stopping_rule.h"
#include "analysis/metrics/summary.h"
#include "analysis/metrics/verdict.h"
#include "analysis/stats/shown.h"
#include "cli/terminal/format.h"
#include "cli/terminal/output.h"
#include "core/base/need.h"
#include "core/base/shell.h"
#include "lua/host/sandbox/limits.h"
#include <math.h>
#include <stdlib.h>
#include <string.h>

static bool print_table(void (*fill)(const Tally *, ResultTable *),
                        const Tally *t, Error *error) {
  ResultTable table = {0};
  fill(t, &table);
  bool good = result_print(&table, stdout, error);
  result_free(&table);
  return good;
}

/* Prints the win rates of the seats, and those of bots that change seats. */
static bool print_rates(const Tally *t, Error *error) {
  const Schedule *s = t->schedule;
  bool bots = s->seatings > 1 && s->bots > 1;
  if (!print_table(summary_seats, t, error) ||
      (bots && !print_table(summary_bots, t, error)))
    return false;
  if (bots && s->seats > s->sides)
    printf("A game counts once for each team that the bot plays in, whoever "
           "else is in it.\n");
  return true;
}

static bool print_standings(const Run *run, Error *error) {
  Standings st;
  Document d = {0};
  if (!standings_of_run(&st, run, error))
    return false;
  bool good =
      standings_document(&st, true, &d, error) && print_document(&d, error);
  document_free(&d);
  standings_free(&st);
  return good;
}

static void print_limits(FILE *out) {
  const Limits limits = limits_get();
  if (limits.work != WORK_DEFAULT)
    fprintf(out, " --budget %lld", (long long)limits.work);
  if (limits.memory != MEMORY_DEFAULT)
    fprintf(out, " --memory %zu", limits.memory >> 20);
}

/* Prints the command that shows a game of the run again: from its folder, or
 * without one. */
static void print_replay_command(FILE *out, const Run *run, uint64_t game) {
  fprintf(out, "boardlab replay");
  shell_print(out, run->plan.out);
  fprintf(out, " --game %llu", (unsigned long long)game);
  print_limits(out);
}

static void print_play_command(FILE *out, const Run *run, uint64_t game) {
  const Schedule *s = &run->schedule;
  const uint8_t *bots = schedule_bots(s, schedule_seating(s, game));
  fprintf(out, "boardlab play");
  shell_print(out, run->schedule.game);
  for (int seat = 0; seat < s->seats; seat++) {
    fprintf(out, " --seat");
    shell_print(out, s->bot[bots[seat]].spec);
  }
  fprintf(out, " --seed %llu --index %llu", (unsigned long long)run->plan.seed,
          (unsigned long long)game);
  print_limits(out);
}

/* boardlab play knows no openings of their own, and no definitions of scripts.
 */
static bool has_play_command(const Run *run, uint64_t game) {
  const Schedule *s = &run->schedule;
  bool inside = strchr(run->schedule.game, '#');
  for (int bot = 0; bot < s->bots; bot++)
    inside = inside || strchr(s->bot[bot].spec, '#');
  return !inside && schedule_opening(s, game) == game;
}

void run_tables_explain(const Run *run, Error *error) {
  char *text = NULL;
  size_t size = 0;
  if (!run->broken || !has_play_command(run, run->broken_game))
    return;
  FILE *out = need_stream(&text, &size);
  print_play_command(out, run, run->broken_game);
  need_close(out);
  error_add_trace(error, text);
  free(text);
}

static void print_forfeits(const Run *run) {
  const Schedule *s = &run->schedule;
  for (int bot = 0; bot < s->bots; bot++) {
    uint64_t game = run->forfeits.game[bot];
    if (!(run->forfeits.bots >> bot & 1))
      continue;
    printf("the first game that %s forfeited is %llu; this shows where:\n  ",
           s->bot[bot].spec, (unsigned long long)game);
    if (run->plan.out)
      print_replay_command(stdout, run, game);
    else if (has_play_command(run, game))
      print_play_command(stdout, run, game);
    else
      printf("(with --out DIR, boardlab replay can show it)");
    printf("\n");
  }
}

static void print_ends(const Run *run) {
  const Tally *t = &run->tally;
  bool alone = t->schedule->sides < 2;
  if (alone || tally_lost(t))
    printf("\nlost %s", shown_percent(summary_lost(t).value).text);
  if (!alone)
    printf("%sdrawn %s", tally_lost(t) ? ", " : "\n",
           shown_percent(summary_end(t, MATCH_DRAW).value).text);
  if (schedule_is_collected(&run->schedule))
    printf(", not finished ");
  else
    printf(", truncated at %s %s ",
           shown_count((uint64_t)run->plan.max_plies).text,
           run->plan.max_plies == 1 ? "ply" : "plies");
  printf("%s, forfeited %s\n",
         shown_percent(summary_end(t, MATCH_TRUNCATED).value).text,
         shown_percent(summary_end(t, MATCH_FORFEIT).value).text);
  if (error_is_set(&run->reason))
    printf("the first forfeit: %s\n", run->reason.message);
  if (schedule_has_program(&run->schedule))
    output_trace(stdout, &run->reason);
  print_forfeits(run);
}

static void print_places(const Tally *t) {
  for (int seat = 0; t->schedule->has_places && seat < t->schedule->seats;
       seat++)
    printf("%s %s", seat ? " :" : "place:",
           shown_real(summary_place(t, seat).value, 2).text);
  if (t->schedule->has_places)
    printf(" on average\n");
}

static void print_scores(const Tally *t) {
  if (!t->score || !t->score->margin.count)
    return;
  printf("score:");
  for (int seat = 0; seat < t->schedule->seats; seat++)
    printf("%s %s", seat ? " :" : "",
           shown_real(margins_score(t, seat).value, 1).text);
  printf(" on average");
  if (t->schedule->sides > 1)
    printf("; margin of the first side %s, standard deviation %s",
           shown_signed_estimate(margins_mean(t), 1).text,
           shown_real(margins_sd(t), 1).text);
  printf("\n");
}

/* How far the games got if all were forfeited. */
static void print_forfeited_lengths(const Lengths *l) {
  if (l->max == 0)
    printf("no game had a first move\n");
  else if (l->min == l->max)
    printf("forfeited after %s\n",
           shown_things((uint64_t)l->max, "ply", "plies").text);
  else
    printf("forfeited after %s to %s plies\n",
           shown_count((uint64_t)l->min).text,
           shown_count((uint64_t)l->max).text);
}

/* The verdict has the mean length and the range of most games. */
static void print_lengths(const Tally *t) {
  Lengths l = summary_lengths(t);
  Shown least = shown_count((uint64_t)l.min);
  Shown most = shown_plies(l.restricted ? INFINITY : l.max, l.limit);
  bool same = l.min == l.max;
  if (t->ends[MATCH_FORFEIT] == t->games) {
    print_forfeited_lengths(&l);
    return;
  }
  printf("plies: median %s, all games %s%s%s\n",
         shown_plies(l.median.value, l.limit).text, same ? "" : least.text,
         same ? "" : " to ", most.text);
  printf("%s legal moves on average, at most %s\n",
         shown_real(summary_branching(t).value, 1).text,
         shown_count((uint64_t)t->branching_max).text);
}

/* Prints how long bots have thought. */
static bool print_times(const Run *run, Error *error) {
  ResultTable table = {0};
  for (int bot = 0; bot < run->schedule.bots; bot++) {
    const MoveTimes *t = &run->times[bot];
    result_row(&table);
    result_put_text(&table, AS_TEXT(.title = "time per move"),
                    run->schedule.bot[bot].spec);
    result_put_count(&table, AS_COUNT(.title = "moves"), t->moves);
    result_put(
        &table, AS_REAL(.title = "mean, ms", .digits = 4),
        number_if(true, t->moves ? (double)t->ns / (double)t->moves / 1e6 : 0));
    result_put(&table, AS_REAL(.title = "most, ms", .digits = 4),
               number_if(true, (double)t->most_ns / 1e6));
  }
  bool good = result_print(&table, stdout, error);
  result_free(&table);
  if (run->found)
    printf("Excludes the %s played earlier.\n",
           shown_things(run->found, "game", "games").text);
  return good;
}

/* Prints which games the figures below it are about, and which seats. */
static void print_basis(const Tally *t) {
  uint64_t decided = balance_decided(t);
  Sentences dead = {0};
  const Schedule *s = t->schedule;
  printf("\n");
  if (decided < t->games)
    printf("over %s of %s; %s have no result\n",
           shown_things(decided, "decided game", "decided games").text,
           shown_count(t->games).text,
           shown_percent(balance_undecided(t).value).text);
  verdict_dead_sides(t, &dead);
  for (int i = 0; i < dead.count; i++)
    printf("%s\n", dead.text[i]);
  if (decided && balance_is_confounded(s))
    printf("the %ss have different bots: a difference may be due to the "
           "bots\n",
           s->sides == s->seats ? "seat" : "team");
}

static void print_advantage(const Tally *t, const Seats *seats, int side) {
  const Schedule *s = t->schedule;
  Estimate advantage = seats->advantage[side], elo = seats->elo[side];
  char name[SIDE_TEXT];
  schedule_side_name(s, side, name);
  if (s->sides == s->seats && side == 0 && !balance_is_confounded(s))
    printf("first-player advantage");
  else
    printf("advantage of %s %s", s->sides == s->seats ? "seat" : "team", name);
  printf("%s: %s points (95%% interval %s to %s)",
         seats->basis == SEATS_RATED ? " between equally strong bots" : "",
         shown_signed_points(advantage.value).text,
         shown_signed_points(advantage.low).text,
         shown_signed_points(advantage.high).text);
  if (isfinite(elo.value))
    printf(", %s Elo (%s to %s)", shown_signed(elo.value, 0).text,
           shown_signed(elo.low, 0).text, shown_signed(elo.high, 0).text);
  printf("\n");
}

static void print_wins(const Tally *t) {
  Estimate balance = balance_index(t);
  BalanceTest test = balance_test(t);
  printf("balance %s (95%% interval %s to %s%%); %s of equal %ss: %s\n",
         shown_percent(balance.value).text, shown_points(balance.low).text,
         shown_points(balance.high).text, test.name,
         t->schedule->sides == t->schedule->seats ? "seat" : "team",
         shown_p(test.p).text);
}

/* Prints how the sides compare; a single side has nothing to compare with. */
static bool print_balance(const Tally *t, Error *error) {
  int side[SEATS_MAX];
  Seats seats;
  if (balance_sides(t, side) < 2 || verdict_is_repetitive(t))
    return true;
  print_basis(t);
  if (balance_decided(t) == 0)
    return true;
  if (!seats_make(&seats, t, error))
    return false;
  if (seats.basis != SEATS_UNKNOWN)
    print_advantage(t, &seats, side[0]);
  if (!seats_are_mixed(t->schedule))
    print_wins(t);
  seats_free(&seats);
  return true;
}

static void print_title(const Run *run) {
  printf("%s: %s", run->schedule.game,
         shown_things(run->tally.games, "game", "games").text);
  if (schedule_has_humans(&run->schedule))
    printf(" between people%s",
           schedule_is_human(&run->schedule) ? "" : " and bots");
  if (run->plan.seating == SEATING_EVERY)
    printf(" between %d bots in %s seatings", run->schedule.bots,
           shown_count(run->schedule.seatings).text);
  if (!schedule_is_collected(&run->schedule))
    printf(", seed %llu", (unsigned long long)run->plan.seed);
  if (run->plan.shards > 1)
    printf(", shard %d/%d", run->plan.shard, run->plan.shards);
  if (!run->complete)
    printf("; stopped early, %s planned", shown_count(run->count).text);
  printf("\n");
}

/* Prints whether the run ended by its stopping rule. */
static void print_stopping_rule(const Run *run) {
  StoppingRule rule;
  if (!run->until[0] || !run->complete ||
      !stopping_rule_read(run->until, &run->schedule, &rule, NULL))
    return;
  printf("stopping rule %s: %s\n", run->until,
         stopping_rule_met(&rule, &run->tally)
             ? "met"
             : "not met; a larger --games allows more games");
}

static void print_sentences(const Sentences *sentences) {
  for (int i = 0; i < sentences->count; i++) {
    printf(i ? "" : "\n");
    print_wrapped(sentences->text[i], 0);
  }
}

static void print_files(const Run *run) {
  const char *out = run->plan.out;
  if (!out) {
    printf("\nNothing was saved: --out DIR saves one row per game.\n");
    return;
  }
  printf("\n%s/games.csv       one row per game\n", out);
  if (run->kept.games == run->tally.games)
    printf("%s/moves.csv       one row per move\n", out);
  else
    printf("%s/moves.csv       one row per move of the first %s\n", out,
           run->kept.games == 1
               ? "game"
               : shown_things(run->kept.games, "game", "games").text);
  if (schedule_is_collected(&run->schedule))
    printf("%s/answers.csv     the answers to questions\n", out);
  printf("%s/summary.csv     these metrics\n", out);
  if (standings_apply(&run->tally)) {
    printf("%s/ratings.csv     the ratings\n", out);
    printf("%s/pairs.csv       every two bots compared\n", out);
    printf("%s/crosstable.csv  scores by bot, seat and opponent\n", out);
  }
  if (!run->complete)
    printf("\nThe same command with --resume continues it.\n");
  else if (run->tally.games && run->plan.shards <= 1) {
    printf("\nTo look at it:\n  boardlab report");
    shell_print(stdout, out);
    printf("\n");
  }
}

/* Each below its question, with who gave it. */
static void print_answers(const ResultTable *t) {
  enum { QUESTION, ANSWER, NAME, SEAT, RESULT };
  const char *question = "";
  for (int row = 0; row < t->rows; row++) {
    const char *asked = result_cell(t, row, QUESTION)->text;
    const char *name = result_cell(t, row, NAME)->text;
    const char *seat = result_cell(t, row, SEAT)->text;
    Text text = {NULL};
    if (strcmp(asked, question) != 0)
      printf("\n%s\n", asked);
    question = asked;
    text_need(&text, strlen(result_cell(t, row, ANSWER)->text) + SENTENCE);
    text_add_word(&text, result_cell(t, row, ANSWER)->text);
    text_add_word(&text,
                  phrase(" (%s%s%s %s, %s)", name ? name : "", name ? ", " : "",
                         strchr(seat, ',') ? "seats" : "seat", seat,
                         result_cell(t, row, RESULT)->text)
                      .text);
    text_add_char(&text, '\0');
    printf("  ");
    print_wrapped(text.bytes, 2);
    free(text.bytes);
  }
}

bool run_tables_print_people(const Run *run, Error *error) {
  Document d = {0};
  if (!people_apply(run))
    return true;
  bool good = people_document(run, &d, error);
  if (good) {
    printf("\nWhat people said\n");
    good = print_document(&d, error);
    print_answers(&d.table[PEOPLE_ANSWERS]);
  }
  document_free(&d);
  return good;
}

bool run_tables_print(const Run *run, Error *error) {
  print_title(run);
  if (run->tally.games) {
    Sentences verdict = {0}, notes = {0};
    verdict_run(run, &verdict);
    verdict_raised("The run was", run->tally.raised, RAISED_ADVICE, &notes);
    bool standings =
        standings_apply(&run->tally) && !verdict_is_repetitive(&run->tally);
    print_sentences(&verdict); /* comes first */
    if (standings ? !print_standings(run, error)
                  : !print_rates(&run->tally, error))
      return false;
    print_ends(run);
    print_places(&run->tally);
    print_scores(&run->tally);
    print_lengths(&run->tally);
    if (!standings && !print_balance(&run->tally, error))
      return false;
    print_stopping_rule(run);
    verdict_people(run, &notes);
    if (run->timed && !schedule_is_collected(&run->schedule))
      printf("%s: the same command will play different games\n",
             schedule_has_free_program(&run->schedule)
                 ? "a program played that is not deterministic"
                 : "bots played by the clock");
    print_sentences(&notes);
    if (!run_tables_print_people(run, error))
      return false;
    if (run->plan.times && !print_times(run, error))
      return false;
  }
  print_files(run);
  return true;
}
