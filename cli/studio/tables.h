/* The games that are open, by number. Any thread may call these functions. */
#ifndef BOARDLAB_CLI_STUDIO_TABLES_H
#define BOARDLAB_CLI_STUDIO_TABLES_H

#include "cli/studio/served.h"
#include "cli/studio/studio.h"

enum {
  TABLES_MAX = 32,
  TABLES_IDLE = 600 /* seconds that a table is kept which no page shows */
};

/* At most TABLES_MAX games, and one search for each processor; one trial at a
 * time. `commands` is for ServedShare and must outlive them. NULL with a
 * message if no thread can be started. */
Tables *tables_new(const TaskCommands *commands, Error *error);

/* Ends the streams of all tables. */
void tables_end(Tables *tables);

/* Closes all tables; nobody uses or listens to them any more. */
void tables_free(Tables *tables);

/* Opens a table and returns its number, which begins at random. If there are
 * too many, the one that was used least recently is closed, of those that no
 * page shows. Returns 0 with a message if that is not possible. */
uint64_t tables_open(Tables *tables, const TablePlan *plan, Error *error);

/* The table with this number, or NULL with an error of the code ERROR_GONE.
 * It stays open until tables_release. */
ServedTable *tables_take(Tables *tables, const char *id, Error *error);
void tables_release(Tables *tables, ServedTable *table);

/* Closes the tables that no page has shown for TABLES_IDLE seconds before
 * `now`, as far as this was seen by earlier calls. A page that comes back opens
 * the game again from the text that it has kept; games of which it has none,
 * since they hide something, stay. A thread does this from time to time. */
void tables_close_idle(Tables *tables, double now);

#endif
