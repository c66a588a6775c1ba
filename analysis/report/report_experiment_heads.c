#include "analysis/report/report_experiment_heads.h"

#include "analysis/stats/shown.h"
#include "core/run/made.h"
#include "core/run/manifest.h"

/* ---- from the manifest ---------------------------------------------------*/

/* The bots of --seat, or one for all seats: --bot, or `random`. */
static bool restore_bots(Run *run, const json_t *manifest, Error *error) {
  const char *bot = made_value(manifest, "bot", 0);
  const char *bots[SEATS_MAX] = {bot ? bot : "random"};
  Schedule *s = &run->schedule;
  int count = 0;
  while (count < SEATS_MAX && (bot = made_value(manifest, "seat", count)))
    bots[count++] = bot;
  s->seats = s->sides = count > 1 ? count : 2;
  for (int i = 0; i < s->seats; i++) {
    s->side[i] = (uint8_t)i;
    bots[i] = i < count ? bots[i] : bots[0];
  }
  return schedule_restore(s, run->plan.seating, bots, bots, s->seats, error);
}

/* Restores what an experiment was made with as if it were a run. */
static bool restore(Run *run, const json_t *manifest, Error *error) {
  const char *version, *commit, *title;
  const char *until = made_value(manifest, "until", 0);
  *run = (Run){.game = NULL};
  if (json_unpack((json_t *)manifest, "{s:s, s:s, s:s}", "boardlab", &version,
                  "commit", &commit, "title", &title) != 0)
    return error_set(error,
                     "the manifest does not name the build and the game");
  snprintf(run->version, sizeof run->version, "%s", version);
  snprintf(run->commit, sizeof run->commit, "%s", commit);
  snprintf(run->title, sizeof run->title, "%s", title);
  snprintf(run->until, sizeof run->until, "%s", until ? until : "");
  snprintf(run->schedule.game, sizeof run->schedule.game, "%s",
           made_game(manifest));
  run->plan.seed = made_number(manifest, "seed");
  run->plan.max_plies = (int)made_number(manifest, "max-plies");
  run->own_limit = !run->plan.max_plies;
  run->plan.opening = (int)made_number(manifest, "opening");
  run->plan.seating =
      made_value(manifest, "rotate", 0) ? SEATING_ROTATED : SEATING_FIXED;
  run->total = made_number(manifest, "games");
  return restore_bots(run, manifest, error);
}

/* ---- facts ---------------------------------------------------------------*/

/* All values of a flag as one fact: "walls=0..8 and size=5,7,9". */
static void fact_values(Head *h, const char *label, const json_t *manifest,
                        const char *flag, const char *end) {
  char text[3 * SPEC_TEXT] = "";
  size_t length = 0;
  const char *value;
  for (int i = 0;
       length < sizeof text && (value = made_value(manifest, flag, i)); i++)
    length += (size_t)snprintf(text + length, sizeof text - length, "%s%s",
                               i ? " and " : "", value);
  head_fact(h, label, "%s%s", text, end);
}

/* The varied options as words: "walls", "walls, size and wall length". Returns
 * how many there are. */
static int write_axes(const json_t *manifest, char text[SPEC_TEXT]) {
  const char *vary;
  int count = 0;
  size_t length = 0;
  text[0] = '\0';
  for (; (vary = made_value(manifest, "vary", count)); count++) {
    bool last = !made_value(manifest, "vary", count + 1);
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

/* The ply limit that all runs have in common, or 0. */
static int sweep_limit(const SweepResults *r) {
  for (int i = 1; i < r->runs; i++)
    if (r->row[i].played.games && r->row[i].max_plies != r->row[0].max_plies)
      return 0;
  return r->row[0].max_plies;
}

static void sweep_facts(Head *h, const json_t *manifest, const SweepResults *r,
                        Run *run) {
  char game[GAME_TITLE], axes[SPEC_TEXT];
  int count = write_axes(manifest, axes);
  const SweepRow *first = r->row;
  head_short_title(run, game);
  snprintf(h->title, sizeof h->title, "How %s change%s %s", axes,
           count == 1 ? "s" : "", game);
  fact_values(h, "Varied", manifest, "vary", "");
  head_fact_bots(h, run);
  Shown games =
      shown_count(first->played.complete && !run->until[0] ? first->played.games
                                                           : run->total);
  const char *most = run->until[0] ? " at most" : "";
  if (r->runs == 1)
    head_fact(h, "Games", "%s in one run%s", games.text, most);
  else
    head_fact(h, "Games", "%s in each of %d runs%s", games.text, r->runs, most);
  if (run->own_limit)
    run->plan.max_plies = sweep_limit(r);
}

static void ladder_facts(Head *h, const json_t *manifest, const Ladder *l,
                         const Run *run) {
  char game[GAME_TITLE], text[SPEC_TEXT] = "";
  size_t length = 0;
  head_short_title(run, game);
  snprintf(h->title, sizeof h->title, "Skill ladder of %s", game);
  fact_values(h, "Bot", manifest, "bot", "");
  for (int i = 0; i < l->levels && length < sizeof text; i++)
    length += (size_t)snprintf(text + length, sizeof text - length, "%s%d",
                               i ? ", " : "", l->level[i].value);
  head_fact(h, "Levels", "%s=%s", l->option, text);
  head_fact(h, "Games", "%s in each run", shown_count(run->total).text);
}

static void tune_facts(Head *h, const json_t *manifest, const TuneTable *t,
                       const Run *run) {
  char game[GAME_TITLE], axes[SPEC_TEXT];
  uint64_t games = t->check.games;
  head_short_title(run, game);
  write_axes(manifest, axes);
  snprintf(h->title, sizeof h->title, "Tuning %s in %s", axes, game);
  fact_values(h, "Varied", manifest, "vary", "");
  fact_values(h, t->goals == 1 ? "Goal" : "Goals", manifest, "goal", "");
  if (t->levels > 1)
    fact_values(h, "Bots", manifest, "bot", ", each between equals");
  else
    head_fact_bots(h, run);
  for (int j = 0; j < t->count; j++)
    games += t->candidate[j].games;
  head_fact(h, "Games", "%s in all, of at most %s", shown_count(games).text,
            shown_count(run->total).text);
}

/* ---- heads ---------------------------------------------------------------*/

bool head_of_experiment(Head *h, const char *dir, ResultKind kind,
                        const void *results, Error *error) {
  Run run;
  json_t *manifest = manifest_load(dir, kind, error);
  bool good = manifest && restore(&run, manifest, error);
  if (good) {
    head_fact_game(h, &run, made_game(manifest));
    if (kind == RESULT_SWEEP)
      sweep_facts(h, manifest, results, &run);
    else if (kind == RESULT_LADDER)
      ladder_facts(h, manifest, results, &run);
    else
      tune_facts(h, manifest, results, &run);
    head_fact_rest(h, &run);
    h->command = made_command(manifest, dir, &h->no_command);
    run_close(&run);
  }
  json_decref(manifest);
  return good;
}
