#include "core/game/game.h"

#include "core/base/need.h"
#include "core/base/suggest.h"
#include "core/base/text.h"
#include "core/base/utf8.h"
#include "core/game/match.h"
#include "core/game/spec.h"
#include <assert.h>
#include <stdlib.h>

const Rules *game_find_rules(const char *name) {
  for (const Rules *const *r = game_rules; *r; r++)
    if (strcmp((*r)->name, name) == 0)
      return *r;
  return NULL;
}

static bool refuse_name(const char *name, Error *error) {
  Suggestion suggestion = {.wanted = name};
  char known[256] = "";
  for (const Rules *const *r = game_rules; *r; r++) {
    suggestion_offer(&suggestion, (*r)->name);
    text_append_item(known, sizeof known, (*r)->name);
  }
  error_set_code(error, ERROR_UNKNOWN_GAME, "there is no game '%.200s'", name);
  if (suggestion.word)
    error_add(error, "did you mean '%s'?", suggestion.word);
  spec_add_guess(name, error);
  return error_add(error, "the games are %s", known);
}

/* Finds the mistakes an author makes while a game is half written, before they
 * corrupt memory. */
static bool check_rules(const Rules *r, Error *error) {
  if (!r->options || !r->text || !r->set_help || !r->open || !r->start ||
      !r->moves || !r->play || !r->format || !r->parse || !r->draw || !r->set ||
      !r->finish_edit)
    return error_set(error, "%s: a required member of its Rules is missing",
                     r->name);
  int options = 0;
  while (r->options[options].name)
    options++;
  if (options > OPTIONS_MAX)
    return error_set(error,
                     "%s: %d options are too many, at most %d are allowed",
                     r->name, options, OPTIONS_MAX);
  return r->game_size >= sizeof(Game) ||
         error_set(error, "%s: game_size is smaller than a Game", r->name);
}

static bool check_game(const Game *g, Error *error) {
  const char *name = g->rules->name;
  if (g->seats < 1 || g->seats > SEATS_MAX || g->sides > g->seats)
    return error_set(error, "%s: %d seats, %d sides", name, g->seats, g->sides);
  if (g->state_size < sizeof(State))
    return error_set(error, "%s: state_size is smaller than a State", name);
  if (g->max_moves < 1 || g->max_moves > MOVES_MAX || g->max_plies < 1)
    return error_set(error, "%s: max_moves is %d (1..%d), max_plies %d (1..)",
                     name, g->max_moves, MOVES_MAX, g->max_plies);
  return true;
}

bool game_finish(Game *game, Error *error) {
  if (game->sides == 0)
    game->sides = game->seats;
  game->state_size = (game->state_size + 7) / 8 * 8;
  if (game->has_chance) /* keys are for values without chance, see solve.h */
    game->key_size = 0;
  if (!check_game(game, error))
    return false;
  game_open_lists(game);
  State *first = game->random_start ? NULL : game_start(game);
  game->first = first;
  game->seen = game_hides(game) ? need(game->state_size) : NULL;
  game->first_hash = first ? game_hash_bytes(first, game->state_size) : 0;
  const Error *failure = game_failure(game);
  return !failure || error_copy(error, failure);
}

static bool open_rules(Game *game, const Rules *rules, const char *options,
                       Error *error) {
  game->rules = rules;
  return spec_read_options(rules->name, rules->options, options, game->option,
                           game->spec, error) &&
         rules->open(game, error) && game_finish(game, error);
}

Game *game_new(size_t size) {
  Game *game = need(size);
  for (int s = 0; s < SEATS_MAX; s++)
    game->side[s] = (uint8_t)s;
  return game;
}

Game *game_open(const char *text, Error *error) {
  Spec spec;
  if (!spec_read(&spec, text, "game", error))
    return NULL;
  if (spec.loader)
    return spec.loader->open_game(spec.loader, spec.name, spec.options, error);
  const Rules *rules = game_find_rules(spec.name);
  if (!(rules ? check_rules(rules, error) : refuse_name(spec.name, error)))
    return NULL;
  Game *game = game_new(rules->game_size);
  if (open_rules(game, rules, spec.options, error))
    return game;
  game_close(game);
  return NULL;
}

/* Copies a text to *to, and moves *to behind it. */
static const char *copy_text(const char *text, char **to) {
  char *copy = *to;
  strcpy(copy, text);
  *to += strlen(text) + 1;
  return copy;
}

