/* The functions that answer requests, in the order of the table in README.md.
 * api.c lists the paths that lead to them. */
#ifndef BOARDLAB_CLI_STUDIO_ROUTES_H
#define BOARDLAB_CLI_STUDIO_ROUTES_H

#include "cli/studio/studio.h"

/* api_library.c */
Route route_library, route_game, route_bot, route_reference;

/* api_tables.c */
Route route_open, route_table_events, route_table_do, route_table_position,
    route_table_save, route_games;

/* api_runs.c */
Route route_runs, route_runs_resume, route_report, route_run, route_run_text;
Route route_commands, route_tasks, route_tasks_events, route_tasks_start;
Route route_task_stop, route_task_resume, route_task_forget;

#endif
