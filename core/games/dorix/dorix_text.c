/* Dorix: notation, drawing, scene and editing. */
#include "dorix.h"

#include "core/base/cell.h"
#include "core/game/scene.h"

/* ---- notation ------------------------------------------------------------*/

static Cell cell_at(const Game *game, int cell) {
  int columns = dorix_of(game)->columns;
  return (Cell){cell % columns, cell / columns};
}

void dorix_format(const Game *game, const State *state, Move move,
                  char text[MOVE_TEXT]) {
  (void)state;
  int target = move_target(move), n = 0;
  if (move_source(move) != FROM_HAND) {
    n += cell_write(cell_at(game, move_source(move)), text);
    text[n++] = '-';
  }
  n += cell_write(cell_at(game, target), text + n);
  for (int i = 0; i < move_leaving(move); i++) {
    text[n++] = i ? ',' : '>';
    int to = target + dorix_of(game)->step[move_direction(move, i)];
    n += cell_write(cell_at(game, to), text + n);
  }
}

/* A move as written, legal or not. */
typedef struct Written {
  int source, target; /* source is FROM_HAND if none is given */
  int leaving;
  int to[DIRECTIONS];
} Written;

static bool read_move(const Game *game, const char *text, Written *w) {
  *w = (Written){.source = FROM_HAND};
  if (!game_read_cell(game, &text, &w->target))
    return false;
  if (*text == '-') {
    text++;
    w->source = w->target;
    if (!game_read_cell(game, &text, &w->target))
      return false;
  }
  for (char sign = '>'; *text == sign; sign = ',') {
    text++;
    if (w->leaving == DIRECTIONS ||
        !game_read_cell(game, &text, &w->to[w->leaving++]))
      return false;
  }
  return !*text;
}

/* Adds what is wrong with the source and the target of a move. */
static void why_not_place(const Dorix *d, const Position *p, const Written *w,
                          Error *why) {
  int me = p->base.seat;
  char name[CELL_TEXT];
  if (p->hand[me] && w->source != FROM_HAND)
    error_add(why,
              "seat %d still has %d pawns in hand and must place one of them",
              me + 1, p->hand[me]);
  if (!p->hand[me] && w->source == FROM_HAND)
    error_add(why,
              "seat %d has no pawn in hand: name the pile to take one from, as "
              "in a1-b2",
              me + 1);
  if (w->source != FROM_HAND && !(p->control[me] & bit(w->source))) {
    game_write_cell(&d->base, w->source, name);
    error_add(why, "seat %d does not control %s", me + 1, name);
    return;
  }
  uint64_t fits = w->source == FROM_HAND
                      ? p->control[me] | (d->all & ~occupied(p))
                      : dorix_targets(d, p, w->source);
  game_write_cell(&d->base, w->target, name);
  if (w->target == w->source && !(fits & bit(w->target)))
    error_add(why, "a pawn taken off %s must go to another cell", name);
  else if (!(fits & bit(w->target)))
    error_add(why, "%s is neither empty nor controlled by seat %d", name,
              me + 1);
}

static int direction_to(const Dorix *d, int from, int to) {
  for (int i = 0; i < DIRECTIONS; i++)
    if (d->beside[i] & bit(from) && from + d->step[i] == to)
      return i;
  return -1;
}

/* Writes at most `most` of the neighbours in `which`, as in " c2,b3". */
static void list_neighbours(const Dorix *d, int cell, unsigned which, int most,
                            char text[5 * CELL_TEXT]) {
  size_t used = 0;
  text[0] = '\0';
  for (int i = 0; i < DIRECTIONS && most > 0; i++)
    if (which >> i & 1) {
      text[used] = used ? ',' : ' ';
      used++;
      used += (size_t)game_write_cell(&d->base, cell + d->step[i], text + used);
      most--;
    }
}

/* Adds what is wrong with the receivers: they must be `leaving` different lower
 * neighbours. */
static void why_not_collapse(const Dorix *d, const Written *w, unsigned lower,
                             int leaving, Error *why) {
  char name[CELL_TEXT], all[5 * CELL_TEXT], some[5 * CELL_TEXT];
  game_write_cell(&d->base, w->target, name);
  if (leaving == 0 && w->leaving > 0) {
    error_add(why, "%s does not collapse, so name no other cells", name);
    return;
  }
  list_neighbours(d, w->target, lower, DIRECTIONS, all);
  list_neighbours(d, w->target, lower, leaving, some);
  if (w->leaving != leaving)
    error_add(why, "%s collapses: name %d of%s, as in %s>%s", name, leaving,
              all, name, some + 1);
  unsigned named = 0;
  for (int i = 0; i < w->leaving; i++) {
    int direction = direction_to(d, w->target, w->to[i]);
    char other[CELL_TEXT];
    game_write_cell(&d->base, w->to[i], other);
    if (direction < 0 || !(lower >> direction & 1))
      error_add(why, "%s is not a lower neighbour of %s", other, name);
    else if (named >> direction & 1)
      error_add(why, "%s is named twice", other);
    else
      named |= 1u << direction;
  }
}

