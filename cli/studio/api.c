#include "cli/studio/assets.h"
#include "cli/studio/routes.h"
#include <stdio.h>
#include <string.h>

enum { ID_TEXT = 64 };

/* What answers a path, in which * stands for an ID. */
typedef struct Path {
  bool post;
  const char *pattern;
  Route *route;
} Path;

static const Path PATHS[] = {
    {false, "api/library", route_library},
    {false, "api/game", route_game},
    {false, "api/bot", route_bot},
    {false, "reference", route_reference},
    {true, "api/open", route_open},
    {false, "api/table/*/events", route_table_events},
    {true, "api/table/*/play", route_table_do},
    {true, "api/table/*/check", route_table_do},
    {true, "api/table/*/undo", route_table_do},
    {true, "api/table/*/redo", route_table_do},
    {true, "api/table/*/resign", route_table_do},
    {true, "api/table/*/new", route_table_do},
    {true, "api/table/*/swap", route_table_do},
    {true, "api/table/*/seats", route_table_do},
    {true, "api/table/*/edit", route_table_do},
    {true, "api/table/*/hint", route_table_do},
    {true, "api/table/*/evaluate", route_table_do},
    {true, "api/table/*/stop", route_table_do},
    {true, "api/table/*/go", route_table_do},
    {true, "api/table/*/pace", route_table_do},
    {true, "api/table/*/trial", route_table_do},
    {false, "api/table/*/position", route_table_position},
    {true, "api/table/*/save", route_table_save},
    {false, "api/games", route_games},
    {false, "api/runs", route_runs},
    {true, "api/runs/resume", route_runs_resume},
    {false, "report", route_report},
    {false, "api/run", route_run},
    {false, "api/run/text", route_run_text},
    {false, "api/commands", route_commands},
    {false, "api/tasks", route_tasks},
    {false, "api/tasks/events", route_tasks_events},
    {true, "api/tasks/start", route_tasks_start},
    {true, "api/tasks/*/stop", route_task_stop},
    {true, "api/tasks/*/resume", route_task_resume},
    {true, "api/tasks/*/forget", route_task_forget},
    {false, NULL, NULL},
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

static bool answer_asset(const HttpRequest *request, HttpReply *reply) {
  for (const Asset *a = studio_assets; a->path; a++) {
    if (strcmp(a->path, request->path) != 0)
      continue;
    if (request->post)
      http_refuse(reply, 405, "a file of the page is read with GET");
    else
      *reply = (HttpReply){
          .status = 200, .bytes = a->bytes, .size = a->size, .type = a->type};
    return true;
  }
  return false;
}

void studio_answer(void *studio, const HttpRequest *request, HttpReply *reply) {
  char id[ID_TEXT];
  bool other_method = false;
  if (answer_asset(request, reply))
    return;
  for (const Path *p = PATHS; p->pattern; p++) {
    if (!fits(p->pattern, request->path, id))
      continue;
    if (p->post == request->post) {
      p->route(studio, request, id, reply);
      return;
    }
    other_method = true;
  }
  if (other_method)
    http_refuse(reply, 405, "%.100s takes %s, not %s", request->path,
                request->post ? "GET" : "POST", request->post ? "POST" : "GET");
  else
    http_refuse(reply, 404, "there is nothing at '%.100s'", request->path);
}
