#include "analysis/report/report_experiment_heads.h"

#include "analysis/stats/shown.h"
#include "core/run/made.h"
#include "core/run/manifest.h"

/* All values of a flag as one fact: "walls=0..8 and size=5,7,9". */
static void fact_values(Head *h, const char *label, const char *flag,
                        const char *end) {
  char text[3 * SPEC_TEXT] = "";
  size_t length = 0;
  const char *value;
  for (int i = 0; length < sizeof text; i++) {
    if (!(value = made_value(h->made, flag, i)))
      break;
    length += (size_t)snprintf(text + length, sizeof text - length, "%s%s",
                               i ? " and " : "", value);
  }
  if (length)
    head_fact(h, label, "%s%s", text, end);
}

/* Who plays the seats, unless each --bot plays all of them. */
static void fact_bots(Head *h) {
  if (!made_value(h->made, "seat", 0))
    head_fact(h, "Bots", "random in every seat");
  else
    fact_values(h, "Bots", "seat",
                !made_value(h->made, "seat", 1)    ? " in every seat"
                : made_value(h->made, "rotate", 0) ? ", rotating"
                                                   : ", in this order");
}

/* The varied options as words: "walls", "walls, size and wall length". Returns
 * how many there are. */
static int write_axes(const Head *h, char text[SPEC_TEXT]) {
  const char *vary;
  int count = 0;
  size_t length = 0;
  text[0] = '\0';
  for (; (vary = made_value(h->made, "vary", count)); count++) {
    bool last = !made_value(h->made, "vary", count + 1);
    const char *before = count == 0 ? "" : last ? " and " : ", ";
    if (length < SPEC_TEXT)
      length += (size_t)snprintf(text + length, SPEC_TEXT - length, "%s%.*s",
                                 before, (int)strcspn(vary, "="), vary);
  }
  for (char *at = text; *at; at++)
    if (*at == '_')
      *at = ' ';
  return count;
}

static void sweep_facts(Head *h, const SweepResults *r, uint64_t games) {
  char game[GAME_TITLE], axes[SPEC_TEXT];
  bool until = made_value(h->made, "until", 0);
  int count = write_axes(h, axes);
  head_short_title(h, game);
  snprintf(h->title, sizeof h->title, "How %s change%s %s", axes,
           count == 1 ? "s" : "", game);
  fact_values(h, "Varied", "vary", "");
  fact_bots(h);
  if (r->row->played.complete && !until)
    games = r->row->played.games;
  head_fact(h, "Games", "%s in %s%s%s", shown_count(games).text,
            r->runs == 1 ? "one run" : "each of ",
            r->runs == 1 ? ""
                         : shown_things((uint64_t)r->runs, "run", "runs").text,
            until ? " at most" : "");
}

static void ladder_facts(Head *h, const Ladder *l, uint64_t games) {
  char game[GAME_TITLE], text[SPEC_TEXT] = "";
  size_t length = 0;
  head_short_title(h, game);
  snprintf(h->title, sizeof h->title, "Skill ladder of %s", game);
  fact_values(h, "Bot", "bot", "");
  for (int i = 0; i < l->levels && length < sizeof text; i++)
    length += (size_t)snprintf(text + length, sizeof text - length, "%s%d",
                               i ? ", " : "", l->level[i].value);
  head_fact(h, "Levels", "%s=%s", l->option, text);
  head_fact(h, "Games", "%s in each run", shown_count(games).text);
}

static void tune_facts(Head *h, const TuneTable *t, uint64_t limit) {
  char game[GAME_TITLE], axes[SPEC_TEXT];
  uint64_t games = t->check.games;
  write_axes(h, axes);
  head_short_title(h, game);
  snprintf(h->title, sizeof h->title, "Tuning %s in %s", axes, game);
  fact_values(h, "Varied", "vary", "");
  fact_values(h, t->goals == 1 ? "Goal" : "Goals", "goal", "");
  if (made_value(h->made, "bot", 0))
    fact_values(h, "Bots", "bot",
                t->levels > 1 ? ", each between equals" : " in every seat");
  else
    fact_bots(h);
  for (int i = 0; i < t->count; i++)
    games += t->candidate[i].games;
  head_fact(h, "Games", "%s in all, of at most %s", shown_count(games).text,
            shown_count(limit).text);
}

bool head_of_experiment(Head *h, const char *dir, ResultKind kind,
                        const void *results, Error *error) {
  h->dir = dir;
  h->made = manifest_load(dir, kind, error);
  if (!h->made)
    return false;
  uint64_t games = made_number(h->made, "games");
  head_fact_game(h);
  if (kind == RESULT_SWEEP)
    sweep_facts(h, results, games);
  else if (kind == RESULT_LADDER)
    ladder_facts(h, results, games);
  else
    tune_facts(h, results, games);
  head_fact_rest(h, 1, (int)made_number(h->made, "max-plies"));
  return true;
}
