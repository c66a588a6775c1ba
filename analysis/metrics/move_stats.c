#include "analysis/metrics/move_stats.h"

#include "analysis/metrics/variety.h"
#include "analysis/stats/distribution.h"
#include "analysis/stats/exact_test.h"
#include "core/base/text.h"
#include <ctype.h>
#include <math.h>
#include <stdlib.h>

/* ---- counts by name ------------------------------------------------------*/

static size_t slot_of(const MoveCounts *c, const char *name) {
  size_t at = (size_t)game_hash_bytes(name, strlen(name)) & (c->table_size - 1);
  while (c->table[at] && strcmp(c->list[c->table[at] - 1].name, name) != 0)
    at = (at + 1) & (c->table_size - 1);
  return at;
}

static bool grow_counts(MoveCounts *c) {
  int capacity = c->capacity ? 2 * c->capacity : 64;
  size_t table_size = 4 * (size_t)capacity;
  MoveCount *list = realloc(c->list, (size_t)capacity * sizeof *list);
  int *table = calloc(table_size, sizeof *table);
  if (list)
    c->list = list;
  if (!list || !table) {
    free(table);
    return false;
  }
  free(c->table);
  c->table = table;
  c->table_size = table_size;
  c->capacity = capacity;
  for (int i = 0; i < c->count; i++)
    c->table[slot_of(c, c->list[i].name)] = i + 1;
  return true;
}

/* Finds the count with that name, adding it if it is new; NULL if out of
 * memory. */
static MoveCount *find_count(MoveCounts *c, const char *name) {
  if (c->count == c->capacity && !grow_counts(c))
    return NULL;
  int *slot = &c->table[slot_of(c, name)];
  if (!*slot) {
    MoveCount *entry = &c->list[c->count];
    *entry = (MoveCount){.moves = 0};
    snprintf(entry->name, sizeof entry->name, "%s", name);
    *slot = ++c->count;
  }
  return &c->list[*slot - 1];
}

/* ---- the parts of a move -------------------------------------------------*/

/* Whether a text names a cell: one or two letters and a number, "b2". */
static bool is_cell(const char *text) {
  size_t letters = 0, digits = 0;
  while (islower((unsigned char)text[letters]))
    letters++;
  while (isdigit((unsigned char)text[letters + digits]))
    digits++;
  return letters >= 1 && letters <= 2 && digits >= 1 && digits <= 3 &&
         !text[letters + digits];
}

/* Names the kind of a move, its parts except cells: "wall h", "lay L nest". */
static void name_kind(const Parts *parts, char kind[MOVE_TEXT]) {
  kind[0] = '\0';
  for (int i = 0; i < parts->count; i++) {
    const Part *part = &parts->part[i];
    if (!part->list && !part_is_cell(part->key))
      text_append(kind, MOVE_TEXT, "%s%s", *kind ? " " : "", part->text[0]);
  }
}

/* Appends a part to a text, if the move has it. */
static void add_part(const Parts *parts, const char *key,
                     char text[MOVE_TEXT]) {
  for (int i = 0; i < parts->count; i++)
    if (strcmp(parts->part[i].key, key) == 0)
      text_append(text, MOVE_TEXT, "%s", parts->part[i].text[0]);
}

void move_names(const Game *game, const State *state, Move move,
                MoveNames *names) {
  Parts parts = {.count = 0};
  game_format(game, state, move, names->text);
  game_describe(game, state, move, &parts);
  name_kind(&parts, names->kind);
  names->cell[0] = names->wall[0] = '\0';
  add_part(&parts, "to", names->cell);
  add_part(&parts, "at", names->wall);
  if (names->wall[0])
    add_part(&parts, "orientation", names->wall);
  if (!names->cell[0] && !names->wall[0] && is_cell(names->text))
    snprintf(names->cell, MOVE_TEXT, "%s", names->text);
}

/* ---- replaying -----------------------------------------------------------*/

void move_stats_begin(MoveStats *s, const Match *match) {
  s->won = match->end == MATCH_WIN;
  s->winners = s->won ? match->winners : 0;
  s->drawn = match->end == MATCH_DRAW;
  s->first = true;
}

static void count_move(MoveStats *s, MoveCounts *c, const char *name,
                       int seat) {
  MoveCount *entry = name[0] ? find_count(c, name) : NULL;
  s->failed = s->failed || (name[0] && !entry);
  if (!entry)
    return;
  c->here++;
  entry->here++;
  c->by_winner += s->winners >> seat & 1;
  entry->by_winner += s->winners >> seat & 1;
}

static void count_opening(MoveStats *s, const char *name, int seat) {
  MoveCount *entry = find_count(&s->openings, name);
  s->failed = s->failed || !entry;
  if (!entry)
    return;
  entry->games++;
  entry->half += rng_mix(s->games) & 1;
  entry->moves++;
  entry->won += s->winners >> seat & 1;
  entry->drawn += s->drawn;
}

