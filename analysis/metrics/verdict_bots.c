/* The sentences on the strength of bots: of two the stronger one; of more
 * whether their ratings fit, a cycle, the ranking and the strongest. */
#include "analysis/metrics/balance.h"
#include "analysis/metrics/standings.h"
#include "analysis/metrics/verdict.h"
#include <math.h>
#include <stdlib.h>

static const double LEVEL = 0.05; /* of tests */

static const char *name_of(const Standings *st, int bot) {
  return st->tally->schedule->bot[bot].spec;
}

/* ---- two bots ------------------------------------------------------------*/

/* The p-value of the claim that the first bot is stronger. A better rating with
 * fewer points shows nothing. */
static double p_of(const BotPair *pair) {
  return pair->superiority > 0.5 ? pair->p : 1;
}

/* The score of a bot, as the tables have it: for each side that it plays. */
static Phrase score_of(const Standings *st, int bot) {
  Shown share = shown_percent(score_share(&st->bot[bot]));
  if (st->sides == 2)
    return phrase("%s of the points", share.text);
  return phrase("%s of the points per %s, where equals would score %s",
                share.text,
                st->sides == st->tally->schedule->seats ? "seat" : "team",
                shown_percent(1.0 / st->sides).text);
}

/* Two bots: which one won. */
static void add_stronger(const Standings *st, const BotPair *pair,
                         Sentences *to) {
  const char *one = name_of(st, pair->bot), *other = name_of(st, pair->other);
  if (p_of(pair) < LEVEL && !pair->undone)
    sentences_add(to, "%.120s is stronger than %.120s: it scores %s, %s, %s.%s",
                  one, other, score_of(st, pair->bot).text,
                  shown_elo(pair->difference).text, shown_p(pair->p).text,
                  verdict_truncated(st->tally).text);
  else
    sentences_add(to,
                  "Neither %.100s nor %.100s is shown to be stronger: %.100s "
                  "scores %s, %s, %s%s.%s",
                  one, other, one, score_of(st, pair->bot).text,
                  shown_elo(pair->difference).text, shown_p(pair->p).text,
                  pair->undone ? COULD_UNDO_SAY : "",
                  verdict_truncated(st->tally).text);
}

/* ---- the fit -------------------------------------------------------------*/

/* "a beats b (70.0%), b beats c (68.5%) and c beats a (71.0%)". */
static Phrase bots_cycle(const Standings *st, const Cycle *cycle) {
  enum { NAMED = 8, FRAME = 22 };
  Phrase p = {""};
  int named = cycle->length < NAMED ? cycle->length : NAMED;
  int width = ((SENTENCE - 100) / (named + 1) - FRAME) / 2;
  for (int i = 0; i < named; i++) {
    int next = (i + 1) % cycle->length;
    phrase_add(&p, "%s%.*s beats %.*s (%s)",
               i == 0 ? ""
               : next ? ", "
                      : " and ",
               width, name_of(st, cycle->bot[i]), width,
               name_of(st, cycle->bot[next]),
               shown_percent(cycle->score[i]).text);
  }
  if (named < cycle->length)
    phrase_add(&p, ", and so on");
  return p;
}

/* Whether a cycle is shown. Where it is not, but no ratings fit, one that is
 * adjusted for nothing says why that may be. */
static bool add_cycle(const Standings *st, const BotPair pairs[],
                      Sentences *to) {
  Cycle cycle = standings_cycle(st, pairs, true);
  bool shown = cycle.length > 0;
  if (!shown && st->fit.p < LEVEL)
    cycle = standings_cycle(st, pairs, false);
  if (cycle.length == 0)
    return false;
  sentences_add(to,
                shown ? "The results are cyclic: %s."
                      : "The results may be cyclic: %s, but adjusted for all "
                        "pairs that is not shown.",
                bots_cycle(st, &cycle).text);
  return shown;
}

/* ---- the ranking ---------------------------------------------------------*/

/* Whether the first bot of a pair is shown to be stronger: by the test, and by
 * the interval of the difference. They part where bots leave nothing to chance:
 * games that repeat each other move for move are no evidence. */
static bool is_stronger(const BotPair *pair, double p) {
  return p < LEVEL && pair->superiority > 0.5 && !pair->undone &&
         !(pair->difference.low <= 0);
}

