/* The games of a run to replay: their moves, and the position after each. */
#include "analysis/report/report_entries.h"

#include "core/base/json.h"
#include "core/game/frame_json.h"
#include <stdlib.h>

/* ---- one game ------------------------------------------------------------*/

/* "game 7: seat 1 wins in 15 plies (the shortest)" */
static json_t *label_json(const Replay *r, bool collected) {
  char text[WINNERS_TEXT + REPLAY_WHY + 128], winners[WINNERS_TEXT];
  char how[WINNERS_TEXT + 64];
  const Match *m = &r->match;
  const char *unit = m->plies == 1 ? "ply" : "plies";
  winners_format(m->winners, winners);
  if (match_is_resigned(m))
    snprintf(how, sizeof how, "resigned by seat %d after %d %s",
             m->forfeiter + 1, m->plies, unit);
  else if (m->end == MATCH_WIN)
    snprintf(how, sizeof how, "%s in %d %s", m->winners ? winners : "lost",
             m->plies, unit);
  else if (m->end == MATCH_FORFEIT)
    snprintf(how, sizeof how, "forfeited by seat %d after %d %s",
             m->forfeiter + 1, m->plies, unit);
  else
    snprintf(how, sizeof how, "%s after %d %s",
             m->end == MATCH_DRAW ? "drawn"
             : collected          ? "not finished"
                                  : "truncated",
             m->plies, unit);
  snprintf(text, sizeof text, "game %llu: %s%s%s%s",
           (unsigned long long)r->index, how, r->why[0] ? " (" : "", r->why,
           r->why[0] ? ")" : "");
  return json_string(text);
}

/* What is said of the last position. */
static json_t *ending_json(const Replay *r, bool collected) {
  char text[WINNERS_TEXT + 64], winners[WINNERS_TEXT];
  const Match *m = &r->match;
  winners_format(m->winners, winners);
  if (match_is_resigned(m)) {
    snprintf(text, sizeof text, "seat %d resigns%s%s", m->forfeiter + 1,
             m->winners ? ", " : "", m->winners ? winners : "");
    return json_string(text);
  }
  switch (m->end) {
  case MATCH_WIN:
    result_format(m->winners, winners);
    return json_string(winners);
  case MATCH_DRAW:
    return json_string("a draw");
  case MATCH_TRUNCATED:
    return json_string(collected ? "not finished"
                                 : "truncated at the ply limit");
  default:
    snprintf(text, sizeof text, "seat %d forfeits%s%s", m->forfeiter + 1,
             m->winners ? ", " : "", m->winners ? winners : "");
    return json_string(text);
  }
}

static json_t *seated_json(const Run *run, uint64_t index) {
  const Schedule *s = &run->schedule;
  const uint8_t *bots = schedule_bots(s, schedule_seating(s, index));
  json_t *list = json_array();
  for (int seat = 0; seat < s->seats; seat++)
    json_array_append_new(list, json_text(s->bot[bots[seat]].spec));
  return list;
}

/* The values of all positions for each side, if they were measured. */
static json_t *values_json(const Replay *r) {
  json_t *list = r->value ? json_array() : json_null();
  for (int at = 0; r->value && at <= r->match.plies; at++) {
    json_t *position = json_array();
    for (int side = 0; side < r->sides; side++)
      json_array_append_new(position,
                            json_number(r->value[at * r->sides + side]));
    json_array_append_new(list, position);
  }
  return list;
}

