#include "analysis/metrics/verdict.h"

#include "analysis/metrics/balance.h"
#include "analysis/metrics/margins.h"
#include "analysis/metrics/standings.h"
#include "analysis/metrics/summary.h"
#include "analysis/stats/shown.h"

/* ---- results -------------------------------------------------------------*/

bool verdict_is_mostly_drawn(const Tally *t) {
  return t->ends[MATCH_WIN] &&
         (double)t->ends[MATCH_DRAW] >= DRAWN_LARGE * (double)t->games;
}

Phrase verdict_truncated(const Tally *t) {
  double share = (double)t->ends[MATCH_TRUNCATED] / (double)t->games;
  return share > UNDECIDED_LARGE ? phrase(" %s of all games were truncated.",
                                          shown_percent(share).text)
                                 : (Phrase){""};
}

/* What happened in games that repeat each other, of which nothing follows for
 * others. */
static void add_facts(const Tally *t, Sentences *to) {
  Phrase won = {""};
  for (int seat = 0; seat < t->schedule->seats; seat++)
    phrase_add(&won, "seat %d won %s, ", seat + 1,
               shown_percent(summary_seat(t, seat).value).text);
  bool lost = t->schedule->sides < 2 || tally_lost(t);
  Estimate none = lost ? summary_lost(t) : summary_end(t, MATCH_DRAW);
  sentences_add(to, "In these games, %.400sand %s were %s.", won.text,
                shown_percent(none.value).text, lost ? "lost" : "drawn");
}

/* A bot that often fails says more about itself than about the game. */
static void add_forfeits(const Tally *t, Sentences *to) {
  uint64_t all = t->ends[MATCH_FORFEIT], most = 0;
  int who = 0;
  if ((double)all <= UNDECIDED_LARGE * (double)t->games || all == t->games)
    return;
  for (int bot = 0; bot < t->schedule->bots; bot++)
    if (tally_bot(t, bot).forfeits > most) {
      most = tally_bot(t, bot).forfeits;
      who = bot;
    }
  Phrase share = most < all ? phrase("%s of %s", shown_count(most).text,
                                     shown_count(all).text)
                            : phrase("all");
  sentences_add(to,
                "%s of games were forfeited, %s by %.150s: see why before you "
                "rely on the rest.",
                shown_percent((double)all / (double)t->games).text, share.text,
                t->schedule->bot[who].spec);
}

/* Those who play together win or lose together. */
static void add_cooperation(const Tally *t, Sentences *to) {
  bool one = t->schedule->seats == 1;
  if (balance_decided(t) == 0)
    sentences_add(to, "No game has a result: all were truncated or forfeited.");
  else
    sentences_add(to, "The player%s %s of games and lose%s %s.",
                  one ? " wins" : "s win",
                  shown_percent_estimate(summary_seat(t, 0)).text,
                  one ? "s" : "", shown_percent(summary_lost(t).value).text);
}

static void add_results(const Run *run, Sentences *to) {
  const Tally *t = &run->tally;
  Sentences details = {0};
  add_forfeits(t, to);
  verdict_people_won(run, to);
  verdict_match(run, to);
  if (t->schedule->sides < 2) {
    add_cooperation(t, to);
  } else if (!verdict_is_few_people(run)) {
    bool many = verdict_bots(run, to, &details);
    verdict_seats(run, many ? &details : to, &details);
  }
  to->conclusion = to->count;
  verdict_match_method(run, to);
  sentences_append(to, &details);
  verdict_margins(run, to);
  verdict_lengths(run, to);
  bool said = t->schedule->sides >= 2 && verdict_is_mostly_drawn(t);
  if (t->ends[MATCH_WIN] && t->ends[MATCH_DRAW] && !said)
    sentences_add(to, "%s of games are drawn.",
                  shown_percent_estimate(summary_end(t, MATCH_DRAW)).text);
  if (t->schedule->sides >= 2 && tally_lost(t))
    sentences_add(to, "All lose %s of games.",
                  shown_percent_estimate(summary_lost(t)).text);
}

void verdict_run(const Run *run, Sentences *to) {
  const Tally *t = &run->tally;
  if (t->games == 0) {
    sentences_add(to, "No game has been played yet.");
  } else if (verdict_is_repetitive(t) && t->ends[MATCH_FORFEIT] < t->games) {
    verdict_repeats(t, NULL, to);
    to->conclusion = to->count;
    add_facts(t, to);
  } else
    add_results(run, to);
}

/* ---- notes ---------------------------------------------------------------*/