void move_stats_turn(MoveStats *s, const Game *game, const State *state,
                     Move move) {
  MoveNames names;
  if (state->seat == NATURE)
    return;
  move_names(game, state, move, &names);
  count_move(s, &s->cells, names.cell, state->seat);
  count_move(s, &s->walls, names.wall, state->seat);
  count_move(s, &s->kinds, names.kind, state->seat);
  if (s->first)
    count_opening(s, names.text, state->seat);
  s->first = false;
}

/* Adds the game under way to the sums. */
static void add_game(MoveCounts *c, bool won) {
  int used = 0;
  for (int i = 0; i < c->count; i++) {
    MoveCount *entry = &c->list[i];
    if (entry->here == 0)
      continue;
    used++;
    entry->moves += entry->here;
    entry->squares += entry->here * entry->here;
    entry->product += entry->here * c->here;
    if (won)
      part_sums_add(&entry->winner, entry->by_winner, entry->here, c->by_winner,
                    c->here);
    entry->here = entry->by_winner = 0;
  }
  if (won && c->here > 0)
    pairs_add(&c->winner, c->by_winner, c->here);
  c->all += c->here;
  c->all_squares += c->here * c->here;
  sums_add(&c->used, used);
  c->here = c->by_winner = 0;
}

void move_stats_end(MoveStats *s) {
  add_game(&s->cells, s->won);
  add_game(&s->walls, s->won);
  add_game(&s->kinds, s->won);
  s->games++;
}

static void free_counts(MoveCounts *c) {
  free(c->list);
  free(c->table);
}

void move_stats_free(MoveStats *s) {
  free_counts(&s->cells);
  free_counts(&s->walls);
  free_counts(&s->kinds);
  free_counts(&s->openings);
  *s = (MoveStats){.games = 0};
}

/* ---- metrics -------------------------------------------------------------*/

static Estimate share_of_moves(const MoveStats *s, const MoveCounts *c,
                               const MoveCount *entry) {
  Pairs pairs = {s->games,       entry->moves,   c->all,
                 entry->squares, entry->product, c->all_squares};
  return share_ratio(&pairs, 1.0 / c->count, Z95);
}

/* Whether a text is the name of a wall: a cell and an orientation, "b2h". */
static bool is_wall(const char *text) {
  char cell[MOVE_TEXT];
  size_t length = strlen(text);
  if (length < 3 || !islower((unsigned char)text[length - 1]))
    return false;
  snprintf(cell, sizeof cell, "%.*s", (int)length - 1, text);
  return is_cell(cell);
}

/* Orders cells and walls by column, then row; other names alphabetically. */
static int compare_names(const void *one, const void *other) {
  const char *a = ((const MoveCount *)one)->name,
             *b = ((const MoveCount *)other)->name;
  bool places = (is_cell(a) && is_cell(b)) || (is_wall(a) && is_wall(b));
  if (places && strcspn(a, "0123456789") == 1 && a[0] == b[0] &&
      atoi(a + 1) != atoi(b + 1))
    return atoi(a + 1) - atoi(b + 1);
  return strcmp(a, b);
}

typedef int Order(const void *one, const void *other);

static int compare_moves(const void *one, const void *other) {
  double a = ((const MoveCount *)one)->moves,
         b = ((const MoveCount *)other)->moves;
  return a != b ? (a < b) - (a > b) : compare_names(one, other);
}

/* Returns a sorted copy of the list. The hash table does not refer to it. */
static MoveCount *sorted(const MoveCounts *c, Order *order) {
  MoveCount *list = malloc((size_t)(c->count ? c->count : 1) * sizeof *list);
  if (list && c->count)
    memcpy(list, c->list, (size_t)c->count * sizeof *list);
  if (list)
    qsort(list, (size_t)c->count, sizeof *list, order);
  return list;
}

/* What winners play. The intervals of the differences hold for all of a scope
 * at once (Bonferroni), so that of maps without any difference at most one in
 * twenty shows one. */
static void add_winner_rates(const MoveCounts *c, const MoveCount *cell,
                             const char *scope, double z, Metrics *m) {
  const PartSums *winner = &cell->winner;
  if (winner->part.n == 0)
    return;
  metrics_add(m, scope, cell->name, "winner_rate",
              winner_ratio(&winner->part, c->winner.x / c->winner.y, Z95));
  if (winner->part.n >= CELL_GAMES_MIN)
    metrics_add(m, scope, cell->name, "winner_difference",
                part_difference(winner, &c->winner, z));
}

