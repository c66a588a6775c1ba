/* The files of the page, compiled in from page/ and analysis/report. */
#ifndef BOARDLAB_CLI_STUDIO_ASSETS_H
#define BOARDLAB_CLI_STUDIO_ASSETS_H

#include <stddef.h>

typedef struct Asset {
  const char *path; /* as requested: "studio.js", "" for the page itself */
  const char *type; /* of its content */
  const unsigned char *bytes;
  size_t size;
} Asset;

/* Ended by one whose path is NULL. */
extern const Asset studio_assets[];

#endif
