/* The verdict on a run: its results in plain sentences, which claim no more
 * than the intervals allow. */
#ifndef BOARDLAB_ANALYSIS_METRICS_VERDICT_H
#define BOARDLAB_ANALYSIS_METRICS_VERDICT_H

#include "analysis/result/sentences.h"
#include "analysis/stats/shown.h"
#include "analysis/stats/sprt.h"
#include "core/run/run.h"

/* Adds the results, the conclusion first: which bot is the strongest, which
 * seat has an advantage, how long games are, and how many are drawn. */
void verdict_run(const Run *run, Sentences *sentences);

/* The parts of verdict_run on bots, seats and lengths. The run must have games.
 * If bots changed seats, verdict_bots says which is the strongest, and returns
 * whether there is a ranking of several, which is then the conclusion. What is
 * no conclusion goes to `details`. */
bool verdict_bots(const Run *run, Sentences *sentences, Sentences *details);
void verdict_seats(const Run *run, Sentences *sentences, Sentences *details);
void verdict_lengths(const Run *run, Sentences *sentences);

/* Adds the sentence of the verdict that is about the seats; none if there is
 * nothing to say of them. */
void verdict_balance(const Run *run, Sentences *sentences);

/* Whether at least this share of the games is drawn, and some are not: that
 * the seats win equally often then says little. */
#define DRAWN_LARGE 0.9
bool verdict_is_mostly_drawn(const Tally *tally);

/* What a sentence on bots says if truncated games, which have no points, could
 * undo its claim; and what it ends with if there are many. */
#define COULD_UNDO_SAY ", but the truncated games could make up for it"
Phrase verdict_truncated(const Tally *tally);

/* Whether the run is a match between two bots that was played in pairs or
 * tested sequentially. verdict_match then says which bot is stronger, and
 * verdict_bots does not: its figures are for a fixed number of games, and fit
 * the advantage of the seats as well. Otherwise verdict_match adds nothing. */
bool verdict_is_match(const Run *run);
void verdict_match(const Run *run, Sentences *sentences);

/* Adds the score and the figures of a test, and how much the pairs have saved.
 */
void verdict_match_method(const Run *run, Sentences *sentences);

/* What a hypothesis that is accepted says of a bot, in words such as
 * "stronger" and "weaker": "stronger than greedy", "less than 30 Elo weaker
 * than greedy, or stronger". H1 says that the difference is above elo0, H0 that
 * it is below elo1. */
Phrase verdict_sprt_claim(const Sprt *sprt, SprtDecision decision,
                          const char *more, const char *less,
                          const char *other);

/* Adds the figures of a test, of observations of a kind such as ", trinomial".
 */
void verdict_sprt_figures(const Sprt *sprt, const char *how, double llr,
                          Sentences *sentences);

/* How often such a claim is made though it is false: a format for a percentage.
 */
#define SPRT_ERRORS                                                            \
  "If that were false, such a test would still say so in at most %s of cases."

/* Adds the caveats: an incomplete run, one that was given more games, truncated
 * and forfeited games, games that are set aside, seats that never moved, bots
 * that play by the clock, random bots only. */
void verdict_notes(const Run *run, Sentences *sentences);

/* How many games of a run (which is named, or NULL) are set aside, and why; ""
 * if there are none. verdict_note_aside adds that sentence; verdict_notes does,
 * too. */
Phrase verdict_aside(const Run *run, const char *name);
void verdict_note_aside(const Run *run, const char *name, Sentences *sentences);

/* The caveat of a game for one player, and of results between random players.
 */
#define RANDOM_PLAYER_SAY                                                      \
  "By a random player only: this says little about good play."
#define RANDOM_PLAYERS_SAY                                                     \
  "Between random players only: this says little about good play, in which a " \
  "game may be balanced quite differently."

/* All that can be said of several runs whose games were all forfeited. */
#define ALL_FORFEITED_SAY                                                      \
  "Every game was forfeited: there is nothing to compare."

/* Adds a note if a run was given more games so many times after it was
 * complete; `who` is "The run was", and `advice` a sentence that follows. */
#define RAISED_ADVICE "With --until a run stops by itself when it has enough."
void verdict_raised(const char *who, int raised, const char *advice,
                    Sentences *sentences);

/* Adds a note on the seats that never moved, if there are any. */
void verdict_dead_sides(const Tally *tally, Sentences *sentences);

/* Whether a run repeats itself: all games are one and the same, in each seating
 * if there are several, or few are distinct, one in ten or, of
 * fewer than 100, one in four. Where nature moves or
 * all bots are random, few distinct games are those of a small game, played as
 * often as they are likely. Otherwise one seating is enough, all of whose games
 * are the same: they count in every rating and in what is said of the seats.
 * Nothing is claimed of a run that repeats itself. */
bool verdict_is_repetitive(const Tally *tally);

/* Whether the games are of one person against one bot, perhaps some of two
 * people. verdict_people_won then adds how many games they won against each
 * bot. If they are few, nobody is rated by them. */
bool verdict_has_opponents(const Run *run);
void verdict_people_won(const Run *run, Sentences *to);
bool verdict_is_few_people(const Run *run);

/* Adds what the intervals of games between people assume. */
void verdict_people(const Run *run, Sentences *to);

/* Adds a sentence if it does, that names the run unless `name` is NULL. */
void verdict_repeats(const Tally *tally, const char *name,
                     Sentences *sentences);

/* What that means, for other notes on such runs. `command` is the one whose
 * --opening helps. */
#define REPEATS_SAY(command)                                                   \
  "The results say nothing about other ways in which the game may go. If the " \
  "bots leave nothing to chance, a random start makes their games differ, or " \
  "random first plies, as with " command " --opening 4."

#endif
