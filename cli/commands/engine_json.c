/* The protocol of `exec:` from the side of the program (scripts/bots). */
#include "cli/commands/engine.h"

#include "core/base/json.h"
#include "core/base/rng_text.h"
#include <stdlib.h>

static void answer(json_t *object) {
  char *line = json_dumps(object, JSON_COMPACT);
  puts(line ? line : "");
  fflush(stdout);
  free(line);
  json_decref(object);
}

static int64_t limit(const json_t *go, const char *object, const char *key) {
  return json_integer_value(json_object_get(json_object_get(go, object), key));
}

static bool answer_hello(Engine *e, const json_t *hello, Error *error) {
  const char *game = json_string_value(json_object_get(hello, "game"));
  char name[SPEC_TEXT];
  if (game && *game && strcmp(game, e->game->spec) != 0)
    return error_set(error,
                     "this engine plays %.400s, but is asked to play %.400s",
                     e->game->spec, game);
  bool timed = e->bot->timed ||
               (engine_takes_time(e) && (limit(hello, "limits", "ms") > 0 ||
                                         json_object_get(hello, "clock")));
  engine_name(e, name);
  answer(json_pack("{s:s, s:o, s:b, s:b}", "t", "ready", "name",
                   json_text(name), "deterministic", !timed, "rng", 1));
  return true;
}

/* Whether the moves of a question continue the game in progress. */
static bool continues_game(const Engine *e, const json_t *moves,
                           const char *start) {
  State *state = game_copy(e->game, e->first);
  bool same = (start && e->start ? strcmp(start, e->start) == 0
                                 : !start && !e->start) &&
              (int)json_array_size(moves) >= e->count;
  for (int i = 0; same && i < e->count; i++) {
    const char *text = json_string_value(json_array_get(moves, (size_t)i));
    char known[MOVE_TEXT];
    game_format(e->game, state, e->moves[i], known);
    same = text && strcmp(text, known) == 0;
    game_play(e->game, state, e->moves[i]);
  }
  free(state);
  return same;
}

static bool set_position(Engine *e, const json_t *go, Error *error) {
  const json_t *moves = json_object_get(go, "moves");
  const char *start = json_string_value(json_object_get(go, "start"));
  if (!continues_game(e, moves, start) && !engine_restart(e, start, error))
    return false;
  for (size_t i = (size_t)e->count; i < json_array_size(moves); i++) {
    const char *text = json_string_value(json_array_get(moves, i));
    if (!engine_play(e, text ? text : "", error))
      return false;
  }
  return true;
}

/* The random numbers are those of the arena, if that is boardlab. */
static void set_rng(Engine *e, const json_t *go) {
  const char *text = json_string_value(json_object_get(go, "rng"));
  if (!rng_read(text, &e->rng))
    rng_seed(&e->rng, (uint64_t)json_integer_value(json_object_get(go, "seed")),
             0);
}

static bool check_seat(const Engine *e, const json_t *go, Error *error) {
  json_int_t seat = json_integer_value(json_object_get(go, "seat"));
  return e->state->outcome != PLAYING || seat == game_seat_number(e->state) ||
         error_set(error,
                   "the question is for seat %lld, but after these moves it is "
                   "the turn of seat %d",
                   (long long)seat, game_seat_number(e->state));
}

static bool answer_go(Engine *e, const json_t *go, Error *error) {
  char move[MOVE_TEXT], rng[RNG_TEXT];
  EngineLimits limits = {limit(go, "limits", "ms"),
                         limit(go, "limits", "nodes"),
                         limit(go, "limits", "iterations")};
  int64_t clock = limit(go, "clock", "ms");
  if (clock > 0) {
    int64_t share = engine_share(clock, limit(go, "clock", "increment"));
    limits.ms = limits.ms && limits.ms < share ? limits.ms : share;
  }
  if (!json_is_integer(json_object_get(go, "id")) ||
      !json_is_array(json_object_get(go, "moves")))
    return error_set(error, "the question must have an \"id\", a whole number, "
                            "and \"moves\", a list");
  set_rng(e, go);
  if (!set_position(e, go, error) || !check_seat(e, go, error) ||
      !engine_choose(e, limits, move, error))
    return false;
  rng_write(&e->rng, rng);
  answer(json_pack("{s:s, s:O, s:s, s:I, s:s}", "t", "move", "id",
                   json_object_get(go, "id"), "move", move, "nodes",
                   (json_int_t)e->nodes, "rng", rng));
  return true;
}

static bool answer_lines(Engine *e, Error *error) {
  char *line;
  bool good = true, quit = false;
  while (good && !quit && (line = engine_line(error))) {
    json_error_t why;
    json_t *object = json_loads(line, 0, &why);
    const char *t = json_string_value(json_object_get(object, "t"));
    if (!t)
      good =
          error_set(error, "'%.200s' is not a message of the protocol", line);
    else if (strcmp(t, "hello") == 0)
      good = answer_hello(e, object, error);
    else if (strcmp(t, "go") == 0)
      good = answer_go(e, object, error);
    else if (strcmp(t, "end") == 0)
      good = engine_restart(e, NULL, error);
    quit = t && strcmp(t, "quit") == 0;
    json_decref(object);
  }
  return good;
}

static bool is_stop(const char *line) {
  if (!strstr(line, "\"stop\"")) /* most are long, and something else */
    return false;
  json_t *object = json_loads(line, 0, NULL);
  const char *t = json_string_value(json_object_get(object, "t"));
  bool stop = t && strcmp(t, "stop") == 0;
  json_decref(object);
  return stop;
}

const EngineProtocol engine_json = {answer_lines, is_stop};