void game_set_texts(Game *game, const char *title, const char *summary,
                    const char *text, const char *example) {
  const Rules *rules = game->rules;
  title = title ? title : rules->title;
  summary = summary ? summary : rules->summary;
  text = text ? text : rules->text;
  example = example ? example : rules->example;
  Rules *own = need(sizeof *own + strlen(title) + strlen(summary) +
                    strlen(text) + strlen(example) + 4);
  char *to = (char *)(own + 1);
  *own = *rules;
  own->title = copy_text(title, &to);
  own->summary = copy_text(summary, &to);
  own->text = copy_text(text, &to);
  own->example = copy_text(example, &to);
  free(game->own_rules);
  game->rules = game->own_rules = own;
}

void game_close(Game *game) {
  if (!game)
    return;
  if (game->rules && game->rules->close)
    game->rules->close(game);
  free(game->own_rules);
  free(game->first);
  free(game->seen);
  free(game->lists);
  free(game);
}

State *game_start(const Game *game) {
  State *state = need(game->state_size);
  Rng rng;
  rng_seed(&rng, 0, 0);
  game_begin(game, state, &rng);
  return state;
}

void game_imagine(const Game *game, State *state, int seat, Rng *rng) {
  game_observe(game, state, seat);
  if (game->rules->redraw)
    game->rules->redraw(game, state, seat, rng);
}

State *game_copy(const Game *game, const State *state) {
  State *copy = need(game->state_size);
  game_assign(game, copy, state);
  return copy;
}

uint16_t game_team(const Game *game, int seat) {
  return (uint16_t)seats_of_side(game->side, game->seats, game->side[seat]);
}

const Game *game_innermost(const Game *game) {
  while (game->base)
    game = game->base;
  return game;
}

const Game *game_native(const Game *game, const State **state) {
  for (; game->base; game = game->base)
    *state = (const State *)((const char *)*state + game->base_offset);
  return game;
}

const Field *game_field(const Game *game, const char *name, size_t *offset) {
  size_t begins = 0;
  for (; game; begins += game->base_offset, game = game->base)
    for (const Field *f = game->fields; f && f->name; f++)
      if (strcmp(f->name, name) == 0) {
        *offset = begins + f->offset;
        return f;
      }
  return NULL;
}

const char *field_mark(const Field *f, int32_t value, size_t *size) {
  const char *mark = f->marks;
  for (; *mark && value > 0; value--)
    mark += utf8_char_size(mark);
  *size = utf8_char_size(mark);
  return value == 0 && *mark ? mark : NULL;
}

int32_t field_number(const Field *f, const char *word) {
  int i = 0;
  while (i < f->word_count && strcmp(f->words[i], word) != 0)
    i++;
  return i < f->word_count ? i + 1 : 0;
}

/* ---- lists of moves ------------------------------------------------------*/

struct MoveLists {
  int borrowed;
  Move moves[]; /* GAME_LISTS times max_moves */
};

size_t game_memory(const Game *game) {
  size_t states = game->state_size * (game_hides(game) ? 2 : 1);
  return game->rules->game_size + states + sizeof *game->lists +
         (size_t)game->max_moves * GAME_LISTS * sizeof(Move);
}

void game_open_lists(Game *game) {
  size_t moves = (size_t)game->max_moves * GAME_LISTS;
  if (!game->lists)
    game->lists = need(sizeof *game->lists + moves * sizeof(Move));
  game->lists->borrowed = 0;
}

Move *game_borrow_list(const Game *game) {
  MoveLists *lists = game->lists;
  /* An assertion that stays in release builds: rules from a file decide how
   * deep calls nest, and another list would lie outside the memory. */
  if (lists->borrowed >= GAME_LISTS)
    abort();
  return lists->moves + (size_t)lists->borrowed++ * (size_t)game->max_moves;
}

void game_return_list(const Game *game) {
  assert(game->lists->borrowed > 0);
  game->lists->borrowed--;
}

/* Lists the legal moves in a list that has been returned already. */
static int list_moves(const Game *game, const State *state, Move **moves) {
  *moves = game_borrow_list(game);
  int count = game->rules->moves(game, state, *moves);
  game_return_list(game);
  return count;
}

int game_count_by_list(const Game *game, const State *state) {
  Move *moves;
  return list_moves(game, state, &moves);
}

