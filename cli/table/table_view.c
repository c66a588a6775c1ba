/* What pages see of a table. */
#include "cli/table/table_internal.h"

#include "cli/session/position.h"
#include "cli/table/about.h"
#include "core/base/json.h"
#include "core/game/frame_json.h"
#include "core/game/score.h"
#include "core/search/levels.h"
#include <stdlib.h>

/* ---- positions -----------------------------------------------------------*/

/* What a seat sees of a position, or everything (VIEW_ALL), and the move that
 * led there, if `before` is not NULL. */
static json_t *seen_json(Table *t, const State *state, const State *before,
                         Move move, int viewer) {
  const Game *game = t->session.file.game;
  if (viewer == VIEW_ALL)
    return frame_json(game, state, before, move);
  State *seen = game_copy(game, state);
  game_observe(game, seen, viewer);
  json_t *json = frame_json(game, seen, before, move);
  free(seen);
  return json;
}

/* Nothing is shown while several humans look on: a drawing says who moves. */
static json_t *hidden_json(const State *state) {
  char mover[MOVER_TEXT], text[MOVER_TEXT + 16];
  game_name_mover(state, mover);
  snprintf(text, sizeof text, "%s to move", mover);
  return json_pack("{s:s}", "drawing", text);
}

/* {frame, before}: a position after so many plies, and the one before the move
 * that led there, unless that is NULL. A seat sees only moves that nobody has
 * hidden from it. */
static json_t *frames_json(Table *t, const State *state, const State *before,
                           int ply, int viewer) {
  bool shows = before && viewer == VIEW_ALL;
  bool shown = ply > 0 && (shows || t->played[ply - 1].shown);
  json_t *frame =
      viewer == VIEW_NONE
          ? hidden_json(state)
          : seen_json(t, state, shown ? before : NULL,
                      ply > 0 ? t->session.file.moves[ply - 1] : 0, viewer);
  return json_pack("{s:o, s:o}", "frame", frame, "before",
                   shows ? seen_json(t, before, NULL, 0, viewer) : json_null());
}

static json_t *part_json(const Part *part) {
  if (!part->list)
    return json_text(part->count ? part->text[0] : "");
  json_t *list = json_array();
  for (int i = 0; i < part->count; i++)
    json_array_append_new(list, json_text(part->text[i]));
  return list;
}

/* {"kind": "pawn", "to": "e2"}; a list of texts is a list. */
static json_t *parts_json(const Game *game, const State *state, Move move) {
  Parts parts = {.count = 0};
  json_t *object = json_object();
  game_describe(game, state, move, &parts);
  for (int i = 0; i < parts.count; i++)
    json_object_set_new(object, parts.part[i].key, part_json(&parts.part[i]));
  return object;
}

/* The frame after a legal move; NULL with a message. */
static json_t *preview_json(Table *t, const State *state, const json_t *text,
                            Error *error) {
  const Game *game = t->session.file.game;
  const char *written = json_string_value(text);
  Move move;
  if (!written) {
    error_set(error, "each of \"moves\" must be a string");
    return NULL;
  }
  if (!game_parse(game, state, written, &move, error))
    return NULL;
  State *after = game_copy(game, state);
  game_play(game, after, move);
  json_t *frame = frame_json(game, after, state, move);
  free(after);
  if (game_check(game, error))
    return frame;
  json_decref(frame);
  return NULL;
}

/* The best move of a position, with the frame after it, once it is known. */
static json_t *best_json(Table *t, const State *state, int ply) {
  const char *best = ply < t->evaluated_capacity ? t->evaluated[ply].best : "";
  const Game *game = t->session.file.game;
  Error ignored = {0};
  Move move;
  if (!*best || !game_parse(game, state, best, &move, NULL))
    return json_null();
  json_t *text = json_text(best);
  json_t *frame = preview_json(t, state, text, &ignored);
  return json_pack("{s:o, s:o, s:o?}", "text", text, "parts",
                   parts_json(game, state, move), "frame", frame);
}

