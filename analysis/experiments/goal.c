#include "analysis/experiments/goal.h"

#include "analysis/metrics/balance.h"
#include "analysis/metrics/margins.h"
#include "analysis/metrics/rate_name.h"
#include "analysis/metrics/summary.h"
#include "analysis/stats/confidence_sequence.h"
#include "core/game/score.h"
#include <math.h>
#include <stdlib.h>

/* ---- metrics -------------------------------------------------------------*/

static Estimate unbounded(Estimate e) {
  return (Estimate){e.value, -INFINITY, INFINITY, e.n};
}

/* A value that does not depend on how undecided games would have gone. */
static GoalValue plain(Estimate e) {
  return (GoalValue){e, e, e};
}

/* A seat that won none, or all, of the games without a result. */
static GoalValue seat_rate(const Tally *t, int seat, double alpha) {
  uint64_t won = tally_won(t, seat), decided = balance_decided(t);
  Estimate least = confidence_sequence_rate(won, t->games, alpha / 2);
  return (GoalValue){
      least, least,
      confidence_sequence_rate(won + t->games - decided, t->games, alpha / 2)};
}

static GoalValue end_rate(const Tally *t, int end, double alpha) {
  return plain(confidence_sequence_rate(t->ends[end], t->games, alpha));
}

/* The largest difference between the win rates of two live sides in the decided
 * games. The intervals of all sides hold at once with probability
 * 1 - sides * alpha, and bound the difference of every pair. */
static Estimate gap_between(const Tally *t, const int live[], int sides,
                            double alpha) {
  Estimate side[SEATS_MAX], gap = {0, 0, 0, balance_decided(t)};
  for (int i = 0; i < sides; i++)
    side[i] = confidence_sequence_rate(t->side[live[i]].together[live[i]],
                                       gap.n, alpha);
  for (int i = 0; i < sides; i++)
    for (int j = 0; j < sides; j++)
      if (i != j) {
        gap.value = fmax(gap.value, side[i].value - side[j].value);
        gap.low = fmax(gap.low, side[i].low - side[j].high);
        gap.high = fmax(gap.high, side[i].high - side[j].low);
      }
  return gap;
}

/* The balance if a share of the games has no result, and in the others the gap
 * is this: at least, with all these games won by the best side, and at most,
 * with all won by the worst. */
static double least_balance(double undecided, double gap) {
  return (1 - undecided) * (1 - gap);
}

static double most_balance(double undecided, double gap) {
  return fmin(1 - (1 - undecided) * gap + undecided, 1);
}

/* The balance is 1 minus the largest gap between two sides. It grows with the
 * gap shrinking; the least shrinks and the most grows with the share of games
 * without a result. */
static GoalValue balance(const Tally *t, int which, double alpha) {
  (void)which;
  int live[SEATS_MAX], sides = balance_sides(t, live);
  uint64_t n = t->games, decided = balance_decided(t);
  Estimate none = confidence_sequence_rate(n - decided, n, alpha / (sides + 1));
  Estimate gap = gap_between(t, live, sides, alpha / (sides + 1));
  if (sides < 2)
    gap.high = 1;
  return (GoalValue){
      {decided && sides > 1 ? 1 - gap.value : NAN, 1 - gap.high, 1 - gap.low,
       decided},
      {least_balance(none.value, gap.value), least_balance(none.high, gap.high),
       least_balance(none.low, gap.low), n},
      {most_balance(none.value, gap.value), most_balance(none.low, gap.high),
       most_balance(none.high, gap.low), n}};
}

/* The games that support a mean at this level, as a multiple of those that do
 * at 5%: what occurs in 1% of games is missing in a share alpha of samples. */
static double support_factor(double alpha) {
  return log(alpha) / log(0.05);
}

/* The interval of a mean of numbers that can be arbitrarily large. A candidate
 * neither meets nor misses a goal by one that its games do not support. */
