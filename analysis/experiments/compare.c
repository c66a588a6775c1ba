#include "analysis/experiments/compare.h"

#include "analysis/experiments/compare_internal.h"
#include "analysis/metrics/balance.h"
#include "analysis/stats/confidence_sequence.h"
#include "analysis/stats/distribution.h"
#include "core/base/atomic_file.h"
#include <limits.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

Phrase compared_metric_name(ComparedMetric metric) {
  switch (metric.kind) {
  case COMPARE_SEAT:
    return phrase("seat%d", metric.which + 1);
  case COMPARE_GAP:
    return phrase("%s", metric.which ? "rated_gap" : "gap");
  case COMPARE_END:
    return phrase("%s", match_end_names[metric.which]);
  case COMPARE_MARGIN:
    return phrase("margin");
  case COMPARE_KIND:
    return phrase("kind %s", metric.name);
  case COMPARE_OPENING:
    return phrase("opening %s", metric.name);
  case COMPARE_LIKE:
    return phrase("like");
  case COMPARE_CHANCE:
    return phrase("chance");
  default:
    return phrase("plies");
  }
}

/* ---- scales --------------------------------------------------------------*/

/* A confidence sequence after n numbers divides by √n, a term with two
 * pseudo-games by √(n + 2). */
static double anytime_stretch(Scale scale) {
  double n = (double)scale.units;
  return sqrt((n + 2) / n);
}

double scale_half_width(Scale scale, int intervals) {
  return scale.anytime
             ? anytime_stretch(scale) *
                   confidence_sequence_z(scale.units, 0.05 / intervals)
             : look_z(scale.raised, intervals);
}

double scale_p(Scale scale, double distance) {
  distance = fabs(distance);
  return scale.anytime ? confidence_sequence_p(
                             scale.units, distance / anytime_stretch(scale))
                       : look_p(scale.raised, 2 * normal_cdf(-distance));
}

/* ---- what is compared ----------------------------------------------------*/

/* For a single look at both runs, as many as they have had before. */
static Scale once(const Comparison *c) {
  return (Scale){.raised = compare_raised(c)};
}

/* The games counted twice: those that the fixed-sample intervals are about, and
 * the pairs of units of the same number for the anytime-valid ones. */
typedef struct Both {
  CompareCounts fixed, pairs;
  bool correlated; /* games of the same number share their random numbers */
  Scale anytime;
} Both;

static bool has_anytime(const Both *games) {
  return games->anytime.units >= CONFIDENCE_SEQUENCE_MIN;
}

/* One game at each end of the range for independent samples (Agresti & Caffo
 * 2000); half a pair at each end for pairs (Agresti & Min 2005), which comes to
 * the same: one game at each end of the range in both runs, independent of each
 * other. */
static PseudoGames fixed_pseudo(double low, double high) {
  return (PseudoGames){low, high, (low + high) * (low + high) / 2};
}

/* Half a pair at each end is not enough for an anytime-valid interval: if one
 * game never ends in a certain way and the other seldom does, 6.5% of runs
 * missed the true difference at some time. With a whole pair, one run at the
 * lower end where the other is at the upper, it is less than 4%. Lengths need
 * the pseudo-games as well: otherwise two games that rarely differ in length
 * would appear to be identical. */
static PseudoGames anytime_pseudo(double low, double high) {
  return (PseudoGames){low, high, 2 * low * high};
}

static Estimate within_one(Estimate e) {
  return isfinite(e.low) ? estimate_clamp(e, -1, 1) : e;
}

static Estimate term_interval(const Term *term, double value, double width) {
  double half = width * term->error;
  return (Estimate){value, term->middle - half, term->middle + half, 0};
}

static double term_distance(const Term *term) {
  return fabs(term->middle) / term->error;
}

/* How much two runs have in common in the same game, and what it saves. */
static void set_pairing(const Comparison *c, Difference *d, const Term *term) {
  double a = term->a_variance, b = term->b_variance;
  double left = a + b - 2 * term->covariance;
  if (c->pairing != PAIRED || !(a > 0) || !(b > 0))
    return;
  d->correlation = fmax(-1, fmin(1, term->covariance / sqrt(a * b)));
  if (left > 1e-9 * (a + b)) /* not so if both have the same games */
    d->gain = (a + b) / left;
}

