/* A document: the whole result of an experiment, for whoever shows it. It has
 * what the result says in words, its figures in tables, and which of them the
 * pages draw. An experiment fills one in; the writers of the tables, the
 * command and the report do the rest.
 *
 * Zero-initialize. A document owns its tables. */
#ifndef BOARDLAB_ANALYSIS_RESULT_DOCUMENT_H
#define BOARDLAB_ANALYSIS_RESULT_DOCUMENT_H

#include "analysis/result/result_table.h"
#include "analysis/result/sentences.h"

enum { TABLES_MAX = 8, FIGURES_MAX = 16, FIGURE_KEYS = 512 };

typedef enum ChartKind {
  CHART_CURVES, /* of y against x */
  CHART_DOTS,   /* y of each x, one below the other */
  CHART_MATRIX  /* y of each x in a row, and of `by` in a column */
} ChartKind;

/* A chart of columns of a table against another of its columns, with a table of
 * numbers beside it; only these if there is no y. Lists of columns are their
 * keys, separated by spaces; those that the table does not have, or that are
 * missing in every row, are left out. A figure without any is not shown. */
typedef struct Figure {
  const char *id; /* "ladder-score" */
  char title[128];
  int table;
  char x[64];              /* one key */
  char by[128];            /* keys: a curve for each combination of values */
  char y[FIGURE_KEYS];     /* keys: a curve for each */
  char shown[FIGURE_KEYS]; /* keys: the table of numbers */
  const char *y_title;
  char note[SENTENCE]; /* a sentence below it */
  ChartKind chart;
  bool logarithmic; /* x is doubled from row to row */
  bool whole;       /* y is drawn from 0, and shares up to 1 */
  double line;      /* a value of y to be marked, or 0 */
  char marked[32];  /* its name */
} Figure;

typedef struct Document {
  Sentences verdict; /* the conclusion first */
  Sentences notes;   /* what must be kept in mind with it */
  int tables, figures;
  ResultTable table[TABLES_MAX];
  Figure figure[FIGURES_MAX];
} Document;

void document_free(Document *document);

/* Adds a figure; drops it if there are FIGURES_MAX already. */
void document_figure(Document *document, Figure figure);

/* For terminals: the tables, then what they say. */
bool document_print(const Document *document, FILE *out, Error *error);

/* {"tables": […], "figures": […]} for the pages; a table without figures is
 * null. NULL if memory runs out. */
json_t *document_json(const Document *document);

#endif