/* Of earlier positions the view of the only human is shown. */
json_t *table_frames(Table *t, int ply, Error *error) {
  Session *s = &t->session;
  const Game *game = s->file.game;
  int viewer = session_viewer(s);
  if (viewer != VIEW_ALL && session_humans(s, NULL) != 1) {
    error_set(error, "earlier positions would reveal what seats do not see: "
                     "wait until the game is over");
    return NULL;
  }
  State *before = game_copy(game, s->state);
  gamefile_position_at(&s->file, ply > 0 ? ply - 1 : 0, before);
  State *state = game_copy(game, before);
  if (ply > 0)
    game_play(game, state, s->file.moves[ply - 1]);
  json_t *json = frames_json(t, state, ply > 0 ? before : NULL, ply, viewer);
  json_object_set_new(json, "best",
                      viewer == VIEW_ALL ? best_json(t, state, ply)
                                         : json_null());
  free(before);
  free(state);
  return json;
}

/* Nature's part in a move comes after it, so that a preview does not tell what
 * it will be. If the rules fail, they are opened again. */
json_t *table_previews(Table *t, const json_t *moves, Error *error) {
  json_t *frames = json_array();
  size_t i, count = json_array_size(moves);
  if (game_hides(t->session.file.game)) {
    error_set(error, "a preview would reveal what seats do not see");
    count = 0;
  }
  for (i = 0; i < count; i++) {
    json_t *frame =
        preview_json(t, t->session.state, json_array_get(moves, i), error);
    if (!frame)
      break;
    json_array_append_new(frames, frame);
  }
  if (game_failure(t->session.file.game))
    table_reopen(t, &(Reopening){0}, NULL);
  if (!error_is_set(error))
    return json_pack("{s:o}", "frames", frames);
  json_decref(frames);
  return NULL;
}

/* ---- moves ---------------------------------------------------------------*/

/* All legal moves, with their parts. */
static json_t *moves_json(const Game *game, const State *state) {
  json_t *list = json_array();
  Move *moves = game_borrow_list(game);
  int count = game_moves(game, state, moves);
  for (int i = 0; i < count; i++) {
    char text[MOVE_TEXT];
    game_format(game, state, moves[i], text);
    json_array_append_new(list, json_pack("{s:o, s:o}", "text", json_text(text),
                                          "parts",
                                          parts_json(game, state, moves[i])));
  }
  game_return_list(game);
  return list;
}

/* ---- the view ------------------------------------------------------------*/

/* Levels by their names. */
static json_t *seats_json(const GameFile *file) {
  json_t *list = json_array();
  for (int seat = 0; seat < file->game->seats; seat++) {
    const char *level = level_name(file->seat[seat], file->game);
    json_array_append_new(list, json_text(level ? level : file->seat[seat]));
  }
  return list;
}

static json_t *history_json(const Table *t) {
  bool all = session_viewer(&t->session) == VIEW_ALL;
  json_t *list = json_array();
  for (int ply = 0; ply < t->session.total; ply++) {
    const Played *played = &t->played[ply];
    const char *text = all || played->shown ? played->text : NULL;
    json_array_append_new(list,
                          json_pack("[i, o]", played->seat, json_text(text)));
  }
  return list;
}

/* How the game ended, or null. */
static json_t *over_json(const Table *t) {
  const Session *s = &t->session;
  char text[ENDING_TEXT];
  if (s->file.gave_up >= 0) {
    ending_write(&s->file, text);
    text[strcspn(text, "\n")] = '\0';
  } else if (s->state->outcome == WIN)
    result_format(s->state->winners, text);
  else if (s->state->outcome == DRAW)
    snprintf(text, sizeof text, "a draw");
  else if (session_is_truncated(s))
    snprintf(text, sizeof text, "truncated at %d plies", s->file.count);
  else
    return json_null();
  return json_text(text);
}

