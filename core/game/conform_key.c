/* Conformance of keys and hashes: positions that share one must be equivalent.
 *
 *   values          positions that the slow solver has solved (conform_graph.h)
 *                   have the same value as others with their key
 *   symmetric play  two positions with the same key are played on side by side,
 *                   with moves that lead to the same key in both
 *   images          of declared symmetries (symmetry.h): so are positions and
 *                   their images, whether or not these can be reached */
#include "core/base/need.h"
#include "core/game/conform_graph.h"
#include "core/game/spec.h"
#include "core/game/symmetry.h"

#include <stdlib.h>

/* Whether the key comes from the symmetries that a file declares. */
static bool is_declared(const Graph *g) {
  return g->signature->write == symmetry_key;
}

static void begin_message(const Graph *g, const char *what) {
  if (is_declared(g))
    error_set(g->error, "two positions that differ by a declared symmetry %s",
              what);
  else
    error_set(g->error, "two positions with the same %s %s", g->signature->name,
              what);
}

static bool add_advice(const Graph *g) {
  if (is_declared(g))
    return error_add(g->error, "declare only `symmetries` under which the "
                               "rules treat all positions alike");
  return error_add(g->error, "the %s leaves out something that matters",
                   g->signature->name);
}

/* Adds the two lines of moves to a message about nodes a and b. */
static bool add_lines(const Graph *g, int a, int b) {
  char one[LINE_TEXT], other[LINE_TEXT];
  graph_write_line(g, a, one);
  graph_write_line(g, b, other);
  return error_add(g->error, "in %s after %s", g->game->spec, one),
         error_add(g->error, "and after %s", other), add_advice(g);
}

/* ---- values --------------------------------------------------------------*/

static void write_value(const Node *n, char text[40]) {
  if (n->value == EVEN)
    snprintf(text, 40, "a draw");
  else
    snprintf(text, 40, "a %s in %d plies", n->value == LOSS ? "loss" : "win",
             n->plies);
}

/* Compares each solved node with the next older one that shares its key. */
static bool compare_values(const Graph *g) {
  for (int i = 0; i < g->count; i++) {
    const Node *n = &g->node[i];
    int other = n->same_key;
    while (other != NONE && g->node[other].value == UNKNOWN)
      other = g->node[other].same_key;
    if (n->value == UNKNOWN || other == NONE)
      continue;
    const Node *o = &g->node[other];
    if (n->value == o->value && n->plies == o->plies)
      continue;
    char one[40], two[40], what[160];
    write_value(o, one);
    write_value(n, two);
    snprintf(what, sizeof what,
             "have different values for the side to move, %s and %s", one, two);
    begin_message(g, what);
    return add_lines(g, other, i);
  }
  return true;
}

/* ---- symmetric play ------------------------------------------------------*/

/* Where a move leads. */
typedef struct Successor {
  uint64_t leads_to; /* the hash of a key, or an outcome for the mover */
  Move move;
} Successor;

static int compare_successors(const void *a, const void *b) {
  uint64_t x = ((const Successor *)a)->leads_to,
           y = ((const Successor *)b)->leads_to;
  return (x > y) - (x < y);
}

/* An outcome as it matters to the seat that has moved. */
static uint64_t outcome_for(const Graph *g, const State *end, int seat) {
  if (g->signature->absolute)
    return end->winners;
  return end->outcome == DRAW                      ? 0u
         : end->winners & game_team(g->game, seat) ? 1u
         : end->winners                            ? 2u
                                                   : 3u;
}

static int list_successors(Graph *g, const State *state, Successor *list) {
  int count = game_moves(g->game, state, g->moves);
  g->work -= count;
  for (int i = 0; i < count; i++) {
    game_assign(g->game, g->next, state);
    game_play(g->game, g->next, g->moves[i]);
    list[i].move = g->moves[i];
    if (g->next->outcome != PLAYING) {
      list[i].leads_to = outcome_for(g, g->next, state->seat);
      continue;
    }
    memset(g->scratch[0], 0, g->key_size);
    g->signature->write(g->game, g->next, g->scratch[0]);
    list[i].leads_to = game_hash_bytes(g->scratch[0], g->key_size);
  }
  qsort(list, (size_t)count, sizeof *list, compare_successors);
  return count;
}

/* Two positions with one key, and the moves of both in the same order. */
typedef struct Pair {
  int node[2];     /* where they began */
  State *state[2]; /* where they are now */
  Successor *list[2];
  int plies;         /* played since */
  const char *image; /* the symmetry that has made the second one from the
                        first, which began at the same node; or NULL */
} Pair;

/* `what` is what they have, or why the rules have failed. */
static bool fail_image(const Graph *g, const Pair *p, const char *what) {
  char line[LINE_TEXT];
  error_set(g->error, "%s is not symmetric under '%s': %s %s", g->game->spec,
            p->image,
            game_fault(g->game) ? "the rules fail for the image of a position:"
                                : "a position and its image",
            what);
  if (p->plies > 0)
    error_add(g->error, "found after %d plies of symmetric play", p->plies);
  graph_write_line(g, p->node[0], line);
  return error_add(g->error, "the position is the one after %s", line),
         add_advice(g);
}