static void set_values(const Both *games, Ratio a, Ratio b, Difference *d) {
  d->a = compare_ratio(&games->fixed.a, a);
  d->b = compare_ratio(&games->fixed.b, b);
  d->a_n = (uint64_t)games->fixed.a.total[a.of];
  d->b_n = (uint64_t)games->fixed.b.total[b.of];
}

/* The anytime-valid interval of a difference of ratios, so many times as wide,
 * and the pairing. */
static void set_anytime(const Comparison *c, const Both *games, Ratio a,
                        Ratio b, PseudoGames pseudo, double stretch,
                        Difference *d) {
  Term term = compare_term(&games->pairs, a, b, true, NULL);
  set_pairing(c, d, &term);
  d->anytime.value = term.middle;
  if (!has_anytime(games))
    return;
  term = compare_term(&games->pairs, a, b, true, &pseudo);
  term.error *= stretch;
  d->anytime = term_interval(&term, d->anytime.value,
                             scale_half_width(games->anytime, 1));
  d->anytime_p = scale_p(games->anytime, term_distance(&term));
}

/* ---- rates ---------------------------------------------------------------*/

static Ratio rate_of(const ComparedRun *r, ComparedMetric metric) {
  int plus = compared_metric_is_moves(metric) ? FEATURE_PART
             : metric.kind == COMPARE_SEAT ? r->run.schedule.side[metric.which]
                                           : FEATURE_END + metric.which;
  return (Ratio){plus, -1, FEATURE_GAME};
}

/* The games of a unit are not independent. The variance of a few units says
 * little, and games added to them hardly widen it. */
enum { UNITS_FOR_RATES = 10 };

static bool has_few_units(const Both *games) {
  const UnitSums *a = &games->fixed.a, *b = &games->fixed.b;
  return (a->units < UNITS_FOR_RATES && a->units < a->total[FEATURE_GAME]) ||
         (b->units < UNITS_FOR_RATES && b->units < b->total[FEATURE_GAME]);
}

static void drop_interval(Difference *d) {
  d->difference.low = d->difference.high = NAN;
  d->p = d->anytime_p = NAN;
}

/* If neither run has such a game there is nothing to test, and no test of it
 * could find a difference (Tarone 1990). */
static void compare_rates(const Comparison *c, const Both *games,
                          Difference *d) {
  Ratio a = rate_of(c->a, d->metric), b = rate_of(c->b, d->metric);
  PseudoGames pseudo = fixed_pseudo(0, 1);
  Term term = compare_term(&games->fixed, a, b, games->correlated, &pseudo);
  set_values(games, a, b, d);
  d->difference =
      term_interval(&term, d->b - d->a, scale_half_width(once(c), 1));
  d->p = scale_p(once(c), term_distance(&term));
  set_anytime(c, games, a, b, anytime_pseudo(0, 1), 1, d);
  if (d->a == 0 && d->b == 0)
    d->p = d->anytime_p = NAN;
  if (has_few_units(games))
    drop_interval(d);
}

static void compare_gaps(const Comparison *c, const Both *games,
                         Difference *d) {
  double extreme = 1 + fmax(c->a->seats.beyond, c->b->seats.beyond);
  GapDifference gap = compare_gap(c, &games->fixed, games->correlated,
                                  fixed_pseudo(-extreme, extreme), once(c));
  d->a_n = (uint64_t)games->fixed.a.total[gap.a_ratio.of];
  d->b_n = (uint64_t)games->fixed.b.total[gap.b_ratio.of];
  d->a = gap.a;
  d->b = gap.b;
  d->difference = (Estimate){gap.b - gap.a, gap.low, gap.high, 0};
  d->p = gap.p;
  if (isnan(gap.a) || isnan(gap.b))
    return;
  Term term = compare_term(&games->pairs, gap.a_ratio, gap.b_ratio, true, NULL);
  set_pairing(c, d, &term);
  gap = compare_gap(c, &games->pairs, true, anytime_pseudo(-extreme, extreme),
                    has_anytime(games) ? games->anytime : once(c));
  d->anytime.value = gap.b - gap.a;
  if (has_anytime(games)) {
    d->anytime = (Estimate){gap.b - gap.a, gap.low, gap.high, 0};
    d->anytime_p = gap.p;
  }
  if (compare_undecided(c))
    d->p = d->anytime_p = NAN;
  if (has_few_units(games))
    drop_interval(d);
}

/* ---- lengths and margins -------------------------------------------------*/

/* A mean of numbers, and the range in which they were. */
typedef struct Mean {
  Ratio ratio;
  double low, high;
} Mean;