static Estimate supported_mean(bool supported, double mean, double sd,
                               uint64_t n, double alpha) {
  Estimate e = confidence_sequence_mean(mean, sd, n, alpha);
  return supported ? e : unbounded(e);
}

static GoalValue plies(const Tally *t, int which, double alpha) {
  (void)which;
  Moments all = {0};
  for (int end = 0; end < MATCH_ENDS; end++) {
    all.count += t->plies_by_end[end].count;
    all.sum += t->plies_by_end[end].sum;
    all.squares += t->plies_by_end[end].squares;
  }
  double mean = (double)all.sum / (double)all.count, sd = moments_sd(&all);
  Deviations d = {0};
  for (int i = 0; i <= t->max_plies; i++)
    deviations_add(&d, i - mean, (double)tally_length(t, i));
  if (sd > 0)
    return plain(
        supported_mean(deviations_support_mean(&d, support_factor(alpha)), mean,
                       sd, all.count, alpha));
  /* If all games are equally long, others cannot be more frequent than the
   * interval of a rate says that never occurred; they take 0 plies to the
   * limit. */
  double others = confidence_sequence_rate(0, t->games, alpha).high;
  return plain((Estimate){mean, mean - others * mean,
                          mean + others * (t->max_plies - mean), t->games});
}

/* The branching factor is a ratio of totals; its standard error is that of the
 * ratio estimator. */
static GoalValue branching(const Tally *t, int which, double alpha) {
  (void)which;
  Estimate e = summary_branching(t);
  double standard_error =
      estimate_has_interval(e) ? estimate_half_width(e) / Z95 : 0;
  if (!(standard_error > 0)) /* all games are alike: no bound is known */
    return plain(unbounded(e));
  return plain(confidence_sequence_mean(
      e.value, standard_error * sqrt((double)e.n), e.n, alpha));
}

/* Over the games that were won or drawn. If there are none, or all have the
 * same margin, that of others may be anything. */
static GoalValue margin(const Tally *t, int which, double alpha) {
  (void)which;
  const double most = 2.0 * SEATS_MAX * SCORE_MAX;
  uint64_t games = t->score->margin.count;
  double mean = signed_moments_mean(&t->score->margin) / SCORE_UNIT;
  double sd = signed_moments_sd(&t->score->margin) / SCORE_UNIT;
  if (games == 0)
    return (GoalValue){
        {NAN, -most, most, 0}, {-most, -most, -most, 0}, {most, most, most, 0}};
  if (!(sd > 0))
    return plain((Estimate){mean, -most, most, games});
  return plain(supported_mean(margins_support_mean(t, support_factor(alpha)),
                              mean, sd, games, alpha));
}

static const GoalMetric METRICS[] = {
    {"seat", GOAL_RATE | GOAL_FAIRNESS | GOAL_RESULTS | GOAL_SEATS,
     "share of games won by seat ", "", "", seat_rate, 0},
    {"draw", GOAL_RATE, "share of games drawn", "drawn ", "", end_rate,
     MATCH_DRAW},
    {"truncated", GOAL_RATE, "share of games truncated", "truncated ", "",
     end_rate, MATCH_TRUNCATED},
    {"forfeit", GOAL_RATE, "share of games forfeited", "forfeited ", "",
     end_rate, MATCH_FORFEIT},
    {"balance", GOAL_RATE | GOAL_FAIRNESS | GOAL_RESULTS | GOAL_SEATS,
     "balance of the sides", "balance ", " of the decided games", balance, 0},
    {"plies", GOAL_RESULTS | GOAL_LENGTH, "mean length in plies", "", " plies",
     plies, 0},
    {"branching", 0, "mean number of legal moves", "", " legal moves",
     branching, 0},
    {"margin", GOAL_SIGNED | GOAL_RESULTS | GOAL_SEATS, "mean margin in points",
     "margin of the first side ", " points", margin, 0},
};
enum { METRICS_COUNT = sizeof METRICS / sizeof *METRICS };