static bool fail_pair(const Graph *g, const Pair *p, const char *what) {
  if (p->image)
    return fail_image(g, p, what);
  begin_message(g, what);
  if (p->plies > 0)
    error_add(g->error, "found after %d plies of symmetric play", p->plies);
  return add_lines(g, p->node[0], p->node[1]);
}

static bool compare_pair(Graph *g, Pair *p, int *count) {
  char what[80];
  if (g->signature->absolute && p->state[0]->seat != p->state[1]->seat)
    return fail_pair(g, p, "have different seats to move");
  *count = list_successors(g, p->state[0], p->list[0]);
  int other = list_successors(g, p->state[1], p->list[1]);
  snprintf(what, sizeof what, "have %d and %d legal moves", *count, other);
  if (*count != other)
    return fail_pair(g, p, what);
  for (int i = 0; i < other; i++)
    if (p->list[0][i].leads_to != p->list[1][i].leads_to)
      return fail_pair(g, p,
                       "have moves that lead to different positions or "
                       "outcomes");
  return true;
}

/* Plays corresponding moves in both positions to the end, or until both are the
 * same in bytes. */
static bool play_pair(Graph *g, Pair *p, int most) {
  int count = 0;
  for (p->plies = 0; p->plies < most; p->plies++) {
    if (p->state[0]->outcome != PLAYING || g->work <= 0 ||
        memcmp(p->state[0], p->state[1], g->game->state_size) == 0)
      return true;
    if (!compare_pair(g, p, &count))
      return false;
    uint32_t choice = rng_below(&g->rng, (uint32_t)count);
    for (int i = 0; i < 2; i++)
      game_play(g->game, p->state[i], p->list[i][choice].move);
  }
  return true;
}

/* The number of pairs of a position and one of its images. */
static uint32_t count_images(const Graph *g) {
  return (uint32_t)g->count * (uint32_t)symmetry_count(g->game);
}

/* Takes a position and one of its images. */
static void take_image(const Graph *g, Pair *p, uint32_t number) {
  int images = symmetry_count(g->game);
  int node = (int)number / images, index = (int)number % images;
  p->node[0] = p->node[1] = node;
  p->image = symmetry_name(g->game, index);
  game_assign(g->game, p->state[0], graph_state(g, node));
  symmetry_apply(g->game, p->state[0], index, p->state[1]);
}

/* Plays from a position and one of its images. The rules may fail in an image
 * that makes no sense, if the symmetry is not one. */
static bool play_image(Graph *g, Pair *p, uint32_t number, int most) {
  take_image(g, p, number);
  bool good = play_pair(g, p, most);
  const char *fault = game_fault(g->game);
  return fault ? fail_image(g, p, fault) : good;
}

/* Takes a position and the next older one with its key; false if there is none.
 */
static bool take_pair(const Graph *g, Pair *p, uint32_t number) {
  p->node[0] = g->node[number].same_key;
  p->node[1] = (int)number;
  if (p->node[0] == NONE)
    return false;
  for (int i = 0; i < 2; i++)
    game_assign(g->game, p->state[i], graph_state(g, p->node[i]));
  return true;
}

/* Plays from all pairs, or all positions and their images: one ply each, then
 * whole games from some at random. */
static bool play_pairs(Graph *g, Pair *p, bool images, ConformCounts *counts) {
  enum { GAMES = 50 };
  int64_t work = g->work;
  uint32_t all = images ? count_images(g) : (uint32_t)g->count;
  for (uint32_t i = 0, games = 0; games < GAMES && g->work > 0 && all > 0;
       i++) {
    bool first = i < all && g->work > work / 2;
    uint32_t number = first ? i : rng_below(&g->rng, all);
    int most = first ? 1 : g->game->max_plies;
    games += !first;
    if (images) {
      if (!play_image(g, p, number, most))
        return false;
    } else if (take_pair(g, p, number)) {
      counts->pairs += first;
      if (!play_pair(g, p, most))
        return false;
    }
  }
  p->image = NULL;
  return true;
}

static void open_pair(const Graph *g, Pair *p) {
  for (int i = 0; i < 2; i++) {
    p->state[i] = need(g->game->state_size);
    p->list[i] = need_array((size_t)g->game->max_moves, sizeof *p->list[i]);
  }
}

static void close_pair(Pair *p) {
  for (int i = 0; i < 2; i++) {
    free(p->state[i]);
    free(p->list[i]);
  }
}

/* Compares images first, with half of the work, as they say which symmetry is
 * wrong. */
static bool check_symmetric_play(Graph *g, ConformCounts *counts) {
  Pair p = {.plies = 0};
  bool good = true;
  open_pair(g, &p);
  if (is_declared(g)) {
    int64_t half = g->work /= 2;
    good = play_pairs(g, &p, true, counts);
    g->work = half;
  }
  good = good && play_pairs(g, &p, false, counts);
  close_pair(&p);
  return good;
}

/* ---- the check -----------------------------------------------------------*/