/* The first of all notations of the same collapse: pawns of one colour go to
 * cells in ascending order. */
static int first_order(const Dorix *d, const Position *p, const Written *w) {
  int lifted = w->source == w->target; /* the top pawn returns to its pile */
  int to[DIRECTIONS], colour[DIRECTIONS], order = 0;
  for (int i = 0; i < w->leaving; i++) {
    to[i] = direction_to(d, w->target, w->to[i]);
    colour[i] = i ? pawn_at(d, p, w->target, i - 1 + lifted) : p->base.seat;
  }
  for (int i = 0; i < w->leaving; i++) {
    for (int j = i + 1; j < w->leaving; j++)
      if (colour[j] == colour[i] && to[j] < to[i]) {
        int swapped = to[i];
        to[i] = to[j];
        to[j] = swapped;
      }
    order |= to[i] << (2 * i);
  }
  return order;
}

bool dorix_parse(const Game *game, const State *state, const char *text,
                 Move *move, Error *error) {
  const Dorix *d = dorix_of(game);
  const Position *p = (const Position *)state;
  Written w;
  if (!read_move(game, text, &w))
    return error_set(error,
                     "'%.60s' is not a move: write b2, with a collapse "
                     "b2>c2,b3, with an empty hand a1-b2 or a1-b2>c2,b3; cells "
                     "run from a1 to %c%d",
                     text, 'a' + d->columns - 1, d->rows);
  Error why = {0};
  why_not_place(d, p, &w, &why);
  if (!error_is_set(&why)) {
    uint8_t heights[HEIGHTS];
    memcpy(heights, p->heights, sizeof heights);
    if (w.source != FROM_HAND)
      heights[MARGIN + w.source]--;
    int level = heights[MARGIN + w.target];
    unsigned lower =
        level ? lower_neighbours(d, heights, w.target, level + 1) : 0u;
    int n = bits_count(lower), leaving = n < level + 1 ? n : level + 1;
    why_not_collapse(d, &w, lower, leaving, &why);
    if (!error_is_set(&why))
      *move = make_move(w.source, w.target, leaving, first_order(d, p, &w));
  }
  return game_parse_result(text, &why, error);
}

/* Writes a pile as its height and the seats of its pawns from the bottom up, as
 * in "3:112". */
static int write_pile(const Dorix *d, const Position *p, int cell, char *text,
                      size_t size) {
  int n = snprintf(text, size, "%d:", height(p, cell));
  for (int depth = height(p, cell) - 1; depth >= 0; depth--)
    n += snprintf(text + n, size - (size_t)n, "%d",
                  pawn_at(d, p, cell, depth) + 1);
  return n;
}

enum { PILE_TEXT = PLAYERS_MAX * PAWNS_MAX + 8 };

void dorix_draw(const Game *game, const State *state, FILE *out) {
  const Dorix *d = dorix_of(game);
  const Position *p = (const Position *)state;
  int width = 6;
  char pile[PILE_TEXT];
  for (int cell = 0; cell < d->cells; cell++) {
    int length = write_pile(d, p, cell, pile, sizeof pile);
    width = length > width ? length : width;
  }
  for (int row = d->rows - 1; row >= 0; row--) {
    fprintf(out, "%2d ", row + 1);
    for (int column = 0; column < d->columns; column++) {
      int cell = row * d->columns + column;
      bool marked = d->on_diagonal & bit(cell);
      write_pile(d, p, cell, pile, sizeof pile);
      fprintf(out, " %-*s", width, height(p, cell) ? pile : marked ? "+" : ".");
    }
    fprintf(out, "\n");
  }
  fprintf(out, "   ");
  for (int column = 0; column < d->columns; column++)
    fprintf(out, " %-*c", width, 'a' + column);
  fprintf(out, "\nin hand:");
  for (int s = 0; s < game->seats; s++)
    fprintf(out, " seat %d %d%s", s + 1, p->hand[s],
            s + 1 < game->seats ? "," : "\n");
  fprintf(out, "3:112 is a pile of height 3, seats from the bottom up: seat 2 "
               "controls it; + is an empty cell on a diagonal\n");
}

_Static_assert(SCENE_PIECES >= PLAYERS_MAX * PAWNS_MAX,
               "all pawns fit in a scene");

static void add_pile(const Dorix *d, const Position *p, int cell, Cell at,
                     Scene *scene) {
  for (int depth = height(p, cell) - 1; depth >= 0; depth--)
    scene_add_piece(scene,
                    (ScenePiece){.at = at,
                                 .seat = (int8_t)pawn_at(d, p, cell, depth),
                                 .size = 3});
}