/* Of pairs, or of a sum of two means (Welch 1947). */
static double degrees_of_freedom(const Comparison *c, const Both *games,
                                 const Term *term) {
  double a = games->fixed.a.units, b = games->fixed.b.units;
  double sum = term->a_variance + term->b_variance;
  double parts = term->a_variance * term->a_variance / (a - 1) +
                 term->b_variance * term->b_variance / (b - 1);
  return c->pairing == PAIRED ? a - 1
         : parts > 0          ? sum * sum / parts
                              : a + b - 2;
}

static bool has_many_forfeits(const UnitSums *sums) {
  return sums->total[FEATURE_PLAYED] <
         (1 - UNDECIDED_LARGE) * sums->total[FEATURE_GAME];
}

/* Student's interval and test, so many times as wide. One game says nothing of
 * how games vary. */
static void set_student(const Comparison *c, const Both *games, Term term,
                        double stretch, Difference *d) {
  if (games->fixed.a.units < 2 || games->fixed.b.units < 2) {
    drop_interval(d);
    return;
  }
  double freedom = degrees_of_freedom(c, games, &term);
  term.error *= stretch;
  int raised = compare_raised(c);
  double quantile = student_quantile(1 - look_alpha(raised) / 2, freedom);
  d->difference = term_interval(&term, d->b - d->a, quantile);
  d->p = look_p(raised, 2 * student_tail(term_distance(&term), freedom));
}

/* If all games of each run have the same number, that says nothing of numbers
 * not yet seen: then games are added as for rates. If all games of both do,
 * there is nothing to compare. `unclear`: too many games have none. Lengths
 * have a long tail, and so may margins, hence the stretch. */
static void compare_means(const Comparison *c, const Both *games, Mean mean,
                          bool unclear, Difference *d) {
  const CompareCounts *counts = &games->fixed;
  Ratio ratio = mean.ratio;
  PseudoGames pseudo = fixed_pseudo(mean.low, mean.high);
  if (counts->a.total[ratio.of] == 0 || counts->b.total[ratio.of] == 0)
    return;
  double stretch = compare_stretch(c, ratio.plus);
  d->few = isinf(stretch);
  set_values(games, ratio, ratio, d);
  d->difference.value = d->b - d->a;
  set_anytime(c, games, ratio, ratio, anytime_pseudo(mean.low, mean.high),
              stretch, d);
  Term term = compare_term(counts, ratio, ratio, games->correlated, NULL);
  if (term.error == 0)
    term = compare_term(counts, ratio, ratio, games->correlated, &pseudo);
  if (mean.high > mean.low)
    set_student(c, games, term, stretch, d);
  if (unclear)
    d->p = NAN;
  if (has_few_units(games) || d->few)
    drop_interval(d);
  if (isnan(d->p))
    d->anytime_p = NAN;
  if (mean.high == mean.low || d->few)
    d->anytime = (Estimate){d->anytime.value, -INFINITY, INFINITY, 0};
}

/* ---- comparing -----------------------------------------------------------*/

static Difference unknown(ComparedMetric metric, const char *reason) {
  return (Difference){.metric = metric,
                      .reason = reason,
                      .a = NAN,
                      .b = NAN,
                      .difference = {NAN, NAN, NAN, 0},
                      .anytime = {NAN, -INFINITY, INFINITY, 0},
                      .p = NAN,
                      .anytime_p = NAN,
                      .weight = 1,
                      .correlation = NAN,
                      .gain = NAN};
}

/* Adds a row about so many games. */
static void finish(Comparison *c, Difference d, uint64_t games) {
  if (c->repetitive) {
    drop_interval(&d);
    d.anytime = (Estimate){d.anytime.value, -INFINITY, INFINITY, 0};
  }
  if (compared_metric_is_rate(d.metric)) {
    d.difference = within_one(d.difference);
    d.anytime = within_one(d.anytime);
  }
  d.difference.n = d.anytime.n = games;
  c->list[c->count++] = d;
}

