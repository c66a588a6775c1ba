/* Orbital: notation, drawing, scene and editing. */
#include "orbital.h"

#include "core/game/scene.h"

static const char KIND_LETTERS[] = "BAT";
static const char DIRECTION_LETTERS[] = "nesw";
static const char *const KIND_NAMES[] = {"bases", "antennas", "thrusters"};

/* ---- notation ------------------------------------------------------------*/

void orbital_format(const Game *game, const State *state, Move move,
                    char text[MOVE_TEXT]) {
  (void)state;
  int lay = move_lay(move);
  text[0] = KIND_LETTERS[kind_of(lay)];
  int n = 1 + cell_write(cell_at(game->option[SIZE], move_at(move)), text + 1);
  if (lay >= THRUSTER)
    text[n++] = DIRECTION_LETTERS[lay - THRUSTER];
  text[n] = '\0';
}

static int letter_index(const char *letters, char letter) {
  const char *at = letter ? strchr(letters, letter) : NULL;
  return at ? (int)(at - letters) : -1;
}

/* Reads a piece and its cell, such as "Ba1" or "Tb2n". */
static bool read_piece(const Game *game, const char *text, int *lay, int *at) {
  int kind = letter_index(KIND_LETTERS, text[0]);
  const char *rest = kind < 0 ? text : text + 1;
  if (kind < 0 || !game_read_cell(game, &rest, at))
    return false;
  *lay = kind;
  if (kind == THRUSTER) {
    int direction = letter_index(DIRECTION_LETTERS, *rest++);
    if (direction < 0)
      return false;
    *lay += direction;
  }
  return *rest == '\0';
}

static void list_cells(const Game *game, Board cells, char *text,
                       size_t capacity) {
  size_t used = 0;
  text[0] = '\0';
  for (uint64_t left = cells; left && used + CELL_TEXT + 2 < capacity;) {
    if (used)
      text[used++] = ' ';
    used += (size_t)game_write_cell(game, bits_take(&left), text + used);
  }
}

/* Adds why the tower on a cell has no room for a piece of a kind. Returns
 * whether it has room. */
static bool has_room(const Orbital *o, const Position *p, int at, int kind,
                     Error *why) {
  Tower t = orbital_tower(o, p, at);
  char name[CELL_TEXT];
  game_write_cell(&o->base, at, name);
  if (orbital_takes(o, &t, kind))
    return true;
  if (tower_pieces(&t) == o->base.option[TOWER_HEIGHT] &&
      o->base.option[TOWER_HEIGHT] != KINDS)
    error_add(why, "the tower on %s is complete", name);
  else if (t.pieces[kind] == 2)
    error_add(why, "%s already has two pieces of that kind", name);
  else
    error_add(why, "%s already has a piece of that kind", name);
  return false;
}

static void why_not(const Game *game, const Position *p, Move move,
                    Error *why) {
  int lay = move_lay(move), at = move_at(move), kind = kind_of(lay);
  char cells[3 * CELLS_MAX + CELL_TEXT + 2];
  if (!p->left[p->base.seat][kind])
    error_add(why, "seat %d has no %s left", p->base.seat + 1,
              KIND_NAMES[kind]);
  bool room = has_room(orbital_of(game), p, at, kind, why);
  if (moveset_has(&orbital_of(game)->edge, move))
    error_add(why, "the thruster would point straight at the board's edge");
  else if (room && set_has(p, BARRED, move))
    error_add(why, "a thruster on the same line already points %c",
              DIRECTION_LETTERS[lay - THRUSTER]);
  Board legal = orbital_open_cells(game, p);
  list_cells(game, legal, cells, sizeof cells);
  if (!(legal >> at & 1))
    error_add(why, "seat %d must play on %s", p->base.seat + 1, cells);
}

bool orbital_parse(const Game *game, const State *state, const char *text,
                   Move *move, Error *error) {
  int lay, at;
  if (!read_piece(game, text, &lay, &at))
    return error_set(error,
                     "'%.60s' is not a move: write B, T or A and a cell, a "
                     "thruster with its direction (n, e, s, w), such as Ba1, "
                     "Tb2n, Ac3; cells run from a1 to %c%d",
                     text, 'a' + game->option[SIZE] - 1, game->option[SIZE]);
  Error why = {0};
  *move = make_move(lay, at);
  why_not(game, (const Position *)state, *move, &why);
  return game_parse_result(text, &why, error);
}

