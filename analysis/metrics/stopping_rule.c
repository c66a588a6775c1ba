#include "analysis/metrics/stopping_rule.h"

#include "analysis/metrics/bot_match.h"
#include "analysis/metrics/margins.h"
#include "analysis/metrics/summary.h"
#include "core/game/score.h"
#include <math.h>

#define SPRT_PREFIX "sprt:"

/* ---- text ----------------------------------------------------------------*/

static bool read_sprt(const char *text, const Schedule *s, StoppingRule *rule,
                      Error *error) {
  if (!sprt_read(text, &rule->sprt, error)) {
    error_prefix(error, "the test: ");
    return false;
  }
  if (s->sides != 2)
    return error_set(
        error, "the test is between two sides, and the game has %d", s->sides);
  if (s->bots != 2)
    return error_set(error, "the test is between two bots, not %d", s->bots);
  return bot_match_is(s) ||
         error_set(error, "the test is between two bots that swap seats: "
                          "rotate them, one bot per side");
}

static bool read_rate(const char *text, const Schedule *s, StoppingRule *rule,
                      Error *error) {
  char name[16];
  size_t length = strcspn(text, "=");
  snprintf(name, sizeof name, "%.*s", length < sizeof name ? (int)length : 0,
           text);
  if (!rate_name_read(name, s->seats, &rule->rate))
    return error_set(error,
                     "'%.60s' is not a rate: write seat1=1%% (seats are 1 to "
                     "%d), draw=1%%, truncated=1%% or forfeit=1%%%s",
                     text, s->seats,
                     s->has_score ? ", or margin=0.5 for the margin" : "");
  return (text[length] && strlen(text) < 40 &&
          rate_number_read(text + length + 1, true, &rule->half) &&
          rule->half >= 1e-6 && rule->half <= 0.5) ||
         error_set(
             error,
             "'%.60s' has no valid width: write %s=1%%, from 0.0001%% to 50%%",
             text, name);
}

static bool read_margin(const char *number, const Schedule *s,
                        StoppingRule *rule, Error *error) {
  if (!s->has_score)
    return error_set(error, "there is no margin: the game has no scores");
  return (strlen(number) < 40 && rate_number_read(number, false, &rule->half) &&
          rule->half >= 1.0 / SCORE_UNIT && rule->half <= SCORE_MAX) ||
         error_set(error,
                   "'margin=%.40s' has no valid width: write margin=0.5, from "
                   "%g to %d points",
                   number, 1.0 / SCORE_UNIT, SCORE_MAX);
}

bool stopping_rule_read(const char *text, const Schedule *schedule,
                        StoppingRule *rule, Error *error) {
  size_t prefix = strlen(SPRT_PREFIX), name = strlen("margin");
  bool margin =
      strncmp(text, "margin", name) == 0 && (text[name] == '=' || !text[name]);
  *rule = (StoppingRule){.is_sprt = strncmp(text, SPRT_PREFIX, prefix) == 0,
                         .is_margin = margin};
  return rule->is_sprt ? read_sprt(text + prefix, schedule, rule, error)
         : margin ? read_margin(text + name + (text[name] == '='), schedule,
                                rule, error)
                  : read_rate(text, schedule, rule, error);
}

void stopping_rule_write_sprt(const Sprt *sprt, char text[STOPPING_TEXT]) {
  char values[SPRT_TEXT];
  sprt_write(sprt, values);
  snprintf(text, STOPPING_TEXT, SPRT_PREFIX "%s", values);
}

bool stopping_rule_sprt(const Run *run, Sprt *sprt) {
  StoppingRule rule;
  const char *text = run->until[0] ? run->until : run->dropped;
  if (!text[0] || !stopping_rule_read(text, &run->schedule, &rule, NULL) ||
      !rule.is_sprt)
    return false;
  *sprt = rule.sprt;
  return true;
}

/* ---- deciding ------------------------------------------------------------*/

static double llr_of(const StoppingRule *rule, const Tally *t) {
  BotMatch match;
  return bot_match_make(&match, t, 0, 1) ? sprt_llr(&rule->sprt, &match.scores)
                                         : 0;
}

/* Infinite where there is no interval: margins that are all the same, or too
 * few, do not say how far others may be from them. */
static double half_width(const StoppingRule *rule, const Tally *t) {
  const RateName *rate = &rule->rate;
  Estimate e = rule->is_margin  ? margins_mean(t)
               : rate->seat < 0 ? summary_end(t, rate->end)
                                : summary_seat(t, rate->seat);
  return estimate_has_interval(e) ? estimate_half_width(e) : INFINITY;
}

bool stopping_rule_met(const StoppingRule *rule, const Tally *tally) {
  if (rule->is_sprt)
    return sprt_decide(&rule->sprt, llr_of(rule, tally)) != SPRT_CONTINUE;
  return half_width(rule, tally) <= rule->half;
}

/* The width of an interval shrinks with the square root of the number of games;
 * a log-likelihood ratio grows with the games. */
double stopping_rule_ratio(const StoppingRule *rule, const Tally *tally) {
  double ratio;
  if (rule->is_sprt) {
    double llr = llr_of(rule, tally);
    ratio = (llr > 0 ? sprt_upper(&rule->sprt) : sprt_lower(&rule->sprt)) / llr;
  } else {
    ratio = half_width(rule, tally) / rule->half;
    ratio *= ratio;
  }
  return ratio > 1 ? ratio : 1;
}
