/* The head of an entry of a report, the same for every kind: a title in words,
 * the conclusion, what must be kept in mind with it, what was played, and the
 * command that plays it again.
 *
 * Zero-initialize a Head, fill it in, and turn it into JSON:
 *
 *   {"title": …, "game": …, "conclusion": [sentence, …],
 *    "findings": [sentence, …], "notes": [sentence, …],
 *    "facts": [[label, text], …], "command": …, "no_command": …}
 *
 * head.js shows it. Either "command" is null, or "no_command", which says why
 * there is none. */
#ifndef BOARDLAB_ANALYSIS_REPORT_REPORT_HEAD_H
#define BOARDLAB_ANALYSIS_REPORT_REPORT_HEAD_H

#include "analysis/metrics/verdict.h"
#include <jansson.h>

enum { HEAD_TITLE = GAME_TITLE + SPEC_TEXT + 64, HEAD_DATE = 16 };

typedef struct Head {
  char title[HEAD_TITLE];
  json_t *made;    /* how it was made (core/run/made.h); the head's own */
  const char *dir; /* its folder */
  Sentences verdict;
  Sentences notes;
  json_t *facts;
} Head;

/* Adds a fact, a short text under a label, unless it is empty. */
__attribute__((format(printf, 3, 4))) void
head_fact(Head *head, const char *label, const char *format, ...);

/* Adds the facts on the game and its options; and those that follow the games:
 * how they begin (so many share an opening), the ply limit (0: each game has
 * its own), the version and the date of the page. */
void head_fact_game(Head *head);
void head_fact_rest(Head *head, int alike, int max_plies);

/* The options in a spec as words: "walls=5, size=7", or "". */
void head_options(const char *spec, char options[SPEC_TEXT]);

/* Today in UTC, "2026-11-16"; or the day of SOURCE_DATE_EPOCH, if that is set,
 * so that a page can be made again byte for byte. head_check_date fails if it
 * is not a number of seconds up to the year 9999; head_date then ignores it. */
bool head_check_date(Error *error);
void head_date(char date[HEAD_DATE]);

/* The title as part of a sentence, without the author in brackets after it. */
void head_short_title(const Head *head, char title[GAME_TITLE]);

/* Frees what the head owns. Returns NULL if memory runs out. */
json_t *head_json(Head *head);

#endif