/* The cells of the diagonals that a seat and its partner control. */
static uint64_t controlled_diagonals(const Dorix *d, const Position *p,
                                     int seat) {
  uint64_t own = p->control[seat] | p->control[d->partner[seat]], cells = 0;
  for (int i = 0; i < d->diagonals; i++)
    if (!(d->diagonal[i] & ~own))
      cells |= d->diagonal[i];
  return cells;
}

/* "If exactly one side controls a main diagonal, that side wins": what it
 * controls. */
static uint64_t winning_diagonals(const Dorix *d, const Position *p) {
  uint64_t cells = 0;
  int sides = 0;
  for (int seat = 0; seat < d->base.seats; seat++) {
    uint64_t own = controlled_diagonals(d, p, seat);
    sides += own && d->partner[seat] >= seat;
    cells |= own;
  }
  return sides == 1 ? cells : 0;
}

static void add_winner(const Dorix *d, const Position *p, Scene *scene) {
  int seat = 0;
  while (!controlled_diagonals(d, p, seat))
    seat++;
  if (d->partner[seat] == seat)
    scene_add_note(scene, "highlighted: seat %d controls a main diagonal",
                   seat + 1);
  else
    scene_add_note(scene,
                   "highlighted: seats %d and %d control a main diagonal",
                   seat + 1, d->partner[seat] + 1);
}

void dorix_scene(const Game *game, const State *state, Scene *scene) {
  const Dorix *d = dorix_of(game);
  const Position *p = (const Position *)state;
  scene->columns = d->columns;
  scene->rows = d->rows;
  for (int cell = 0; cell < d->cells; cell++) {
    Cell at = cell_at(game, cell);
    if (d->on_diagonal & bit(cell))
      scene_shade(scene, at);
    if (winning_diagonals(d, p) & bit(cell))
      scene_highlight(scene, at);
    add_pile(d, p, cell, at, scene);
  }
  for (int seat = 0; seat < game->seats; seat++)
    scene_add_supply(scene, (ScenePiece){.seat = (int8_t)seat, .size = 3},
                     p->hand[seat], "in hand");
  scene_add_note(scene, "shaded: the main diagonals");
  if (winning_diagonals(d, p))
    add_winner(d, p, scene);
}

/* ---- editing -------------------------------------------------------------*/

static bool set_hand(const Game *game, Position *p, const char *key,
                     const char *value, Error *error) {
  int seat = key[4] - '1';
  if (seat < 0 || seat >= game->seats || key[5])
    return error_set_code(error, ERROR_UNKNOWN_KEY,
                          "there is no %.60s: seats are 1 to %d", key,
                          game->seats);
  return game_set_count(key, value, game->option[PAWNS], &p->hand[seat], error);
}

static bool set_pile(const Dorix *d, Position *p, int cell, const char *value,
                     Error *error) {
  while (height(p, cell))
    take(d, p, cell, 1);
  if (strcmp(value, "-") == 0)
    return true;
  if (strlen(value) > (size_t)(d->base.seats * d->base.option[PAWNS]))
    return error_set(error, "a pile of %zu has more pawns than the game",
                     strlen(value));
  for (const char *c = value; *c || c == value; c++) {
    int seat = *c - '1';
    if (seat < 0 || seat >= d->base.seats)
      return error_set(error,
                       "'%s' is not a pile: write the seats (1 to %d) from the "
                       "bottom up, as in 112, or - for none",
                       value, d->base.seats);
    push(d, p, cell, seat);
  }
  return true;
}

/* Writes the settings that restore the position: piles, hands and passes. */
bool dorix_settings(const Game *game, const State *state, FILE *out) {
  const Dorix *d = dorix_of(game);
  const Position *p = (const Position *)state;
  for (int cell = 0; cell < d->cells; cell++) {
    char name[CELL_TEXT];
    game_write_cell(game, cell, name);
    fprintf(out, " %s=%s", name, height(p, cell) ? "" : "-");
    for (int depth = height(p, cell) - 1; depth >= 0; depth--)
      fprintf(out, "%d", pawn_at(d, p, cell, depth) + 1);
  }
  for (int seat = 0; seat < game->seats; seat++)
    fprintf(out, " hand%d=%d", seat + 1, p->hand[seat]);
  fprintf(out, " passes=%d", p->passes);
  return true;
}

bool dorix_set(const Game *game, State *state, const char *key,
               const char *value, Error *error) {
  Position *p = (Position *)state;
  if (strncmp(key, "hand", 4) == 0)
    return set_hand(game, p, key, value, error);
  if (strcmp(key, "passes") == 0)
    return game_set_count(key, value, game->seats, &p->passes, error);
  p->passes = 0;
  int cell;
  const char *rest = key;
  if (!game_read_cell(game, &rest, &cell) || *rest)
    return game_refuse_key(game, key, error);
  return set_pile(dorix_of(game), p, cell, value, error);
}
