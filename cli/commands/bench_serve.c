/* boardlab bench --serve: what the studio costs.
 *
 * Starts a server for each game, with a human in every seat, and clicks: sends
 * a random legal move and waits until the new position has come on the stream
 * that a page listens to. */
#include "cli/commands/bench.h"
#include "cli/commands/bench_client.h"
#include "cli/terminal/rows.h"
#include "cli/terminal/signals.h"
#include "core/base/clock.h"
#include "core/base/rng.h"
#include <errno.h>
#include <limits.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { CLICKS_MAX = 100000, ROWS_MAX = 64 };

typedef struct Cost {
  const char *game; /* NULL: no game is open */
  uint64_t memory;  /* bytes */
  int clicks;
  double median, most; /* seconds; 99% take at most so long */
} Cost;

/* A table on a server, and its last view. */
typedef struct Clicker {
  Client *client;
  char table[96]; /* "api/table/ID" */
  json_t *view;
  double when; /* the view came */
  Rng rng;
  double *took; /* seconds of each click */
  int clicks;
} Clicker;

/* ---- one game ------------------------------------------------------------*/

static bool take_view(Clicker *c, Error *error) {
  json_t *view = client_event(c->client, "view", &c->when, error);
  if (!view)
    return false;
  json_decref(c->view);
  c->view = view;
  return true;
}

static json_t *all_human(int seats) {
  json_t *list = json_array();
  for (int i = 0; i < seats; i++)
    json_array_append_new(list, json_string("human"));
  return list;
}

static bool open_table(Clicker *c, const Game *game, Error *error) {
  json_t *plan = json_pack("{s:s, s:o, s:i}", "game", game->spec, "seats",
                           all_human(game->seats), "seed", 1);
  json_t *answer = client_post(c->client, "api/open", plan, error)
                       ? client_answer(c->client, error)
                       : NULL;
  if (!answer)
    return false;
  char path[128];
  const json_t *id = json_object_get(answer, "table");
  if (json_is_string(id))
    snprintf(c->table, sizeof c->table, "api/table/%.40s",
             json_string_value(id));
  else
    snprintf(c->table, sizeof c->table, "api/table/%lld",
             (long long)json_integer_value(id));
  json_decref(answer);
  snprintf(path, sizeof path, "%s/events", c->table);
  return client_listen(c->client, path, error) && take_view(c, error);
}

/* Sends a request about the table, and waits until its view is a later one. */
static bool ask(Clicker *c, const char *what, json_t *body, Error *error) {
  char path[128];
  json_int_t version = json_integer_value(json_object_get(c->view, "version"));
  snprintf(path, sizeof path, "%s/%s", c->table, what);
  if (!client_post(c->client, path, body, error))
    return false;
  do
    if (!take_view(c, error))
      return false;
  while (json_integer_value(json_object_get(c->view, "version")) <= version);
  json_t *answer = client_answer(c->client, error);
  json_decref(answer);
  return answer;
}

/* Plays a random move, or begins a new game if this one is over; nature moves
 * by itself. */
static bool click(Clicker *c, Error *error) {
  const json_t *moves = json_object_get(c->view, "moves");
  size_t count = json_array_size(moves);
  if (!json_is_null(json_object_get(c->view, "over")))
    return ask(c, "new", json_object(), error);
  if (count == 0)
    return take_view(c, error);
  const json_t *move =
      json_array_get(moves, rng_below(&c->rng, (uint32_t)count));
  json_t *body = json_pack("{s:O}", "move", json_object_get(move, "text"));
  double began = clock_seconds();
  if (!ask(c, "play", body, error))
    return false;
  c->took[c->clicks++] = c->when - began;
  return true;
}

static int compare(const void *a, const void *b) {
  double x = *(const double *)a, y = *(const double *)b;
  return (x > y) - (x < y);
}

static void sum_up(Clicker *c, Cost *cost) {
  qsort(c->took, (size_t)c->clicks, sizeof *c->took, compare);
  cost->clicks = c->clicks;
  if (c->clicks == 0)
    return;
  cost->median = (c->took[c->clicks / 2] + c->took[(c->clicks - 1) / 2]) / 2;
  cost->most = c->took[(int)ceil(0.99 * c->clicks) - 1];
}