/* Takes over the list of bots. */
static json_t *replay_json(json_t *bots, bool collected, const Game *game,
                           const Replay *r, State *state, State *before) {
  json_t *moves = json_array(), *frames = json_array();
  game_assign(game, state, r->first);
  json_array_append_new(frames, frame_json(game, state, NULL, 0));
  for (int ply = 0; ply < r->match.plies; ply++) {
    char text[MOVE_TEXT];
    game_format(game, state, r->moves[ply], text);
    json_array_append_new(
        moves, json_pack("[i, o]", game_seat_number(state), json_text(text)));
    game_assign(game, before, state);
    game_play(game, state, r->moves[ply]);
    json_array_append_new(frames,
                          frame_json(game, state, before, r->moves[ply]));
  }
  return json_pack("{s:I, s:s, s:o, s:o, s:o, s:o, s:o, s:o}", "game",
                   (json_int_t)r->index, "why", r->why, "label",
                   label_json(r, collected), "ending",
                   ending_json(r, collected), "bots", bots, "moves", moves,
                   "frames", frames, "values", values_json(r));
}

/* ---- all games -----------------------------------------------------------*/

static json_t *notation_json(const Game *game) {
  const char *notation = game_notation(game);
  return notation ? json_text(notation) : json_null();
}

static json_t *replays_json(const RunMetrics *m, const Game *game, State *state,
                            json_t **board, Error *error) {
  json_t *list = json_array();
  State *before = game_copy(game, state);
  *board = frame_board(game, state, m->columns, m->rows);
  for (int i = 0; i < m->replays.count; i++)
    json_array_append_new(
        list, replay_json(seated_json(&m->run, m->replays.list[i].index),
                          schedule_is_collected(&m->run.schedule), game,
                          &m->replays.list[i], state, before));
  free(before);
  if (!game_fault(game))
    return list;
  json_decref(list);
  json_decref(*board);
  error_copy(error, game_failure(game));
  return NULL;
}

/* Fails if the rules are no longer those the run was played with. Without a
 * sample nothing is played, and that is no reason to fail. */
json_t *report_replays(const RunMetrics *m, json_t **board, ReportGame *about,
                       Error *error) {
  *board = json_null();
  *about = (ReportGame){json_null(), json_null()};
  source_hashes_use(m->run.sources);
  Game *game = game_open(m->run.schedule.full_game, m->sample ? error : NULL);
  source_hashes_use(NULL);
  if (!game)
    return m->sample ? NULL : json_array();
  State *state = game_start(game);
  const State *start = state;
  json_t *list =
      m->sample ? replays_json(m, game, state, board, error) : json_array();
  if (list)
    *about = (ReportGame){json_text(game_native(game, &start)->rules->name),
                          notation_json(game)};
  free(state);
  game_close(game);
  return list;
}

/* ---- a single game -------------------------------------------------------*/

static json_t *players_json(const GameFile *file) {
  json_t *list = json_array();
  for (int seat = 0; seat < file->game->seats; seat++)
    json_array_append_new(list, json_text(file->seat[seat]));
  return list;
}

/* Why a game was forfeited, with the traceback; null if it was not. */
static json_t *reason_json(const Error *reason) {
  return error_is_set(reason)
             ? json_pack("{s:o, s:o}", "message", json_text(reason->message),
                         "trace", json_text(reason->trace))
             : json_null();
}

json_t *report_game(const RunGame *game, uint64_t index, Error *error) {
  const GameFile *file = &game->file;
  const Replay replay = {.index = index,
                         .match = game->match,
                         .first = file->first,
                         .moves = file->moves};
  State *state = game_copy(file->game, file->first);
  State *before = game_copy(file->game, file->first);
  json_t *json = replay_json(players_json(file), game->collected, file->game,
                             &replay, state, before);
  json_object_set_new(json, "spec", json_text(file->game->spec));
  json_object_set_new(json, "board",
                      frame_board(file->game, file->first, 0, 0));
  json_object_set_new(json, "notation", notation_json(file->game));
  json_object_set_new(json, "reason", reason_json(&game->reason));
  free(state);
  free(before);
  if (json && !game_fault(file->game))
    return json;
  if (json)
    error_copy(error, game_failure(file->game));
  else
    error_set(error, "out of memory (position)");
  json_decref(json);
  return NULL;
}
