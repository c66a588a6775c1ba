/* What the files of a study share. */
#ifndef BOARDLAB_ANALYSIS_EXPERIMENTS_STUDY_INTERNAL_H
#define BOARDLAB_ANALYSIS_EXPERIMENTS_STUDY_INTERNAL_H

#include "analysis/experiments/ladder_internal.h"
#include "analysis/experiments/study.h"
#include "analysis/metrics/run_metrics.h"
#include "core/search/solution.h"

/* A figure of the card. */
typedef struct CardFigure {
  const char *scope, *name; /* of the metric: the line and the figure */
  const char *title;        /* for people */
  const char *from;         /* the scope of the same metric of a run that it is
                               taken from; or NULL */
  bool judged;              /* an oracle judged positions */
} CardFigure;

/* All of them, in the order of the card; the last one has no scope. */
extern const CardFigure card_figures[];
const CardFigure *card_figure(const char *scope, /* NULL: any */
                              const char *name);

/* The title of a line: "Fair?" */
const char *card_line(const char *scope);

/* What it means that a figure is below or above those of the library's games;
 * of the figures that a sentence is for. */
typedef struct LibraryFigure {
  const char *name;
  const char *less, *more;
} LibraryFigure;
const LibraryFigure *library_figure(const char *name); /* or NULL */

/* The key of where a figure is among those of the library's games: its name,
 * and what it is of, as in "score, random, seat 1". */
Phrase library_key(const Metric *figure);

/* The cards of the library's games, game_cards.csv. */
extern const char *const study_cards;

/* The name of the oracle whose values are on the card; NULL if there is none.
 */
const char *study_judge(const Study *study);

/* How much to play, from a few games. False if the game is refused. */
bool study_measure(Study *study, const Game *game);

/* The folder of the first game in that of a change. */
#define STUDY_BEFORE "before"

/* Notes why there is nothing to study, and returns false. */
__attribute__((format(printf, 2, 3))) bool
study_refuse(Study *study, const char *format, ...);

/* The same of rules that fail. */
bool study_refuse_rules(Study *study, const Error *why);

/* The level whose games are looked at: the strongest of mcts. */
int study_level(const Study *study);

/* Fill in the card. */
void card_add_trial(Study *study, const char *bot, const Tally *tally);
void card_add_ladder(Study *study);
void card_add_run(Study *study, const RunMetrics *run);
void card_add_solution(Study *study, const Game *game,
                       const Solution *solution);
void card_add_coverage(Study *study, const Coverage *coverage);
/* Adds where its figures are among those of the library; call it last. */
void card_add_library(Study *study);

/* Whether the games of people, if there are any, are of this game. */
bool study_check_people(const Study *study, const Game *game, Error *error);

/* Adds what people do, and how that differs from the games of the strongest of
 * mcts, which are in this folder. The figures of bots do not depend on it. */
bool card_add_people(Study *study, const char *strongest, Error *error);
void study_say_people(const Study *study, Sentences *sentences);

/* How much wider than 95% the intervals of all claims that a card could make
 * are, so that they hold together. */
double study_claims(const Study *study);

/* "the first side wins", if that is the value of the first position. */
Phrase study_perfect(const Study *study, const Metric *perfect);

/* The sentences of the card. */
void study_verdict(const Study *study, Sentences *sentences);

#endif