void verdict_dead_sides(const Tally *t, Sentences *to) {
  const Schedule *s = t->schedule;
  char name[SIDE_TEXT];
  Phrase list = {""};
  int live[SEATS_MAX], sides = balance_sides(t, live), dead = 0, next = 0;
  for (int side = 0; side < s->sides; side++) {
    if (next < sides && live[next] == side) {
      next++;
      continue;
    }
    schedule_side_name(s, side, name);
    phrase_add(&list, "%s%s", dead++ ? ", " : "", name);
  }
  bool team = s->seats > s->sides;
  if (dead && balance_decided(t))
    sentences_add(
        to, "%s%s %s never moved and %s left out of all results about balance.",
        team ? "Team" : "Seat", dead == 1 ? "" : "s", list.text,
        dead == 1 ? "is" : "are");
}

void verdict_raised(const char *who, int raised, const char *advice,
                    Sentences *to) {
  if (raised)
    sentences_add(to,
                  "%.300s complete before and given more games: this is look "
                  "%d. Adding games after a look finds something by chance "
                  "more often, so what is claimed needs more evidence than in "
                  "a run with as many games from the start.%s%s",
                  who, raised + 1, *advice ? " " : "", advice);
}

Phrase verdict_aside(const Run *run, const char *name) {
  const SetAside *aside = &run->aside;
  bool one = aside->count == 1;
  Error why;
  if (aside->count == 0)
    return (Phrase){""};
  error_set(&why, "%.200s", aside->why.message); /* between characters */
  return phrase("%s%s%.100s %s not replay and %s set aside, %sgame %llu "
                "(%.200s): all figures are for the other %s.",
                shown_things(aside->count, "game", "games").text,
                name ? " of " : "", name ? name : "", one ? "does" : "do",
                one ? "is" : "are", one ? "" : "the first of them ",
                (unsigned long long)aside->game[0], why.message,
                shown_things(run->tally.games, "game", "games").text);
}

void verdict_note_aside(const Run *run, const char *name, Sentences *to) {
  if (run->aside.count)
    sentences_add(to, "%s", verdict_aside(run, name).text);
}

void verdict_notes(const Run *run, Sentences *to) {
  const Tally *t = &run->tally;
  Error reason;
  error_set(&reason, "%.250s",
            run->reason.message); /* shortened between characters */
  if (!run->complete)
    sentences_add(to, "The run is not complete: %s of %s.",
                  shown_count(run_played(run)).text,
                  shown_things(run->count, "game", "games").text);
  if (run->plan.shards > 1)
    sentences_add(to, "This is shard %d of %d, not the whole run.",
                  run->plan.shard, run->plan.shards);
  verdict_note_aside(run, NULL, to);
  verdict_raised("The run was", t->raised, RAISED_ADVICE, to);
  verdict_people(run, to);
  size_t refused = json_object_size(run->refused);
  if (refused)
    sentences_add(
        to, "%s set aside; run.json says why.",
        refused == 1 ? "One file was"
                     : phrase("%s files were", shown_count(refused).text).text);
  if (t->ends[MATCH_TRUNCATED] && schedule_is_collected(&run->schedule))
    sentences_add(to,
                  "%s of games were not finished. They count neither as wins "
                  "nor as draws.",
                  shown_percent(summary_end(t, MATCH_TRUNCATED).value).text);
  else if (t->ends[MATCH_TRUNCATED])
    sentences_add(
        to,
        "%s of games were truncated at %s pl%s, with no result. "
        "They count neither as wins nor as draws; --max-plies sets the limit.",
        shown_percent(summary_end(t, MATCH_TRUNCATED).value).text,
        shown_count((uint64_t)run->plan.max_plies).text,
        run->plan.max_plies == 1 ? "y" : "ies");
  if (t->ends[MATCH_FORFEIT])
    sentences_add(to,
                  "%s of games were forfeited. They do not count as wins%s. "
                  "The first reason: %.250s",
                  shown_percent(summary_end(t, MATCH_FORFEIT).value).text,
                  standings_apply(t)
                      ? " of a seat; scores and ratings of bots give the point "
                        "to the others"
                      : "",
                  reason.message);
  verdict_dead_sides(t, to);
  if (run->timed && !schedule_is_collected(&run->schedule))
    sentences_add(to, "%s: playing it again will give different games.",
                  schedule_has_free_program(&run->schedule)
                      ? "A program in this run is not deterministic"
                      : "The bots in this run play by the clock");
  if (schedule_is_random(&run->schedule))
    sentences_add(to, t->schedule->sides < 2 ? RANDOM_PLAYER_SAY
                                             : RANDOM_PLAYERS_SAY);
}
