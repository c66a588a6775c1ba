#include "analysis/metrics/rate_name.h"

#include "core/base/number.h"
#include <stdlib.h>

bool rate_name_read(const char *name, int seats, RateName *rate) {
  int64_t seat;
  *rate = (RateName){.seat = -1};
  for (int end = MATCH_DRAW; end < MATCH_ENDS; end++)
    if (strcmp(name, match_end_names[end]) == 0) {
      rate->end = (MatchEnd)end;
      return true;
    }
  if (strncmp(name, "seat", 4) != 0 ||
      !number_in_range(name + 4, 1, seats, &seat))
    return false;
  rate->seat = (int)seat - 1;
  return true;
}

bool rate_number_read(const char *text, bool share, double *number) {
  char *end;
  if (text[strspn(text, "0123456789.eE-+%")])
    return false;
  *number = strtod(text, &end);
  if (end == text)
    return false;
  if (share && *end == '%') {
    *number /= 100;
    end++;
  }
  return !*end;
}
