/* The engine of an exported game: what a worker of the page calls. One instance
 * holds the table, another one of the same module thinks; worker.js carries
 * bytes between them.
 *
 * It answers requests as a server of the studio does (cli/studio/README.md).
 * Texts are UTF-8, requests and answers JSON. What an exported function returns
 * stays valid until it is called again. */
#include "cli/table/about.h"
#include "cli/table/body.h"
#include "cli/table/offer.h"
#include "cli/table/printed.h"
#include "cli/table/table.h"
#include "core/base/clock.h"
#include "lua/host/host.h"
#include <emscripten.h>
#include <stdlib.h>
#include <string.h>

/* ---- what it reaches -----------------------------------------------------*/

/* Another table begins: nothing of the one before is news any more. */
EM_JS(void, outside_begin, (void), { Module.outside.begin(); });

EM_JS(void, outside_publish, (const char *event, const char *json),
      { Module.outside.publish(UTF8ToString(event), UTF8ToString(json)); });

EM_JS(void, outside_ask,
      (const char *bytes, size_t size, int pause, bool is_move), {
        const job = bytes ? HEAPU8.slice(bytes, bytes + size) : null;
        Module.outside.ask(job, pause, is_move);
      });

EM_JS(void, outside_post, (const void *bytes, size_t size, bool is_last),
      { Module.outside.post(HEAPU8.slice(bytes, bytes + size), is_last); });

EM_JS(void, outside_print, (const char *text),
      { Module.outside.print(UTF8ToString(text)); });

/* ---- the instance --------------------------------------------------------*/

/* Of the one table, or of the one thinker: exported functions have no context.
 */
static struct {
  Table *table; /* or NULL */
  bool is_shown;
  Printed printed; /* by the thinker; there, what is still to be sent */
  Thinking thinking;
  char *answer;
} engine;

static char *write_json(json_t *json) {
  enum { FLAGS = JSON_COMPACT | JSON_ENCODE_ANY | JSON_REAL_PRECISION(6) };
  char *text = json_dumps(json, FLAGS);
  json_decref(json);
  return text;
}

static void publish(void *context, const char *event, json_t *value) {
  (void)context;
  char *text = write_json(value);
  if (text)
    outside_publish(event, text);
  free(text);
}

static bool is_shown(void *context) {
  (void)context;
  return engine.is_shown;
}

static void ask(void *context, ThinkJob *job) {
  (void)context;
  size_t size = 0;
  char *bytes = job ? think_job_pack(job, &size) : NULL;
  outside_ask(bytes, size, job ? job->pause : 0,
              job && job->kind == THINK_MOVE);
  free(bytes);
  think_job_free(job);
}

static json_t *printed_elsewhere(void *context) {
  (void)context;
  return printed_json(&engine.printed);
}

/* ---- requests ------------------------------------------------------------*/

static json_t *open_table(const json_t *body, Error *error) {
  const TableOutside outside = {.publish = publish,
                                .is_shown = is_shown,
                                .ask = ask,
                                .printed = printed_elsewhere};
  TablePlan plan;
  if (!table_read_plan(body, &plan, error))
    return NULL;
  if (!!plan.game + !!plan.text != 1) {
    error_set(error, "give one of \"game\" and \"text\": a game such as "
                     "\"quoridor\", or a saved one");
    return NULL;
  }
  Table *table = table_open(&plan, &outside, error);
  if (!table)
    return NULL;
  table_close(engine.table);
  engine.table = table;
  printed_init(&engine.printed);
  outside_begin();
  table_publish(engine.table);
  table_reconsider(engine.table);
  return json_object();
}

static json_t *listen(const json_t *body, Error *error) {
  if (!body_flag(body, "on", true, &engine.is_shown, error))
    return NULL;
  if (engine.table)
    table_reconsider(engine.table);
  return json_object();
}

static json_t *about_spec(const json_t *body, Error *error) {
  const char *spec = NULL;
  return body_text(body, "spec", "\"quoridor\"", &spec, error)
             ? offer_game(spec, error)
             : NULL;
}

static json_t *about_player(const json_t *body, Error *error) {
  const char *spec = NULL, *game = NULL;
  return body_text(body, "spec", "\"mcts\"", &spec, error) &&
                 body_text(body, "game", NULL, &game, error)
             ? offer_bot(spec, game, error)
             : NULL;
}