static void add_counts(const MoveStats *s, const MoveCounts *c,
                       const char *scope, Order *order, Metrics *m) {
  MoveCount *list = sorted(c, order);
  int compared = 0;
  m->failed = m->failed || !list;
  for (int i = 0; i < c->count; i++)
    compared += c->list[i].winner.part.n >= CELL_GAMES_MIN;
  double z = bonferroni_z(compared > 1 ? compared : 1);
  if (c->winner.n)
    metrics_add(m, scope, "all", "winner_rate",
                winner_ratio(&c->winner, 0.5, Z95));
  for (int i = 0; list && i < c->count; i++) {
    metrics_add(m, scope, list[i].name, "rate", share_of_moves(s, c, &list[i]));
    add_winner_rates(c, &list[i], scope, z, m);
  }
  free(list);
}

/* Whether the seat that moves first wins more or less often after a first move
 * than after the others: p-values, adjusted for the number of first moves. */
static double *test_openings(const MoveCount list[], int count, uint64_t won,
                             uint64_t games) {
  double *p = malloc((size_t)(count ? count : 1) * sizeof *p);
  if (!p)
    return NULL;
  for (int i = 0; i < count; i++)
    p[i] =
        count > 1 ? fisher_exact(list[i].won, list[i].games, won, games) : NAN;
  holm_adjust(p, count, sizeof *p);
  return p;
}

static void add_opening(const MoveCount *o, uint64_t games, double p,
                        Metrics *m) {
  metrics_add(m, "opening", o->name, "rate", estimate_rate(o->games, games));
  metrics_add(m, "opening", o->name, "win_rate",
              estimate_rate(o->won, o->games));
  if (!isnan(p))
    metrics_add(m, "opening", o->name, "win_rate_p",
                estimate_plain(p, o->games));
  metrics_add(m, "opening", o->name, "draw_rate",
              estimate_rate(o->drawn, o->games));
}

/* How dominant the most frequent first move is. */
static void add_variety(const MoveCounts *c, Metrics *m) {
  size_t count = (size_t)c->count;
  uint64_t *games = malloc(3 * count * sizeof *games);
  m->failed = m->failed || !games;
  if (!games)
    return;
  uint64_t *half = games + count, *other = half + count;
  for (size_t i = 0; i < count; i++) {
    games[i] = c->list[i].games;
    half[i] = c->list[i].half;
    other[i] = games[i] - half[i];
  }
  metrics_add(m, "opening", "all", "openings_effective",
              variety_effective(games, c->count));
  metrics_add(m, "opening", "all", "first_move_share",
              variety_top_share(half, other, c->count));
  free(games);
}

static void add_openings(const MoveStats *s, Metrics *m) {
  const MoveCounts *c = &s->openings;
  uint64_t won = 0, games = 0;
  for (int i = 0; i < c->count; i++) {
    won += c->list[i].won;
    games += c->list[i].games;
  }
  MoveCount *list = sorted(c, compare_moves);
  double *p = list ? test_openings(list, c->count, won, games) : NULL;
  m->failed = m->failed || !p;
  if (games)
    metrics_add(m, "opening", "all", "win_rate", estimate_rate(won, games));
  if (games > 1)
    add_variety(c, m);
  for (int i = 0; p && i < c->count; i++)
    add_opening(&list[i], s->games, p[i], m);
  free(list);
  free(p);
}

/* The share of the board's cells that moves went to, per game. The squares have
 * one more deviation, of one cell: games that agree do not make it certain. */
static void add_coverage(const MoveStats *s, Metrics *m) {
  int columns, rows;
  if (!move_stats_board(s, &columns, &rows))
    return;
  const Sums *used = &s->cells.used;
  double cells = columns * rows, n = (double)used->n;
  double spread = fmax(used->squares - used->sum * used->sum / n, 0) + 1;
  double sd = sqrt(spread / (n > 1 ? n - 1 : 1)) / cells;
  Estimate e = estimate_mean(used->sum / n / cells, sd, used->n);
  metrics_add(m, "complexity", "", "board_coverage", estimate_clamp(e, 0, 1));
}

void move_stats_metrics(const MoveStats *s, Metrics *m) {
  m->failed = m->failed || s->failed;
  add_coverage(s, m);
  add_counts(s, &s->cells, "cell", compare_names, m);
  add_counts(s, &s->walls, "wall", compare_names, m);
  add_counts(s, &s->kinds, "kind", compare_moves, m);
  add_openings(s, m);
}

bool move_stats_board(const MoveStats *s, int *columns, int *rows) {
  *columns = *rows = 0;
  for (int i = 0; i < s->cells.count; i++) {
    const char *name = s->cells.list[i].name;
    int column = name[0] - 'a' + 1, row = atoi(name + 1);
    if (!is_cell(name) || row == 0)
      return false; /* two letters: too wide to draw */
    *columns = column > *columns ? column : *columns;
    *rows = row > *rows ? row : *rows;
  }
  return s->cells.count > 0;
}
