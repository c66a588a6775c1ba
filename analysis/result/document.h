/* A document: the whole result of an experiment, for whoever shows it. It has
 * what the result says in words, its figures in tables, and which of them the
 * pages draw. An experiment fills one in; the writers of the tables, the
 * command (cli/terminal/format.h) and the report do the rest.
 *
 * Zero-initialize. A document owns its tables. */
#ifndef BOARDLAB_ANALYSIS_RESULT_DOCUMENT_H
#define BOARDLAB_ANALYSIS_RESULT_DOCUMENT_H

#include "analysis/result/result_table.h"
#include "analysis/result/sentences.h"

enum { TABLES_MAX = 8, FIGURES_MAX = 16 };

typedef enum FigureKind {
  FIGURE_CURVES,  /* of `y` against `x` */
  FIGURE_DOTS,    /* of `y` to the right, one below the other; `x` names them */
  FIGURE_SCATTER, /* of the second of `y` against the first; `x` names them */
  FIGURE_TABLE,   /* no chart, only the numbers, of rows that have a `y` */
  FIGURE_MATRIX   /* `y` of each `x` in a row, and of `by` in a column */
} FigureKind;

/* A chart of columns of a table against another of its columns, with a table of
 * numbers beside it. Lists of columns are their keys, separated by spaces;
 * those that the table does not have, or that are missing in every row, are
 * left out, as are rows in which all of `y` are missing. A figure without any
 * is not shown. Texts that are NULL are empty. */
typedef struct Figure {
  const char *id; /* "ladder-score" */
  const char *title;
  int table;
  const char *x;     /* one key */
  const char *by;    /* keys: a curve for each combination of values, or a group
                        of dots */
  const char *y;     /* keys: a curve for each */
  const char *shown; /* keys: the table of numbers */
  const char *x_title, *y_title; /* the first of scatters only */
  const char *note;              /* below it */
  bool logarithmic;              /* x is doubled from row to row */
  bool zero, whole;              /* y is drawn from 0; shares up to 1 */
  const char *marked; /* the name of values of y to be marked, or "": */
  double from, to;    /* a line or a range */
  FigureKind kind;
  const char *rows; /* keys: what names the rows of the table of numbers;
                       otherwise x and by do */
} Figure;

typedef struct Document {
  Sentences below;   /* what explains the tables, right below them */
  Sentences verdict; /* the conclusion first */
  Sentences notes;   /* what must be kept in mind with it */
  int tables;
  ResultTable table[TABLES_MAX];
  json_t *figures; /* a list; or NULL */
} Document;

void document_free(Document *document);

/* Adds a figure, whose texts it copies; drops it if there are FIGURES_MAX
 * already. */
void document_figure(Document *document, Figure figure);

/* {"tables": […], "figures": […]} for the pages; NULL if memory runs out. */
json_t *document_json(const Document *document);

#endif