/* Returns the metric of that name, or NULL. *seat, unless it is NULL, becomes K
 * for seatK, and 0 otherwise. */
static const GoalMetric *find_metric(const char *name, int *seat) {
  RateName rate;
  bool is_seat = rate_name_read(name, SEATS_MAX, &rate) && rate.seat >= 0;
  if (seat)
    *seat = is_seat ? rate.seat + 1 : 0;
  if (is_seat)
    return &METRICS[0];
  for (int i = 1; i < METRICS_COUNT; i++)
    if (strcmp(METRICS[i].name, name) == 0)
      return &METRICS[i];
  return NULL;
}

const GoalMetric *goal_metric(const char *name) {
  return find_metric(name, NULL);
}

bool goal_is(const Goal *goal, GoalKind kind) {
  return goal_metric(goal->name)->kind & kind;
}

/* ---- reading -------------------------------------------------------------*/

/* Reads a decimal number with an optional % sign, and moves *text behind it.
 * Rejects other forms that strtod would accept. */
static bool read_number(const char **text, bool is_signed, double *number,
                        bool *percent) {
  char digits[32], *end;
  bool negative = is_signed && **text == '-';
  *text += negative;
  size_t length = strspn(*text, "0123456789.");
  const char *dots = strstr(*text, "..");
  if (dots && (size_t)(dots - *text) < length)
    length = (size_t)(dots - *text);
  if (length == 0 || length >= sizeof digits)
    return false;
  memcpy(digits, *text, length);
  digits[length] = '\0';
  *number = strtod(digits, &end) * (negative ? -1 : 1);
  *text += length;
  *percent = **text == '%';
  *text += *percent;
  return !*end;
}

/* "50%", "0.5", "49..51%", "35..45", "-1..1". */
static bool read_range(const char *text, Goal *goal) {
  bool rate = goal_is(goal, GOAL_RATE), is_signed = goal_is(goal, GOAL_SIGNED);
  bool min_percent, max_percent;
  if (!read_number(&text, is_signed, &goal->min, &min_percent))
    return false;
  goal->max = goal->min;
  max_percent = min_percent;
  if (strncmp(text, "..", 2) == 0) {
    text += 2;
    if (!read_number(&text, is_signed, &goal->max, &max_percent) ||
        (min_percent && !max_percent))
      return false;
  }
  if (max_percent) {
    goal->min /= 100;
    goal->max /= 100;
  }
  return !*text && (rate || !max_percent) &&
         fmax(goal->min, goal->max) <= (rate ? 1 : 1e9);
}

static bool refuse_order(const char *text, const Goal *goal, Error *error) {
  bool percent = strchr(text, '%');
  double unit = percent ? 100 : 1;
  return error_set(error,
                   "--goal '%.60s' goes from the higher value to the lower: "
                   "write %s=%.10g..%.10g%s",
                   text, goal->name, goal->max * unit, goal->min * unit,
                   percent ? "%" : "");
}

static bool refuse_range(const char *text, const Goal *goal, Error *error) {
  const char *name = goal->name;
  bool is_signed = goal_is(goal, GOAL_SIGNED);
  return goal_is(goal, GOAL_RATE)
             ? error_set(error,
                         "--goal '%.60s' is not a rate from 0 to 100%%: write "
                         "%s=50%%, %s=0.5 or %s=49..51%%",
                         text, name, name, name)
             : error_set(error,
                         "--goal '%.60s' is not a number: write %s=%s or "
                         "%s=%s",
                         text, name, is_signed ? "0" : "40", name,
                         is_signed ? "-1..1" : "35..45");
}

/* What seats win between different bots that change them hides the advantage of
 * a seat. */
