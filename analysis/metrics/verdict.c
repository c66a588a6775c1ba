#include "analysis/metrics/verdict.h"

#include "analysis/metrics/balance.h"
#include "analysis/metrics/margins.h"
#include "analysis/metrics/standings.h"
#include "analysis/metrics/summary.h"
#include "analysis/stats/shown.h"
#include <ctype.h>
#include <math.h>
#include <stdarg.h>

/* Sides whose win rates differ by at most this are practically equal. */
static const double EQUAL = 0.02;

void sentences_add(Sentences *s, const char *format, ...) {
  va_list list;
  if (s->count == SENTENCES_MAX)
    return;
  va_start(list, format);
  vsnprintf(s->text[s->count++], SENTENCE, format, list);
  va_end(list);
}

void sentences_append(Sentences *s, const Sentences *more) {
  for (int i = 0; i < more->count; i++)
    sentences_add(s, "%s", more->text[i]);
}

/* ---- fairness ------------------------------------------------------------*/

enum { PHRASE = 192 };

static const char *seat_word(const Schedule *s) {
  return s->seats == s->sides ? "seat" : "team";
}

/* Writes "1,000 games", or "950 decided games" if some have no result. */
static void write_games(const Tally *t, char text[PHRASE]) {
  uint64_t decided = balance_decided(t);
  snprintf(text, PHRASE, "%s%s game%s", shown_count(decided).text,
           decided < t->games ? " decided" : "", decided == 1 ? "" : "s");
}

/* Writes what a sentence ends with if many games have no result. */
static void write_undecided(const Tally *t, char text[PHRASE]) {
  double undecided = balance_undecided(t).value;
  text[0] = '\0';
  if (undecided > UNDECIDED_LARGE)
    snprintf(text, PHRASE, " %s of all games have no result.",
             shown_percent(undecided).text);
}

/* Writes "seat 1" or, if its bot may be the reason, "seat 1 (mcts)". */
static void write_side(const Schedule *s, int side, char text[PHRASE]) {
  char name[SIDE_TEXT];
  int seat = 0;
  while (s->side[seat] != side)
    seat++;
  schedule_side_name(s, side, name);
  if (balance_is_confounded(s) && s->seats == s->sides)
    snprintf(text, PHRASE, "seat %.16s (%.150s)", name,
             s->bot[schedule_bots(s, 0)[seat]].spec);
  else
    snprintf(text, PHRASE, "%s %s", seat_word(s), name);
}

/* Writes "3.2 points (1.1 to 5.3)". */
static void write_points(Estimate e, char text[PHRASE]) {
  snprintf(text, PHRASE, "%.40s points (%.40s to %.40s)",
           shown_points(e.value).text, shown_points(e.low).text,
           shown_points(e.high).text);
}

/* The claim is about the pair that it names. With more than two sides, the one
 * that is ahead need not be ahead of all. */
static void add_advantage(const Tally *t, Sentences *to) {
  const Schedule *s = t->schedule;
  int ahead, behind, live[SEATS_MAX];
  Estimate pair = balance_pair(t, &ahead, &behind);
  char one[PHRASE], other[PHRASE], games[PHRASE], points[PHRASE];
  char undecided[PHRASE];
  Shown won = shown_percent(balance_rate(t, ahead).value);
  Shown lost = shown_percent(balance_rate(t, behind).value);
  bool all = balance_decided(t) == t->games, two = balance_sides(t, live) == 2;
  write_side(s, ahead, one);
  write_side(s, behind, other);
  write_games(t, games);
  write_points(pair, points);
  write_undecided(t, undecided);
  one[0] = (char)toupper(one[0]);
  if (balance_is_confounded(s))
    sentences_add(to,
                  "%s wins more often than %s: %s of %s%s against %s, a "
                  "difference of %s. Whether the %s or the bot is the reason, "
                  "--rotate would show.%s",
                  one, other, won.text, all ? "" : "the ",
                  all ? "games" : games, lost.text, points, seat_word(s),
                  undecided);
  else
    sentences_add(to,
                  "%s has an advantage%s%s: it wins %s of %s%s and %s %s, a "
                  "difference of %s.%s",
                  one, two ? "" : " over ", two ? "" : other, won.text,
                  all ? "" : "the ", all ? "games" : games, other, lost.text,
                  points, undecided);
}

