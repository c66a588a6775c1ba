#include "analysis/stats/sprt.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* ---- text ----------------------------------------------------------------*/

/* Larger differences than this are a score of more than 0.9999. */
static const double ELO_MAX = 1600;

static bool read_value(const char *text, size_t length, double *value) {
  char number[32], *end;
  if (length == 0 || length >= sizeof number)
    return false;
  memcpy(number, text, length);
  number[length] = '\0';
  *value = strtod(number, &end);
  return !*end && isfinite(*value) && !strpbrk(number, "xXpPnN ");
}

/* Reads "NAME=NUMBER" up to the next comma. */
static bool read_entry(const char *entry, size_t length, Sprt *sprt,
                       bool given[4], Error *error) {
  static const char *const NAMES[] = {"elo0", "elo1", "alpha", "beta"};
  double *const values[] = {&sprt->elo0, &sprt->elo1, &sprt->alpha,
                            &sprt->beta};
  for (int i = 0; i < 4; i++) {
    size_t name = strlen(NAMES[i]);
    if (length <= name || strncmp(entry, NAMES[i], name) != 0 ||
        entry[name] != '=')
      continue;
    if (given[i])
      return error_set(error, "%s is given twice", NAMES[i]);
    given[i] = true;
    return read_value(entry + name + 1, length - name - 1, values[i]) ||
           error_set(error, "'%.*s' has no valid number",
                     (int)(length < 60 ? length : 60), entry);
  }
  return error_set(error,
                   "'%.*s' is not a value of the test: write "
                   "elo0=0,elo1=20,alpha=0.05,beta=0.05",
                   (int)(length < 60 ? length : 60), entry);
}

static bool check(const Sprt *sprt, Error *error) {
  if (fabs(sprt->elo0) > ELO_MAX || fabs(sprt->elo1) > ELO_MAX)
    return error_set(error, "elo0 and elo1 must be from -%g to %g", ELO_MAX,
                     ELO_MAX);
  if (sprt->elo1 <= sprt->elo0)
    return error_set(error, "elo1 must be larger than elo0, not %g and %g",
                     sprt->elo1, sprt->elo0);
  if (!(sprt->alpha >= 1e-6 && sprt->alpha < 0.5) ||
      !(sprt->beta >= 1e-6 && sprt->beta < 0.5))
    return error_set(error,
                     "alpha and beta must be from 0.000001 to below 0.5, not "
                     "%g and %g",
                     sprt->alpha, sprt->beta);
  return true;
}

bool sprt_read(const char *text, Sprt *sprt, Error *error) {
  bool given[4] = {false};
  *sprt = (Sprt){.alpha = 0.05, .beta = 0.05};
  for (const char *at = text;; at++) {
    size_t length = strcspn(at, ",");
    if (!read_entry(at, length, sprt, given, error))
      return false;
    at += length;
    if (!*at)
      break;
  }
  if (!given[0] || !given[1])
    return error_set(error, "%s is missing: write elo0=0,elo1=20",
                     given[0] ? "elo1" : "elo0");
  return check(sprt, error);
}

void sprt_write(const Sprt *s, char text[SPRT_TEXT]) {
  snprintf(text, SPRT_TEXT, "elo0=%.10g,elo1=%.10g,alpha=%.10g,beta=%.10g",
           s->elo0, s->elo1, s->alpha, s->beta);
}

/* ---- the test ------------------------------------------------------------*/

double sprt_lower(const Sprt *s) {
  return log(s->beta / (1 - s->alpha));
}

double sprt_upper(const Sprt *s) {
  return log((1 - s->beta) / s->alpha);
}

SprtDecision sprt_decide(const Sprt *s, double llr) {
  return llr >= sprt_upper(s)   ? SPRT_H1
         : llr <= sprt_lower(s) ? SPRT_H0
                                : SPRT_CONTINUE;
}

double sprt_expected(const Sprt *s, int games) {
  double apart = score_of_elo(s->elo1) - score_of_elo(s->elo0);
  return 2 * sprt_upper(s) * 0.25 / games / (apart * apart);
}

double sprt_normal_llr(const Sprt *s, double elo, double error) {
  return (s->elo1 - s->elo0) * (2 * elo - s->elo0 - s->elo1) /
         (2 * error * error);
}

/* Scores that were not seen get a little weight: otherwise a hypothesis could
 * be impossible. */
double sprt_llr(const Sprt *sprt, const ScoreCounts *scores) {
  static const double UNSEEN = 1e-3;
  int count = scores_possible(scores);
  double weight[SCORES_MAX];
  if (scores_observations(scores) == 0)
    return 0;
  for (int i = 0; i < count; i++)
    weight[i] = scores->count[i] ? (double)scores->count[i] : UNSEEN;
  return scores_log_likelihood(weight, count, score_of_elo(sprt->elo1)) -
         scores_log_likelihood(weight, count, score_of_elo(sprt->elo0));
}

double sprt_errors(const Sprt *sprt, SprtDecision accepted) {
  return accepted == SPRT_H1 ? sprt->alpha : sprt->beta;
}
