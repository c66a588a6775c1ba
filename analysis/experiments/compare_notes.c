/* What to bear in mind about a comparison, in sentences. */
#include "analysis/experiments/compare.h"

#include "analysis/experiments/compare_internal.h"
#include "analysis/metrics/balance.h"
#include "analysis/metrics/bot_names.h"
#include "analysis/stats/shown.h"
#include <limits.h>

static bool rules_changed(const Comparison *c) {
  const char *game = c->a->run.schedule.game;
  size_t length = strcspn(game, ":");
  uint64_t a = bots_file_hash(&c->a->run, game, length);
  uint64_t b = bots_file_hash(&c->b->run, game, length);
  return a && b && a != b;
}

bool compare_same_rules(const Comparison *c) {
  const Run *a = &c->a->run, *b = &c->b->run;
  return strcmp(a->schedule.full_game, b->schedule.full_game) == 0 &&
         !rules_changed(c);
}

/* ---- the game ------------------------------------------------------------*/

/* The spec without options, or the name of a definition in a script. */
static size_t rules_length(const char *spec) {
  return strcspn(spec, ":#");
}

/* The built-in game to whose moves the first parts belong that those of the
 * run have: the game itself, or the one it is a variant of. NULL if there is
 * none. */
static const Rules *native_of(const Schedule *s) {
  for (const Rules *const *r = game_rules; *r; r++) {
    const MovePart *part = (*r)->parts;
    int same = 0;
    while (same < s->parts && part[same].key &&
           strcmp(part[same].key, s->part[same]) == 0)
      same++;
    if (same && !part[same].key)
      return *r;
  }
  return NULL;
}

/* Two runs, and whether files of rules belong to both. */
typedef struct Relation {
  const Run *a, *b;
  bool common;
} Relation;

static void find_common(void *context, const SourceHash *file) {
  Relation *r = context;
  const Schedule *s = &r->a->schedule;
  size_t length = strlen(file->name);
  bool bot = false;
  for (int i = 0; i < s->bots; i++)
    bot = bot || (rules_length(s->bot[i].spec) == length &&
                  memcmp(s->bot[i].spec, file->name, length) == 0);
  r->common = r->common || (!bot && bots_file_hash(r->b, file->name, length));
}

bool compare_same_family(const Run *a, const Run *b) {
  const char *one = a->schedule.game, *other = b->schedule.game;
  size_t length = rules_length(one);
  Relation relation = {a, b, false};
  if (length == rules_length(other) && memcmp(one, other, length) == 0)
    return true;
  const Rules *native = native_of(&a->schedule);
  if (native || native_of(&b->schedule))
    return native == native_of(&b->schedule);
  if (a->sources && b->sources)
    source_hashes_each(a->sources, find_common, &relation);
  return relation.common;
}

/* ---- notes ---------------------------------------------------------------*/

static void note_limits(const Comparison *c, Sentences *to) {
  int a = c->a->run.plan.max_plies, b = c->b->run.plan.max_plies;
  if (a != b && c->limit < INT_MAX)
    sentences_add(to,
                  "The ply limits differ, %s and %s, and how often games are "
                  "won, drawn or truncated depends on them; lengths are "
                  "compared up to %s.",
                  shown_count((uint64_t)a).text, shown_count((uint64_t)b).text,
                  shown_things((uint64_t)c->limit, "ply", "plies").text);
}

static void note_decided(const Comparison *c, Sentences *to) {
  const Difference *d = compare_fairness(c);
  if (c->a_undecided > 0 || c->b_undecided > 0)
    sentences_add(to,
                  "The gap is over decided games, %s of %.150s and %s of "
                  "%.150s; what is claimed about it and its interval hold "
                  "whoever would have won the others.",
                  shown_count(d->a_n).text, c->a->name,
                  shown_count(d->b_n).text, c->b->name);
}

static void note_run(const ComparedRun *r, Sentences *to) {
  int side[SEATS_MAX], sides = r->run.schedule.sides;
  int dead = sides - balance_sides(&r->run.tally, side);
  verdict_note_aside(&r->run, r->name, to);
  if (dead)
    sentences_add(to,
                  "%d of the %d sides of %.200s never moved and %s left out of "
                  "its gap.",
                  dead, sides, r->name, dead == 1 ? "is" : "are");
}

static void note_seats(const Comparison *c, Sentences *to) {
  int a = c->a->run.schedule.seats, b = c->b->run.schedule.seats;
  int both = a < b ? a : b;
  if (a != b)
    sentences_add(
        to, "%.150s has %s and %.150s %d: only the first %s compared.",
        c->a->name, shown_things((uint64_t)a, "seat", "seats").text, c->b->name,
        b, both == 1 ? "seat is" : phrase("%d are", both).text);
}

/* Intervals for a single look are for a number of games that does not depend on
 * them; the anytime-valid ones hold for any. */
static void note_stopping(const Comparison *c, Sentences *to) {
  const Run *a = &c->a->run, *b = &c->b->run;
  if (c->anytime || (!a->until[0] && !b->until[0]))
    return;
  bool both = a->until[0] && b->until[0];
  bool same = strcmp(a->until, b->until) == 0;
  Phrase who =
      both ? phrase("Both runs were stopped by their results (%.60s%s%.60s)",
                    a->until, same ? "" : " and ", same ? "" : b->until)
           : phrase("%.120s was stopped by its results (%.60s)",
                    a->until[0] ? c->a->name : c->b->name,
                    a->until[0] ? a->until : b->until);
  sentences_add(to,
                "%s, but the intervals and p-values are for a number of games "
                "fixed beforehand. The anytime-valid ones of compare --csv "
                "hold nevertheless.",
                who.text);
}

static void note_raised(const Comparison *c, Sentences *to) {
  int a = c->a->run.tally.raised, b = c->b->run.tally.raised;
  Phrase who = a == b ? phrase("Both runs were")
                      : phrase("%s was", a > b ? c->a->name : c->b->name);
  if (!c->anytime)
    verdict_raised(who.text, compare_raised(c),
                   "The anytime-valid intervals of compare --until and --csv "
                   "hold at every look.",
                   to);
}

static void note_moves(const ComparedRun *r, Sentences *to) {
  if (error_is_set(&r->moves.why))
    sentences_add(to, "The moves of %.150s are not compared: %.300s", r->name,
                  r->moves.why.message);
}

void compare_notes(const Comparison *c, Sentences *to) {
  const char *game = c->a->run.schedule.game;
  if (rules_changed(c))
    sentences_add(to, "%.*s was changed between the runs.",
                  (int)strcspn(game, ":"), game);
  note_stopping(c, to);
  note_raised(c, to);
  note_seats(c, to);
  note_limits(c, to);
  note_decided(c, to);
  note_run(c->a, to);
  note_run(c->b, to);
  note_moves(c->a, to);
  note_moves(c->b, to);
  if (c->forfeits)
    sentences_add(
        to, "Lengths leave out the %s, which would have been longer.",
        shown_things(c->forfeits, "forfeited game", "forfeited games").text);
}