/* The live sides that won the most and the fewest of the decided games. */
static void find_ends(const Tally *t, int *most, int *fewest) {
  int live[SEATS_MAX], sides = balance_sides(t, live);
  *most = *fewest = live[0];
  for (int i = 1; i < sides; i++) {
    double rate = balance_rate(t, live[i]).value;
    if (rate > balance_rate(t, *most).value)
      *most = live[i];
    if (rate < balance_rate(t, *fewest).value)
      *fewest = live[i];
  }
}

/* Writes who won how many of the games: "seat 2 won 51.6% of 2,000 games and
 * seat 1 48.4%, which may be chance". */
static void write_lead(const Tally *t, char text[SENTENCE]) {
  int most, fewest;
  char one[PHRASE], other[PHRASE], games[PHRASE];
  find_ends(t, &most, &fewest);
  write_side(t->schedule, most, one);
  write_side(t->schedule, fewest, other);
  write_games(t, games);
  Shown won = shown_percent(balance_rate(t, most).value);
  Shown lost = shown_percent(balance_rate(t, fewest).value);
  const char *article = balance_decided(t) == t->games ? "" : "the ";
  if (balance_gap(t).value < 1e-12)
    snprintf(text, SENTENCE, "each won %s of %s%s", won.text, article, games);
  else if (balance_decided(t) == 1)
    snprintf(text, SENTENCE, "%s won the only %sgame, which may be chance", one,
             t->games > 1 ? "decided " : "");
  else
    snprintf(
        text, SENTENCE,
        "%.120s won %.16s of %s%.40s and %.120s %.16s, which may be chance",
        one, won.text, article, games, other, lost.text);
}

static void add_no_advantage(const Tally *t, Sentences *to) {
  int live[SEATS_MAX];
  char lead[SENTENCE], undecided[PHRASE];
  write_lead(t, lead);
  write_undecided(t, undecided);
  sentences_add(to,
                "No %s is shown to have an advantage: %.380s; %s at most %s "
                "points.%s",
                seat_word(t->schedule), lead,
                balance_sides(t, live) > 2 ? "differences are"
                                           : "the difference is",
                shown_points(balance_gap(t).high).text, undecided);
}

/* What the games could have shown depends on how many there were, not on the
 * difference that happened to be observed. */
static void add_power(const Tally *t, Sentences *to) {
  double detectable = balance_detectable(t);
  char games[PHRASE];
  write_games(t, games);
  if (isnan(detectable))
    sentences_add(to, "%s %s too few to show any difference.", games,
                  balance_decided(t) == 1 ? "is" : "are");
  else
    sentences_add(to,
                  "%s would show a difference of %s points with a power of "
                  "80%%.",
                  games, shown_points(detectable).text);
}

static void add_equal(const Tally *t, Sentences *to) {
  const Schedule *s = t->schedule;
  char games[PHRASE];
  bool all = balance_decided(t) == t->games;
  write_games(t, games);
  sentences_add(to,
                "The %ss%s are practically equal: their win rates%s%s differ "
                "by at most %s points.",
                seat_word(s),
                balance_is_confounded(s) ? " with these bots" : "",
                all ? "" : " in the ", all ? "" : games,
                shown_points(balance_gap(t).high).text);
}

static void add_no_winner(const Tally *t, Sentences *to) {
  char games[PHRASE], undecided[PHRASE];
  write_games(t, games);
  write_undecided(t, undecided);
  sentences_add(to, "No game was won: %s ended in a draw.%s", games, undecided);
}

static void add_fairness(const Tally *t, Sentences *to, Sentences *details) {
  int side[SEATS_MAX], ahead, behind;
  if (t->schedule->sides < 2)
    return;
  if (balance_decided(t) == 0)
    sentences_add(to, "No game has a result: all were truncated or forfeited.");
  else if (t->ends[MATCH_WIN] == 0)
    add_no_winner(t, to);
  else if (balance_sides(t, side) < 2)
    return; /* a note says so */
  else if (balance_pair(t, &ahead, &behind).low > 0)
    add_advantage(t, to);
  else if (balance_gap(t).high <= EQUAL &&
           balance_undecided(t).value <= UNDECIDED_LARGE)
    add_equal(t, to);
  else {
    add_no_advantage(t, to);
    add_power(t, details);
  }
}

/* Of a game for one player. */
static void add_solitaire(const Tally *t, Sentences *to) {
  if (balance_decided(t) == 0)
    sentences_add(to, "No game has a result: all were truncated or forfeited.");
  else
    sentences_add(to, "The player wins %s of games.",
                  shown_percent_estimate(summary_end(t, MATCH_WIN)).text);
}

