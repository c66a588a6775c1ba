/* The report's page without its data, compiled in from analysis/report by
 * embed.cmake. */
#ifndef BOARDLAB_ANALYSIS_REPORT_PAGE_H
#define BOARDLAB_ANALYSIS_REPORT_PAGE_H

#include <stdbool.h>
#include <stddef.h>

typedef struct PagePiece {
  const unsigned char *bytes; /* NULL ends the list */
  size_t size;
  bool data_next; /* the data follow this piece */
} PagePiece;

extern const PagePiece page_pieces[];

/* The colours of its styles, for other pages. */
extern const char *const page_colours;

#endif