uint32_t game_weights(const Game *game, const State *state, const Move moves[],
                      int count, uint32_t weight[]) {
  uint32_t sum = 0;
  if (game->rules->weights)
    game->rules->weights(game, state, moves, count, weight);
  for (int i = 0; i < count; i++)
    sum += game->rules->weights ? weight[i] : (weight[i] = 1);
  return sum;
}

/* Draws one of nature's moves by its weight. */
static Move draw_weighted(const Game *game, const State *state,
                          const Move moves[], int count, Rng *rng) {
  uint32_t *weight = game_borrow_list(game);
  uint32_t left =
      rng_below(rng, game_weights(game, state, moves, count, weight));
  int i = 0;
  while (left >= weight[i])
    left -= weight[i++];
  game_return_list(game);
  return moves[i];
}

/* Lists the legal moves and draws one. */
static Move list_and_draw(const Game *game, const State *state, Rng *rng,
                          int *count) {
  Move *moves = game_borrow_list(game);
  *count = game->rules->moves(game, state, moves);
  Move move = state->seat == NATURE
                  ? draw_weighted(game, state, moves, *count, rng)
                  : moves[rng_below(rng, (uint32_t)*count)];
  game_return_list(game);
  return move;
}

Move game_random_move_by_list(const Game *game, const State *state, Rng *rng) {
  int count;
  return list_and_draw(game, state, rng, &count);
}

int game_count(const Game *game, const State *state) {
  if (state->outcome != PLAYING)
    return 0;
  return game->rules->count ? game->rules->count(game, state)
                            : game_count_by_list(game, state);
}

bool game_legal(const Game *game, const State *state, Move move) {
  if (state->outcome != PLAYING)
    return false;
  if (game->rules->legal && move != MOVE_PASS)
    return game->rules->legal(game, state, move);
  Move *moves;
  int count = list_moves(game, state, &moves);
  for (int i = 0; i < count; i++)
    if (moves[i] == move)
      return true;
  return false;
}

Move game_random_move(const Game *game, const State *state, Rng *rng) {
  return game->rules->random_move ? game->rules->random_move(game, state, rng)
                                  : game_random_move_by_list(game, state, rng);
}

int game_playout_by_moves(const Game *game, State *state, Rng *rng,
                          int max_plies) {
  int plies = 0;
  for (; plies < max_plies && state->outcome == PLAYING; plies++)
    game_play(game, state, game_random_move(game, state, rng));
  return plies;
}

/* A random move and the number of legal moves. Rules that can do neither
 * without listing the moves list them once. */
static Move draw_counted(const Game *game, const State *state, Rng *rng,
                         int *legal) {
  if (game->rules->count || game->rules->random_move) {
    Move move = game_random_move(game, state, rng);
    *legal = game_count(game, state);
    return move;
  }
  return list_and_draw(game, state, rng, legal);
}

void game_counted_playout_by_moves(const Game *game, State *state, Rng *rng,
                                   int max_plies, MovesPlayed *played) {
  for (int ply = 0; ply < max_plies && state->outcome == PLAYING; ply++) {
    int legal;
    moment.ply = played->plies + 1;
    Move move = draw_counted(game, state, rng, &legal);
    if (state->seat == NATURE)
      moves_played_add_roll(played, move);
    else
      moves_played_add(played, state->seat, move, legal);
    game_play(game, state, move);
  }
}

void game_counted_playout(const Game *game, State *state, Rng *rng,
                          int max_plies, MovesPlayed *played) {
  if (game->rules->counted_playout)
    game->rules->counted_playout(game, state, rng, max_plies, played);
  else
    game_counted_playout_by_moves(game, state, rng, max_plies, played);
}

/* Mixes in eight bytes at a time with a multiplication and a shift, which
 * spread each bit over the whole word. */
uint64_t game_hash_bytes(const void *bytes, size_t size) {
  uint64_t hash = size * 0x9e3779b97f4a7c15u;
  for (size_t i = 0; i < size; i += sizeof hash) {
    uint64_t word = 0;
    size_t left = size - i;
    memcpy(&word, (const char *)bytes + i,
           left < sizeof word ? left : sizeof word);
    hash = (hash ^ word) * 0xd6e8feb86659fd93u;
    hash ^= hash >> 32;
  }
  hash *= 0xd6e8feb86659fd93u;
  return hash ^ (hash >> 32);
}

uint64_t game_hash(const Game *game, const State *state) {
  if (game->rules->hash)
    return game->rules->hash(game, state);
  return game_hash_bytes(state, game->state_size);
}
