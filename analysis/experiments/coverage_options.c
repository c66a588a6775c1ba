#include "analysis/experiments/coverage_options.h"

#include "core/base/need.h"
#include "core/game/scene.h"
#include "core/game/spec.h"
#include "core/run/run.h"
#include <stdlib.h>

/* ---- the list ------------------------------------------------------------*/

/* Whether positions of two games can be the same: their boards are. Also
 * whether their first positions differ. */
static bool has_same_board(const Game *a, const Game *b, bool *other_start) {
  if (a->seats != b->seats)
    return false;
  Scene *scenes = need_array(2, sizeof *scenes);
  State *one = game_start(a), *two = game_start(b);
  bool first = scene_paint(a, one, &scenes[0]);
  bool second = scene_paint(b, two, &scenes[1]);
  bool same = first == second && scenes[0].columns == scenes[1].columns &&
              scenes[0].rows == scenes[1].rows;
  *other_start =
      a->state_size != b->state_size || memcmp(one, two, a->state_size) != 0;
  free(scenes);
  free(one);
  free(two);
  return same;
}

/* Opens the game with another value of an option. */
static Game *open_changed(const Game *game, int index, int other,
                          Error *error) {
  int values[OPTIONS_MAX];
  char spec[SPEC_TEXT];
  memcpy(values, game->option, sizeof values);
  values[index] = other;
  return spec_write_full(game->spec, game->rules->options, values, spec, error)
             ? game_open(spec, error)
             : NULL;
}

/* Values that do not fit the others are left out. */
static void add_row(OptionRows *rows, const Game *game, int index, int other) {
  if (rows->count == OPTION_ROWS_MAX)
    return;
  Game *changed = open_changed(game, index, other, NULL);
  bool other_start;
  if (changed && has_same_board(game, changed, &other_start))
    rows->row[rows->count++] =
        (OptionRow){.option = &game->rules->options[index],
                    .index = index,
                    .value = game->option[index],
                    .other = other,
                    .other_start = other_start};
  game_close(changed);
}

static void add_option(OptionRows *rows, const Game *game, int index) {
  const Option *o = &game->rules->options[index];
  int value = game->option[index], usual = option_default(o, game->option);
  if (o->type == OPTION_FLAG)
    add_row(rows, game, index, !value);
  else if (o->type != OPTION_WORD && o->type != OPTION_FILE && value != usual)
    add_row(rows, game, index, usual);
  for (int word = 0; o->type == OPTION_WORD && o->words[word]; word++)
    if (word != value)
      add_row(rows, game, index, word);
}

void option_rows_list(OptionRows *rows, const Game *game) {
  *rows = (OptionRows){0};
  for (int i = 0; game->rules->options[i].name; i++)
    add_option(rows, game, i);
}

bool option_row_is_rule(const OptionRow *r) {
  bool number = r->option->type == OPTION_INT || r->option->type == OPTION_REAL;
  return !number || r->games > 0;
}

/* ---- opening -------------------------------------------------------------*/

bool option_looks_open(OptionLooks *looks, const OptionRows *rows,
                       const Game *game, Error *error) {
  int most = game->max_moves;
  *looks = (OptionLooks){0};
  for (int i = 0; i < rows->count; i++) {
    const OptionRow *row = &rows->row[i];
    OptionLook *l = &looks->look[looks->count++];
    l->game = open_changed(game, row->index, row->other, error);
    if (!l->game)
      return false;
    l->state = game_start(l->game);
    l->next = game_start(l->game);
    if (l->game->max_moves > most)
      most = l->game->max_moves;
  }
  looks->own = need_array((size_t)most, sizeof *looks->own);
  looks->others = need_array((size_t)most, sizeof *looks->others);
  looks->list = need_array((size_t)most, sizeof *looks->list);
  looks->next = game_start(game);
  looks->scene = need(sizeof *looks->scene);
  return true;
}

void option_looks_close(OptionLooks *looks) {
  for (int i = 0; i < looks->count; i++) {
    free(looks->look[i].state);
    free(looks->look[i].next);
    game_close(looks->look[i].game);
  }
  free(looks->own);
  free(looks->others);
  free(looks->list);
  free(looks->next);
  free(looks->scene);
}

/* ---- comparing -----------------------------------------------------------*/

static int compare_hashes(const void *a, const void *b) {
  uint64_t one = *(const uint64_t *)a, two = *(const uint64_t *)b;
  return one < two ? -1 : one > two;
}

/* Lists the texts of the legal moves as sorted hashes. */
static int hash_moves(const Game *game, const State *state, Move *list,
                      uint64_t hash[]) {
  int count = game_moves(game, state, list);
  for (int i = 0; i < count; i++) {
    char text[MOVE_TEXT];
    game_format(game, state, list[i], text);
    hash[i] = game_hash_bytes(text, strlen(text));
  }
  qsort(hash, (size_t)count, sizeof *hash, compare_hashes);
  return count;
}

static bool has_same_result(const State *a, const State *b) {
  return a->outcome == b->outcome &&
         (a->outcome != WIN || a->winners == b->winners);
}

