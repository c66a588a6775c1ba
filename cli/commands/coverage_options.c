#include "cli/commands/coverage_options.h"

#include "analysis/stats/shown.h"
#include "core/game/scene.h"
#include "core/game/spec.h"
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

/* ---- opening -------------------------------------------------------------*/

/* Whether positions of two games can be the same: their boards are. */
static bool has_same_board(const Game *a, const Game *b) {
  if (a->seats != b->seats)
    return false;
  Scene *scenes = malloc(2 * sizeof *scenes);
  State *one = game_start(a), *two = game_start(b);
  bool same = scenes && one && two;
  if (same) {
    bool first = scene_paint(a, one, &scenes[0]);
    bool second = scene_paint(b, two, &scenes[1]);
    same = first == second && scenes[0].columns == scenes[1].columns &&
           scenes[0].rows == scenes[1].rows;
  }
  free(scenes);
  free(one);
  free(two);
  return same;
}

/* Adds the game with another value of an option. Values that do not fit the
 * others are left out. */
static bool add_row(OptionRows *rows, const Game *game, int index, int other,
                    Error *error) {
  const Rules *rules = game->rules;
  int values[OPTIONS_MAX];
  char spec[SPEC_TEXT];
  memcpy(values, game->option, sizeof values);
  values[index] = other;
  if (rows->count == OPTION_ROWS_MAX ||
      !spec_write_full(game->spec, rules->options, values, spec, NULL))
    return true;
  Game *changed = game_open(spec, NULL);
  if (!changed)
    return true;
  if (!has_same_board(game, changed)) {
    game_close(changed);
    return true;
  }
  OptionRow *row = &rows->row[rows->count++];
  *row = (OptionRow){.option = &rules->options[index],
                     .value = game->option[index],
                     .other = other,
                     .game = changed,
                     .state = game_start(changed),
                     .next = game_start(changed)};
  return (row->state && row->next) ||
         error_set(error, "out of memory (coverage)");
}

static bool add_option(OptionRows *rows, const Game *game, int index,
                       Error *error) {
  const Option *o = &game->rules->options[index];
  int value = game->option[index], usual = option_default(o, game->option);
  bool good = true;
  if (o->type == OPTION_FLAG)
    return add_row(rows, game, index, !value, error);
  if (o->type != OPTION_WORD)
    return value == usual || add_row(rows, game, index, usual, error);
  for (int word = 0; good && o->words[word]; word++)
    if (word != value)
      good = add_row(rows, game, index, word, error);
  return good;
}

bool option_rows_open(OptionRows *rows, const Game *game, Error *error) {
  *rows = (OptionRows){0};
  for (int i = 0; game->rules->options[i].name; i++)
    if (!add_option(rows, game, i, error))
      return false;
  int most = game->max_moves;
  for (int i = 0; i < rows->count; i++)
    if (rows->row[i].game->max_moves > most)
      most = rows->row[i].game->max_moves;
  rows->own = malloc((size_t)most * sizeof *rows->own);
  rows->others = malloc((size_t)most * sizeof *rows->others);
  rows->list = malloc((size_t)most * sizeof *rows->list);
  rows->next = game_start(game);
  rows->scene = malloc(sizeof *rows->scene);
  return (rows->own && rows->others && rows->list && rows->next &&
          rows->scene) ||
         error_set(error, "out of memory (coverage)");
}

void option_rows_close(OptionRows *rows) {
  for (int i = 0; i < rows->count; i++) {
    free(rows->row[i].state);
    free(rows->row[i].next);
    game_close(rows->row[i].game);
  }
  free(rows->own);
  free(rows->others);
  free(rows->list);
  free(rows->next);
  free(rows->scene);
}

/* ---- comparing -----------------------------------------------------------*/

static uint64_t hash_move(const Game *game, const State *state, Move move) {
  char text[MOVE_TEXT];
  game_format(game, state, move, text);
  return game_hash_bytes(text, strlen(text));
}

static int compare_hashes(const void *a, const void *b) {
  uint64_t one = *(const uint64_t *)a, two = *(const uint64_t *)b;
  return one < two ? -1 : one > two;
}

