#include "until.h"

#include "number.h"
#include "rate.h"
#include <stdlib.h>

static bool read_rate(const char *name, int seats, Until *until) {
  int64_t seat;
  *until = (Until){.seat = -1};
  for (int end = MATCH_DRAW; end < MATCH_ENDS; end++)
    if (strcmp(name, match_end_names[end]) == 0) {
      until->end = (MatchEnd)end;
      return true;
    }
  if (strncmp(name, "seat", 4) != 0 || !number_in(name + 4, 1, seats, &seat))
    return false;
  until->seat = (int)seat - 1;
  return true;
}

/* "1%" or "0.01". */
static bool read_width(const char *text, double *half) {
  char *end;
  if (text[strspn(text, "0123456789.eE-+%")])
    return false; /* none of the other ways in which C writes numbers */
  *half = strtod(text, &end);
  if (end == text)
    return false;
  if (*end == '%') {
    *half /= 100;
    end++;
  }
  return !*end && *half >= 1e-6 && *half <= 0.5;
}

bool until_read(const char *text, int seats, Until *until, Error *error) {
  char name[16];
  size_t length = strcspn(text, "=");
  snprintf(name, sizeof name, "%.*s", length < sizeof name ? (int)length : 0,
           text);
  if (!read_rate(name, seats, until))
    return error_set(error,
                     "'%.60s' names no rate: write seat1=1%% (seats are 1 to "
                     "%d), draw=1%%, truncated=1%% or forfeit=1%%",
                     text, seats);
  return (text[length] && strlen(text) < 40 &&
          read_width(text + length + 1, &until->half)) ||
         error_set(error,
                   "'%.60s' names no width: write %s=1%%; from 0.0001%% to "
                   "50%%",
                   text, name);
}

bool until_met(const Until *until, const Tally *tally) {
  uint64_t count =
      until->seat < 0 ? tally->ends[until->end] : tally_won(tally, until->seat);
  return half_width(rate_of(count, tally->games)) <= until->half;
}
