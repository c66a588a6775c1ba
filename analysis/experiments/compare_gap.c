/* The difference between the gaps of two runs.
 *
 * A gap is the largest difference between the win rates of two sides over all
 * ordered pairs of sides. With pairs k of B and i of A
 *
 *     gap B - gap A = max over k, min over i, of (B_k - A_i)
 *                   = min over i, max over k, of (B_k - A_i).
 *
 * Both grow with each term. If the intervals of all terms hold, the difference
 * is therefore at most the maximum of the minima of their upper ends, and at
 * least the minimum of the maxima of their lower ends. Which sides are ahead
 * need not be known, and the covariance of the runs, which is of one sign if
 * the same side is ahead in both and of the other if not, is that of the right
 * pair. With two sides it says that |b| < |a| if and only if
 * (b - a)(b + a) < 0. */
#include "analysis/experiments/compare_internal.h"

#include "analysis/metrics/balance.h"
#include <math.h>

/* Ordered pairs of live sides. */
enum { PAIRS_MAX = SEATS_MAX * (SEATS_MAX - 1) };
typedef struct SidePairs {
  int sides, count;
  Ratio ratio[PAIRS_MAX];
} SidePairs;

/* The values of a rated run say what equally strong bots would score. */
static void list_pairs(const ComparedRun *r, SidePairs *pairs) {
  bool rated = r->seats.basis == SEATS_RATED;
  int side[SEATS_MAX], first = rated ? FEATURE_VALUE : 0;
  pairs->sides = balance_sides(&r->run.tally, side);
  pairs->count = 0;
  for (int i = 0; i < pairs->sides; i++)
    for (int j = 0; j < pairs->sides; j++)
      if (i != j)
        pairs->ratio[pairs->count++] =
            (Ratio){first + side[i], first + side[j],
                    rated ? FEATURE_VALUED : FEATURE_DECIDED};
}

/* The largest difference and its pair; NaN if there is none. */
static double widest(const UnitSums *t, const SidePairs *pairs, Ratio *widest) {
  double most = NAN;
  for (int i = 0; i < pairs->count && t->total[pairs->ratio[i].of] > 0; i++) {
    double value = compare_ratio(t, pairs->ratio[i]);
    if (!(value <= most)) {
      most = value;
      *widest = pairs->ratio[i];
    }
  }
  return most;
}

/* ---- how many terms an error can come from -------------------------------*/

/* A term that is wrong makes the gap wrong only if its pair has the largest
 * difference in truth as well. If the gap is not 0, such pairs are between some
 * sides at the top and others at the bottom: at most s²/4 of them. If it is 0,
 * every pair is one. So all pairs count unless the gap is clearly not 0: with
 * room to spare, since this is judged from the same games. */
static int count_chances(const UnitSums *t, const SidePairs *pairs,
                         const PseudoGames *pseudo, Scale scale) {
  static const double CLEARLY = 1.25;
  double half = scale_half_width(scale, pairs->count);
  for (int i = 0; i < pairs->count; i++) {
    if (compare_ratio_distance(t, pairs->ratio[i], pseudo) > CLEARLY * half)
      return pairs->sides * pairs->sides / 4;
  }
  return pairs->count;
}

/* ---- the difference ------------------------------------------------------*/

/* How far a term is above 0 in standard errors, after an allowance. */
static double above_zero(const Term *term, double sign, double allowance) {
  return term->error > 0 ? (sign * term->middle - allowance) / term->error : 0;
}

/* How much the gap of a run could change if its games without a value had been
 * won by one side or the other. */
static double allowance(const ComparedRun *r, const UnitSums *t, double gap,
                        Ratio ratio) {
  double without = 1 - t->total[ratio.of] / t->total[FEATURE_GAME];
  return without * (1 + r->seats.beyond + gap);
}

GapDifference compare_gap(const Comparison *c, const CompareCounts *counts,
                          bool correlated, PseudoGames pseudo, Scale scale) {
  SidePairs a, b;
  GapDifference gap = {NAN, NAN, .low = NAN, .high = NAN, .p = NAN};
  list_pairs(c->a, &a);
  list_pairs(c->b, &b);
  gap.a = widest(&counts->a, &a, &gap.a_ratio);
  gap.b = widest(&counts->b, &b, &gap.b_ratio);
  if (isnan(gap.a) || isnan(gap.b))
    return gap;
  double allowed = allowance(c->a, &counts->a, gap.a, gap.a_ratio) +
                   allowance(c->b, &counts->b, gap.b, gap.b_ratio);
  int a_chances = count_chances(&counts->a, &a, &pseudo, scale);
  int b_chances = count_chances(&counts->b, &b, &pseudo, scale);
  double below = scale_half_width(scale, b_chances);
  double above = scale_half_width(scale, a_chances);
  /* Distances from 0 in favour of b > a, and of b < a. */
  double more = INFINITY, less = INFINITY, most[PAIRS_MAX], lows[PAIRS_MAX];
  gap.high = -INFINITY;
  gap.low = INFINITY;
  for (int i = 0; i < a.count; i++)
    most[i] = lows[i] = -INFINITY;
  for (int k = 0; k < b.count; k++) {
    double high = INFINITY, fewer = -INFINITY;
    for (int i = 0; i < a.count; i++) {
      Term term =
          compare_term(counts, a.ratio[i], b.ratio[k], correlated, &pseudo);
      high = fmin(high, term.middle + above * term.error);
      fewer = fmax(fewer, above_zero(&term, -1, allowed));
      lows[i] = fmax(lows[i], term.middle - below * term.error);
      most[i] = fmax(most[i], above_zero(&term, 1, allowed));
    }
    gap.high = fmax(gap.high, high);
    less = fmin(less, fewer);
  }
  for (int i = 0; i < a.count; i++) {
    gap.low = fmin(gap.low, lows[i]);
    more = fmin(more, most[i]);
  }
  gap.low -= allowed;
  gap.high += allowed;
  gap.p = fmin(fmin(more > 0 ? b_chances * scale_p(scale, more) : 1,
                    less > 0 ? a_chances * scale_p(scale, less) : 1),
               1);
  return gap;
}
