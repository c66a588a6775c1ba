#include "analysis/metrics/move_stats.h"

#include <ctype.h>
#include <stdlib.h>

/* ---- places by name ------------------------------------------------------*/

static size_t slot_of(const MoveCounts *c, const char *name) {
  size_t at = (size_t)game_hash_bytes(name, strlen(name)) & (c->table_room - 1);
  while (c->table[at] && strcmp(c->place[c->table[at] - 1].name, name) != 0)
    at = (at + 1) & (c->table_room - 1);
  return at;
}

static bool grow(MoveCounts *c) {
  int room = c->room ? 2 * c->room : 64;
  size_t table_room = 4 * (size_t)room;
  Place *place = realloc(c->place, (size_t)room * sizeof *place);
  int *table = calloc(table_room, sizeof *table);
  if (place)
    c->place = place;
  if (!place || !table) {
    free(table);
    return false;
  }
  free(c->table);
  c->table = table;
  c->table_room = table_room;
  c->room = room;
  for (int i = 0; i < c->count; i++)
    c->table[slot_of(c, c->place[i].name)] = i + 1;
  return true;
}

/* The place of that name, a new one if need be; NULL when there is no memory.
 */
static Place *find(MoveCounts *c, const char *name) {
  if (c->count == c->room && !grow(c))
    return NULL;
  int *slot = &c->table[slot_of(c, name)];
  if (!*slot) {
    Place *place = &c->place[c->count];
    *place = (Place){.moves = 0};
    snprintf(place->name, sizeof place->name, "%s", name);
    *slot = ++c->count;
  }
  return &c->place[*slot - 1];
}

/* ---- what a move consists of ---------------------------------------------*/

/* A letter or two and a number: "b2". */
static bool is_cell(const char *text) {
  size_t letters = 0, digits = 0;
  while (islower((unsigned char)text[letters]))
    letters++;
  while (isdigit((unsigned char)text[letters + digits]))
    digits++;
  return letters >= 1 && letters <= 2 && digits >= 1 && digits <= 3 &&
         !text[letters + digits];
}

/* What a move is apart from cells: "wall h", "lay L nest". */
static void name_kind(const Parts *parts, char kind[MOVE_TEXT]) {
  size_t length = 0;
  kind[0] = '\0';
  for (int i = 0; i < parts->count; i++) {
    const Part *part = &parts->part[i];
    if (part->list || is_cell(part->text[0]) || length + 1 >= MOVE_TEXT)
      continue;
    length += (size_t)snprintf(kind + length, MOVE_TEXT - length, "%s%s",
                               length ? " " : "", part->text[0]);
  }
}

static void copy_part(const Parts *parts, const char *key,
                      char text[MOVE_TEXT]) {
  text[0] = '\0';
  for (int i = 0; i < parts->count; i++)
    if (strcmp(parts->part[i].key, key) == 0)
      snprintf(text, MOVE_TEXT, "%s", parts->part[i].text[0]);
}

typedef struct Named {
  char text[MOVE_TEXT], kind[MOVE_TEXT];
  char cell[MOVE_TEXT]; /* where a piece goes, or "" */
  char wall[MOVE_TEXT]; /* where a wall is put up, which is between cells; or ""
                         */
} Named;

static void name_move(const Game *game, const State *state, Move move,
                      Named *named) {
  Parts parts = {.count = 0};
  game_format(game, state, move, named->text);
  if (move == MOVE_PASS)
    parts_add(&parts, "kind", "pass");
  else if (game->rules->describe)
    game->rules->describe(game, state, move, &parts);
  name_kind(&parts, named->kind);
  copy_part(&parts, "to", named->cell);
  copy_part(&parts, "at", named->wall);
  if (!named->cell[0] && !named->wall[0] && is_cell(named->text))
    snprintf(named->cell, MOVE_TEXT, "%s", named->text);
}

/* ---- hearing -------------------------------------------------------------*/

void move_stats_begin(MoveStats *p, const Match *match) {
  p->won = match->end == MATCH_WIN;
  p->winners = p->won ? match->winners : 0;
  p->drawn = match->end == MATCH_DRAW;
  p->first = true;
}

static void count_move(MoveStats *p, MoveCounts *c, const char *name,
                       int seat) {
  Place *place = name[0] ? find(c, name) : NULL;
  p->failed = p->failed || (name[0] && !place);
  if (!place)
    return;
  c->here++;
  place->here++;
  place->by_winner += p->winners >> seat & 1;
}

static void count_opening(MoveStats *p, const char *name, int seat) {
  Place *place = find(&p->openings, name);
  p->failed = p->failed || !place;
  if (!place)
    return;
  place->games++;
  place->won += p->winners >> seat & 1;
  place->drawn += p->drawn;
}

void move_stats_turn(MoveStats *p, const Game *game, const State *state,
                     Move move) {
  Named named;
  name_move(game, state, move, &named);
  count_move(p, &p->cells, named.cell, state->seat);
  count_move(p, &p->walls, named.wall, state->seat);
  count_move(p, &p->kinds, named.kind, state->seat);
  if (p->first)
    count_opening(p, named.text, state->seat);
  p->first = false;
}

