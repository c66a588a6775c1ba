/* A tally as text, so that what was counted can be stored and continued.
 *
 * The text is a list of decimal numbers separated by single spaces. It depends
 * only on the counts: the same games give the same text. It leaves out pairs of
 * games: what is stored is the tally of a tuning, which plays none. */
#ifndef BOARDLAB_CORE_RUN_TALLY_TEXT_H
#define BOARDLAB_CORE_RUN_TALLY_TEXT_H

#include "core/base/text.h"
#include "core/run/tally.h"

/* Appends the tally. Fails if out of memory. */
bool tally_write(const Tally *tally, Text *text);

/* Reads a text of tally_write, which ends with a NUL, into an empty tally for
 * the same schedule and ply limit. If it fails, the tally is not valid. */
bool tally_read(Tally *tally, const char *text);

#endif
