/* The game card as a document, and what a change did to it. */
#include "analysis/experiments/study_internal.h"

#include "analysis/stats/distribution.h"
#include "core/run/made.h"
#include <math.h>

/* ---- the card ------------------------------------------------------------*/

static bool is_among(const Metric *m) {
  return strcmp(m->scope, "among") == 0;
}

/* The share of the library's games that are below a figure, if it is known. */
static Estimate share_below(const Study *s, const Metric *figure) {
  const Metric *m =
      metrics_find(&s->card, "among", library_key(figure).text, "below_share");
  return m ? m->estimate : estimate_none();
}

static void put_figure(ResultTable *t, const Study *s, const Metric *m) {
  result_row(t);
  result_put_text(t, AS_WORD("line", NULL, ""), card_line(m->scope));
  result_put_text(t, AS_TEXT("figure", NULL, "figure"),
                  card_figure(m->scope, m->name)->title);
  result_put_text(t, AS_TEXT("of", NULL, "of"), m->key);
  result_put_text(t, AS_TEXT("text", NULL, "value"),
                  metric_value(&s->card, m).text);
  result_put_text(t, AS_TEXT("interval", NULL, "95%"), metric_interval(m).text);
  result_put(t, AS_SHARE("below", NULL, "games below"), share_below(s, m));
  result_put_text(t, AS_TEXT("reason", NULL, ""), m->reason);
}

static void add_card(const Study *s, Document *d) {
  ResultTable *t = &d->table[d->tables];
  t->hidden = true;
  for (size_t i = 0; i < s->card.count; i++)
    if (!is_among(&s->card.list[i]))
      put_figure(t, s, &s->card.list[i]);
  document_figure(
      d, (Figure){"study-card", "All figures", d->tables, "figure", .y = "text",
                  .shown = "of text interval below reason",
                  .rows = "line figure", .kind = FIGURE_TABLE,
                  .note = s->ladder ? "Games below: the share of the "
                                      "library's games in which the "
                                      "figure is smaller."
                                    : NULL});
  d->tables++;
}

/* ---- curves over strength ------------------------------------------------*/

static void put_level(ResultTable *t, const Study *s, int i) {
  const Ladder *l = s->ladder;
  const Level *level = &l->level[i];
  result_row(t);
  result_put_text(t, AS_TEXT("level", NULL, "players"),
                  ladder_level_name(l, i).text);
  double width = study_claims(s);
  bool repeats = level->equals.repetition.repetitive;
  for (int side = 0; side < l->sides; side++) {
    Estimate e =
        side < level->equals.sides ? level->share[side] : estimate_none();
    result_put(t,
               AS_SHARE(phrase("seat.%d", side + 1).text, NULL,
                        phrase("%s %d", l->seats == l->sides ? "seat" : "team",
                               side + 1)
                            .text,
                        BOUNDS_SHOWN),
               repeats ? estimate_plain(e.value, e.n)
                       : estimate_clamp(estimate_widen(e, width), 0, 1));
  }
  result_put(t, AS_SHARE("draws", NULL, "drawn"), level->equals.ends.draws);
  result_put(t, AS_SHARE("score", NULL, "score", BOUNDS_SHOWN), level->score);
  result_put(t, AS_REAL("plies", NULL, "plies", BOUNDS_SHOWN),
             level->equals.plies);
  result_put_count(t, AS_COUNT("games", NULL, "games"), level->equals.games);
}

static void add_levels(const Study *s, Document *d) {
  const Ladder *l = s->ladder;
  double even = 1.0 / l->sides;
  Phrase shares = played_seat_keys(l->sides == 2 ? 1 : l->sides, "");
  Phrase all = played_seat_keys(l->sides, "draws games");
  for (int i = 0; i < l->levels; i++)
    if (l->level[i].equals.games)
      put_level(&d->table[d->tables], s, i);
  document_figure(
      d, (Figure){"study-fair", "Fair?", d->tables, "level", .y = shares.text,
                  .shown = all.text, .y_title = "share of the points",
                  .marked = "even", .from = even, .to = even,
                  .note = "Games between equals, from random players to the "
                          "strongest. A draw is shared. The intervals form a "
                          "band: they hold for all levels together."});
  document_figure(d, (Figure){"study-skill", "Skill", d->tables, "level",
                              .y = "score", .shown = "score",
                              .y_title = "score against the level before",
                              .zero = true, .whole = true, .marked = "even",
                              .from = even, .to = even});
  document_figure(d, (Figure){"study-length", "Length", d->tables, "level",
                              .y = "plies", .shown = "plies games",
                              .y_title = "mean length in plies", .zero = true});
  d->tables++;
}