static void compare_add(Comparison *c, const Both *games, CompareKind kind,
                        int which, const char *reason) {
  Difference d = unknown((ComparedMetric){kind, which}, reason);
  const CompareCounts *all = &games->fixed;
  Mean length = {
      {FEATURE_PLIES, -1, FEATURE_PLAYED}, all->shortest, all->longest};
  Mean margin = {{FEATURE_MARGIN, -1, FEATURE_DECIDED}, all->least, all->most};
  if (reason) {
    c->list[c->count++] = d;
    return;
  }
  switch (kind) {
  case COMPARE_PLIES:
    compare_means(c, games, length,
                  has_many_forfeits(&all->a) || has_many_forfeits(&all->b), &d);
    break;
  case COMPARE_MARGIN:
    compare_means(c, games, margin, compare_undecided(c), &d);
    break;
  case COMPARE_GAP:
    compare_gaps(c, games, &d);
    break;
  default:
    compare_rates(c, games, &d);
  }
  finish(c, d, c->games);
}

static uint64_t lesser(uint64_t a, uint64_t b) {
  return a < b ? a : b;
}

bool compare_same_dir(const char *a, const char *b) {
  return strcmp(a, b) == 0 || file_is_same(a, b);
}

/* The same random numbers mean something different in another game, so pairs
 * have little in common. If one run has far more games, dropping them would
 * lose more than pairing gains. */
static Pairing pairing_of(const Comparison *c) {
  const Run *a = &c->a->run, *b = &c->b->run;
  uint64_t a_games = c->a_games, b_games = c->b_games;
  bool given = schedule_is_collected(&a->schedule) ||
               schedule_is_collected(&b->schedule);
  return given                                            ? GIVEN_GAMES
         : a->plan.seed != b->plan.seed                   ? OTHER_SEED
         : a->first != b->first                           ? OTHER_PART
         : !compare_same_family(a, b)                     ? OTHER_GAME
         : a_games > 2 * b_games || b_games > 2 * a_games ? FAR_MORE_GAMES
                                                          : PAIRED;
}

static bool has_truncated(const ComparedRun *r, uint64_t games) {
  for (uint64_t i = 0; i < games; i++)
    if (r->games.outcome[i].end == MATCH_TRUNCATED)
      return true;
  return false;
}

/* People have no limit; one that no game reached does not matter. */
static int limit_of(const ComparedRun *r, uint64_t games) {
  return has_truncated(r, games) && !schedule_is_collected(&r->run.schedule)
             ? r->run.plan.max_plies
             : INT_MAX;
}

static bool has_unfinished(const ComparedRun *r, uint64_t games) {
  return schedule_is_collected(&r->run.schedule) && has_truncated(r, games);
}

static void count_both(const Comparison *c, const PartOfMoves *part,
                       uint64_t a_games, uint64_t b_games, Both *games) {
  uint64_t span = lesser(a_games, b_games);
  compare_count(c, part, span, span, &games->pairs);
  if (c->pairing == PAIRED || a_games == b_games)
    games->fixed = games->pairs;
  else
    compare_count(c, part, a_games, b_games, &games->fixed);
  /* Games that share their random numbers but are not paired are correlated
   * all the same, if only slightly. */
  games->anytime = (Scale){true, (uint64_t)games->pairs.both.units, 0};
  games->correlated = !compare_is_apart(c);
}

static double undecided(const UnitSums *sums) {
  return 1 - (sums->total[FEATURE_END + MATCH_WIN] +
              sums->total[FEATURE_END + MATCH_DRAW]) /
                 sums->total[FEATURE_GAME];
}

/* The gap between the win rates says nothing of the seats if different bots
 * change them. */
static void add_gaps(Comparison *c, const Both *games) {
  const Seats *a = &c->a->seats, *b = &c->b->seats;
  const char *reason = seats_reason(&c->a->run.schedule);
  if (!reason)
    reason = seats_reason(&c->b->run.schedule);
  bool known = (a->basis != SEATS_RATED || seats_are_known(a)) &&
               (b->basis != SEATS_RATED || seats_are_known(b)) &&
               a->basis != SEATS_UNKNOWN && b->basis != SEATS_UNKNOWN;
  compare_add(c, games, COMPARE_GAP, 0, reason);
  if (reason)
    compare_add(c, games, COMPARE_GAP, 1, known ? NULL : SEATS_UNEQUAL);
}

/* ---- moves ---------------------------------------------------------------*/

/* The moves of a game are not independent: a unit is one observation, and its
 * weight is how many moves it has. Shares that vary are means, of few games
 * perhaps: hence Student's interval. */
