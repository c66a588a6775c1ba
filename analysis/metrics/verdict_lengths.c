#include "analysis/metrics/verdict.h"

#include "analysis/metrics/summary.h"

void verdict_lengths(const Run *run, Sentences *to) {
  Lengths l = summary_lengths(&run->tally);
  if (l.min == l.max)
    sentences_add(to, "Every game takes %d pl%s.", l.min,
                  l.min == 1 ? "y" : "ies");
  else
    sentences_add(
        to,
        "A game takes %.1f plies on average; nine out of ten take %.0f "
        "to %.0f.",
        l.mean.value, l.p5.value, l.p95.value);
}
