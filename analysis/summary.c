#include "summary.h"

#include "output.h"
#include "rows.h"
#include <math.h>
#include <stdlib.h>

/* ---- figures -------------------------------------------------------------*/

static double deviation_of(const Tally *t, double mean) {
  double sum = 0;
  for (int plies = 0; plies <= t->max_plies; plies++)
    if (t->lengths[plies])
      sum += (double)t->lengths[plies] * (plies - mean) * (plies - mean);
  return t->games > 1 ? sqrt(sum / (double)(t->games - 1)) : 0;
}

Lengths summary_lengths(const Tally *t) {
  double mean = (double)t->plies / (double)t->games;
  double deviation = deviation_of(t, mean);
  int min = 0, max = t->max_plies;
  while (!t->lengths[min])
    min++;
  while (!t->lengths[max])
    max--;
  Estimate about = mean_of(mean, deviation, t->games);
  about.low = about.low < 0 ? 0 : about.low; /* no game is shorter than that */
  return (Lengths){.mean = about,
                   .deviation = deviation,
                   .min = min,
                   .p5 = tally_quantile(t, 0.05),
                   .median = tally_quantile(t, 0.5),
                   .p95 = tally_quantile(t, 0.95),
                   .max = max};
}

double summary_branching(const Tally *t) {
  return t->plies ? (double)t->branching / (double)t->plies / 1000 : 0;
}

Estimate summary_seat(const Tally *t, int seat) {
  return rate_of(tally_won(t, seat), t->games);
}

Estimate summary_end(const Tally *t, MatchEnd end) {
  return rate_of(t->ends[end], t->games);
}

Estimate summary_bot(const Tally *t, int bot) {
  BotTally sum = tally_bot(t, bot);
  return rate_of(sum.won, sum.games);
}

/* ---- summary.csv ---------------------------------------------------------*/

enum { ROW_ROOM = 512 + 2 * SPEC_TEXT + 3 * REAL_ROOM };

/* Rows that are being collected. */
typedef struct Summary {
  Text text;
  bool failed; /* for want of memory */
} Summary;

static void add_real(Text *text, double number) {
  text_char(text, ',');
  text_real(text, number, -6);
}

static bool begin_row(Summary *s, const char *scope, const char *key,
                      const char *metric) {
  s->failed = s->failed || !text_reserve(&s->text, ROW_ROOM);
  if (s->failed)
    return false;
  text_word(&s->text, scope);
  text_char(&s->text, ',');
  if (*key)
    text_quoted(&s->text, key);
  text_char(&s->text, ',');
  text_word(&s->text, metric);
  return true;
}

static void end_row(Summary *s, uint64_t n) {
  text_char(&s->text, ',');
  text_number(&s->text, n);
  text_char(&s->text, '\n');
}

static void add_estimate(Summary *s, const char *scope, const char *key,
                         const char *metric, Estimate e) {
  if (!begin_row(s, scope, key, metric))
    return;
  add_real(&s->text, e.value);
  add_real(&s->text, e.low);
  add_real(&s->text, e.high);
  end_row(s, e.n);
}

/* A figure without an interval. */
static void add_figure(Summary *s, const char *scope, const char *key,
                       const char *metric, double value, uint64_t n) {
  if (!begin_row(s, scope, key, metric))
    return;
  add_real(&s->text, value);
  text_word(&s->text, ",,");
  end_row(s, n);
}

static void add_run(Summary *s, const Tally *t) {
  add_figure(s, "run", "", "games", (double)t->games, t->games);
  add_estimate(s, "run", "", "draw_rate", summary_end(t, MATCH_DRAW));
  add_estimate(s, "run", "", "truncated_rate", summary_end(t, MATCH_TRUNCATED));
  add_estimate(s, "run", "", "forfeit_rate", summary_end(t, MATCH_FORFEIT));
  if (t->games == 0)
    return;
  Lengths l = summary_lengths(t);
  add_estimate(s, "run", "", "plies_mean", l.mean);
  const struct {
    const char *metric;
    double value;
  } FIGURES[] = {{"plies_sd", l.deviation},
                 {"plies_min", l.min},
                 {"plies_p5", l.p5},
                 {"plies_median", l.median},
                 {"plies_p95", l.p95},
                 {"plies_max", l.max},
                 {"passes_mean", (double)t->passes / (double)t->games},
                 {"branching_mean", summary_branching(t)},
                 {"branching_max", t->most_choices}};
  for (size_t i = 0; i < sizeof FIGURES / sizeof *FIGURES; i++)
    add_figure(s, "run", "", FIGURES[i].metric, FIGURES[i].value, t->games);
}

static void add_seats(Summary *s, const Tally *t) {
  for (int seat = 0; seat < t->schedule->seats; seat++) {
    char key[16];
    snprintf(key, sizeof key, "%d", seat + 1);
    add_estimate(s, "seat", key, "win_rate", summary_seat(t, seat));
  }
}

static void add_bots(Summary *s, const Tally *t) {
  for (int bot = 0; bot < t->schedule->bots; bot++) {
    const char *key = t->schedule->bot[bot].spec;
    BotTally sum = tally_bot(t, bot);
    add_estimate(s, "bot", key, "win_rate", rate_of(sum.won, sum.games));
    add_estimate(s, "bot", key, "forfeit_rate",
                 rate_of(sum.forfeits, sum.games));
    add_figure(s, "bot", key, "nodes_mean",
               sum.games ? (double)sum.nodes / (double)sum.games : 0,
               sum.games);
  }
}

bool summary_write(const Tally *tally, const char *folder, Error *error) {
  Summary s = {.failed = false};
  char path[PATH_MAX];
  snprintf(path, sizeof path, "%s/summary.csv", folder);
  s.failed = !text_reserve(&s.text, ROW_ROOM);
  if (!s.failed)
    text_word(&s.text, "scope,key,metric,value,low,high,n\n");
  add_run(&s, tally);
  add_seats(&s, tally);
  add_bots(&s, tally);
  bool good = s.failed
                  ? error_set(error, "no memory to write %.600s", path)
                  : output_replace(path, s.text.bytes, s.text.length, error);
  free(s.text.bytes);
  return good;
}