/* Lists the texts of the legal moves as sorted hashes. */
static int hash_moves(const Game *game, const State *state, Move *list,
                      uint64_t hash[]) {
  int count = game_moves(game, state, list);
  for (int i = 0; i < count; i++)
    hash[i] = hash_move(game, state, list[i]);
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
static bool is_changed(OptionRows *rows, OptionRow *r, const Game *game,
                       const State *state, Move move) {
  char text[MOVE_TEXT];
  Move other;
  game_format(game, state, move, text);
  if (!game_parse(r->game, r->state, text, &other, NULL))
    return true;
  game_assign(game, rows->next, state);
  game_assign(r->game, r->next, r->state);
  game_play(game, rows->next, move);
  game_play(r->game, r->next, other);
  return !is_same(game, rows->next, r->game, r->next) ||
         hash_change(game, state, rows->next, rows->scene) !=
             hash_change(r->game, r->state, r->next, rows->scene);
}

/* Compares the position with the same one of a row. The hashes of its own moves
 * are rows->own. */
static void compare(OptionRows *rows, OptionRow *r, const Game *game,
                    const State *state, int own, const Move *played) {
  r->results_in_game += !has_same_result(state, r->state);
  if (!played)
    return;
  int others = hash_moves(r->game, r->state, rows->list, rows->others);
  r->moves_in_game +=
      own != others ||
      memcmp(rows->own, rows->others, (size_t)own * sizeof *rows->own) != 0;
  r->played_in_game += is_changed(rows, r, game, state, *played);
  r->in_game++;
}

bool option_rows_look(OptionRows *rows, const Game *game, const State *state,
                      const Move *played, Error *error) {
  if (rows->count == 0 || (played && state->seat == NATURE))
    return true;
  char *settings = game_settings(game, state);
  int own =
      settings && played ? hash_moves(game, state, rows->list, rows->own) : 0;
  for (int i = 0; i < rows->count; i++) {
    OptionRow *r = &rows->row[i];
    bool same = settings && game_edit(r->game, r->state, settings, NULL);
    r->compared += same;
    r->refused += !same;
    if (same)
      compare(rows, r, game, state, own, played);
    if (game_fault(r->game)) {
      free(settings);
      return error_copy(error, game_failure(r->game));
    }
  }
  free(settings);
  return true;
}

void option_rows_end_game(OptionRows *rows) {
  for (int i = 0; i < rows->count; i++) {
    OptionRow *r = &rows->row[i];
    pairs_add(&r->moves, r->moves_in_game, r->in_game);
    pairs_add(&r->played, r->played_in_game, r->in_game);
    pairs_add(&r->results, r->results_in_game > 0, 1);
    r->games +=
        r->moves_in_game > 0 || r->played_in_game > 0 || r->results_in_game > 0;
    r->in_game = r->moves_in_game = r->played_in_game = r->results_in_game = 0;
  }
}

/* ---- tables --------------------------------------------------------------*/

static Estimate share_of(const Pairs *pairs) {
  return estimate_clamp(estimate_ratio(pairs), 0, 1);
}

/* Without a position that both games have, nothing is known. */
static const char *show(const OptionRow *r, const Pairs *pairs,
                        char text[SHOWN_TEXT]) {
  snprintf(text, SHOWN_TEXT, "%s",
           r->compared ? shown_percent_estimate(share_of(pairs)).text : "–");
  return text;
}

/* Numbers that are part of positions, such as those of pieces, change nothing
 * there: they are no rules. */
static bool is_rule(const OptionRow *r) {
  bool number = r->option->type == OPTION_INT || r->option->type == OPTION_REAL;
  return !number || r->games > 0;
}

void option_rows_print(const OptionRows *rows) {
  int rules = 0;
  for (int i = 0; i < rows->count; i++)
    rules += is_rule(&rows->row[i]);
  if (rules == 0)
    return;
  printf("\n%-30s %-12s %-22s %-22s %s\n", "option", "instead of",
         "other legal moves, 95%", "plies that it changes", "other result");
  for (int i = 0; i < rows->count; i++) {
    const OptionRow *r = &rows->row[i];
    if (!is_rule(r))
      continue;
    char value[OPTION_TEXT], other[OPTION_TEXT], name[2 * OPTION_TEXT];
    char moves[SHOWN_TEXT], played[SHOWN_TEXT], results[SHOWN_TEXT];
    option_format(r->option, r->value, value);
    option_format(r->option, r->other, other);
    snprintf(name, sizeof name, "%s = %s", r->option->name, value);
    printf("%-30s %-12s %-22s %-22s %s\n", name, other,
           show(r, &r->moves, moves), show(r, &r->played, played),
           show(r, &r->results, results));
  }
}

static void add_figure(const OptionRow *r, const char *scope,
                       const Pairs *pairs, Rows *rows) {
  char value[OPTION_TEXT], other[OPTION_TEXT], text[2 * OPTION_TEXT + 16];
  option_format(r->option, r->value, value);
  option_format(r->option, r->other, other);
  snprintf(text, sizeof text, "%s instead of %s", value, other);
  rows_word(rows, scope);
  rows_text(rows, r->option->name);
  rows_text(rows, text);
  rows_empty(rows);
  rows_empty(rows);
  rows_count(rows, r->games);
  rows_estimate(rows,
                r->compared ? share_of(pairs) : (Estimate){NAN, NAN, NAN, 0});
  for (int i = 0; i < 6; i++)
    rows_empty(rows);
}

void option_rows_add(const OptionRows *options, Rows *rows) {
  for (int i = 0; i < options->count; i++) {
    const OptionRow *r = &options->row[i];
    if (!is_rule(r))
      continue;
    add_figure(r, "option_moves", &r->moves, rows);
    add_figure(r, "option_plies", &r->played, rows);
    add_figure(r, "option_results", &r->results, rows);
  }
}