/* Adds up a game. Most places have nothing to add but zeros. */
static void settle(MoveCounts *c, bool won) {
  for (int i = 0; i < c->count; i++) {
    Place *place = &c->place[i];
    if (place->here == 0)
      continue;
    place->moves += place->here;
    place->squares += place->here * place->here;
    place->product += place->here * c->here;
    if (won)
      pairs_add(&place->winner, place->by_winner, place->here);
    place->here = place->by_winner = 0;
  }
  c->all += c->here;
  c->all_squares += c->here * c->here;
  c->here = 0;
}

void move_stats_end(MoveStats *p) {
  settle(&p->cells, p->won);
  settle(&p->walls, p->won);
  settle(&p->kinds, p->won);
  p->games++;
}

static void free_counts(MoveCounts *c) {
  free(c->place);
  free(c->table);
}

void move_stats_free(MoveStats *p) {
  free_counts(&p->cells);
  free_counts(&p->walls);
  free_counts(&p->kinds);
  free_counts(&p->openings);
  *p = (MoveStats){.games = 0};
}

/* ---- figures -------------------------------------------------------------*/

static Estimate share_of(const MoveStats *p, const MoveCounts *c,
                         const Place *place) {
  Pairs pairs = {p->games,       place->moves,   c->all,
                 place->squares, place->product, c->all_squares};
  return estimate_clamp(estimate_ratio(&pairs), 0, 1);
}

/* By column, then row; other names as texts. */
static int by_name(const void *one, const void *other) {
  const char *a = ((const Place *)one)->name, *b = ((const Place *)other)->name;
  if (is_cell(a) && is_cell(b) && strcspn(a, "0123456789") == 1 && a[0] == b[0])
    return atoi(a + 1) - atoi(b + 1);
  return strcmp(a, b);
}

static int by_games(const void *one, const void *other) {
  uint64_t a = ((const Place *)one)->games, b = ((const Place *)other)->games;
  return a != b ? (a < b) - (a > b) : by_name(one, other);
}

static int by_moves(const void *one, const void *other) {
  double a = ((const Place *)one)->moves, b = ((const Place *)other)->moves;
  return a != b ? (a < b) - (a > b) : by_name(one, other);
}

/* A copy in some order; the table of names is not for it. */
static Place *sorted(const MoveCounts *c,
                     int (*order)(const void *one, const void *other)) {
  Place *list = malloc((size_t)(c->count ? c->count : 1) * sizeof *list);
  if (list && c->count)
    memcpy(list, c->place, (size_t)c->count * sizeof *list);
  if (list)
    qsort(list, (size_t)c->count, sizeof *list, order);
  return list;
}

static void add_cells(const MoveStats *p, const MoveCounts *c,
                      const char *scope, Metrics *f) {
  Place *list = sorted(c, by_name);
  f->failed = f->failed || !list;
  for (int i = 0; list && i < c->count; i++) {
    metrics_add(f, scope, list[i].name, "rate", share_of(p, c, &list[i]));
    if (list[i].winner.n)
      metrics_add(f, scope, list[i].name, "winner_rate",
                  estimate_clamp(estimate_ratio(&list[i].winner), 0, 1));
  }
  free(list);
}

static void add_kinds(const MoveStats *p, Metrics *f) {
  Place *list = sorted(&p->kinds, by_moves);
  f->failed = f->failed || !list;
  for (int i = 0; list && i < p->kinds.count; i++)
    metrics_add(f, "kind", list[i].name, "rate",
                share_of(p, &p->kinds, &list[i]));
  free(list);
}

static void add_openings(const MoveStats *p, Metrics *f) {
  Place *list = sorted(&p->openings, by_games);
  f->failed = f->failed || !list;
  for (int i = 0; list && i < p->openings.count; i++) {
    const Place *o = &list[i];
    metrics_add(f, "opening", o->name, "rate",
                estimate_rate(o->games, p->games));
    metrics_add(f, "opening", o->name, "win_rate",
                estimate_rate(o->won, o->games));
    metrics_add(f, "opening", o->name, "draw_rate",
                estimate_rate(o->drawn, o->games));
  }
  free(list);
}

void move_stats_metrics(const MoveStats *p, Metrics *f) {
  f->failed = f->failed || p->failed;
  add_cells(p, &p->cells, "cell", f);
  add_cells(p, &p->walls, "wall", f);
  add_kinds(p, f);
  add_openings(p, f);
}

bool move_stats_board(const MoveStats *p, int *columns, int *rows) {
  *columns = *rows = 0;
  for (int i = 0; i < p->cells.count; i++) {
    const char *name = p->cells.place[i].name;
    int column = name[0] - 'a' + 1, row = atoi(name + 1);
    if (!is_cell(name) || row == 0)
      return false; /* two letters: no board that could be drawn */
    *columns = column > *columns ? column : *columns;
    *rows = row > *rows ? row : *rows;
  }
  return p->cells.count > 0;
}
