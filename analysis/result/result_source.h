/* A table read back from CSV by the code that writes it: a column is described
 * once for both directions.
 *
 *   result_sync_count(&table, AS_COUNT("games", "games", "games"), &games);
 *
 * puts `games` into a table. If the table has a source, the row of a file that
 * result_csv has written, it takes `games` from there instead, and what is
 * only put is passed over. */
#ifndef BOARDLAB_ANALYSIS_RESULT_RESULT_SOURCE_H
#define BOARDLAB_ANALYSIS_RESULT_RESULT_SOURCE_H

#include "analysis/result/result_table.h"
#include "core/base/csv.h"

/* Zero-initialize. */
typedef struct ResultSource {
  char **name; /* of the columns */
  int columns;
  const CsvRow *row;
  bool wrong; /* some field is missing or is no value of its column */
} ResultSource;

/* Keeps the names in the header; fails if out of memory. */
bool result_source_header(ResultSource *source, const CsvRow *header,
                          Error *error);
void result_source_free(ResultSource *source);

/* The last column of this name, or -1: options that are varied come first, and
 * may be called as columns are. */
int result_source_find(const ResultSource *source, const char *name);

/* An estimate that is missing becomes estimate_none, and missing ends of its
 * interval NaN; n becomes 1. A count or a flag that is missing is wrong. */
void result_sync(ResultTable *table, Column column, Estimate *value);
void result_sync_count(ResultTable *table, Column column, uint64_t *count);
/* The same of a count that is missing if it is 0. */
void result_sync_some(ResultTable *table, Column column, uint64_t *count);
void result_sync_flag(ResultTable *table, Column column, bool *flag);
/* A text that is missing is "". */
void result_sync_text(ResultTable *table, Column column, char *text,
                      size_t size);

#endif