/* Half of the work is for filling the graph, the other half for play. */
static bool check_signature(const Game *game, const Signature *signature,
                            size_t size, uint64_t seed, int64_t work,
                            ConformCounts *counts, Error *error) {
  Error why = {0};
  Graph g = {.game = game,
             .signature = signature,
             .key_size = size,
             .work = work / 2,
             .error = &why};
  rng_seed(&g.rng, seed, 0);
  /* Positions of games of chance have no value that one move proves. */
  bool valued = game->sides <= 2 && !game->has_chance;
  graph_open(&g);
  bool good = graph_fill(&g);
  if (good && valued)
    counts->solved += graph_solve(&g);
  g.work = work / 2;
  if (is_declared(&g)) /* says which symmetry is wrong */
    good = good && check_symmetric_play(&g, counts);
  good = good && (!valued || compare_values(&g));
  if (!is_declared(&g))
    good = good && check_symmetric_play(&g, counts);
  graph_close(&g);
  return good || error_copy(error, &why);
}

bool conform_keys(const Game *game, uint64_t seed, int64_t work,
                  ConformCounts *counts, Error *error) {
  const Signature signature = {"key", game->rules->key, false};
  return !game->rules->key || game->key_size == 0 ||
         check_signature(game, &signature, game->key_size, seed, work, counts,
                         error);
}

/* ---- declared symmetries -------------------------------------------------*/

/* Compares one ply of some positions with that of their images. */
static bool compare_some(Graph *g, Pair *p) {
  enum { PAIRS = 1000 };
  uint32_t all = count_images(g);
  for (int i = 0; i < PAIRS && g->work > 0 && all > 0; i++)
    if (!play_image(g, p, rng_below(&g->rng, all), 1))
      return false;
  return true;
}

bool conform_symmetries(const Game *game, uint64_t seed, Error *error) {
  enum { WORK = 10000, POSITIONS = 500, GAMES = 50 };
  const Signature signature = {"key", game->rules->key, false};
  Error why = {0};
  Graph g = {.game = game,
             .signature = &signature,
             .key_size = game->key_size,
             .work = WORK,
             .error = &why};
  Pair p = {.plies = 0};
  if (game->rules->key != symmetry_key)
    return true;
  rng_seed(&g.rng, seed, 0);
  open_pair(&g, &p);
  graph_open(&g);
  bool good = graph_play(&g, GAMES, POSITIONS) &&
              (game_fault(game) || compare_some(&g, &p));
  graph_close(&g);
  close_pair(&p);
  return good || error_copy(error, &why);
}

/* ---- small versions ------------------------------------------------------*/

/* The options of a small version: `only` (-1: all numeric options but players)
 * is at most `above` steps above its minimum. Returns whether that changes
 * anything. */
static bool shrink(const Game *game, int only, int above, int values[]) {
  const Option *table = game->rules->options;
  bool smaller = false;
  memcpy(values, game->option, sizeof game->option);
  for (int i = 0; table[i].name; i++) {
    if (table[i].type != OPTION_INT || strcmp(table[i].name, "players") == 0 ||
        (only >= 0 && only != i))
      continue;
    int low = table[i].min + above * (table[i].step ? table[i].step : 1);
    if (low < values[i]) {
      values[i] = low;
      smaller = true;
    }
  }
  return smaller;
}

/* True also where the options exclude each other. */
static bool check_small(const Game *game, int only, int above, uint64_t seed,
                        int64_t work, ConformCounts *counts, Error *error) {
  int values[OPTIONS_MAX];
  char name[SPEC_TEXT], spec[SPEC_TEXT];
  snprintf(name, sizeof name, "%.*s", (int)strcspn(game->spec, ":"),
           game->spec);
  if (!shrink(game, only, above, values) ||
      !spec_write(name, game->rules->options, values, spec))
    return true;
  Game *small = game_open(spec, NULL);
  bool good = !small || small->rules->key != game->rules->key ||
              conform_keys(small, seed, work, counts, error);
  game_close(small);
  return good;
}

bool conform_small_keys(const Game *game, uint64_t seed, int64_t work,
                        ConformCounts *counts, Error *error) {
  enum { ABOVE_MAX = 2 };
  if (!game->rules->key || game->key_size == 0)
    return true;
  int options = 0;
  while (game->rules->options[options].name)
    options++;
  work /= (options + 1) * (ABOVE_MAX + 1);
  for (int only = -1; only < options; only++)
    for (int above = 0; above <= ABOVE_MAX; above++)
      if (!check_small(game, only, above, seed, work, counts, error))
        return false;
  return true;
}

/* ---- hashes --------------------------------------------------------------*/

static void write_hash(const Game *game, const State *state, void *bytes) {
  uint64_t hash = game_hash(game, state);
  memcpy(bytes, &hash, sizeof hash);
}

bool conform_hashes(const Game *game, uint64_t seed, int64_t work,
                    ConformCounts *counts, Error *error) {
  static const Signature SIGNATURE = {"hash", write_hash, true};
  if (!game->rules->hash)
    return true;
  bool good = check_signature(game, &SIGNATURE, sizeof(uint64_t), seed, work,
                              counts, error);
  const Error *failure = game_failure(game);
  return failure ? error_copy(error, failure) : good;
}
