/* Pages on disk: which files a page of boardlab may replace, and the data in
 * them. */
#ifndef BOARDLAB_ANALYSIS_REPORT_PAGE_FILE_H
#define BOARDLAB_ANALYSIS_REPORT_PAGE_FILE_H

#include "core/base/error.h"
#include "core/base/text.h"
#include <jansson.h>
#include <stdbool.h>

/* A kind of page. */
typedef struct PageKind {
  const char *name;  /* "report" */
  const char *what;  /* "a report of boardlab" */
  const char *title; /* the element near its beginning, in all versions */
} PageKind;

/* Whether a page of this kind may be written there: nothing is there, or an
 * empty file, or an older page of the kind. A mistyped file name must not
 * destroy another file. */
bool page_may_replace(const char *path, const PageKind *kind, Error *error);

/* Appends JSON to a page, for a script element. False if memory runs out. */
bool page_add_json(Text *page, const json_t *data);

#endif
