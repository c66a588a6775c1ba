/* Requests about results and about commands that the page starts. */
#include "cli/studio/folders.h"
#include "cli/studio/results.h"
#include "cli/studio/routes.h"
#include "cli/studio/tasks.h"
#include "cli/table/body.h"
#include "core/base/number.h"
#include "core/run/run.h"
#include <limits.h>

/* ---- results -------------------------------------------------------------*/

json_t *route_runs(Ask *ask) {
  (void)ask;
  return folders_list();
}

json_t *route_report(Ask *ask) {
  const char *dirs[RESULTS_FOLDERS + 1];
  int count = http_queries(ask->request, "dir", dirs, RESULTS_FOLDERS + 1);
  Text page;
  return results_report(ask->studio->results, dirs, count, &page, &ask->error)
             ? ask_page(ask, page.bytes, page.length)
             : NULL;
}

/* The game that a query names by its run and its number. */
static json_t *find_game(Ask *ask, int ply) {
  const char *text = http_query(ask->request, "game");
  const char *dir = http_query(ask->request, "dir");
  int64_t number;
  if (dir && text && number_in_range(text, 0, GAMES_IN_RUN_MAX, &number))
    return results_game(ask->studio->results, dir, (uint64_t)number, ply,
                        &ask->error);
  return ask_refuse(ask, ERROR_OTHER,
                    "a game is named by the folder of its run and its number, "
                    "as in dir=runs/walls&game=42");
}

json_t *route_run(Ask *ask) {
  return find_game(ask, RESULTS_ALL);
}

json_t *route_run_text(Ask *ask) {
  const char *at = http_query(ask->request, "ply");
  int64_t ply;
  if (!at || !number_in_range(at, 0, INT_MAX, &ply))
    return ask_refuse(
        ask, ERROR_OTHER,
        "ply=N is missing: the number of moves to keep, 0 or more");
  return find_game(ask, (int)ply);
}

/* ---- tasks ---------------------------------------------------------------*/

json_t *route_commands(Ask *ask) {
  return ask->studio->commands->describe();
}

json_t *route_tasks(Ask *ask) {
  return tasks_json(ask->studio->tasks);
}

json_t *route_tasks_events(Ask *ask) {
  return ask_stream(ask, tasks_channel(ask->studio->tasks), ERROR_BUSY,
                    "the server is shutting down");
}

static json_t *task_answer(int task) {
  return task ? json_pack("{s:i}", "task", task) : NULL;
}

json_t *route_tasks_start(Ask *ask) {
  const json_t *body = ask->request->body;
  const char *command = json_string_value(json_object_get(body, "command"));
  if (!command)
    return ask_refuse(
        ask, ERROR_OTHER,
        "the command to start is missing, as in {\"command\": \"simulate\", "
        "\"arguments\": [\"quoridor\", \"--out\", \"runs/first\"]}");
  return task_answer(tasks_start(ask->studio->tasks, command,
                                 json_object_get(body, "arguments"), 0,
                                 &ask->error));
}

/* Resumes incomplete results. */
json_t *route_runs_resume(Ask *ask) {
  const char *dir =
      json_string_value(json_object_get(ask->request->body, "dir"));
  return dir ? task_answer(tasks_resume(ask->studio->tasks, dir, &ask->error))
             : ask_refuse(ask, ERROR_OTHER,
                          "the folder to resume is missing, as in {\"dir\": "
                          "\"runs/walls\"}");
}

json_t *route_task_do(Ask *ask) {
  int64_t number;
  if (!number_in_range(ask->id, 1, INT_MAX, &number)) {
    error_set_code(&ask->error, ERROR_GONE,
                   "'%.60s' is not the number of a task", ask->id);
    return NULL;
  }
  return tasks_do(ask->studio->tasks, (int)number, ask_name(ask), &ask->error)
             ? json_object()
             : NULL;
}