/* The points of each side, if they have decided the game. */
static json_t *score_json(const Table *t) {
  const Game *game = t->session.file.game;
  if (!t->session.state->by_score)
    return json_null();
  int32_t score[SEATS_MAX];
  int64_t sum[SEATS_MAX];
  game_score(game, t->session.state, score);
  int sides = score_sides(game->side, game->seats, score, sum);
  json_t *list = json_array();
  for (int side = 0; side < sides; side++)
    json_array_append_new(list, sum[side] % SCORE_UNIT
                                    ? json_real(score_points(sum[side]))
                                    : json_integer(sum[side] / SCORE_UNIT));
  return list;
}

/* Who has won and how: by the rules, or because a seat gave up. */
static json_t *ending_json(const Table *t) {
  const Session *s = &t->session;
  const GameFile *file = &s->file;
  bool cut = session_is_truncated(s), gave_up = file->gave_up >= 0;
  if (!session_over(s) && !cut)
    return json_null();
  unsigned winners = gave_up ? gamefile_winners(file) : s->state->winners;
  json_t *list = json_array();
  for (int seat = 0; !cut && seat < file->game->seats; seat++)
    if (winners >> seat & 1)
      json_array_append_new(list, json_integer(seat + 1));
  const char *how = !gave_up          ? cut ? "truncated" : "rules"
                    : file->forfeited ? "forfeited"
                                      : "resigned";
  return json_pack("{s:o, s:s, s:o, s:o}", "winners", list, "how", how, "seat",
                   gave_up ? json_integer(file->gave_up + 1) : json_null(),
                   "score", gave_up || cut ? json_null() : score_json(t));
}

static json_t *thinking_json(const Table *t) {
  static const char *const NAMES[] = {[THINK_MOVE] = "move",
                                      [THINK_HINT] = "hint",
                                      [THINK_VALUES] = "evaluation"};
  return !t->asked  ? json_null()
         : t->waits ? json_string("waiting")
                    : json_string(NAMES[t->asked_for]);
}

/* Takes over an allocated text; null for NULL. */
static json_t *text_json(char *text) {
  json_t *json = json_text(text);
  free(text);
  return json;
}

static json_t *error_json(const Table *t) {
  const Error *error =
      error_is_set(&t->reload_error) ? &t->reload_error : &t->error;
  return error_is_set(error) ? about_error("message", error) : json_null();
}

static json_t *seat_json(const Table *t) {
  const Session *s = &t->session;
  return session_over(s) || session_is_truncated(s)
             ? json_null()
             : json_integer(game_seat_number(s->state));
}

/* The position; what others do not see is left out. */
static void add_position(Table *t, json_t *view) {
  const Session *s = &t->session;
  const Game *game = s->file.game;
  int viewer = session_viewer(s), count = s->file.count;
  bool human = !session_over(s) && session_is_human(s, s->state);
  json_object_set_new(view, "board", frame_board(game, s->state, 0, 0));
  json_t *frames =
      frames_json(t, s->state, count ? s->before : NULL, count, viewer);
  json_object_update(view, frames);
  json_decref(frames);
  json_object_set_new(view, "seat", seat_json(t));
  json_object_set_new(view, "human", json_boolean(human));
  json_object_set_new(view, "moves",
                      human ? moves_json(game, s->state) : json_array());
  char *text = viewer == VIEW_ALL ? table_write(t, NULL) : NULL;
  json_object_set_new(view, "text", text_json(text));
  json_object_set_new(view, "settings",
                      viewer == VIEW_ALL
                          ? text_json(game_settings(game, s->state))
                          : json_null());
}