static void add_part(Comparison *c, ComparedMetric metric, double weight) {
  Both games;
  PartOfMoves part = compare_part(c, metric);
  Difference d = unknown(metric, NULL);
  Ratio share = {FEATURE_PART, -1, FEATURE_GAME};
  PseudoGames pseudo = fixed_pseudo(0, 1);
  d.weight = weight;
  count_both(c, &part, part.games[0], part.games[1], &games);
  compare_rates(c, &games, &d);
  d.a_n = (uint64_t)games.fixed.a.total[FEATURE_PLAYED];
  d.b_n = (uint64_t)games.fixed.b.total[FEATURE_PLAYED];
  if (metric.kind == COMPARE_OPENING)
    d.p = isnan(d.p) ? d.p : fmax(d.p, compare_exact(c, &games.fixed));
  else if (!isnan(d.p))
    set_student(
        c, &games,
        compare_term(&games.fixed, share, share, games.correlated, &pseudo), 1,
        &d);
  if (metric.kind == COMPARE_CHANCE)
    d.p = d.anytime_p = NAN; /* it is there to compare the others with */
  finish(c, d, lesser(d.a_n, d.b_n));
}

/* All kinds of moves count as one test, and so do all first moves: otherwise a
 * game with many of them would hide what else differs. */
static bool add_moves(Comparison *c, Error *error) {
  for (CompareKind kind = COMPARE_KIND; kind <= COMPARE_OPENING; kind++) {
    MoveNamesShown shown = {0};
    if (compare_knows(c, kind) && !compare_choose(c, kind, &shown, error))
      return false;
    bool tested = false;
    for (int i = 0; shown.all > 1 && i < shown.count; i++) {
      add_part(c, shown.metric[i], 1.0 / shown.all);
      tested = tested || !isnan(c->list[c->count - 1].p);
    }
    if (tested)
      c->untold += (double)(shown.all - shown.count) / shown.all;
  }
  if (!compare_knows(c, COMPARE_LIKE))
    return true;
  c->like = c->b->moves.like;
  add_part(c, (ComparedMetric){.kind = COMPARE_LIKE}, 1);
  add_part(c, (ComparedMetric){.kind = COMPARE_CHANCE}, 1);
  return true;
}

/* ---- all of it -----------------------------------------------------------*/

static void compare_all(Comparison *c, const Both *games) {
  const UnitSums *a = &games->fixed.a, *b = &games->fixed.b;
  int a_seats = c->a->run.schedule.seats, b_seats = c->b->run.schedule.seats;
  c->a_undecided = undecided(a);
  c->b_undecided = undecided(b);
  c->forfeits = (uint64_t)(a->total[FEATURE_GAME] - a->total[FEATURE_PLAYED] +
                           b->total[FEATURE_GAME] - b->total[FEATURE_PLAYED]);
  for (int seat = 0; seat < a_seats && seat < b_seats; seat++)
    compare_add(c, games, COMPARE_SEAT, seat, NULL);
  add_gaps(c, games);
  for (int end = MATCH_DRAW; end < MATCH_ENDS; end++)
    compare_add(c, games, COMPARE_END, end, NULL);
  compare_add(c, games, COMPARE_PLIES, 0, NULL);
  if (c->a->games.margin && c->b->games.margin)
    compare_add(c, games, COMPARE_MARGIN, 0, NULL);
}

static bool same_outcome(const Comparison *c, uint64_t i) {
  GameOutcome a = c->a->games.outcome[i], b = c->b->games.outcome[i];
  return a.plies == b.plies && a.winners == b.winners && a.end == b.end &&
         (!c->a->games.margin || !c->b->games.margin ||
          c->a->games.margin[i] == c->b->games.margin[i]);
}

/* Outcomes, legal moves and hashes: what is known of the moves. */
static bool same_games(const Comparison *c) {
  const Tally *a = &c->a->run.tally, *b = &c->b->run.tally;
  bool same = c->pairing == PAIRED && a->games == b->games &&
              a->legal_moves == b->legal_moves &&
              a->legal_squares == b->legal_squares &&
              tally_distinct(a, NULL) == tally_distinct(b, NULL);
  for (uint64_t i = 0; same && i < c->span; i++)
    same = compare_leaves_out(c, c->a, i) || same_outcome(c, i);
  return same;
}

