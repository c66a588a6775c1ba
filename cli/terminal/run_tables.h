/* Prints the tables after a run, and where its files are. */
#ifndef BOARDLAB_CLI_TERMINAL_RUN_TABLES_H
#define BOARDLAB_CLI_TERMINAL_RUN_TABLES_H

#include "core/run/run.h"

bool run_tables_print(const Run *run, Error *error);

/* After a run whose rules have failed: adds the command that plays the game
 * again to the traceback, if it fits. */
void run_tables_explain(const Run *run, Error *error);

/* Prints what people said, if they played. */
bool run_tables_print_people(const Run *run, Error *error);

#endif
