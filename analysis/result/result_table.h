/* A table of results: what an experiment computes, once for everybody who shows
 * it. The terminal, CSV files, JSON, Lua and the pages are writers that know
 * nothing of ladders or sweeps; so a column is one line in one place, the one
 * that puts its value:
 *
 *   for (int i = 0; i < levels; i++) {
 *     result_row(&table);
 *     result_put(&table, AS_SHARE("draws", "draw_rate", "drawn"),
 *               level[i].draws);
 *   }
 *
 * The first row declares the columns; all others must put the same ones in the
 * same order. A table copies what it is given. If memory runs out it stays as
 * it is, and its writers fail. It belongs to one thread at a time.
 *
 * Zero-initialize. */
#ifndef BOARDLAB_ANALYSIS_RESULT_RESULT_TABLE_H
#define BOARDLAB_ANALYSIS_RESULT_RESULT_TABLE_H

#include "analysis/stats/shown.h"
#include "core/base/error.h"
#include "core/base/text.h"
#include <jansson.h>
#include <stdio.h>

/* What a column holds, and so how its values are shown. */
typedef enum ColumnKind {
  KIND_TEXT,
  KIND_WORD,   /* a text that CSV needs no quotes for */
  KIND_FLAG,   /* true or false */
  KIND_COUNT,  /* a whole number */
  KIND_SHARE,  /* between 0 and 1: "55.4%" */
  KIND_REAL,   /* "31.4" */
  KIND_SIGNED, /* "+3.2" */
  KIND_POINTS, /* a difference of shares: "+3.2", in percentage points */
  KIND_ELO,    /* "+35"; may be infinite */
  KIND_P,      /* a p-value: "p = 0.032" */
  KIND_NUMBER  /* of any kind, as precise as necessary */
} ColumnKind;

/* Where an estimate has its interval; in Lua always. */
typedef enum ColumnBounds {
  BOUNDS_NONE,
  BOUNDS_FILE, /* in files and pages */
  BOUNDS_SHOWN /* on terminals as well */
} ColumnBounds;

typedef struct Column {
  ColumnKind kind;
  const char *key;   /* in Lua, where "against.won" is a field of a field and
                        "seat.1" one of a list, and on pages; NULL: not there */
  const char *csv;   /* in CSV and JSON, as "plies_mean", to which plies_low and
                        plies_high belong; NULL: not there */
  const char *title; /* for people; NULL: tables do not have it */
  ColumnBounds bounds;
  int digits;  /* after the point, of KIND_REAL and KIND_SIGNED; 0 means 1 */
  bool detail; /* too much for a terminal */
} Column;

/* AS_SHARE("draws", "draw_rate", "drawn", .detail = true) */
#define AS_TEXT(...) ((Column){KIND_TEXT, __VA_ARGS__})
#define AS_WORD(...) ((Column){KIND_WORD, __VA_ARGS__})
#define AS_FLAG(...) ((Column){KIND_FLAG, __VA_ARGS__})
#define AS_COUNT(...) ((Column){KIND_COUNT, __VA_ARGS__})
#define AS_SHARE(...) ((Column){KIND_SHARE, __VA_ARGS__})
#define AS_REAL(...) ((Column){KIND_REAL, __VA_ARGS__})
#define AS_SIGNED(...) ((Column){KIND_SIGNED, __VA_ARGS__})
#define AS_POINTS(...) ((Column){KIND_POINTS, __VA_ARGS__})
#define AS_ELO(...) ((Column){KIND_ELO, __VA_ARGS__})
#define AS_P(...) ((Column){KIND_P, __VA_ARGS__})
#define AS_NUMBER(...) ((Column){KIND_NUMBER, __VA_ARGS__})

typedef struct Cell {
  Estimate number; /* NaN: missing */
  char *text;      /* of KIND_TEXT; NULL: missing */
} Cell;

/* Columns that are shown together under a heading, up to those of the next. The
 * columns before the first section name the row and are shown with each. */
typedef struct Section {
  char *title;
  int first;
} Section;

typedef struct ResultTable {
  int columns, rows, sections;
  Column *column;
  Cell *cell; /* of all rows */
  Section *section;
  size_t capacity; /* of `cell` */
  int next;        /* the column that is put next */
  bool failed;     /* out of memory */
} ResultTable;

void result_free(ResultTable *table);

/* Begins a row, after the last one is whole. */
void result_row(ResultTable *table);

/* Begins a section with the next column. */
void result_section(ResultTable *table, const char *title);

/* Puts a value into the next column. An estimate of no games (n is 0) is
 * missing; so is a text that is NULL. */
void result_put(ResultTable *table, Column column, Estimate value);
void result_put_text(ResultTable *table, Column column, const char *text);
void result_put_count(ResultTable *table, Column column, uint64_t count);
void result_put_flag(ResultTable *table, Column column, bool flag);

/* A number without an interval, or a missing one. */
Estimate number_if(bool known, double number);

/* "seat.1" of "seat.%d": for a key, name or title in a call of result_put. */
typedef struct Name {
  char text[96];
} Name;
Name numbered(const char *format, int number);

/* ---- reading -------------------------------------------------------------*/

/* Whether it holds texts. */
static inline bool column_is_text(const Column *column) {
  return column->kind <= KIND_WORD;
}

const Cell *result_cell(const ResultTable *table, int row, int column);
bool result_has(const ResultTable *table, int row, int column);

/* The column with this key, or -1. */
int result_find(const ResultTable *table, const char *key);

/* A value as people read it: by itself, and its interval without the value. */
Shown result_value(const ResultTable *table, int row, int column);
Shown result_interval(const ResultTable *table, int row, int column);

/* ---- writers -------------------------------------------------------------*/

/* For terminals: every section with the rows that have something in it. */
bool result_print(const ResultTable *table, FILE *out, Error *error);

/* The header and all rows, appended to a text. */
bool result_csv(const ResultTable *table, Text *csv, Error *error);

/* The same fields as [{name: value, …}, …]; what is missing is null. NULL if
 * memory runs out. */
json_t *result_json(const ResultTable *table);

/* With what pages need to show it: {"columns": [{"key", "title", "kind",
 * "bounds"}, …], "rows": [[value or [value, low, high], …], …], "texts": [[text
 * or [text, interval], …], …]}. */
json_t *result_page_json(const ResultTable *table);

#endif
