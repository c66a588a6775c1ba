/* Runs in which few games are distinct: there is little in them that another
 * player of the game could meet. */
#include "analysis/metrics/verdict.h"
#include "analysis/stats/shown.h"

/* At most one in so many is distinct, and of few games. In a seating, so many
 * games that are the same are no coincidence. */
enum { REPEATED = 10, REPEATED_FEW = 4, GAMES_MANY = 100, SAME = 3 };

static bool whole_run_repeats(const Tally *t) {
  const Schedule *s = t->schedule;
  uint64_t distinct = tally_distinct(t, NULL);
  if (distinct == 0 || t->plies == 0 || t->games < 2 * s->seatings)
    return false;
  if (s->has_chance || schedule_is_random(s))
    return distinct == 1;
  return distinct <= s->seatings || REPEATED * distinct <= t->games ||
         (t->games < GAMES_MANY && REPEATED_FEW * distinct <= t->games);
}

/* Whether the bots of a seating play the same game again and again, to its end:
 * none of them is `random`, whose games may be few because the game is small.
 */
static bool seating_repeats(const Tally *t, size_t seating) {
  const Schedule *s = t->schedule;
  const uint8_t *bots = schedule_bots(s, seating);
  uint64_t games = tally_seating_games(t, seating);
  if (games < SAME || t->seating[seating].ends[MATCH_FORFEIT] == games ||
      !tally_seating_repeats(t, seating))
    return false;
  for (int seat = 0; seat < s->seats; seat++)
    if (schedule_bot_is_random(s, bots[seat]))
      return false;
  return true;
}

/* The seatings that do; *first is the first of them. Where nature moves, games
 * may be the same by chance. */
static size_t count_repeating(const Tally *t, size_t *first) {
  const Schedule *s = t->schedule;
  size_t count = 0;
  if (s->has_chance || s->seatings < 2 || t->games < SAME * s->seatings ||
      tally_distinct(t, NULL) == 0)
    return 0;
  for (size_t i = 0; i < s->seatings; i++)
    if (seating_repeats(t, i) && !count++)
      *first = i;
  return count;
}

/* People choose: those who play the same moves are not one and the same. */
bool verdict_is_repetitive(const Tally *t) {
  size_t first;
  if (schedule_has_humans(t->schedule))
    return false;
  return whole_run_repeats(t) || count_repeating(t, &first) > 0;
}

static void add_seatings(const Tally *t, const char *games, Sentences *to) {
  const Schedule *s = t->schedule;
  size_t first, count = count_repeating(t, &first);
  Phrase bots = {""}; /* "bot.lua:e=1, bot.lua:e=2" */
  for (int seat = 0; seat < s->seats; seat++)
    phrase_add(&bots, "%s%.60s", seat ? ", " : "",
               s->bot[schedule_bots(s, first)[seat]].spec);
  sentences_add(to,
                "In %s of the %s seatings (%s%.129s) all %s are one and the "
                "same, move for move. " REPEATS_SAY("simulate"),
                shown_count(count).text, shown_count(s->seatings).text,
                count > 1 ? "the first: " : "", bots.text, games);
}

void verdict_repeats(const Tally *t, const char *name, Sentences *to) {
  bool exact;
  uint64_t distinct = tally_distinct(t, &exact);
  Phrase games = name ? phrase("games of %.100s", name) : phrase("games");
  if (!verdict_is_repetitive(t))
    return;
  if (!whole_run_repeats(t))
    add_seatings(t, games.text, to);
  else if (distinct == 1)
    sentences_add(to,
                  "All %s %s are one and the same, move for move. " REPEATS_SAY(
                      "simulate"),
                  shown_count(t->games).text, games.text);
  else
    sentences_add(to,
                  "Only %s%s of the %s %s are distinct; the others repeat them "
                  "move for move. " REPEATS_SAY("simulate"),
                  exact ? "" : "about ", shown_count(distinct).text,
                  shown_count(t->games).text, games.text);
}
