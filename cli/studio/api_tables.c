/* Requests about games on tables. */
#include "cli/studio/routes.h"

#include "cli/studio/about.h"
#include "cli/studio/saved_games.h"
#include "cli/studio/tables.h"
#include "core/base/clock.h"
#include "core/base/number.h"
#include "core/game/gamefile.h"
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

static void refuse(HttpReply *reply, int status, const Error *error) {
  reply->status = status;
  reply->json = about_error(error);
}

static void answer(HttpReply *reply, json_t *json) {
  reply->status = 200;
  reply->json = json;
}

/* ---- opening -------------------------------------------------------------*/

/* A text in a body; leaves *text alone if there is none, or null. */
static bool get_text(const json_t *body, const char *name, const char **text,
                     Error *error) {
  const json_t *value = json_object_get(body, name);
  if (!value || json_is_null(value))
    return true;
  if (!json_is_string(value) ||
      strlen(json_string_value(value)) != json_string_length(value))
    return error_set(error, "\"%s\" must be a text", name);
  *text = json_string_value(value);
  return true;
}

/* A seed that differs each time, and is short enough to type. */
static uint64_t random_seed(void) {
  uint64_t now = (uint64_t)clock_read(CLOCK_REALTIME);
  return rng_mix(now + (uint64_t)getpid()) % 1000000;
}

static bool get_seed(const json_t *body, TablePlan *plan, Error *error) {
  const json_t *seed = json_object_get(body, "seed");
  plan->seed = random_seed();
  if (!seed || json_is_null(seed))
    return true;
  if (!json_is_integer(seed) || json_integer_value(seed) < 0 ||
      json_integer_value(seed) > GAMEFILE_NUMBER_MAX)
    return error_set(error, "\"seed\" must be a whole number from 0");
  plan->seed = (uint64_t)json_integer_value(seed);
  return true;
}

static bool get_seats(const json_t *body, TablePlan *plan, Error *error) {
  const json_t *seats = json_object_get(body, "seats");
  if (!seats || json_is_null(seats))
    return true;
  bool good = json_is_array(seats) && json_array_size(seats) <= SEATS_MAX;
  for (size_t i = 0; good && i < json_array_size(seats); i++) {
    plan->seats[i] = json_string_value(json_array_get(seats, i));
    good = plan->seats[i];
  }
  plan->seat_count = good ? (int)json_array_size(seats) : 0;
  return good || error_set(error,
                           "\"seats\" must be a list of at most %d "
                           "texts, such as [\"human\", \"mcts\"]",
                           SEATS_MAX);
}

static bool make_plan(const json_t *body, TablePlan *plan, char **saved,
                      Error *error) {
  const char *path = NULL;
  if (!get_text(body, "game", &plan->game, error) ||
      !get_text(body, "text", &plan->text, error) ||
      !get_text(body, "path", &path, error) ||
      !get_text(body, "set", &plan->settings, error) ||
      !get_text(body, "moves", &plan->moves, error) ||
      !get_seed(body, plan, error) || !get_seats(body, plan, error))
    return false;
  plan->pace = PACE_AUTO;
  if (!!plan->game + !!plan->text + !!path != 1)
    return error_set(error, "give one of \"game\", \"text\" and \"path\": a "
                            "game such as \"quoridor\", a saved game, or the "
                            "file of one");
  if (path && !(*saved = saved_game_read(path, error)))
    return false;
  if (path) {
    plan->text = *saved;
    plan->name = path;
  }
  return true;
}

void route_open(Studio *studio, const HttpRequest *request, const char *id,
                HttpReply *reply) {
  TablePlan plan = {.game = NULL};
  Error error = {0};
  char *saved = NULL, number[24];
  (void)id;
  uint64_t table = make_plan(request->body, &plan, &saved, &error)
                       ? tables_open(studio->tables, &plan, &error)
                       : 0;
  free(saved);
  snprintf(number, sizeof number, "%llu", (unsigned long long)table);
  if (table)
    answer(reply, json_pack("{s:s}", "table", number));
  else
    refuse(reply, 400, &error);
}

/* ---- one table -----------------------------------------------------------*/

/* The table that a request is about, or NULL: the reply is then set. */
static Table *take(Studio *studio, const char *id, HttpReply *reply) {
  Error error = {0};
  Table *table = tables_take(studio->tables, id, &error);
  if (!table)
    refuse(reply, 404, &error);
  return table;
}

void route_table_events(Studio *studio, const HttpRequest *request,
                        const char *id, HttpReply *reply) {
  Table *table = take(studio, id, reply);
  (void)request;
  if (!table)
    return;
  if (channel_join(table_channel(table)))
    *reply = (HttpReply){.status = 200, .channel = table_channel(table)};
  else
    http_refuse(reply, 404, "this game has been closed");
  tables_release(studio->tables, table);
}

/* The name of the request is the last part of its path. */
void route_table_do(Studio *studio, const HttpRequest *request, const char *id,
                    HttpReply *reply) {
  Table *table = take(studio, id, reply);
  Error error = {0};
  if (!table)
    return;
  const char *slash = strrchr(request->path, '/');
  if (table_do(table, slash ? slash + 1 : "", request->body, &error))
    answer(reply, json_object());
  else
    refuse(reply, 400, &error);
  tables_release(studio->tables, table);
}

void route_table_position(Studio *studio, const HttpRequest *request,
                          const char *id, HttpReply *reply) {
  const char *text = http_query(request, "ply");
  Error error = {0};
  int64_t ply;
  if (!text || !number_in_range(text, 0, INT32_MAX, &ply)) {
    http_refuse(reply, 400, "?ply= must be a number of moves from 0");
    return;
  }
  Table *table = take(studio, id, reply);
  if (!table)
    return;
  json_t *position = table_position(table, (int)ply, &error);
  if (position)
    answer(reply, position);
  else
    refuse(reply, 400, &error);
  tables_release(studio->tables, table);
}

/* ---- saved games ---------------------------------------------------------*/

void route_table_save(Studio *studio, const HttpRequest *request,
                      const char *id, HttpReply *reply) {
  const char *path = NULL;
  const json_t *replace = json_object_get(request->body, "replace");
  Error error = {0};
  bool taken = false;
  bool good = get_text(request->body, "path", &path, &error) &&
              (path || error_set(&error, "\"path\" must be the name of a file "
                                         "that ends in .game")) &&
              (!replace || json_is_boolean(replace) ||
               error_set(&error, "\"replace\" must be true or false"));
  if (!good) {
    refuse(reply, 400, &error);
    return;
  }
  Table *table = take(studio, id, reply);
  if (!table)
    return;
  char *text = table_text(table, &error);
  if (text &&
      saved_game_write(path, text, json_is_true(replace), &taken, &error))
    answer(reply, json_pack("{s:s}", "path", path));
  else
    refuse(reply, taken ? 409 : 400, &error);
  free(text);
  tables_release(studio->tables, table);
}

void route_games(Studio *studio, const HttpRequest *request, const char *id,
                 HttpReply *reply) {
  (void)studio, (void)request, (void)id;
  json_t *files = saved_games_list();
  if (files)
    answer(reply, json_pack("{s:o}", "files", files));
  else
    http_refuse(reply, 503, "out of memory or of open files: try again");
}
