/* Numbers and names as people read them in tables. */
#ifndef BOARDLAB_CLI_TERMINAL_FORMAT_H
#define BOARDLAB_CLI_TERMINAL_FORMAT_H

#include "core/run/schedule.h"

/* 1,234,567. The text stays until three more have been made. */
const char *grouped(uint64_t number);

/* To the nearest whole number; what rounds to zero has no sign. */
double rounded(double number);

/* How many columns the names of a run's bots take. */
int bots_width(const Schedule *schedule);

#endif
