#define _GNU_SOURCE /* FNM_EXTMATCH */
#include "cli/studio/assets.h"
#include "cli/studio/routes.h"
#include "cli/studio/tables.h"
#include "cli/table/about.h"
#include <fnmatch.h>
#include <stdio.h>
#include <string.h>

enum { LONGEST = 80 }; /* of the paths below */

static const char GET[] = "GET", POST[] = "POST";

/* Requests below it are about the table with that ID. */
#define TABLE "api/table/?*/"

/* What answers the paths of a pattern, in which ?* stands for an ID. */
typedef struct Path {
  const char *method;
  const char *pattern;
  Route *route;
} Path;

static const Path PATHS[] = {
    {GET, "api/library", route_library},
    {GET, "api/game", route_game},
    {GET, "api/preview", route_preview},
    {GET, "api/bot", route_bot},
    {GET, "reference", route_reference},
    {POST, "api/open", route_open},
    {GET, TABLE "events", route_table_events},
    {POST,
     TABLE "@(play|check|undo|redo|resign|new|swap|seats|edit|hint|evaluate|"
           "stop|go|pace|people|trial|preview)",
     route_table_do},
    {GET, TABLE "position", route_table_position},
    {POST, TABLE "save", route_table_save},
    {POST, TABLE "card", route_table_card},
    {GET, "api/games", route_games},
    {GET, "api/runs", route_runs},
    {POST, "api/runs/resume", route_runs_resume},
    {GET, "report", route_report},
    {GET, "api/run", route_run},
    {GET, "api/run/text", route_run_text},
    {GET, "api/commands", route_commands},
    {GET, "api/tasks", route_tasks},
    {GET, "api/tasks/events", route_tasks_events},
    {POST, "api/tasks/start", route_tasks_start},
    {POST, "api/tasks/?*/@(stop|resume|forget)", route_task_do},
    {NULL},
};

/* ---- answers -------------------------------------------------------------*/

json_t *ask_refuse(Ask *ask, ErrorCode code, const char *message) {
  error_set_code(&ask->error, code, "%s", message);
  return NULL;
}

json_t *ask_page(Ask *ask, char *text, size_t size) {
  *ask->reply = (HttpReply){.status = 200,
                            .text = text,
                            .size = size,
                            .type = "text/html; charset=utf-8",
                            .is_report = true};
  return NULL;
}

json_t *ask_stream(Ask *ask, Channel *channel, ErrorCode code,
                   const char *ended) {
  if (!channel_join(channel))
    return ask_refuse(ask, code, ended);
  *ask->reply = (HttpReply){.status = 200, .channel = channel};
  return NULL;
}

const char *ask_name(const Ask *ask) {
  const char *slash = strrchr(ask->request->path, '/');
  return slash ? slash + 1 : "";
}

static int status_of(ErrorCode code) {
  switch (code) {
  case ERROR_GONE:
    return 404;
  case ERROR_IN_THE_WAY:
    return 409;
  case ERROR_BUSY:
  case ERROR_NO_MEMORY:
    return 503;
  default:
    return 400;
  }
}

static void run_route(Route *route, Ask *ask) {
  json_t *answer = route(ask);
  if (answer)
    *ask->reply = (HttpReply){.status = 200, .json = answer};
  else if (!ask->reply->status && !error_is_set(&ask->error))
    ask_refuse(ask, ERROR_NO_MEMORY, "out of memory");
}

static void answer_path(const Path *p, Ask *ask) {
  Tables *tables = ask->studio->tables;
  if (strncmp(p->pattern, TABLE, strlen(TABLE)) != 0)
    run_route(p->route, ask);
  else if ((ask->table = tables_take(tables, ask->id, &ask->error))) {
    run_route(p->route, ask);
    tables_release(tables, ask->table);
  }
  if (error_is_set(&ask->error))
    *ask->reply = (HttpReply){.status = status_of(ask->error.code),
                              .json = about_error("error", &ask->error)};
}

static const Asset *find_asset(const char *path) {
  const Asset *a = studio_assets;
  while (a->path && strcmp(a->path, path) != 0)
    a++;
  return a->path ? a : NULL;
}

/* No path takes both methods. */
void studio_answer(void *studio, const HttpRequest *request, HttpReply *reply) {
  char id[64] = "";
  const Path *p = PATHS;
  const Asset *asset = find_asset(request->path);
  bool is_long = strlen(request->path) > LONGEST;
  while (!asset && p->pattern &&
         (is_long ||
          fnmatch(p->pattern, request->path, FNM_PATHNAME | FNM_EXTMATCH) != 0))
    p++;
  sscanf(request->path, "api/%*[^/]/%63[^/]", id);
  const char *method = asset ? GET : p->method;
  if (!method)
    http_refuse(reply, 404, "there is nothing at '%.100s'", request->path);
  else if (strcmp(request->method, method) != 0) {
    http_refuse(reply, 405, "'%.100s' takes %s, not %.20s", request->path,
                method, request->method);
    reply->allow = method == GET ? "GET, HEAD" : method;
  } else if (asset)
    *reply = (HttpReply){.status = 200,
                         .bytes = asset->bytes,
                         .size = asset->size,
                         .type = asset->type};
  else
    answer_path(
        p,
        &(Ask){.studio = studio, .request = request, .id = id, .reply = reply});
}
