/* Numbers as people read them, in sentences, tables and pages.
 *
 * One rule rounds them all, so that a headline never disagrees with the table
 * below it or with the CSV file behind both: a number is first rounded to
 * SHOWN_CSV decimals, as the CSV files have it, and then to the digits shown,
 * ties to the even digit, so that two shares that make up all are shown as two
 * that do. Whoever rounds the number in the file gets the number in
 * the sentence. report/text.js does the same for the pages.
 *
 * An interval always stands behind its value with both its ends, as in
 * "55.4% (52.1 to 58.7)": a half-width would be wrong where the interval is not
 * symmetric. A missing number, NaN, is shown as "–".
 *
 * The functions return their text by value, for use within one expression:
 *
 *   printf("%s", shown_percent(rate).text);
 */
#ifndef BOARDLAB_ANALYSIS_STATS_SHOWN_H
#define BOARDLAB_ANALYSIS_STATS_SHOWN_H

#include "analysis/stats/estimate.h"

enum { SHOWN_CSV = 6 };

/* A part of a sentence, a name or a number. What does not fit is left out. */
typedef struct Phrase {
  char text[512];
} Phrase;
typedef Phrase Shown; /* a number */

__attribute__((format(printf, 1, 2))) Phrase phrase(const char *format, ...);
__attribute__((format(printf, 2, 3))) void phrase_add(Phrase *phrase,
                                                      const char *format, ...);

/* Adds an item of a list, "a, b and c": so many are left after it, and `last`,
 * such as " and ", stands before the last one. */
void phrase_list(Phrase *list, int left, const char *last, const char *item);

/* "12,345" */
Shown shown_count(uint64_t number);

/* "1 game", "12,345 games": the words are short. */
Shown shown_things(uint64_t number, const char *one, const char *many);

/* "1,234.5"; at most SHOWN_CSV decimals. */
Shown shown_real(double number, int decimals);

/* A number of plies, "31", or "at least 400" if it is infinite: beyond the
 * limit at which games were stopped. */
Shown shown_plies(double plies, int limit);

/* "+3.2", "-3.2", "0.0" */
Shown shown_signed(double number, int decimals);

/* "55.4%" of a rate; "<0.1%" and ">99.9%" for rates that are not 0 or 1 but
 * would look like them. */
Shown shown_percent(double rate);

/* A difference of rates in percentage points, without a unit: "3.2". */
Shown shown_points(double difference);
Shown shown_signed_points(double difference);
/* The same with at most SHOWN_CSV - 2 decimals. */
Shown shown_points_to(double difference, int decimals);
Shown shown_signed_points_to(double difference, int decimals);

/* "p = 0.032", "p < 0.0001"; and without its name: "0.032", "<0.0001" */
Shown shown_p(double p);
Shown shown_p_value(double p);

/* The value and, if it has one, its interval: "55.4% (52.1 to 58.7)",
 * "3.2 (1.1 to 5.3)". */
Shown shown_percent_estimate(Estimate estimate);
Shown shown_points_estimate_to(Estimate estimate, int decimals);
Shown shown_real_estimate(Estimate estimate, int decimals);
Shown shown_signed_estimate(Estimate estimate, int decimals);

/* Ratings (ratings.h): "+281 (+156 to +406)"; "at least +317" and "at most
 * -317" where the points set only one bound, "unknown" where they set none. */
Shown shown_rating(Estimate rating);

/* The same with the unit: "+281 Elo (+156 to +406)", "at least +317 Elo". */
Shown shown_elo(Estimate rating);

#endif