void orbital_write_tower(const Orbital *o, const Position *p, int at,
                         const char *between, char text[TOWER_TEXT]) {
  static const int ORDER[LAYS] = {BASE,         THRUSTER,     THRUSTER + 1,
                                  THRUSTER + 2, THRUSTER + 3, ANTENNA};
  Tower t = orbital_tower(o, p, at);
  int n = 0;
  for (int i = 0; i < LAYS; i++) {
    int lay = ORDER[i], kind = kind_of(lay);
    Move move = make_move(lay, at);
    bool thruster = kind == THRUSTER;
    int pieces = thruster ? set_has(p, LAID, move) : t.pieces[kind];
    int seconds = thruster ? set_has(p, SECOND, move) : t.seconds[kind];
    for (int piece = 0; piece < pieces; piece++) {
      if (n && *between)
        text[n++] = *between;
      text[n++] = KIND_LETTERS[kind];
      text[n++] = piece < pieces - seconds ? '1' : '2';
      if (thruster)
        text[n++] = DIRECTION_LETTERS[lay - THRUSTER];
    }
  }
  text[n] = '\0';
}

/* The characters of the highest towers, with spaces: two thrusters take three
 * letters each, all other pieces two. */
static int tower_width(const Orbital *o) {
  int height = is_tall(o) ? o->base.option[TOWER_HEIGHT] : KINDS;
  int thrusters = is_tall(o) ? 2 : 1;
  return 3 * height - 1 + thrusters;
}

static void draw_row(const Game *game, const Position *p, int row, Board open,
                     FILE *out) {
  const Orbital *o = orbital_of(game);
  int size = game->option[SIZE];
  fprintf(out, "%2d |", row + 1);
  for (int column = 0; column < size; column++) {
    int at = row * size + column;
    char tower[TOWER_TEXT];
    orbital_write_tower(o, p, at, " ", tower);
    bool complete = orbital_finished(o, p) >> at & 1;
    fprintf(out, "%c %-*s%c%c|", open >> at & 1 ? '*' : ' ', tower_width(o),
            tower, complete ? '!' : ' ',
            complete ? "12-"[tower_owner(o, p, at)] : ' ');
  }
  fprintf(out, "\n");
}

void orbital_draw(const Game *game, const State *state, FILE *out) {
  const Position *p = (const Position *)state;
  int size = game->option[SIZE], width = tower_width(orbital_of(game)) + 4;
  Board open = orbital_open_cells(game, p);
  for (int row = size; row >= 0; row--) {
    if (row < size)
      draw_row(game, p, row, open, out);
    fprintf(out, "   +");
    for (int column = 0; column < size; column++)
      fprintf(out, "%.*s+", width, "-----------------------------");
    fprintf(out, "\n");
  }
  fprintf(out, "   ");
  for (int column = 0; column < size; column++)
    fprintf(out, "%*s%c%*s", width / 2 + 1, "", 'a' + column,
            width - width / 2 - 1, "");
  fprintf(out, "\n");
  for (int seat = 0; seat < game->seats; seat++)
    fprintf(out,
            "seat %d: towers %d; left: bases %d, thrusters %d, antennas %d\n",
            seat + 1, p->towers[seat], p->left[seat][BASE],
            p->left[seat][THRUSTER], p->left[seat][ANTENNA]);
  fprintf(out,
          "* marks cells to play on, !2 a tower of seat 2%s; T2n is seat 2's "
          "thruster pointing n\n",
          game->option[TOWER_HEIGHT] % 2 ? "" : ", !- a tower nobody owns");
}

_Static_assert(SCENE_PIECES >= 2 * KINDS * PIECES_MAX,
               "all pieces fit in a scene");

/* The pieces of a tower may be laid in any order. The scene has the largest
 * first, so that all of them stay visible. */
static const struct Look {
  int lay;
  ScenePiece piece;
} LOOKS[LAYS] = {
    {BASE, {.size = 3, .label = "B"}},
    {THRUSTER + NORTH, {.size = 2, .label = "↑"}},
    {THRUSTER + EAST, {.size = 2, .label = "→"}},
    {THRUSTER + SOUTH, {.size = 2, .label = "↓"}},
    {THRUSTER + WEST, {.size = 2, .label = "←"}},
    {ANTENNA, {.size = 1, .label = "A"}},
};

static void add_tower(const Orbital *o, const Position *p, int at, Cell cell,
                      Scene *scene) {
  for (const struct Look *look = LOOKS; look < LOOKS + LAYS; look++) {
    Move move = make_move(look->lay, at);
    if (!set_has(p, LAID, move))
      continue;
    ScenePiece piece = look->piece;
    piece.at = cell;
    piece.seat = set_has(p, SECOND, move);
    scene_add_piece(scene, piece);
    if (is_tall(o) && look->lay < THRUSTER && p->twice[look->lay] >> at & 1) {
      piece.seat = p->twice_second[look->lay] >> at & 1;
      scene_add_piece(scene, piece);
    }
  }
}