/* ---- choices by phase ----------------------------------------------------*/

static Column phase_column(const CardFigure *f) {
  return strcmp(f->name, "choice_gain") == 0
             ? AS_POINTS(f->name, NULL, "gain", BOUNDS_SHOWN)
         : strcmp(f->name, "choice_rate") == 0
             ? AS_SHARE(f->name, NULL, "gain of 10 or more", BOUNDS_SHOWN)
         : strcmp(f->name, "reasonable_moves") == 0
             ? AS_REAL(f->name, NULL, "good moves", BOUNDS_SHOWN)
             : AS_SHARE(f->name, NULL, "one move", BOUNDS_SHOWN);
}

static void add_phases(const Study *s, Document *d) {
  static const char *const PHASES[] = {"early", "middle", "late"};
  ResultTable *t = &d->table[d->tables];
  t->hidden = true;
  for (int i = 0; i < 3; i++) {
    result_row(t);
    result_put_text(t, AS_WORD("phase", NULL, "phase"), PHASES[i]);
    for (const CardFigure *f = card_figures; f->scope; f++) {
      const Metric *m =
          strcmp(f->scope, "choices") == 0
              ? metrics_find(&s->card, f->scope, PHASES[i], f->name)
              : NULL;
      if (strcmp(f->scope, "choices") == 0)
        result_put(t, phase_column(f), m ? m->estimate : estimate_none());
    }
  }
  document_figure(d,
                  (Figure){"study-choices", "Choices by phase", d->tables,
                           "phase", .y = "choice_gain",
                           .shown = "choice_gain choice_rate "
                                    "reasonable_moves forced_rate",
                           .y_title = "gain of the best move", .zero = true,
                           .note = "In positions of each third of a game: what "
                                   "the best move gains over the median one, "
                                   "in points; how often that is 10 or more; "
                                   "how many moves are within 5 points of the "
                                   "best; and how often only one is legal."});
  d->tables++;
}

/* ---- shares --------------------------------------------------------------*/

/* The figures of a line that are shares, or one of them by its keys. */
typedef struct ShareLine {
  const char *id, *scope, *title;
  const char *names; /* separated by spaces */
  bool by_key;
} ShareLine;

static const ShareLine SHARE_LINES[] = {
    {"study-open", "open", "Does it stay open?",
     "decided_median decided_p90 comeback_rate early_lead_rate", false},
    {"study-variety", "variety", "Variety", "distinct_share first_move_share",
     false},
    {"study-rules", "rules", "Kinds of moves", "rate", true},
    {"study-among", "among", "Games of the library that are below",
     "below_share", true},
};

static bool is_word_of(const char *word, const char *words) {
  const char *at = strstr(words, word);
  size_t size = strlen(word);
  return at && (at == words || at[-1] == ' ') &&
         (at[size] == ' ' || at[size] == '\0');
}

/* What a row is about: a kind of move, or a figure. */
static const char *share_name(const ShareLine *line, const Metric *m) {
  return is_among(m)    ? card_figure(NULL, m->key)->title
         : line->by_key ? m->key
                        : card_figure(m->scope, m->name)->title;
}

static void add_shares(const Study *s, const ShareLine *line, Document *d) {
  ResultTable *t = &d->table[d->tables];
  t->hidden = true;
  for (size_t i = 0; i < s->card.count; i++) {
    const Metric *m = &s->card.list[i];
    if (strcmp(m->scope, line->scope) != 0 ||
        !is_word_of(m->name, line->names) ||
        (is_among(m) && !library_figure(m->key)))
      continue;
    result_row(t);
    result_put_text(t, AS_TEXT("of", NULL, "figure"), share_name(line, m));
    result_put(t, AS_SHARE("share", NULL, "share", BOUNDS_SHOWN), m->estimate);
  }
  document_figure(d, (Figure){line->id, line->title, d->tables, "of",
                              .y = "share", .shown = "share", .zero = true,
                              .whole = true, .kind = FIGURE_DOTS});
  d->tables++;
}

void study_document(const Study *s, Document *d) {
  study_verdict(s, &d->verdict);
  if (s->ladder)
    sentences_add(&d->below,
                  "A draw counts half; a score is against the row above. "
                  "The intervals of seats hold for all levels together, with "
                  "95%%; those of study.csv for each alone. With openings that "
                  "these players do not choose, another seat can be ahead.");
  if (s->ladder) {
    add_levels(s, d);
    add_phases(s, d);
    for (size_t i = 0; i < sizeof SHARE_LINES / sizeof *SHARE_LINES; i++)
      add_shares(s, &SHARE_LINES[i], d);
  }
  add_card(s, d);
}

