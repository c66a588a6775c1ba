/* The games of a run to replay: their moves, and the position after each. */
#include "analysis/report/report_entries.h"

#include "analysis/report/report_json.h"
#include "core/game/scene.h"
#include <stdlib.h>

/* ---- one position --------------------------------------------------------*/

static const char *const SHAPES[] = {"disc", "ring", "square"};

static json_t *pieces_json(const Scene *s) {
  json_t *list = json_array();
  for (int i = 0; i < s->piece_count; i++) {
    const ScenePiece *p = &s->piece[i];
    json_array_append_new(list, json_pack("[i, i, i, i, s, s]", p->at.column,
                                          p->at.row, p->seat + 1, p->size,
                                          p->label, SHAPES[p->shape]));
  }
  return list;
}

static json_t *walls_json(const Scene *s) {
  json_t *list = json_array();
  for (int i = 0; i < s->wall_count; i++)
    json_array_append_new(
        list, json_pack("[i, i, b, i]", s->wall[i].at.column, s->wall[i].at.row,
                        s->wall[i].vertical, s->wall[i].length));
  return list;
}

static json_t *cells_json(const Cell cells[], int count) {
  json_t *list = json_array();
  for (int i = 0; i < count; i++)
    json_array_append_new(list,
                          json_pack("[i, i]", cells[i].column, cells[i].row));
  return list;
}

static json_t *marks_json(const Scene *s) {
  json_t *list = json_array();
  for (int i = 0; i < s->mark_count; i++)
    json_array_append_new(
        list, json_pack("[i, i, i, s]", s->mark[i].at.column, s->mark[i].at.row,
                        s->mark[i].seat + 1, s->mark[i].label));
  return list;
}

static json_t *edges_json(const Scene *s) {
  static const char *const SIDES[] = {"bottom", "top", "left", "right"};
  json_t *list = json_array();
  for (int i = 0; i < s->edge_count; i++)
    json_array_append_new(
        list, json_pack("[s, i]", SIDES[s->edge[i].side], s->edge[i].seat + 1));
  return list;
}

static json_t *hands_json(const Scene *s) {
  json_t *list = json_array();
  for (int i = 0; i < s->held_count; i++) {
    const ScenePiece *p = &s->held[i].piece;
    json_array_append_new(list, json_pack("[i, i, s, s, i]", p->seat + 1,
                                          p->size, p->label, SHAPES[p->shape],
                                          s->held[i].count));
  }
  return list;
}

static json_t *notes_json(const Scene *s) {
  json_t *list = json_array();
  for (int i = 0; i < s->note_count; i++)
    json_array_append_new(list, json_text(s->note[i]));
  return list;
}

/* The text drawing of `boardlab show`, for games without a scene. */
static json_t *drawing_json(const Game *game, const State *state) {
  char *text = NULL;
  size_t size;
  FILE *out = open_memstream(&text, &size);
  if (!out)
    return NULL;
  bool good = game_draw(game, state, out);
  good = fclose(out) == 0 && good;
  json_t *json = good ? json_pack("{s:o}", "drawing", json_text(text)) : NULL;
  free(text);
  return json;
}

/* The move that led to a position; its number means nothing without a position
 * before. */
typedef struct Last {
  const State *before;
  Move move;
} Last;

static json_t *frame_json(const Game *game, const State *state, Last last) {
  Scene scene;
  if (!scene_paint(game, state, &scene))
    return drawing_json(game, state);
  if (last.before)
    scene_show_move(game, last.before, last.move, &scene);
  return json_pack("{s:o, s:o, s:o, s:o, s:o, s:o, s:o, s:o, s:o}", "pieces",
                   pieces_json(&scene), "walls", walls_json(&scene), "shaded",
                   cells_json(scene.shaded, scene.shaded_count), "highlights",
                   cells_json(scene.highlight, scene.highlight_count), "marks",
                   marks_json(&scene), "edges", edges_json(&scene), "hands",
                   hands_json(&scene), "moved",
                   cells_json(scene.moved, scene.moved_count), "notes",
                   notes_json(&scene));
}

/* ---- one game ------------------------------------------------------------*/

/* "game 7: seat 1 wins in 15 plies (the shortest)" */
static json_t *label_json(const Replay *r) {
  char text[WINNERS_TEXT + REPLAY_WHY + 128], winners[WINNERS_TEXT];
  char how[WINNERS_TEXT + 64];
  const Match *m = &r->match;
  const char *unit = m->plies == 1 ? "ply" : "plies";
  winners_format(m->winners, winners);
  if (m->end == MATCH_WIN)
    snprintf(how, sizeof how, "%s in %d %s", winners, m->plies, unit);
  else if (m->end == MATCH_FORFEIT)
    snprintf(how, sizeof how, "forfeited by seat %d after %d %s",
             m->forfeiter + 1, m->plies, unit);
  else
    snprintf(how, sizeof how, "%s after %d %s",
             m->end == MATCH_DRAW ? "drawn" : "truncated", m->plies, unit);
  snprintf(text, sizeof text, "game %llu: %s%s%s%s",
           (unsigned long long)r->index, how, r->why[0] ? " (" : "", r->why,
           r->why[0] ? ")" : "");
  return json_string(text);
}