/* Marks a complete tower with its owner, and highlights those of the winner.
 * Returns the owner. */
static int mark_tower(const Orbital *o, const Position *p, int at, Cell cell,
                      Scene *scene) {
  int owner = tower_owner(o, p, at);
  scene_add_mark(
      scene,
      (SceneMark){.at = cell,
                  .seat = (int8_t)(owner == NOBODY ? SCENE_NOBODY : owner),
                  .label = "★"});
  if (owner != NOBODY && p->base.outcome == WIN && p->base.winners >> owner & 1)
    scene_highlight(scene, cell);
  return owner;
}

/* Shades the cells that the next player is sent to, unless it is all, and names
 * them if they are few. */
static void add_open_cells(const Game *game, const Position *p, Scene *scene) {
  enum { FEW = 12 };
  const Orbital *o = orbital_of(game);
  Board open = orbital_open_cells(game, p), finished = orbital_finished(o, p);
  int size = game->option[SIZE];
  char cells[SCENE_TEXT - 16];
  list_cells(game, open, cells, sizeof cells);
  if (open == (o->all & ~finished)) {
    scene_add_note(scene, "to play on: any cell%s", finished ? " but ★" : "");
    return;
  }
  if (bits_count(open) > FEW)
    scene_add_note(scene, "to play on: the shaded cells");
  else
    scene_add_note(scene, "to play on: %s", open ? cells : "none, so pass");
  for (uint64_t left = open; left;)
    scene_shade(scene, cell_at(size, bits_take(&left)));
}

/* What a seat has beside the board: its towers, and the pieces that are left.
 */
static void add_supply(const Position *p, int seat, Scene *scene) {
  static const struct {
    const char *group;
    ScenePiece piece;
  } SUPPLY[KINDS] = {[BASE] = {"base", {.size = 3, .label = "B"}},
                     [THRUSTER] = {"thruster", {.size = 2, .label = "T"}},
                     [ANTENNA] = {"antenna", {.size = 1, .label = "A"}}};
  ScenePiece towers = {.seat = (int8_t)seat, .size = 3, .shape = SCENE_SCORE};
  snprintf(towers.label, SCENE_LABEL, "%d", p->towers[seat]);
  scene_add_supply(scene, towers, 1, "towers");
  for (int kind = 0; kind < KINDS; kind++) {
    ScenePiece piece = SUPPLY[kind].piece;
    piece.seat = (int8_t)seat;
    scene_add_supply(scene, piece, p->left[seat][kind], SUPPLY[kind].group);
  }
}

void orbital_scene(const Game *game, const State *state, Scene *scene) {
  const Position *p = (const Position *)state;
  int size = game->option[SIZE];
  scene->columns = scene->rows = size;
  const Orbital *o = orbital_of(game);
  Board finished = orbital_finished(o, p);
  bool shared = false;
  for (int at = 0; at < size * size; at++) {
    add_tower(o, p, at, cell_at(size, at), scene);
    if (finished >> at & 1 &&
        mark_tower(o, p, at, cell_at(size, at), scene) == NOBODY)
      shared = true;
  }
  for (int seat = 0; seat < game->seats; seat++)
    add_supply(p, seat, scene);
  if (finished)
    scene_add_note(scene,
                   "★1 is a complete tower of seat 1, ★2 one of seat 2%s",
                   shared ? ", ★ nobody's" : "");
  if (state->outcome == PLAYING)
    add_open_cells(game, p, scene);
  for (int seat = 0; seat < game->seats && state->outcome == WIN; seat++)
    if (state->winners >> seat & 1)
      scene_add_note(scene, "highlighted: %d tower%s of seat %d",
                     p->towers[seat], p->towers[seat] == 1 ? "" : "s",
                     seat + 1);
}

/* ---- editing -------------------------------------------------------------*/

static void clear_cell(const Orbital *o, Position *p, int at) {
  for (int lay = 0; lay < LAYS; lay++) {
    set_remove(p, LAID, make_move(lay, at));
    set_remove(p, SECOND, make_move(lay, at));
  }
  for (int kind = 0; kind < THRUSTER && is_tall(o); kind++) {
    p->twice[kind] &= ~((Board)1 << at);
    p->twice_second[kind] &= ~((Board)1 << at);
  }
}

