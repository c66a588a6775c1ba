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
 * same order, numbers perhaps of another kind. A table copies what it is given.
 * If memory runs out it stays as it is, and its writers fail. It belongs to one
 * thread at a time.
 *
 * Zero-initialize. */
#ifndef BOARDLAB_ANALYSIS_RESULT_RESULT_TABLE_H
#define BOARDLAB_ANALYSIS_RESULT_RESULT_TABLE_H

#include "analysis/stats/shown.h"
#include "core/base/error.h"
#include "core/base/text.h"
#include <jansson.h>
#include <stdio.h>

/* What a cell holds, and so how it is shown. */
typedef enum CellKind {
  CELL_VALUE, /* of an option: a text that CSV needs no quotes for; in Lua a
                 number or a boolean if it is one */
  CELL_TEXT,
  CELL_WORD,   /* a text that CSV needs no quotes for */
  CELL_FLAG,   /* true or false */
  CELL_COUNT,  /* a whole number */
  CELL_SHARE,  /* between 0 and 1: "55.4%" */
  CELL_REAL,   /* "31.4" */
  CELL_SIGNED, /* "+3.2" */
  CELL_POINTS, /* a difference of shares: "+3.2", in percentage points */
  CELL_GAP,    /* its size: "3.2 points" */
  CELL_ELO,    /* "+35"; may be infinite */
  CELL_RATING, /* the same, but "at least +317" if it has one bound only */
  CELL_P,      /* a p-value: "0.032", "<0.0001" */
  CELL_NUMBER  /* of any kind, as precise as necessary */
} CellKind;

/* Where an estimate has its interval. */
typedef enum ColumnBounds {
  BOUNDS_NONE,  /* in Lua only */
  BOUNDS_FILE,  /* in files and pages as well */
  BOUNDS_SHOWN, /* on terminals as well */
  BOUNDS_NEVER  /* it has none: in Lua a number */
} ColumnBounds;

typedef struct Column {
  CellKind kind;
  const char *key;   /* in Lua, where "against.won" is a field of a field and
                        "seat.1" one of a list, and on pages; NULL: not there */
  const char *csv;   /* in CSV and JSON, as "plies_mean", to which plies_low and
                        plies_high belong, or as "rating,low,high", which in
                        Lua are fields of the row; NULL: not there */
  const char *title; /* for people; NULL: tables do not have it */
  ColumnBounds bounds;
  int digits;  /* after the point; 0 means 1 */
  bool detail; /* too much for a terminal */
  bool people; /* for them only: not in Lua */
  CellKind as; /* how this value is shown, if not as all of the column */
} Column;

/* AS_SHARE("draws", "draw_rate", "drawn", .detail = true) */
#define AS_VALUE(...) ((Column){CELL_VALUE, __VA_ARGS__})
#define AS_TEXT(...) ((Column){CELL_TEXT, __VA_ARGS__})
#define AS_WORD(...) ((Column){CELL_WORD, __VA_ARGS__})
#define AS_FLAG(...) ((Column){CELL_FLAG, __VA_ARGS__})
#define AS_COUNT(...) ((Column){CELL_COUNT, __VA_ARGS__})
#define AS_SHARE(...) ((Column){CELL_SHARE, __VA_ARGS__})
#define AS_REAL(...) ((Column){CELL_REAL, __VA_ARGS__})
#define AS_SIGNED(...) ((Column){CELL_SIGNED, __VA_ARGS__})
#define AS_POINTS(...) ((Column){CELL_POINTS, __VA_ARGS__})
#define AS_ELO(...) ((Column){CELL_ELO, __VA_ARGS__})
#define AS_RATING(...) ((Column){CELL_RATING, __VA_ARGS__})
#define AS_P(...) ((Column){CELL_P, __VA_ARGS__})
#define AS_NUMBER(...) ((Column){CELL_NUMBER, __VA_ARGS__})

typedef struct Cell {
  CellKind kind; /* that of its column, or of its row: a column of values may
                    hold rates and means */
  int digits;
  Estimate number; /* NaN: missing */
  char *text;      /* of CELL_TEXT and CELL_WORD; NULL: missing */
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
  size_t cells, capacity;      /* of `cell` */
  int next;                    /* the column that is put next */
  bool failed;                 /* out of memory */
  bool hidden;                 /* not shown on terminals */
  int printed;                 /* rows shown there, the first ones; 0: all */
  struct ResultSource *source; /* it is read (result_source.h), not made */
} ResultTable;

void result_free(ResultTable *table);

/* Begins a row, after the last one is whole. */
void result_row(ResultTable *table);

/* Takes the last row back; its columns stay. */
void result_drop(ResultTable *table);

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

/* ---- reading -------------------------------------------------------------*/

static inline bool cell_is_text(CellKind kind) {
  return kind <= CELL_WORD;
}

const Cell *result_cell(const ResultTable *table, int row, int column);
bool result_has(const ResultTable *table, int row, int column);

/* Whether files have its interval. */
bool column_has_bounds(const Column *column);

/* Whether the ends of its interval have names of their own. */
bool column_is_flat(const Column *column);

/* What files call it and, for 1 and 2, the ends of its interval. */
Phrase column_name(const Column *column, int field);

/* Whether it has an interval with two ends; those of ratings may be infinite.
 */
bool cell_has_interval(const Cell *cell);

/* A value as people read it: by itself, and its interval without the value. */
Shown cell_value(const Cell *cell);
Shown cell_interval(const Cell *cell);

/* ---- writers -------------------------------------------------------------*/

/* For terminals: every section with the rows that have something in it. */
bool result_print(const ResultTable *table, FILE *out, Error *error);

/* All rows, appended to a text; the header first, if that is empty. */
bool result_csv(const ResultTable *table, Text *csv, Error *error);

/* Writes the rows of some tables with the same columns to the file dir/name,
 * which they replace. */
bool result_save(const ResultTable *tables, int count, const char *dir,
                 const char *name, Error *error);

/* Writes these fields as CSV or as JSON, [{name: value, …}, …] with a row per
 * line, in which what is missing is null and what is infinite a text. */
bool result_write(const ResultTable *table, bool json, FILE *out, Error *error);

/* What pages need to show it: {"columns": [{"key", "title", "kind",
 * "bounds"}, …], "rows": [[value or [value, low, high], …], …], "texts": [[text
 * or [text, interval], …], …]}. */
json_t *result_page_json(const ResultTable *table);

#endif
