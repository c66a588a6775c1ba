/* The sentences on games of people: how they did against each bot, and what the
 * intervals assume. */
#include "analysis/metrics/bot_names.h"
#include "analysis/metrics/verdict.h"

/* Fewer games of people against bots rate nobody. */
enum { RATED_GAMES = 100 };

/* Whether one person plays against one bot in every game, or two people. */
static bool is_duel(const Schedule *s) {
  for (size_t i = 0; i < s->seatings; i++) {
    const uint8_t *bots = schedule_bots(s, i);
    if (!schedule_bot_is_human(s, bots[0]) &&
        !schedule_bot_is_human(s, bots[s->seats - 1]))
      return false;
  }
  return s->seats == 2 && s->sides == 2;
}

bool verdict_has_opponents(const Run *run) {
  const Schedule *s = &run->schedule;
  return schedule_has_humans(s) && !schedule_is_human(s) && is_duel(s);
}

bool verdict_is_few_people(const Run *run) {
  return verdict_has_opponents(run) && run->tally.games < RATED_GAMES;
}

/* "0 of 1 against beginner, 1 of 5 against casual" */
static Phrase list_opponents(const Run *run, BotTally *all) {
  const Schedule *s = &run->schedule;
  Phrase text = {""};
  *all = (BotTally){.games = 0};
  for (int bot = 0; bot < s->bots; bot++) {
    if (schedule_bot_is_human(s, bot))
      continue;
    BotTally t = tally_bot(&run->tally, bot);
    all->games += t.games;
    all->lost += t.lost;
    all->drawn += t.drawn;
    all->truncated += t.truncated;
    phrase_add(&text, "%s%s of %s against %.100s", *text.text ? ", " : "",
               shown_count(t.lost).text, shown_count(t.games).text,
               bots_short_name(s, bot));
  }
  return text;
}

void verdict_people_won(const Run *run, Sentences *to) {
  BotTally all;
  Phrase rest = {""};
  if (!verdict_has_opponents(run))
    return;
  Phrase opponents = list_opponents(run, &all);
  if (all.drawn)
    phrase_add(&rest, " %s drawn.", shown_count(all.drawn).text);
  if (all.truncated)
    phrase_add(&rest, " %s not finished.", shown_count(all.truncated).text);
  sentences_add(to, "People won %s of %s against bots: %.380s.%s",
                shown_count(all.lost).text,
                shown_things(all.games, "game", "games").text, opponents.text,
                rest.text);
}

void verdict_people(const Run *run, Sentences *to) {
  if (schedule_has_humans(&run->schedule) && run->tally.games > 1)
    sentences_add(to, "These games were played by people. The intervals take "
                      "each game as independent of the others; those of one "
                      "person are not, and if people have played several, the "
                      "intervals are too narrow.");
}
