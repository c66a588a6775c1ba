#include "analysis/stats/shown_rating.h"

#include <math.h>
#include <stdio.h>

Shown shown_rating(Rating r) {
  Shown shown;
  if (isfinite(r.value))
    return shown_signed_estimate((Estimate){r.value, r.low, r.high, 0}, 0);
  if (isnan(r.value) || (isinf(r.low) && isinf(r.high)))
    snprintf(shown.text, sizeof shown.text, "unknown");
  else if (r.value > 0)
    snprintf(shown.text, sizeof shown.text, "at least %.60s",
             shown_signed(r.low, 0).text);
  else
    snprintf(shown.text, sizeof shown.text, "at most %.60s",
             shown_signed(r.high, 0).text);
  return shown;
}

Shown shown_elo(Rating r) {
  Shown shown;
  if (rating_is_finite(r))
    snprintf(shown.text, sizeof shown.text, "%.30s Elo (%.30s to %.30s)",
             shown_signed(r.value, 0).text, shown_signed(r.low, 0).text,
             shown_signed(r.high, 0).text);
  else
    snprintf(shown.text, sizeof shown.text, "%.60s Elo", shown_rating(r).text);
  return shown;
}
