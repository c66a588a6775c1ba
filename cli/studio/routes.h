/* The functions that answer requests, in the order of the table in README.md.
 * api.c lists the paths that lead to them. */
#ifndef BOARDLAB_CLI_STUDIO_ROUTES_H
#define BOARDLAB_CLI_STUDIO_ROUTES_H

#include "cli/studio/served.h"
#include "cli/studio/studio.h"

/* A request that is being answered. */
typedef struct Ask {
  Studio *studio;
  const HttpRequest *request;
  const char *id; /* what stands in the place of the ID in the path, or "" */
  ServedTable *table; /* that the path names; or NULL */
  HttpReply *reply;   /* for what is not JSON */
  Error error;        /* why it is refused; its code says with which status */
} Ask;

/* Returns the answer; or NULL if the error or the reply is set, or memory has
 * run out. */
typedef json_t *Route(Ask *ask);

/* api_library.c */
Route route_library, route_game, route_preview, route_bot, route_reference;

/* api_tables.c */
Route route_open, route_table_events, route_table_do, route_table_position,
    route_table_save, route_table_card, route_games;

/* api_runs.c */
Route route_runs, route_runs_resume, route_report, route_run, route_run_text;
Route route_commands, route_tasks, route_tasks_events, route_tasks_start,
    route_task_do;

/* For these: refuse a request; answer with a page whose scripts are in it, of
 * allocated text; or with the stream of a channel, unless that has ended. All
 * return NULL. */
json_t *ask_refuse(Ask *ask, ErrorCode code, const char *message);
json_t *ask_page(Ask *ask, char *text, size_t size);
json_t *ask_stream(Ask *ask, Channel *channel, ErrorCode code,
                   const char *ended);

/* The last part of the path. */
const char *ask_name(const Ask *ask);

#endif
