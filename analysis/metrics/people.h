/* What people said in a collected run (core/run/collect.h): their answers to
 * questions, how long they took for a move, and in how many games they asked
 * for hints or took moves back. */
#ifndef BOARDLAB_ANALYSIS_METRICS_PEOPLE_H
#define BOARDLAB_ANALYSIS_METRICS_PEOPLE_H

#include "analysis/result/document.h"
#include "core/run/run.h"

/* The tables of the document. A question is in the first if all its answers are
 * whole numbers; the second has the answers to the others. */
enum { PEOPLE_QUESTIONS, PEOPLE_ANSWERS, PEOPLE_GAMES, PEOPLE_TABLES };

/* Whether people have played the games of a run. */
bool people_apply(const Run *run);

/* Fills an empty document from the files of such a run. The table of answers is
 * not for terminals, as these may be long. */
bool people_document(const Run *run, Document *document, Error *error);

#endif
