#include "analysis/stats/exchange.h"

#include "analysis/stats/distribution.h"
#include "core/base/need.h"
#include <math.h>
#include <stdlib.h>

/* Counting stops here: sums, and steps of the convolution of a stratum. */
enum { SPAN_MAX = 20000, KINDS_MAX = 40 };
static const double WORK_MAX = 1e6;

/* ---- moments -------------------------------------------------------------*/

static double games_of(const ExchangeStratum *s, int seating) {
  double sum = 0;
  for (int k = 0; k < s->kinds; k++)
    sum += s->games[seating * s->kinds + k];
  return sum;
}

static double pooled(const ExchangeStratum *s, int kind) {
  double sum = 0;
  for (int g = 0; g < s->seatings; g++)
    sum += s->games[g * s->kinds + kind];
  return sum;
}

/* What the pooled results would count on average in a seating. */
static double seating_mean(const ExchangeStratum *s, int seating, double all) {
  double sum = 0;
  for (int k = 0; k < s->kinds; k++)
    sum += pooled(s, k) * s->weight[seating * s->kinds + k];
  return sum / all;
}

/* What a kind of result counts on average over the seatings. */
static double kind_mean(const ExchangeStratum *s, int kind, double all) {
  double sum = 0;
  for (int g = 0; g < s->seatings; g++)
    sum += games_of(s, g) * s->weight[g * s->kinds + kind];
  return sum / all;
}

/* The mean and the variance over all ways to deal out the results (Hoeffding
 * 1951). */
static void add_moments(ExchangeTest *test, const ExchangeStratum *s,
                        double all) {
  double mean = 0, squares = 0;
  for (int g = 0; g < s->seatings; g++)
    mean += games_of(s, g) * seating_mean(s, g, all);
  for (int g = 0; g < s->seatings; g++)
    for (int k = 0; k < s->kinds; k++) {
      int at = g * s->kinds + k;
      double rest = s->weight[at] - seating_mean(s, g, all) -
                    kind_mean(s, k, all) + mean / all;
      squares += games_of(s, g) * pooled(s, k) * rest * rest;
      test->sum += s->games[at] * s->weight[at];
    }
  test->mean += mean;
  test->variance += all > 1 ? squares / (all - 1) : 0;
}

/* ---- counting ------------------------------------------------------------*/

/* The results of a stratum of two seatings by what they count more in the first
 * than in the second. The most frequent ones come first. */
typedef struct Deal {
  int kinds;
  long gain[KINDS_MAX]; /* less that of the most frequent */
  int games[KINDS_MAX];
  int first, all; /* games of the first seating, of both */
  long base;      /* the sum if all were of the most frequent kind */
  long low, high; /* the bounds of the sum above the base */
} Deal;

static void merge_kind(Deal *deal, long gain, int games) {
  int k = 0;
  while (k < deal->kinds && deal->gain[k] != gain)
    k++;
  if (k == deal->kinds) {
    deal->gain[k] = gain;
    deal->games[k] = 0;
    deal->kinds++;
  }
  deal->games[k] += games;
}

static void put_most_frequent_first(Deal *deal) {
  int most = 0;
  for (int k = 1; k < deal->kinds; k++)
    if (deal->games[k] > deal->games[most])
      most = k;
  long gain = deal->gain[most];
  int games = deal->games[most];
  deal->gain[most] = deal->gain[0];
  deal->games[most] = deal->games[0];
  deal->gain[0] = gain;
  deal->games[0] = games;
}

static void find_bounds(Deal *deal) {
  long most = deal->gain[0];
  deal->base += most * deal->first;
  for (int k = 0; k < deal->kinds; k++) {
    deal->gain[k] -= most;
    long reach = deal->gain[k] * deal->games[k];
    deal->low += reach < 0 ? reach : 0;
    deal->high += reach > 0 ? reach : 0;
  }
}

static bool is_whole(double number) {
  return number == floor(number) && number < 1e9;
}

/* False if the results are not whole games of two seatings. */
static bool make_deal(const ExchangeStratum *s, Deal *deal) {
  *deal = (Deal){0};
  if (s->seatings != 2 || s->kinds > KINDS_MAX)
    return false;
  for (int k = 0; k < s->kinds; k++) {
    double first = s->games[k], second = s->games[s->kinds + k];
    if (!is_whole(first) || !is_whole(second))
      return false;
    long other = s->weight[s->kinds + k];
    deal->first += (int)first;
    deal->all += (int)(first + second);
    deal->base += other * (long)(first + second);
    if (first + second > 0)
      merge_kind(deal, s->weight[k] - other, (int)(first + second));
  }
  put_most_frequent_first(deal);
  find_bounds(deal);
  return true;
}

