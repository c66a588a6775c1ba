#include "analysis/metrics/stopping_rule.h"

#include "analysis/stats/estimate.h"

bool stopping_rule_read(const char *text, int seats, StoppingRule *rule,
                        Error *error) {
  char name[16];
  size_t length = strcspn(text, "=");
  snprintf(name, sizeof name, "%.*s", length < sizeof name ? (int)length : 0,
           text);
  if (!rate_name_read(name, seats, &rule->rate))
    return error_set(error,
                     "'%.60s' is not a rate: write seat1=1%% (seats are 1 to "
                     "%d), draw=1%%, truncated=1%% or forfeit=1%%",
                     text, seats);
  return (text[length] && strlen(text) < 40 &&
          rate_number_read(text + length + 1, true, &rule->half) &&
          rule->half >= 1e-6 && rule->half <= 0.5) ||
         error_set(
             error,
             "'%.60s' has no valid width: write %s=1%%, from 0.0001%% to 50%%",
             text, name);
}

bool stopping_rule_met(const StoppingRule *rule, const Tally *tally) {
  return estimate_half_width(stopping_rule_rate(rule, tally)) <= rule->half;
}

Estimate stopping_rule_rate(const StoppingRule *rule, const Tally *t) {
  const RateName *rate = &rule->rate;
  return estimate_rate(
      rate->seat < 0 ? t->ends[rate->end] : tally_won(t, rate->seat), t->games);
}