bool compare_first(const ComparedRun *a, const ComparedRun *b, uint64_t most,
                   Comparison *c, Error *error) {
  *c = (Comparison){.a = a,
                    .b = b,
                    .a_games = lesser(run_played(&a->run), most),
                    .b_games = lesser(run_played(&b->run), most)};
  if (compare_same_dir(a->dir, b->dir))
    return error_set(error, "%.300s cannot be compared with itself", a->dir);
  int a_limit = limit_of(a, c->a_games), b_limit = limit_of(b, c->b_games);
  c->pairing = pairing_of(c);
  c->repetitive = verdict_is_repetitive(&a->run.tally) ||
                  verdict_is_repetitive(&b->run.tally);
  c->span = lesser(c->a_games, c->b_games);
  c->games = c->span;
  for (uint64_t i = 0; i < c->span; i++)
    c->games -= a->games.outcome[i].set_aside || b->games.outcome[i].set_aside;
  c->limit = a_limit < b_limit ? a_limit : b_limit;
  c->unfinished =
      has_unfinished(a, c->a_games) || has_unfinished(b, c->b_games);
  Both games;
  count_both(c, NULL, c->a_games, c->b_games, &games);
  compare_all(c, &games);
  c->same = same_games(c);
  return add_moves(c, error) && compare_adjust(c, 1, error);
}

bool compare(const ComparedRun *a, const ComparedRun *b, Comparison *c,
             Error *error) {
  return compare_first(a, b, UINT64_MAX, c, error);
}

bool compare_undecided(const Comparison *c) {
  return c->a_undecided > UNDECIDED_LARGE || c->b_undecided > UNDECIDED_LARGE;
}

const Difference *compare_find(const Comparison *c, ComparedMetric metric) {
  for (int i = 0; i < c->count; i++)
    if (c->list[i].metric.kind == metric.kind &&
        c->list[i].metric.which == metric.which)
      return &c->list[i];
  return NULL;
}

const Difference *compare_fairness(const Comparison *c) {
  const Difference *rated = compare_find(c, (ComparedMetric){COMPARE_GAP, 1});
  return rated ? rated : compare_find(c, (ComparedMetric){COMPARE_GAP, 0});
}

/* ---- many tests ----------------------------------------------------------*/

int compare_raised(const Comparison *c) {
  int a = c->a->run.tally.raised, b = c->b->run.tally.raised;
  return a > b ? a : b;
}

/* Tests without a row count as much as the others, and show nothing. Returns
 * how many tests they all count as. */
static double list_tests(const Comparison *c, double p[], double weight[]) {
  double all = c->untold;
  for (int i = 0; i < c->count; i++) {
    p[i] = c->list[i].p;
    weight[i] = c->list[i].weight;
    all += isnan(p[i]) ? 0 : weight[i];
  }
  p[c->count] = c->untold > 0 ? 1 : NAN;
  weight[c->count] = c->untold;
  return all;
}

bool compare_adjust(Comparison list[], int count, Error *error) {
  enum { ROWS = DIFFERENCES_MAX + 1 };
  size_t most = (size_t)count * ROWS;
  double *p = malloc(2 * most * sizeof *p), *weight = p + most, tests = 0;
  if (!p)
    return error_set(error, "out of memory (%d comparisons)", count);
  for (size_t i = 0; i < most; i++)
    p[i] = weight[i] = NAN;
  for (int i = 0; i < count; i++)
    tests += list_tests(&list[i], p + i * ROWS, weight + i * ROWS);
  holm_adjust_weighted(p, weight, count * ROWS);
  for (int i = 0; i < count; i++) {
    list[i].tests = (int)ceil(tests - 1e-6);
    for (int k = 0; k < list[i].count; k++)
      list[i].list[k].p_holm = p[i * ROWS + k];
  }
  free(p);
  return true;
}

const Difference *compare_tested(const Comparison *c,
                                 const SequentialTest *test) {
  return test->metric.kind == COMPARE_GAP ? compare_fairness(c)
                                          : compare_find(c, test->metric);
}

void compare_use_anytime(Comparison *c, const SequentialTest *test) {
  Difference *tested = (Difference *)compare_tested(c, test);
  c->tests = 0;
  c->anytime = true;
  for (Difference *d = c->list; d < c->list + c->count; d++) {
    d->difference = d->anytime;
    if (!isfinite(d->anytime.low)) /* there is no interval to show yet */
      d->difference.low = d->difference.high = NAN;
    d->p = d->anytime_p;
    d->p_holm = d == tested ? NAN : d->p;
    c->tests += !isnan(d->p_holm);
  }
  holm_adjust(&c->list->p_holm, c->count, sizeof *c->list);
  tested->p_holm = tested->p;
}