static bool not_a_tower(const Orbital *o, const char *value, Error *error) {
  static const char *const LIMITS[HEIGHT_MAX + 1] = {
      [2] = "at most two pieces, of different kinds",
      [3] = "each kind at most once",
      [4] = "each kind at most once, but one of them twice",
      [5] = "each kind at most once, but two of them twice",
      [6] = "each kind at most twice"};
  return error_set(error,
                   "'%s' is not a tower: write each piece with its seat, a "
                   "thruster with its direction too, as in %s, or - for none; "
                   "%s",
                   value,
                   o->base.option[TOWER_HEIGHT] < KINDS ? "B1T2n" : "B1T2nA1",
                   LIMITS[o->base.option[TOWER_HEIGHT]]);
}

/* Reads pieces such as "B1T2nA1". */
static bool set_tower(const Orbital *o, Position *p, int at, const char *value,
                      Error *error) {
  clear_cell(o, p, at);
  if (strcmp(value, "-") == 0)
    return true;
  for (const char *c = value; *c || c == value;) {
    int kind = letter_index(KIND_LETTERS, *c);
    int seat = kind < 0 ? -1 : letter_index("12", c[1]);
    int direction = kind == THRUSTER && seat >= 0
                        ? letter_index(DIRECTION_LETTERS, c[2])
                        : 0;
    Tower tower = orbital_tower(o, p, at);
    if (kind < 0 || seat < 0 || direction < 0 ||
        !orbital_takes(o, &tower, kind))
      return not_a_tower(o, value, error);
    Move move = make_move(kind + direction, at);
    if (moveset_has(&o->edge, move))
      return error_set(error, "'%s' points a thruster straight at the edge",
                       value);
    if (kind == THRUSTER && set_has(p, LAID, move))
      return error_set(error, "'%s' points two thrusters the same way", value);
    orbital_put(o, p, seat, move);
    c += kind == THRUSTER ? 3 : 2;
  }
  return true;
}

static bool set_constraint(const Game *game, Position *p, const char *value,
                           Error *error) {
  int lay, at;
  const Orbital *o = orbital_of(game);
  constrain(p, o->all, o->plain);
  if (strcmp(value, "-") == 0)
    return true;
  if (!read_piece(game, value, &lay, &at))
    return error_set(error, "after takes a piece such as Tb2n, or -, not '%s'",
                     value);
  if (!set_has(p, LAID, make_move(lay, at)))
    return error_set(error,
                     "after=%s: that piece is not on the board; set its "
                     "cell first",
                     value);
  constrain(p, o->sends[make_move(lay, at)], o->plain);
  return true;
}

/* Writes a piece of the seat that has just moved that would send the other seat
 * where it must play now, or "-". Which piece was actually laid last is not
 * part of a position. */
static void write_constraint(const Game *game, const Position *p,
                             char text[MOVE_TEXT]) {
  const Orbital *o = orbital_of(game);
  snprintf(text, MOVE_TEXT, "-");
  Board constraint = constraint_of(p, o->plain);
  if (constraint == o->all)
    return;
  for (Move move = 0; move < o->moves; move++)
    if (has_laid(o, p, !p->base.seat, move) && o->sends[move] == constraint) {
      orbital_format(game, &p->base, move, text);
      return;
    }
}

/* Writes the settings that restore the position: towers, pieces left, and where
 * the seat to move must play. */
bool orbital_settings(const Game *game, const State *state, FILE *out) {
  const Position *p = (const Position *)state;
  int size = game->option[SIZE];
  for (int at = 0; at < size * size; at++) {
    char name[CELL_TEXT], tower[TOWER_TEXT];
    game_write_cell(game, at, name);
    orbital_write_tower(orbital_of(game), p, at, "", tower);
    fprintf(out, " %s=%s", name, tower[0] ? tower : "-");
  }
  for (int seat = 0; seat < game->seats; seat++)
    for (int kind = 0; kind < KINDS; kind++)
      fprintf(out, " %s%d=%d", KIND_NAMES[kind], seat + 1, p->left[seat][kind]);
  char after[MOVE_TEXT];
  write_constraint(game, p, after);
  fprintf(out, " after=%s", after);
  return true;
}

bool orbital_set(const Game *game, State *state, const char *key,
                 const char *value, Error *error) {
  Position *p = (Position *)state;
  if (strcmp(key, "after") == 0)
    return set_constraint(game, p, value, error);
  for (int kind = 0; kind < KINDS; kind++) {
    size_t length = strlen(KIND_NAMES[kind]);
    int seat = strncmp(key, KIND_NAMES[kind], length) == 0
                   ? letter_index("12", key[length])
                   : -1;
    if (seat >= 0 && !key[length + 1])
      return game_set_count(key, value, PIECES_MAX, &p->left[seat][kind],
                            error);
  }
  int cell;
  const char *rest = key;
  if (!game_read_cell(game, &rest, &cell) || *rest)
    return game_refuse_key(game, key, error);
  return set_tower(orbital_of(game), p, cell, value, error);
}
