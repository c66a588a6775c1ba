/* Requests about games on tables. */
#include "cli/studio/routes.h"

#include "cli/studio/saved_games.h"
#include "cli/studio/tables.h"
#include "cli/table/body.h"
#include "core/base/number.h"
#include "core/game/gamefile.h"
#include <inttypes.h>
#include <stdlib.h>

/* ---- opening -------------------------------------------------------------*/

static bool make_plan(const json_t *body, TablePlan *plan, char **saved,
                      Error *error) {
  const char *path = NULL;
  if (!table_read_plan(body, plan, error) ||
      !body_text(body, "path", NULL, &path, error))
    return false;
  if (!!plan->game + !!plan->text + !!path != 1)
    return error_set(error, "give one of \"game\", \"text\" and \"path\": a "
                            "game such as \"quoridor\", a saved game, or the "
                            "file of one");
  if (path) {
    plan->text = *saved = saved_game_read(path, error);
    plan->name = path;
  }
  return !path || *saved;
}

json_t *route_open(Ask *ask) {
  TablePlan plan = {.game = NULL};
  char *saved = NULL, id[24];
  uint64_t table = make_plan(ask->request->body, &plan, &saved, &ask->error)
                       ? tables_open(ask->studio->tables, &plan, &ask->error)
                       : 0;
  free(saved);
  snprintf(id, sizeof id, "%" PRIu64, table);
  return table ? json_pack("{s:s}", "table", id) : NULL;
}

/* ---- one table -----------------------------------------------------------*/

json_t *route_table_events(Ask *ask) {
  return ask_stream(ask, served_channel(ask->table), ERROR_GONE,
                    "this game has been closed");
}

/* The name of the request is the last part of its path. */
json_t *route_table_do(Ask *ask) {
  return served_do(ask->table, ask_name(ask), ask->request->body, &ask->error);
}

json_t *route_table_position(Ask *ask) {
  const char *text = http_query(ask->request, "ply");
  int64_t ply;
  if (!text || !number_in_range(text, 0, INT32_MAX, &ply))
    return ask_refuse(ask, ERROR_OTHER,
                      "?ply= must be a number of moves, 0 or more");
  json_t *body = json_pack("{s:I}", "ply", (json_int_t)ply);
  json_t *answer = served_do(ask->table, "position", body, &ask->error);
  json_decref(body);
  return answer;
}

/* Reads a study, for which no table has to wait. */
json_t *route_table_card(Ask *ask) {
  const char *dir = NULL;
  return body_text(ask->request->body, "dir", NULL, &dir, &ask->error) &&
                 card_show(served_card(ask->table), dir, &ask->error)
             ? json_object()
             : NULL;
}

/* ---- saved games ---------------------------------------------------------*/

json_t *route_table_save(Ask *ask) {
  const json_t *body = ask->request->body;
  const char *path = NULL;
  bool replace = false;
  if (!body_text(body, "path", NULL, &path, &ask->error) ||
      !body_flag(body, "replace", false, &replace, &ask->error))
    return NULL;
  if (!path)
    return ask_refuse(ask, ERROR_OTHER,
                      "\"path\" must be the name of a file that ends in .game");
  json_t *game = served_do(ask->table, "text", NULL, &ask->error);
  const char *text = json_string_value(json_object_get(game, "text"));
  bool good = text && saved_game_write(path, text, replace, &ask->error);
  json_decref(game);
  return good ? json_pack("{s:s}", "path", path) : NULL;
}

json_t *route_games(Ask *ask) {
  json_t *files = saved_games_list();
  return files ? json_pack("{s:o}", "files", files)
               : ask_refuse(ask, ERROR_NO_MEMORY,
                            "out of memory or open files: try again");
}