/* What is said of the last position. */
static json_t *ending_json(const Replay *r) {
  char text[WINNERS_TEXT + 64], winners[WINNERS_TEXT];
  const Match *m = &r->match;
  winners_format(m->winners, winners);
  switch (m->end) {
  case MATCH_WIN:
    return json_string(winners);
  case MATCH_DRAW:
    return json_string("a draw");
  case MATCH_TRUNCATED:
    return json_string("truncated at the ply limit");
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

static json_t *replay_json(const Run *run, const Game *game, const Replay *r,
                           State *state, State *before) {
  json_t *moves = json_array(), *frames = json_array();
  game_assign(game, state, r->first);
  json_array_append_new(frames, frame_json(game, state, (Last){NULL, 0}));
  for (int ply = 0; ply < r->match.plies; ply++) {
    char text[MOVE_TEXT];
    game_format(game, state, r->moves[ply], text);
    json_array_append_new(
        moves, json_pack("[i, o]", game_seat_number(state), json_text(text)));
    game_assign(game, before, state);
    game_play(game, state, r->moves[ply]);
    json_array_append_new(
        frames, frame_json(game, state, (Last){before, r->moves[ply]}));
  }
  return json_pack("{s:I, s:s, s:o, s:o, s:o, s:o, s:o, s:o}", "game",
                   (json_int_t)r->index, "why", r->why, "label", label_json(r),
                   "ending", ending_json(r), "bots", seated_json(run, r->index),
                   "moves", moves, "frames", frames, "values", values_json(r));
}

/* ---- all games -----------------------------------------------------------*/

/* A board, whose row 1 is at the bottom unless rows go down. */
static json_t *size_json(int columns, int rows, bool down, bool hex) {
  return json_pack("{s:i, s:i, s:b, s:b}", "columns", columns, "rows", rows,
                   "down", down, "hex", hex);
}

/* The first board among the fields of a game from a file, or NULL. A variant is
 * drawn by its base game. */
static const Field *board_field(const Game *game) {
  const Field *board = NULL;
  for (; game; game = game->base)
    for (const Field *f = game->fields; f && f->name; f++)
      if (f->grid) {
        board = f;
        break;
      }
  return board;
}

static json_t *board_json(const RunMetrics *m, const Game *game,
                          const State *state) {
  Scene scene;
  if (scene_paint(game, state, &scene))
    return size_json(scene.columns, scene.rows, scene.down, scene.hex);
  if (!m->columns)
    return json_null();
  const Field *board = board_field(game);
  GridShape shape = board ? board->grid->shape : (GridShape){0};
  return shape.columns >= m->columns && shape.rows >= m->rows
             ? size_json(shape.columns, shape.rows, board->down, shape.hex)
             : size_json(m->columns, m->rows, false, false);
}

static json_t *replays_json(const RunMetrics *m, const Game *game, State *state,
                            State *before, json_t **board, Error *error) {
  json_t *list = json_array();
  *board = board_json(m, game, state);
  for (int i = 0; i < m->replays.count; i++)
    json_array_append_new(
        list, replay_json(&m->run, game, &m->replays.list[i], state, before));
  if (!game_fault(game))
    return list;
  json_decref(list);
  json_decref(*board);
  error_copy(error, game_failure(game));
  return NULL;
}

static void describe_game(const Game *game, const State *state,
                          ReportGame *about) {
  const char *notation = game_notation(game);
  about->family = json_text(game_native(game, &state)->rules->name);
  about->notation = notation ? json_text(notation) : json_null();
}

/* Without a sample nothing is played, and rules that have changed since are no
 * reason to fail. */
static void describe_unplayed(const RunMetrics *m, ReportGame *about) {
  source_hashes_use(m->run.sources);
  Game *game = game_open(m->run.schedule.full_game, NULL);
  source_hashes_use(NULL);
  State *state = game ? game_start(game) : NULL;
  if (state)
    describe_game(game, state, about);
  free(state);
  game_close(game);
}

json_t *report_replays(const RunMetrics *m, json_t **board, ReportGame *about,
                       Error *error) {
  *board = json_null();
  *about = (ReportGame){json_null(), json_null()};
  if (!m->sample) {
    describe_unplayed(m, about);
    return json_array();
  }
  /* Fails if the rules are no longer those the run was played with. */
  source_hashes_use(m->run.sources);
  Game *game = game_open(m->run.schedule.full_game, error);
  source_hashes_use(NULL);
  State *state = game ? game_start(game) : NULL;
  State *before = state ? game_copy(game, state) : NULL;
  if (game && !before)
    error_set(error, "out of memory (position)");
  json_t *list =
      before ? replays_json(m, game, state, before, board, error) : NULL;
  if (list)
    describe_game(game, state, about);
  free(state);
  free(before);
  game_close(game);
  return list;
}