/* Whether the results of the two against each other allow that claim. If the
 * ratings fit, all games speak for it, and the few between the two must not
 * speak against it; otherwise these few must show it, at p. */
static bool agrees(const BotPair *pair, bool fits, double p) {
  return fits ? head_to_head_ahead(&pair->head, pair->head.p) >= 0
              : head_to_head_ahead(&pair->head, p) > 0;
}

/* Whether every bot above a place is shown to be stronger than every bot from
 * there on, in the pairs of the standings: all tests are one family (Holm). */
static bool is_cut(const Standings *st, const BotPair pairs[], bool fits,
                   int place) {
  for (int i = 0, n = 0; i < st->bots; i++)
    for (int j = i + 1; j < st->bots; j++, n++)
      if (i < place && j >= place &&
          !(is_stronger(&pairs[n], pairs[n].adjusted) &&
            agrees(&pairs[n], fits, pairs[n].head.adjusted)))
        return false;
  return true;
}

/* The ranking names at most this many bots. */
enum { RANKED = 8 };

/* "a; then b, c and d; then e": the bots between two cuts are a group. */
static void add_ranking(const Standings *st, const BotPair pairs[], bool fits,
                        Sentences *to) {
  Phrase list = phrase("%.50s", name_of(st, st->order[0]));
  int named = st->bots < RANKED ? st->bots : RANKED;
  bool cuts = false, groups = false, cut[BOTS_MAX] = {false};
  for (int place = 1; place < st->bots; place++)
    cut[place] = is_cut(st, pairs, fits, place);
  for (int i = 1; i < named; i++) {
    bool last = i + 1 == named || cut[i + 1]; /* of its group */
    cuts = cuts || cut[i];
    groups = groups || !cut[i];
    phrase_add(&list, "%s%.50s",
               cut[i] ? "; then "
               : last ? " and "
                      : ", ",
               name_of(st, st->order[i]));
  }
  if (named < st->bots)
    phrase_add(&list, ", …");
  if (cuts)
    sentences_add(to, "Ranking: %.431s.%s", list.text,
                  groups ? " Within a group not every order is shown." : "");
  else
    sentences_add(
        to, "Rated in this order, which these games do not confirm: %.431s.",
        list.text);
}

/* ---- the strongest -------------------------------------------------------*/

/* The first bot against all others. Of two equally strong bots one is called
 * the strongest in at most 5% of tournaments, and of more it is rarer still, as
 * all tests must agree; so no further adjustment is needed. */
typedef struct First {
  double p;               /* the largest against any other bot */
  double head_p;          /* the largest head to head; 1 if not ahead of all */
  const BotPair *closest; /* the bot of the largest p */
  const BotPair *least;   /* the bot against which it scored least */
  const BotPair *against; /* the same of those that contradict it, or NULL */
  bool undone;            /* truncated games could undo a comparison */
} First;

static bool is_less(const BotPair *pair, const BotPair *than) {
  return !than || pair->head.score.value < than->head.score.value;
}

/* The first pairs of the list are those of the first bot. */
static First compare_first(const Standings *st, const BotPair pairs[],
                           bool fits) {
  First f = {.p = -1};
  for (const BotPair *pair = pairs; pair < pairs + st->bots - 1; pair++) {
    bool ahead = head_to_head_ahead(&pair->head, pair->head.p) > 0;
    if (p_of(pair) > f.p) {
      f.p = p_of(pair);
      f.closest = pair;
    }
    f.head_p = fmax(f.head_p, ahead ? pair->head.p : 1);
    f.undone = f.undone || pair->undone;
    if (is_less(pair, f.least))
      f.least = pair;
    if (!agrees(pair, fits, pair->head.p) && is_less(pair, f.against))
      f.against = pair;
  }
  return f;
}

/* "it scores 26.0% (18.4 to 35.4) against b in 100 games". */
static Phrase score_against(const Standings *st, const BotPair *pair,
                            const char *it) {
  return phrase("%s scores %s against %.100s in %s", it,
                shown_percent_estimate(pair->head.score).text,
                name_of(st, pair->other),
                shown_things(pair->head.games, "game", "games").text);
}