/* ---- what a change did ---------------------------------------------------*/

/* The difference of two independent estimates: the distances to the ends of
 * their intervals add up like standard errors. */
static Estimate difference(Estimate old, Estimate new) {
  double value = new.value - old.value;
  return (Estimate){value,
                    value - hypot(new.value - new.low, old.high - old.value),
                    value + hypot(new.high - new.value, old.value - old.low),
                    old.n < new.n ? old.n : new.n};
}

/* About the p-value of no difference: the distance to 0 in half-widths. */
static double p_of(Estimate e) {
  double width = e.value > 0 ? e.value - e.low : e.high - e.value;
  return width > 0 ? 2 * normal_cdf(-fabs(e.value) / width * Z95) : NAN;
}

enum { CHANGES_MAX = 512 };

typedef struct Change {
  const Metric *old, *new;
  Estimate by;
  double p;
} Change;

/* Where a game stands among others, and how good its values are, follow from
 * the other figures, or say nothing of the game; people may be others. */
static bool is_of_game(const Metric *m) {
  return !is_among(m) && strcmp(m->scope, "people") != 0 &&
         strcmp(m->name, "calibration") != 0;
}

static bool has_sides_of(const Ladder *a, const Ladder *b) {
  return !a || !b || a->sides == b->sides;
}

static bool has_levels_of(const Ladder *a, const Ladder *b) {
  bool same = a && b && a->levels == b->levels;
  for (int i = 0; same && i < a->levels; i++)
    same =
        strcmp(ladder_level_name(a, i).text, ladder_level_name(b, i).text) == 0;
  return same;
}

/* What two studies have in common. */
typedef struct Common {
  bool sides, judge, levels;
} Common;

static Common find_common(const Study *old, const Study *new) {
  const char *a = study_judge(old), *b = study_judge(new);
  return (Common){has_sides_of(old->ladder, new->ladder),
                  a && b && strcmp(a, b) == 0,
                  has_levels_of(old->ladder, new->ladder)};
}

/* Most figures are of the strongest players, or of all. */
static bool is_comparable(Common in, const Metric *m) {
  bool of_level = *m->key && (strcmp(m->scope, "fair") == 0 ||
                              strcmp(m->scope, "size") == 0);
  return in.sides && is_of_game(m) && (in.levels || of_level) &&
         (in.judge || !card_figure(m->scope, m->name)->judged);
}

static int find_changes(const Study *old, const Study *new, Common in,
                        Change list[]) {
  int count = 0;
  for (size_t i = 0; i < new->card.count &&count < CHANGES_MAX; i++) {
    const Metric *m = &new->card.list[i];
    const Metric *was = metrics_find(&old->card, m->scope, m->key, m->name);
    if (!was || !is_comparable(in, m) || !estimate_has_interval(m->estimate) ||
        !estimate_has_interval(was->estimate))
      continue;
    Estimate by = difference(was->estimate, m->estimate);
    list[count++] = (Change){was, m, by, p_of(by)};
  }
  holm_adjust(&list->p, count, sizeof *list);
  return count;
}

static Phrase both(const Study *s, const Metric *m) {
  Phrase text = metric_value(&s->card, m);
  phrase_add(&text, " (%s)", metric_interval(m).text);
  return text;
}

static void say_change(const Study *old, const Study *new, const Change *c,
                       Sentences *to) {
  const CardFigure *f = card_figure(c->new->scope, c->new->name);
  Phrase line = phrase("%s", card_line(f->scope));
  if (!strchr(line.text, '?'))
    phrase_add(&line, ":");
  phrase_add(&line, " %s figure “%s”",
             f->judged ? "As far as the judge sees, the" : "The", f->title);
  if (*c->new->key)
    phrase_add(&line, " (%s)", c->new->key);
  sentences_add(to, "%s %s from %s to %s, %s.", line.text,
                c->by.value > 0 ? "rises" : "falls", both(old, c->old).text,
                both(new, c->new).text, shown_p(c->p).text);
}

enum { SAID_MAX = SENTENCES_MAX - 5 };

