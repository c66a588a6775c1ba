#include "cli/studio/assets.h"
#include "cli/studio/routes.h"
#include <stdio.h>
#include <string.h>

enum { ID_TEXT = 64 };

static const char GET[] = "GET", POST[] = "POST";

/* What answers a path, in which * stands for an ID. */
typedef struct Path {
  const char *method;
  const char *pattern;
  Route *route;
} Path;

static const Path PATHS[] = {
    {GET, "api/library", route_library},
    {GET, "api/game", route_game},
    {GET, "api/bot", route_bot},
    {GET, "reference", route_reference},
    {POST, "api/open", route_open},
    {GET, "api/table/*/events", route_table_events},
    {POST, "api/table/*/play", route_table_do},
    {POST, "api/table/*/check", route_table_do},
    {POST, "api/table/*/undo", route_table_do},
    {POST, "api/table/*/redo", route_table_do},
    {POST, "api/table/*/resign", route_table_do},
    {POST, "api/table/*/new", route_table_do},
    {POST, "api/table/*/swap", route_table_do},
    {POST, "api/table/*/seats", route_table_do},
    {POST, "api/table/*/edit", route_table_do},
    {POST, "api/table/*/hint", route_table_do},
    {POST, "api/table/*/evaluate", route_table_do},
    {POST, "api/table/*/stop", route_table_do},
    {POST, "api/table/*/go", route_table_do},
    {POST, "api/table/*/pace", route_table_do},
    {POST, "api/table/*/trial", route_table_do},
    {GET, "api/table/*/position", route_table_position},
    {POST, "api/table/*/save", route_table_save},
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
    {POST, "api/tasks/*/stop", route_task_stop},
    {POST, "api/tasks/*/resume", route_task_resume},
    {POST, "api/tasks/*/forget", route_task_forget},
    {NULL, NULL, NULL},
};

/* Whether a path fits a pattern; copies what stands in the place of *. */
static bool fits(const char *pattern, const char *path, char id[ID_TEXT]) {
  id[0] = '\0';
  size_t before = strcspn(pattern, "*");
  if (!pattern[before])
    return strcmp(pattern, path) == 0;
  if (strncmp(pattern, path, before) != 0)
    return false;
  path += before;
  size_t length = strcspn(path, "/");
  if (length == 0 || length >= ID_TEXT ||
      strcmp(pattern + before + 1, path + length) != 0)
    return false;
  memcpy(id, path, length);
  id[length] = '\0';
  return true;
}

static bool has_method(const HttpRequest *request, const char *method) {
  return strcmp(request->method, method) == 0;
}

static void refuse_method(const HttpRequest *request, const char *wanted,
                          HttpReply *reply) {
  http_refuse(reply, 405, "'%.100s' takes %s, not %.20s", request->path, wanted,
              request->method);
  reply->allow = strcmp(wanted, GET) == 0 ? "GET, HEAD" : wanted;
}

static bool answer_asset(const HttpRequest *request, HttpReply *reply) {
  for (const Asset *a = studio_assets; a->path; a++) {
    if (strcmp(a->path, request->path) != 0)
      continue;
    if (has_method(request, GET))
      *reply = (HttpReply){
          .status = 200, .bytes = a->bytes, .size = a->size, .type = a->type};
    else
      refuse_method(request, GET, reply);
    return true;
  }
  return false;
}

/* No path takes both methods. */
void studio_answer(void *studio, const HttpRequest *request, HttpReply *reply) {
  char id[ID_TEXT];
  const Path *p = PATHS;
  if (answer_asset(request, reply))
    return;
  while (p->pattern && !fits(p->pattern, request->path, id))
    p++;
  if (!p->pattern)
    http_refuse(reply, 404, "there is nothing at '%.100s'", request->path);
  else if (has_method(request, p->method))
    p->route(studio, request, id, reply);
  else
    refuse_method(request, p->method, reply);
}