static bool click_for(Clicker *c, const Game *game, double seconds,
                      Error *error) {
  if (!open_table(c, game, error))
    return false;
  double end = clock_seconds() + seconds;
  bool good = true;
  while (good && c->clicks < CLICKS_MAX && clock_seconds() < end)
    good = click(c, error) &&
           (!atomic_load(signals_stop_flag()) || error_set(error, "stopped"));
  return good;
}

static bool measure(Clicker *c, const char *folder, double seconds, Cost *cost,
                    Error *error) {
  Game *game = cost->game ? game_open(cost->game, error) : NULL;
  if (cost->game && !game)
    return false;
  c->client = client_start(folder, error);
  bool good = c->client && (!game || click_for(c, game, seconds, error));
  if (good) {
    cost->memory = client_memory(c->client);
    sum_up(c, cost);
  }
  client_stop(c->client);
  json_decref(c->view);
  game_close(game);
  return good;
}

static bool measure_one(const char *folder, double seconds, Cost *cost,
                        Error *error) {
  Clicker clicker = {.took = malloc(CLICKS_MAX * sizeof(double))};
  rng_seed(&clicker.rng, 1, 0);
  bool good = clicker.took ? measure(&clicker, folder, seconds, cost, error)
                           : error_set(error, "out of memory (measurements)");
  free(clicker.took);
  return good;
}

/* ---- results -------------------------------------------------------------*/

static bool print_rows(const Cost *costs, int count, bool json, Error *error) {
  Rows rows = rows_begin("game,memory,clicks,median_seconds,p99_seconds", json);
  for (int i = 0; i < count; i++) {
    bool clicked = costs[i].clicks > 0;
    rows_text(&rows, costs[i].game ? costs[i].game : "");
    rows_count(&rows, costs[i].memory);
    rows_count(&rows, (uint64_t)costs[i].clicks);
    rows_real(&rows, clicked ? costs[i].median : NAN, 6);
    rows_real(&rows, clicked ? costs[i].most : NAN, 6);
  }
  return rows_end(&rows, error);
}

static void print_table(const Cost *costs, int count) {
  printf("%-24s %10s %10s %12s %12s\n", "game", "memory", "clicks", "median",
         "99% within");
  for (int i = 0; i < count; i++) {
    const Cost *c = &costs[i];
    printf("%-24s %7.1f MB", c->game ? c->game : "(none open)",
           (double)c->memory / 1e6);
    if (c->clicks)
      printf(" %10d %9.2f ms %9.2f ms", c->clicks, 1e3 * c->median,
             1e3 * c->most);
    printf("\n");
  }
  printf("\nA server of the studio in a process of its own. memory: resident, "
         "at the end.\n"
         "clicks: random moves, each until the new position has come on the "
         "stream.\n");
}

/* ---- all games -----------------------------------------------------------*/

static bool measure_all(Cost *costs, int count, double seconds, Error *error) {
  char folder[PATH_MAX];
  const char *parent = getenv("TMPDIR");
  snprintf(folder, sizeof folder, "%s/boardlab-bench-XXXXXX",
           parent && *parent ? parent : "/tmp");
  if (!mkdtemp(folder))
    return error_set(error, "could not create the folder %s: %s", folder,
                     strerror(errno));
  signals_begin(NULL, true);
  bool good = true;
  for (int i = 0; good && i < count; i++)
    good = measure_one(folder, seconds, &costs[i], error);
  signals_end();
  rmdir(folder);
  return good;
}

bool bench_serve(const char *const games[], int game_count, double seconds,
                 int format, Error *error) {
  Cost costs[ROWS_MAX] = {{NULL}};
  int count = 1; /* the first: no game */
  for (int i = 0; i < game_count && count < ROWS_MAX; i++)
    costs[count++].game = games[i];
  for (const Rules *const *r = game_rules; game_count == 0 && *r; r++)
    costs[count++].game = (*r)->name;
  if (game_count == 0)
    costs[count++].game = "games/hex.lua";
  if (!measure_all(costs, count, seconds, error))
    return false;
  if (format != BENCH_TABLE)
    return print_rows(costs, count, format == BENCH_JSON, error);
  print_table(costs, count);
  return true;
}