/* Those with the smallest p, in the order of the card. */
static void say_changes(const Study *old, const Study *new, const Change list[],
                        int count, Sentences *to) {
  int more = 0;
  for (int i = 0; i < count; i++) {
    int smaller = 0;
    for (int k = 0; k < count; k++)
      smaller += list[k].p < list[i].p || (list[k].p == list[i].p && k < i);
    if (list[i].p < 0.05 && smaller < SAID_MAX)
      say_change(old, new, &list[i], to);
    else
      more += list[i].p < 0.05;
  }
  if (more)
    sentences_add(to, "%s: see the table of all figures on the page.",
                  shown_things((uint64_t)more, "more figure differs",
                               "more figures differ")
                      .text);
}

/* The line of the card that a figure begins, of those that are compared, if no
 * figure of it differs; or NULL. Those of coverage come again at the end. */
static const char *unchanged_line(const Change list[], int count, int i,
                                  bool exact) {
  const char *line = card_line(list[i].new->scope);
  bool tested = false;
  if (exact && strcmp(list[i].new->scope, "fair") == 0)
    return NULL;
  for (int k = 0; k < count; k++) {
    if (strcmp(card_line(list[k].new->scope), line) != 0)
      continue;
    if (k < i || list[k].p < 0.05)
      return NULL;
    tested = tested || !isnan(list[k].p);
  }
  return tested ? line : NULL;
}

static void say_unchanged(const Change list[], int count, bool exact,
                          Sentences *to) {
  const char *line[CHANGES_MAX];
  Phrase lines = {""};
  int left = 0;
  for (int i = 0; i < count; i++) {
    line[left] = unchanged_line(list, count, i, exact);
    left += line[left] != NULL;
  }
  for (int i = 0; left > 0; i++)
    phrase_list(&lines, --left, " and ", phrase("“%s”", line[i]).text);
  if (*lines.text)
    sentences_add(to, "Under %s no difference is shown.", lines.text);
}

static void put_change(const Study *old, const Study *new, const Change *c,
                       ResultTable *t) {
  result_row(t);
  result_put_text(t, AS_WORD("line", NULL, ""), card_line(c->new->scope));
  result_put_text(t, AS_TEXT("figure", NULL, "figure"),
                  card_figure(c->new->scope, c->new->name)->title);
  result_put_text(t, AS_TEXT("of", NULL, "of"), c->new->key);
  result_put_text(t, AS_TEXT("old", NULL, "before"), both(old, c->old).text);
  result_put_text(t, AS_TEXT("new", NULL, "after"), both(new, c->new).text);
  result_put_text(t, AS_TEXT("change", NULL, "change"),
                  metric_change(c->new, c->by).text);
  result_put_text(t, AS_WORD(NULL, "scope", NULL), c->new->scope);
  result_put_text(t, AS_TEXT(NULL, "key", NULL), c->new->key);
  result_put_text(t, AS_WORD(NULL, "metric", NULL), c->new->name);
  result_put(t, AS_NUMBER(NULL, "old,old_low,old_high", NULL, BOUNDS_FILE),
             c->old->estimate);
  result_put(t, AS_NUMBER(NULL, "new,new_low,new_high", NULL, BOUNDS_FILE),
             c->new->estimate);
  result_put(
      t, AS_NUMBER(NULL, "change,change_low,change_high", NULL, BOUNDS_FILE),
      c->by);
  result_put(t, AS_P("p", "p_holm", "p, adjusted"), number_if(true, c->p));
}

/* Seat 1's share and the length by strength, before and after. */
static void add_curves(const Study *old, const Study *new, Document *d) {
  const Ladder *a = old->ladder, *b = new->ladder;
  ResultTable *t = &d->table[d->tables];
  t->hidden = true;
  for (int i = 0; a && b && i < a->levels && i < b->levels; i++) {
    const Level *was = &a->level[i], *is = &b->level[i];
    result_row(t);
    result_put_text(t, AS_TEXT("level", NULL, "players"),
                    ladder_level_name(b, i).text);
    result_put(t, AS_SHARE("before", NULL, "before", BOUNDS_SHOWN),
               was->share[0]);
    result_put(t, AS_SHARE("after", NULL, "after", BOUNDS_SHOWN), is->share[0]);
    result_put(t, AS_REAL("plies_before", NULL, "before"), was->equals.plies);
    result_put(t, AS_REAL("plies_after", NULL, "after"), is->equals.plies);
  }
  document_figure(d, (Figure){"change-fair", "Fair?", d->tables, "level",
                              .y = "before after", .shown = "before after",
                              .y_title = a && a->seats > a->sides
                                             ? "team 1's share of the points"
                                             : "seat 1's share of the points",
                              .marked = "even", .from = a ? 1.0 / a->sides : 0,
                              .to = a ? 1.0 / a->sides : 0});
  document_figure(d, (Figure){"change-length", "Length", d->tables, "level",
                              .y = "plies_before plies_after",
                              .shown = "plies_before plies_after",
                              .y_title = "mean length in plies", .zero = true});
  d->tables++;
}