static bool check_bots(const char *text, const Goal *goal, const Schedule *s,
                       Error *error) {
  const Entrant *other = schedule_other_bot(s);
  if (!goal_is(goal, GOAL_SEATS) || s->seatings <= 1 || !other)
    return true;
  return error_set(
      error,
      "--goal '%.60s': %.150s and %.150s change seats, and the stronger one "
      "wins from each of them, whatever advantage a seat has: give one bot for "
      "all "
      "seats (--bot A), or one for each level of play (--bot A --bot B), or "
      "let every bot keep its seat (without --rotate)",
      text, s->bot[0].spec, other->spec);
}

bool goal_read(const char *text, const Schedule *schedule, Goal *goal,
               Error *error) {
  int seat;
  size_t length = strcspn(text, "=");
  snprintf(goal->name, sizeof goal->name, "%.*s",
           length < sizeof goal->name ? (int)length : 0, text);
  const GoalMetric *metric = find_metric(goal->name, &seat);
  if (!metric || seat > schedule->seats)
    return error_set(error,
                     "--goal '%.60s' does not name a metric: write seat1=50%% "
                     "(seats are 1 to %d), draw=, truncated=, forfeit=, "
                     "balance=, plies=, branching= or margin=",
                     text, schedule->seats);
  if (seat) /* seat01 becomes seat1 */
    snprintf(goal->name, sizeof goal->name, "seat%d", seat);
  if ((metric->value == balance || metric->value == margin) &&
      schedule->sides < 2)
    return error_set(error, "--goal '%.60s': the game has only one side", text);
  if (metric->value == margin && !schedule->has_score)
    return error_set(error,
                     "--goal '%.60s': the game has no scores, which rules give "
                     "in a function 'score'",
                     text);
  if (!check_bots(text, goal, schedule, error))
    return false;
  if (!text[length] || !read_range(text + length + 1, goal))
    return refuse_range(text, goal, error);
  return goal->min <= goal->max || refuse_order(text, goal, error);
}

Phrase goal_format(const Goal *goal) {
  bool rate = goal_is(goal, GOAL_RATE);
  double scale = rate ? 100 : 1;
  Phrase text = phrase("%s=%.10g", goal->name, scale * goal->min);
  if (goal->max > goal->min)
    phrase_add(&text, "..%.10g", scale * goal->max);
  phrase_add(&text, "%s", rate ? "%" : "");
  return text;
}

/* ---- values --------------------------------------------------------------*/

GoalValue goal_value(const Goal *goal, const Tally *tally, double alpha) {
  int seat;
  const GoalMetric *metric = find_metric(goal->name, &seat);
  double min = metric->kind & GOAL_SIGNED ? -INFINITY : 0;
  double max = metric->kind & GOAL_RATE ? 1 : INFINITY;
  GoalValue v = metric->value(tally, seat ? seat - 1 : metric->which, alpha);
  return (GoalValue){estimate_clamp(v.value, min, max),
                     estimate_clamp(v.least, min, max),
                     estimate_clamp(v.most, min, max)};
}

GoalValue goal_without_interval(GoalValue v) {
  return (GoalValue){unbounded(v.value), unbounded(v.least), unbounded(v.most)};
}

/* How far a value is outside the goal, if it lies between these bounds. */
static double distance(const Goal *goal, double least, double most) {
  return fmax(fmax(goal->min - least, most - goal->max), 0);
}

Estimate goal_distance(const Goal *goal, const GoalValue *v) {
  return (Estimate){distance(goal, v->least.value, v->most.value),
                    distance(goal, v->least.high, v->most.low),
                    distance(goal, v->least.low, v->most.high), v->least.n};
}

Shown goal_show_value(const Goal *goal, Estimate e) {
  if (!isfinite(e.low) || !isfinite(e.high) || isnan(e.value))
    e.low = e.high = NAN;
  return goal_is(goal, GOAL_RATE) ? shown_percent_estimate(e)
                                  : shown_real_estimate(e, 1);
}