static void add_draws(const Tally *t, Sentences *to) {
  if (t->ends[MATCH_WIN] && t->ends[MATCH_DRAW])
    sentences_add(to, "%s of games are drawn.",
                  shown_percent_estimate(summary_end(t, MATCH_DRAW)).text);
}

void verdict_run(const Run *run, Sentences *to) {
  const Tally *t = &run->tally;
  if (t->games == 0) {
    sentences_add(to, "No game has been played yet.");
    return;
  }
  Sentences details = {0};
  verdict_match(run, to);
  if (t->schedule->sides < 2)
    add_solitaire(t, to);
  else if (!verdict_bots(run, to, &details))
    add_fairness(t, to, &details);
  to->conclusion = to->count;
  verdict_match_method(run, to);
  sentences_append(to, &details);
  verdict_margins(run, to);
  verdict_lengths(run, to);
  add_draws(t, to);
}

void verdict_balance(const Run *run, Sentences *to) {
  Sentences details = {0};
  if (run->tally.games && !verdict_seats(run, to))
    add_fairness(&run->tally, to, &details);
}

/* ---- notes ---------------------------------------------------------------*/

static bool is_live(const Tally *t, int side) {
  int live[SEATS_MAX], sides = balance_sides(t, live);
  for (int i = 0; i < sides; i++)
    if (live[i] == side)
      return true;
  return false;
}

void verdict_dead_sides(const Tally *t, Sentences *to) {
  const Schedule *s = t->schedule;
  char list[SENTENCE / 2] = "", name[SIDE_TEXT];
  int dead = 0;
  size_t used = 0;
  for (int side = 0; side < s->sides && used < sizeof list; side++) {
    if (is_live(t, side))
      continue;
    schedule_side_name(s, side, name);
    used += (size_t)snprintf(list + used, sizeof list - used, "%s%s",
                             dead++ ? ", " : "", name);
  }
  bool team = s->seats > s->sides;
  if (dead && balance_decided(t))
    sentences_add(to,
                  "%s%s %s never moved and %s left out of all results on "
                  "balance.",
                  team ? "Team" : "Seat", dead == 1 ? "" : "s", list,
                  dead == 1 ? "is" : "are");
}

void verdict_raised(const char *who, int raised, Sentences *to) {
  if (raised)
    sentences_add(to,
                  "%.300s complete before and given more games: this is look "
                  "%d. Whoever adds games after a look finds something by "
                  "chance more often, so what is claimed needs more evidence "
                  "than in a run with as many games from the start. With "
                  "--until a run stops by itself when it has enough.",
                  who, raised + 1);
}

void verdict_notes(const Run *run, Sentences *to) {
  const Tally *t = &run->tally;
  Error reason;
  error_set(&reason, "%.250s",
            run->reason.message); /* shortened between characters */
  if (!run->complete)
    sentences_add(to, "The run is not complete: %s of %s.",
                  shown_count(t->games).text,
                  shown_things(run->count, "game", "games").text);
  if (run->plan.shards > 1)
    sentences_add(to, "This is shard %d of %d, not the whole run.",
                  run->plan.shard, run->plan.shards);
  verdict_raised("The run was", t->raised, to);
  if (t->ends[MATCH_TRUNCATED])
    sentences_add(
        to,
        "%s of games were truncated at %s pl%s, with no result. "
        "They count neither as wins nor as draws; --max-plies sets the limit.",
        shown_percent(summary_end(t, MATCH_TRUNCATED).value).text,
        shown_count((uint64_t)run->plan.max_plies).text,
        run->plan.max_plies == 1 ? "y" : "ies");
  if (t->ends[MATCH_FORFEIT])
    sentences_add(to,
                  "%s of games were forfeited. They do not count as wins%s. "
                  "The first reason: %.250s",
                  shown_percent(summary_end(t, MATCH_FORFEIT).value).text,
                  standings_apply(t)
                      ? " of a seat; scores and ratings of bots give the point "
                        "to the others"
                      : "",
                  reason.message);
  verdict_dead_sides(t, to);
  verdict_repeats(t, NULL, to);
  if (run->timed)
    sentences_add(to, "The bots in this run play by the clock: playing it "
                      "again will give different games.");
  if (schedule_is_random(&run->schedule))
    sentences_add(to, t->schedule->sides < 2 ? RANDOM_PLAYER_SAY
                                             : RANDOM_PLAYERS_SAY);
}