/* If all bots play in all games, the games of two bots are all their games. */
static void add_strongest(const Standings *st, const BotPair *next,
                          const First *f, Sentences *to) {
  bool head = f->head_p < LEVEL && st->bots > st->sides;
  bool all = head || st->bots <= st->sides;
  bool behind = !all && f->least->head.score.value < 0.5;
  Phrase least = score_against(st, f->least, " Head to head it");
  sentences_add(to,
                "%.100s is the strongest: %s above %.100s, the next best; %s "
                "%s%s (not adjusted).%s%s%s",
                name_of(st, next->bot), shown_elo(next->difference).text,
                name_of(st, next->other),
                shown_p(head ? fmax(f->p, f->head_p) : f->p).text,
                all ? "against every other bot" : "over all games",
                head ? ", also head to head" : "", behind ? least.text : "",
                behind ? ", which may be chance." : "",
                verdict_truncated(st->tally).text);
}

static void add_no_strongest(const Standings *st, const BotPair *next,
                             const First *f, Sentences *to) {
  bool by_test = f->p < LEVEL;
  const BotPair *pair = by_test ? next : f->closest;
  Phrase against = {""};
  if (f->against)
    against = score_against(st, f->against, by_test ? ", but it" : "; it");
  sentences_add(to,
                "No bot is shown to be the strongest: %.100s is rated first, "
                "%s above %.100s%s%s%s%s.%s",
                name_of(st, pair->bot),
                isnan(pair->difference.value)
                    ? "an unknown distance"
                    : shown_elo(pair->difference).text,
                name_of(st, pair->other), by_test ? "" : ", ",
                by_test ? "" : shown_p(pair->p).text, against.text,
                f->undone && !f->against ? COULD_UNDO_SAY : "",
                verdict_truncated(st->tally).text);
}

/* ---- all -----------------------------------------------------------------*/

static void say_tournament(const Standings *st, const BotPair pairs[],
                           Sentences *to) {
  bool cyclic = add_cycle(st, pairs, to);
  bool fits = !cyclic && !(st->fit.p < LEVEL);
  First first = compare_first(st, pairs, fits);
  if (st->fit.p < LEVEL)
    sentences_add(to,
                  "No rating of the bots fits the results of all pairs (%s): "
                  "ratings are averages against these opponents.",
                  shown_p(st->fit.p).text);
  else if (cyclic)
    sentences_add(to, "Ratings are averages against these opponents.");
  add_ranking(st, pairs, fits, to);
  if (is_stronger(pairs, first.p) && !first.undone && !first.against)
    add_strongest(st, pairs, &first, to);
  else
    add_no_strongest(st, pairs, &first, to);
}

/* The conclusion has two sentences. */
static void add_tournament(const Standings *st, const BotPair pairs[],
                           Sentences *to, Sentences *details) {
  Sentences all = {0};
  say_tournament(st, pairs, &all);
  for (int i = 0; i < all.count; i++)
    sentences_add(i < 2 ? to : details, "%s", all.text[i]);
}

static bool add_bots(const Standings *st, Sentences *to, Sentences *details) {
  int count;
  BotPair *pairs = standings_pairs(st, &count);
  if (!pairs)
    return false;
  /* What a bot gains by who sits before it counts as its strength. */
  if (st->rotated)
    sentences_add(to,
                  "Only a tournament would show which bot is strongest: here "
                  "each of them always sits behind the same other one. %.100s "
                  "scores most, %s.%s",
                  name_of(st, st->order[0]), score_of(st, st->order[0]).text,
                  verdict_truncated(st->tally).text);
  else if (st->bots > 2)
    add_tournament(st, pairs, to, details);
  else
    add_stronger(st, pairs, to);
  free(pairs);
  return true;
}

bool verdict_bots(const Run *run, Sentences *to, Sentences *details) {
  Standings st;
  if (!standings_apply(&run->tally) || balance_decided(&run->tally) == 0 ||
      !standings_of_run(&st, run, NULL))
    return false;
  bool many =
      !verdict_is_match(run) && add_bots(&st, to, details) && st.bots > 2;
  if (st.interaction.p < LEVEL)
    sentences_add(details,
                  "%s do not help every bot alike (interaction of seat and "
                  "bot, %s).",
                  st.sides == run->schedule.seats ? "Seats" : "Teams",
                  shown_p(st.interaction.p).text);
  standings_free(&st);
  return many;
}