/* Why a card has nothing that is judged, if it has not. */
static const char *not_judged(const Study *s) {
  for (size_t i = 0; i < s->card.count; i++) {
    const Metric *m = &s->card.list[i];
    const CardFigure *f = card_figure(m->scope, m->name);
    if (m->reason && f && f->judged)
      return m->reason;
  }
  return NULL;
}

static void say_left_out(const Study *old, const Study *new, Common in,
                         Sentences *to) {
  if (!old->ladder || !new->ladder)
    return;
  const char *why = not_judged(old);
  const char *where = why ? "before" : "after";
  why = why ? why : not_judged(new);
  if (!in.sides)
    sentences_add(to,
                  "The cards of games with %d and %d sides are not compared.",
                  old->ladder->sides, new->ladder->sides);
  else if (!in.levels)
    sentences_add(to, "The studies have different levels: only what is of one "
                      "level is compared.");
  else if (why)
    sentences_add(to, "What is judged is not compared; %s the change: %s.",
                  where, why);
  else if (!in.judge && study_judge(old) && study_judge(new))
    sentences_add(to,
                  "What is judged is not compared: it was judged by %s and by "
                  "%s.",
                  study_judge(old), study_judge(new));
}

/* Returns whether perfect play comes to something else. */
static bool say_exact(const Study *old, const Study *new, Sentences *to) {
  const Metric *was = metrics_find(&old->card, "fair", "", "perfect_score");
  const Metric *is = metrics_find(&new->card, "fair", "", "perfect_score");
  if (!was || !is || was->estimate.value == is->estimate.value)
    return false;
  sentences_add(to, "With perfect play %s (before: %s).",
                study_perfect(new, is).text, study_perfect(old, was).text);
  return true;
}

static void say_verdict(const Study *old, const Study *new, Common in,
                        const Change list[], int count, Sentences *to) {
  int shown = 0, tested = 0;
  for (int i = 0; i < count; i++) {
    shown += list[i].p < 0.05;
    tested += !isnan(list[i].p);
  }
  Shown figures = shown_things((uint64_t)tested, "figure", "figures");
  bool exact = say_exact(old, new, to);
  if (shown) {
    sentences_add(to, "%s of %s differ%s; p is adjusted for all.",
                  shown_count((uint64_t)shown).text, figures.text,
                  shown == 1 ? "s" : "");
    say_changes(old, new, list, count, to);
    say_unchanged(list, count, exact, to);
  }
  const Study *both[] = {old, new};
  for (int i = 0; i < 2; i++)
    if (*both[i]->refused)
      sentences_add(to, "%.200s could not be studied: %.250s.", both[i]->game,
                    both[i]->refused);
  if (!count)
    sentences_add(to, "There is no figure on both cards to compare.");
  else if (!shown)
    sentences_add(to,
                  "No figure is shown to differ: %s compared, adjusted "
                  "together.",
                  figures.text);
  say_left_out(old, new, in, to);
}

static void note_change(const Study *old, const Study *new, Sentences *to) {
  const char *seed = made_value(old->made, "seed", 0),
             *next = made_value(new->made, "seed", 0);
  if (seed && next && strcmp(seed, next) == 0)
    sentences_add(to,
                  "Both studies have seed %s: p is for independent games, and "
                  "theirs may be alike.",
                  seed);
  sentences_add(to, "Intervals are those of each figure alone; on the cards "
                    "those of the seats hold for all levels together.");
}

void study_change(const Study *old, const Study *new, Document *d) {
  Change list[CHANGES_MAX];
  Common in = find_common(old, new);
  int count = find_changes(old, new, in, list);
  say_verdict(old, new, in, list, count, &d->verdict);
  d->verdict.conclusion = 1;
  if (count)
    note_change(old, new, &d->notes);
  for (int i = 0; i < count; i++)
    put_change(old, new, &list[i], &d->table[d->tables]);
  d->table[d->tables].hidden = true;
  int changes = d->tables++;
  add_curves(old, new, d);
  document_figure(d, (Figure){"study-change", "All figures", changes, "figure",
                              .y = "new", .shown = "of old new change p",
                              .rows = "line figure", .kind = FIGURE_TABLE});
}
