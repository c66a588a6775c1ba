/* Requests about results and about commands that the page starts. */
#include "cli/studio/folders.h"
#include "cli/studio/results.h"
#include "cli/studio/resume.h"
#include "cli/studio/routes.h"
#include "cli/studio/tasks.h"
#include "core/base/number.h"
#include "core/run/run.h"
#include <limits.h>

static void reply_json(HttpReply *reply, json_t *json) {
  if (json)
    *reply = (HttpReply){.status = 200, .json = json};
  else
    http_refuse(reply, 500, "out of memory");
}

static void reply_done(HttpReply *reply, bool good, int status,
                       const Error *why) {
  if (good)
    reply_json(reply, json_object());
  else
    http_refuse(reply, status, "%s", why->message);
}

/* ---- results -------------------------------------------------------------*/

void route_runs(Studio *studio, const HttpRequest *request, const char *id,
                HttpReply *reply) {
  (void)studio, (void)request, (void)id;
  reply_json(reply, folders_list());
}

static void refuse_result(HttpReply *reply, ResultsRefusal refusal,
                          const Error *why) {
  http_refuse(reply, refusal == RESULTS_BUSY ? 503 : 400, "%s", why->message);
}

void route_report(Studio *studio, const HttpRequest *request, const char *id,
                  HttpReply *reply) {
  (void)id;
  const char *dirs[RESULTS_FOLDERS + 1];
  int count = http_queries(request, "dir", dirs, RESULTS_FOLDERS + 1);
  Text page;
  ResultsRefusal refusal;
  Error why = {0};
  if (!results_report(studio->results, dirs, count, &page, &refusal, &why)) {
    refuse_result(reply, refusal, &why);
    return;
  }
  *reply = (HttpReply){.status = 200,
                       .text = page.bytes,
                       .size = page.length,
                       .type = "text/html; charset=utf-8",
                       .is_report = true};
}

/* The game that a query names by its run and its number. */
static bool read_game(const HttpRequest *request, const char **dir,
                      int64_t *number, HttpReply *reply) {
  const char *text = http_query(request, "game");
  *dir = http_query(request, "dir");
  if (*dir && text && number_in_range(text, 0, GAMES_IN_RUN_MAX, number))
    return true;
  http_refuse(reply, 400,
              "a game is named by the folder of its run and its number, as "
              "in dir=runs/walls&game=42");
  return false;
}

static void reply_game(HttpReply *reply, json_t *game, ResultsRefusal refusal,
                       const Error *why) {
  if (game)
    reply_json(reply, game);
  else
    refuse_result(reply, refusal, why);
}

void route_run(Studio *studio, const HttpRequest *request, const char *id,
               HttpReply *reply) {
  (void)id;
  const char *dir;
  int64_t number;
  ResultsRefusal refusal;
  Error why = {0};
  if (!read_game(request, &dir, &number, reply))
    return;
  json_t *game =
      results_game(studio->results, dir, (uint64_t)number, &refusal, &why);
  reply_game(reply, game, refusal, &why);
}

void route_run_text(Studio *studio, const HttpRequest *request, const char *id,
                    HttpReply *reply) {
  (void)id;
  const char *dir, *at = http_query(request, "ply");
  int64_t number, ply = 0;
  ResultsRefusal refusal;
  Error why = {0};
  if (!read_game(request, &dir, &number, reply))
    return;
  if (!at || !number_in_range(at, 0, INT_MAX, &ply)) {
    http_refuse(reply, 400, "ply=N is missing: the moves to keep, 0 or more");
    return;
  }
  json_t *game = results_text(studio->results, dir, (uint64_t)number, (int)ply,
                              &refusal, &why);
  reply_game(reply, game, refusal, &why);
}

/* ---- tasks ---------------------------------------------------------------*/

void route_commands(Studio *studio, const HttpRequest *request, const char *id,
                    HttpReply *reply) {
  (void)request, (void)id;
  reply_json(reply, studio->commands->describe());
}

void route_tasks(Studio *studio, const HttpRequest *request, const char *id,
                 HttpReply *reply) {
  (void)request, (void)id;
  reply_json(reply, tasks_json(studio->tasks));
}

void route_tasks_events(Studio *studio, const HttpRequest *request,
                        const char *id, HttpReply *reply) {
  (void)request, (void)id;
  Channel *channel = tasks_channel(studio->tasks);
  if (channel_join(channel))
    *reply = (HttpReply){.status = 200, .channel = channel};
  else
    http_refuse(reply, 503, "the server is about to end");
}

void route_tasks_start(Studio *studio, const HttpRequest *request,
                       const char *id, HttpReply *reply) {
  (void)id;
  const json_t *command = json_object_get(request->body, "command");
  const json_t *arguments = json_object_get(request->body, "arguments");
  Error why = {0};
  if (!json_is_string(command)) {
    http_refuse(reply, 400,
                "what to start is missing, as in {\"command\": \"simulate\", "
                "\"arguments\": [\"quoridor\", \"--out\", \"runs/first\"]}");
    return;
  }
  int task = tasks_start(studio->tasks, json_string_value(command), arguments,
                         0, &why);
  if (task)
    reply_json(reply, json_pack("{s:i}", "task", task));
  else
    http_refuse(reply, 400, "%s", why.message);
}

void route_runs_resume(Studio *studio, const HttpRequest *request,
                       const char *id, HttpReply *reply) {
  (void)id;
  const char *dir = json_string_value(json_object_get(request->body, "dir"));
  Error why = {0};
  if (!dir) {
    http_refuse(reply, 400,
                "what to resume is missing, as in {\"dir\": \"runs/walls\"}");
    return;
  }
  int task = resume_start(studio->tasks, dir, &why);
  if (task)
    reply_json(reply, json_pack("{s:i}", "task", task));
  else
    http_refuse(reply, 400, "%s", why.message);
}

typedef bool TaskRequest(Tasks *tasks, int id, Error *error);

static void ask(Studio *studio, const char *id, TaskRequest *request,
                HttpReply *reply) {
  int64_t number;
  Error why = {0};
  if (!number_in_range(id, 1, INT_MAX, &number))
    http_refuse(reply, 404, "'%.60s' is not the number of a task", id);
  else
    reply_done(reply, request(studio->tasks, (int)number, &why), 409, &why);
}

void route_task_stop(Studio *studio, const HttpRequest *request, const char *id,
                     HttpReply *reply) {
  (void)request;
  ask(studio, id, tasks_stop, reply);
}

void route_task_resume(Studio *studio, const HttpRequest *request,
                       const char *id, HttpReply *reply) {
  (void)request;
  ask(studio, id, tasks_resume, reply);
}

void route_task_forget(Studio *studio, const HttpRequest *request,
                       const char *id, HttpReply *reply) {
  (void)request;
  ask(studio, id, tasks_forget, reply);
}
