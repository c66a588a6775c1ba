/* The report's page without its data, built in from report/. */
#ifndef BOARDLAB_ANALYSIS_REPORT_PAGE_H
#define BOARDLAB_ANALYSIS_REPORT_PAGE_H

#include <stdbool.h>
#include <stddef.h>

typedef struct PagePiece {
  const unsigned char *bytes; /* NULL ends the list */
  size_t size;
  bool data_next; /* the data stand behind this piece */
} PagePiece;

extern const PagePiece page_pieces[];

#endif