/* The steps to convolve the deal with `span` sums. */
static double work_of(const Deal *deal, size_t span) {
  double ways = 1;
  for (int k = 1; k < deal->kinds; k++)
    ways *= 1 + deal->games[k];
  return ways + (double)span * (double)(deal->high - deal->low + 1);
}

/* The logarithms of the ways to choose games of each kind; of the most frequent
 * kind only from `least` games on. */
typedef struct Ways {
  double *log[KINDS_MAX];
  int least;
} Ways;

static bool ways_make(const Deal *deal, Ways *ways) {
  int rest = deal->all - deal->games[0];
  *ways = (Ways){.least = deal->first > rest ? deal->first - rest : 0};
  for (int k = 0; k < deal->kinds; k++) {
    int least = k ? 0 : ways->least, most = k ? deal->games[k] : deal->first;
    ways->log[k] = malloc((size_t)(most - least + 1) * sizeof *ways->log[k]);
    if (!ways->log[k])
      return false;
    double log_ways = log_choose(deal->games[k], least);
    for (int n = least; n <= most && n <= deal->games[k]; n++) {
      ways->log[k][n - least] = log_ways;
      log_ways += log((double)(deal->games[k] - n) / (n + 1));
    }
  }
  return true;
}

/* Adds the chances of all ways to deal out the kinds from `kind` on, where the
 * first seating still needs `open` games. */
static void count_ways(const Deal *deal, const Ways *ways, int kind, int open,
                       long sum, double log_ways, double chance[]) {
  if (kind == deal->kinds) {
    if (open <= deal->games[0])
      chance[sum - deal->low] +=
          exp(log_ways + ways->log[0][open - ways->least]);
    return;
  }
  for (int n = 0; n <= deal->games[kind] && n <= open; n++)
    count_ways(deal, ways, kind + 1, open - n, sum + n * deal->gain[kind],
               log_ways + ways->log[kind][n], chance);
}

static void convolve(const double a[], size_t a_span, const double b[],
                     size_t b_span, double sum[]) {
  for (size_t j = 0; j < b_span; j++)
    for (size_t i = 0; b[j] > 0 && i < a_span; i++)
      sum[i + j] += a[i] * b[j];
}

static void add_deal(ExchangeTest *test, const Deal *deal) {
  size_t span = (size_t)(deal->high - deal->low) + 1;
  double *own = calloc(span, sizeof *own);
  double *both = calloc(test->span + span - 1, sizeof *both);
  Ways ways;
  if (ways_make(deal, &ways) && own && both) {
    count_ways(deal, &ways, 1, deal->first, 0,
               -log_choose(deal->all, deal->first), own);
    convolve(test->chance, test->span, own, span, both);
    free(test->chance);
    test->chance = both;
    test->span += span - 1;
    test->base += deal->base + deal->low;
  } else {
    test->failed = true;
    free(both);
  }
  for (int k = 0; k < deal->kinds; k++)
    free(ways.log[k]);
  free(own);
}

void exchange_add(ExchangeTest *test, const ExchangeStratum *s) {
  double all = 0;
  Deal deal;
  for (int g = 0; g < s->seatings; g++)
    all += games_of(s, g);
  if (!(all > 0))
    return;
  add_moments(test, s, all);
  if (!test->span) {
    test->chance = need(sizeof *test->chance);
    test->chance[0] = 1;
    test->span = 1;
  }
  if (test->failed || test->approximate)
    return;
  if (make_deal(s, &deal) && work_of(&deal, test->span) < WORK_MAX &&
      test->span + (size_t)(deal.high - deal.low) <= SPAN_MAX)
    add_deal(test, &deal);
  else
    test->approximate = true;
}

/* ---- the result ----------------------------------------------------------*/

static double exact_p(const ExchangeTest *test) {
  double below = 0, above = 0;
  long observed = lround(test->sum) - test->base;
  for (size_t i = 0; i < test->span; i++) {
    below += (long)i <= observed ? test->chance[i] : 0;
    above += (long)i >= observed ? test->chance[i] : 0;
  }
  return fmin(1, 2 * fmin(below, above));
}

Exchange exchange_end(ExchangeTest *test) {
  double sd = sqrt(fmax(test->variance, 0));
  Exchange result = {1, 0};
  if (sd > 1e-9)
    result.z = (test->sum - test->mean) / sd;
  if (test->span && !test->approximate && !test->failed)
    result.p = exact_p(test);
  else
    result.p = 2 * normal_cdf(-fabs(result.z));
  free(test->chance);
  test->chance = NULL;
  return result;
}