static json_t *view_json(Table *t) {
  const GameFile *file = &t->session.file;
  json_t *view = json_object();
  json_object_set_new(view, "version", json_integer((json_int_t)++t->version));
  json_object_set_new(view, "game", about_game(file->game));
  json_object_set_new(view, "seats", seats_json(file));
  json_object_set_new(view, "seed", json_integer((json_int_t)file->seed));
  json_object_set_new(view, "index", json_integer((json_int_t)file->index));
  json_object_set_new(view, "begun", json_integer(t->begun));
  add_position(t, view);
  json_object_set_new(view, "history", history_json(t));
  json_object_set_new(view, "ply", json_integer(file->count));
  json_object_set_new(view, "over", over_json(t));
  json_object_set_new(view, "ending", ending_json(t));
  json_object_set_new(view, "thinking", thinking_json(t));
  json_object_set_new(view, "stopped",
                      json_boolean(t->stopped && table_waits_for_bot(t)));
  json_object_set_new(view, "pace", json_integer(table_pace(t)));
  json_object_set_new(view, "log", printed_json(&t->log));
  json_object_set_new(view, "error", error_json(t));
  return view;
}

/* Whether the rules failed, in a position that can be left: they are then
 * opened again, and the last move is taken back. */
static bool leave_failure(Table *t) {
  const Error *failure = game_failure(t->session.file.game);
  Error why, again = {0};
  if (!failure)
    return false;
  why = *failure;
  bool left = t->session.file.count > 0 &&
              table_reopen(t, &(Reopening){.without_last = true}, &again);
  error_copy(&t->error, &why);
  t->stopped = true;
  table_log(t, "%s%s", why.message, left ? ": the last move is undone" : "");
  return left;
}

static void publish_event(Table *t, const char *event, json_t *value) {
  t->outside.publish(t->outside.context, event, value);
}

/* Drawing a position and listing its moves runs rules, which may fail. */
void table_publish(Table *t) {
  printed_use(&t->printed);
  json_t *view = view_json(t);
  while (leave_failure(t)) {
    json_decref(view);
    table_stop_thinking(t);
    view = view_json(t);
  }
  json_object_set_new(view, "error", error_json(t));
  json_object_set_new(view, "printed", printed_json(&t->printed));
  json_object_set_new(view, "bot_printed",
                      t->outside.printed(t->outside.context));
  publish_event(t, "view", view);
  if (t->values_changed)
    table_publish_values(t);
}

/* ---- hints and values ----------------------------------------------------*/

void table_publish_hint(Table *t, const Thought *thought) {
  const Session *s = &t->session;
  const Game *game = s->file.game;
  t->hint_shown = thought;
  if (!thought) {
    publish_event(t, "hint", json_null());
    return;
  }
  json_t *list = json_array();
  for (int i = 0; i < thought->hint_count; i++) {
    const HintMove *hint = &thought->hint[i];
    Move move;
    if (!game_parse(game, s->state, hint->text, &move, NULL))
      continue;
    json_array_append_new(
        list, json_pack("{s:o, s:f, s:I, s:b, s:o}", "text",
                        json_text(hint->text), "rate", hint->rate, "visits",
                        (json_int_t)hint->visits, "proven", hint->proven,
                        "parts", parts_json(game, s->state, move)));
  }
  publish_event(t, "hint",
                json_pack("{s:i, s:I, s:b, s:o}", "ply", s->file.count,
                          "iterations", (json_int_t)thought->iterations, "done",
                          thought->done, "moves", list));
}

/* Nothing while nobody wants to see them. */
void table_publish_values(Table *t) {
  int sides = t->session.file.game->sides;
  t->values_shown = t->evaluates;
  t->values_changed = false;
  if (!t->evaluates) {
    publish_event(t, "evaluation", json_null());
    return;
  }
  json_t *list = json_array(), *best = json_array();
  for (int ply = 0; ply <= t->session.total && ply < t->evaluated_capacity;
       ply++) {
    const Evaluated *e = &t->evaluated[ply];
    json_t *values = e->known ? json_array() : json_null();
    for (int side = 0; e->known && side < sides; side++)
      json_array_append_new(values, json_number(e->value[side]));
    json_array_append_new(list, values);
    json_array_append_new(best, *e->best ? json_text(e->best) : json_null());
  }
  publish_event(t, "evaluation",
                json_pack("{s:o, s:o}", "values", list, "best", best));
}