/* All others are for the table. */
static const struct {
  const char *name;
  json_t *(*run)(const json_t *body, Error *error);
} REQUESTS[] = {
    {"open", open_table},
    {"listen", listen},
    {"game", about_spec},
    {"bot", about_player},
};

static json_t *carry_out(const char *name, const json_t *body, Error *error) {
  for (size_t i = 0; i < sizeof REQUESTS / sizeof *REQUESTS; i++)
    if (strcmp(REQUESTS[i].name, name) == 0)
      return REQUESTS[i].run(body, error);
  if (engine.table)
    return table_do(engine.table, name, body, error);
  error_set_code(error, ERROR_GONE, "no game is open");
  return NULL;
}

/* ---- exported: both ------------------------------------------------------*/

/* Files run in this instance: it can do nothing but compute. */
EMSCRIPTEN_KEEPALIVE void engine_start(void) {
  host_isolate(ISOLATION_OFF, NULL);
  print_sinks_only();
  host_start((Limits){WORK_DEFAULT, MEMORY_DEFAULT});
  printed_init(&engine.printed);
}

/* ---- exported: the table -------------------------------------------------*/

/* Returns {answer} or {error, trace, status}. */
EMSCRIPTEN_KEEPALIVE const char *engine_request(const char *name,
                                                const char *body) {
  Error error = {0};
  json_error_t why;
  json_t *json = json_loads(body, 0, &why);
  json_t *answer = NULL, *reply;
  if (json)
    answer = carry_out(name, json, &error);
  else
    error_set(&error, "this cannot be understood: %s", why.text);
  json_decref(json);
  if (answer) {
    reply = json_pack("{s:o}", "answer", answer);
  } else {
    reply = about_error("error", &error);
    json_object_set_new(reply, "status",
                        json_integer(error.code == ERROR_GONE ? 404 : 400));
  }
  free(engine.answer);
  return engine.answer = write_json(reply);
}

/* What the thinker has posted. */
EMSCRIPTEN_KEEPALIVE void engine_thought(const Thought *thought) {
  if (engine.table)
    table_take_thought(engine.table, thought);
}

/* The thinker has ended without an answer to this job. */
EMSCRIPTEN_KEEPALIVE void engine_lost(const char *job, const char *why) {
  ThinkJob *asked = think_job_unpack(job);
  Thought thought = {.kind = THOUGHT_FAILED, .ticket = asked->ticket};
  think_job_free(asked);
  error_set(&thought.error, "%s", why);
  engine_thought(&thought);
}

/* What was printed there. */
EMSCRIPTEN_KEEPALIVE void engine_printed(const char *text) {
  printed_add(&engine.printed, text);
}

/* ---- exported: the thinker -----------------------------------------------*/

static void post(void *context, Thought *thought) {
  (void)context;
  outside_post(thought, sizeof *thought, false);
}

/* Bots may print without end: what they print is sent a few times a second. */
static void send_printed(bool now) {
  enum { PAUSE = 100000000 }; /* nanoseconds */
  static int64_t sent;
  if (!engine.printed.count || (!now && clock_nanoseconds() < sent + PAUSE))
    return;
  char *text = printed_take(&engine.printed);
  outside_print(text);
  free(text);
  sent = clock_nanoseconds();
}

static void print(void *context, const char *text) {
  (void)context;
  printed_add(&engine.printed, text);
  send_printed(false);
}

/* Goes on from the last thought of an instance that was ended. */
EMSCRIPTEN_KEEPALIVE void engine_resume(const Thought *thought) {
  if (thought->kind == THOUGHT_MOVE)
    engine.thinking.resumed = thought->streams;
}

/* Jobs are for another table from now on. */
EMSCRIPTEN_KEEPALIVE void engine_forget(void) {
  thinking_close(&engine.thinking);
  engine.thinking.resumed.opened = 0;
}

/* Answers a job, as far as there is an answer. To stop it, the worker is
 * ended. */
EMSCRIPTEN_KEEPALIVE void engine_think(const char *bytes) {
  static const PrintSink SINK = {.take = print};
  ThinkJob *job = think_job_unpack(bytes);
  Thought thought;
  print_sink_use(&SINK);
  engine.thinking.post = post;
  bool found = think(&engine.thinking, job, &thought);
  thought.ticket = job->ticket;
  send_printed(true);
  outside_post(found ? &thought : NULL, found ? sizeof thought : 0, true);
  think_job_free(job);
}