/* Sums hashes of all that stands on the board, in any order. */
static uint64_t sum_board(const Game *game, const State *state, Scene *scene) {
  uint64_t sum = 0;
  scene_paint(game, state, scene);
  for (int i = 0; i < scene->piece_count; i++) {
    const ScenePiece *p = &scene->piece[i];
    int parts[] = {p->at.column, p->at.row, p->seat, p->size, p->shape};
    sum += game_hash_bytes(parts, sizeof parts) ^
           game_hash_bytes(p->label, strlen(p->label));
  }
  for (int i = 0; i < scene->wall_count; i++) {
    const SceneWall *w = &scene->wall[i];
    int parts[] = {w->at.column, w->at.row, w->vertical, w->length};
    sum += game_hash_bytes(parts, sizeof parts);
  }
  return sum;
}

/* Returns a hash of what a ply adds to the board and takes from it: what stands
 * there before and after it cancels out, as earlier plies may have done other
 * things. */
static uint64_t hash_change(const Game *game, const State *before,
                            const State *after, Scene *scene) {
  return sum_board(game, after, scene) - sum_board(game, before, scene);
}

/* Whether two positions after a move are the same, as far as settings can say.
 */
static bool is_same(const Game *one, const State *a, const Game *two,
                    const State *b) {
  if (!has_same_result(a, b))
    return false;
  char *first = game_settings(one, a), *second = game_settings(two, b);
  bool same = !first || !second || strcmp(first, second) == 0;
  free(first);
  free(second);
  return same;
}

/* Whether the other value changes a ply: the move is not legal there, or leads
 * to another position. */
static bool is_changed(const OptionLooks *looks, OptionLook *l,
                       const Game *game, const State *state, Move move) {
  char text[MOVE_TEXT];
  Move other;
  game_format(game, state, move, text);
  if (!game_parse(l->game, l->state, text, &other, NULL))
    return true;
  game_assign(game, looks->next, state);
  game_assign(l->game, l->next, l->state);
  game_play(game, looks->next, move);
  game_play(l->game, l->next, other);
  return !is_same(game, looks->next, l->game, l->next) ||
         hash_change(game, state, looks->next, looks->scene) !=
             hash_change(l->game, l->state, l->next, looks->scene);
}

/* Compares the position with the same one of a look. The hashes of its own
 * moves are looks->own. */
static void compare(const OptionLooks *looks, OptionLook *l, const Game *game,
                    const State *state, int own, const Move *played) {
  l->compared++;
  l->results += !has_same_result(state, l->state);
  if (!played)
    return;
  int others = hash_moves(l->game, l->state, looks->list, looks->others);
  l->moves += own != others || memcmp(looks->own, looks->others,
                                      (size_t)own * sizeof *looks->own) != 0;
  l->played += is_changed(looks, l, game, state, *played);
  l->positions++;
}

bool option_looks_turn(OptionLooks *looks, const Game *game, const State *state,
                       const Move *played, Error *error) {
  if (looks->count == 0)
    return true;
  bool good = true;
  char *settings = game_settings(game, state);
  int own =
      settings && played ? hash_moves(game, state, looks->list, looks->own) : 0;
  for (int i = 0; good && i < looks->count; i++) {
    OptionLook *l = &looks->look[i];
    if (settings && game_edit(l->game, l->state, settings, NULL))
      compare(looks, l, game, state, own, played);
    if (game_fault(l->game))
      good = error_copy(error, game_failure(l->game));
  }
  free(settings);
  return good;
}

/* ---- games ---------------------------------------------------------------*/

void option_looks_begin_game(OptionLooks *looks) {
  for (int i = 0; i < looks->count; i++) {
    OptionLook *l = &looks->look[i];
    game_renew(l->game);
    l->compared = l->positions = l->moves = l->played = l->results = 0;
  }
}

void option_looks_put_game(const OptionLooks *looks, Message *m) {
  for (int i = 0; i < looks->count; i++) {
    const OptionLook *l = &looks->look[i];
    message_put_int(m, l->compared);
    message_put_int(m, l->positions);
    message_put_int(m, l->moves);
    message_put_int(m, l->played);
    message_put_int(m, l->results);
  }
}

void option_rows_get_game(OptionRows *rows, Message *m) {
  for (int i = 0; i < rows->count; i++) {
    OptionRow *r = &rows->row[i];
    int64_t compared = message_get_int(m, 0, PLIES_MAX + 1);
    int64_t positions = message_get_int(m, 0, PLIES_MAX);
    int64_t moves = message_get_int(m, 0, positions);
    int64_t played = message_get_int(m, 0, positions);
    bool results = message_get_int(m, 0, PLIES_MAX + 1) > 0;
    if (positions) {
      pairs_add(&r->moves, (double)moves, (double)positions);
      pairs_add(&r->played, (double)played, (double)positions);
    }
    if (compared)
      pairs_add(&r->results, results, 1);
    r->compared += (uint64_t)compared;
    r->games += moves > 0 || played > 0 || results;
  }
}
