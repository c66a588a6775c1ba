/* Tic Tac Doh: notation, drawing, scene and editing. */
#include "tictacdoh.h"

#include "core/game/scene.h"

const char TICTACDOH_LETTERS[] = " SML";
const char *const TICTACDOH_NAMES[] = {"", "small", "medium", "large"};

/* ---- notation ------------------------------------------------------------*/

void tictacdoh_write_square(const Game *game, const Position *p, int at,
                            char text[SIZES + 1]) {
  int n = 0, window = window_of(game);
  bool nest = board(p, NESTED, window) >> at & 1;
  for (int i = SMALL; i <= LARGE; i++) {
    int size = nest ? i : BEYOND - i;
    if (board(p, size, window) >> at & 1)
      text[n++] = TICTACDOH_LETTERS[size];
  }
  text[n] = '\0';
}

void tictacdoh_format(const Game *game, const State *state, Move move,
                      char text[MOVE_TEXT]) {
  (void)state;
  int window = window_of(game);
  text[0] = TICTACDOH_LETTERS[move_size(move, window)];
  cell_write(cell_at(game, move_at(move, window)), text + 1);
}

/* Why a piece cannot go on an empty square. */
static void why_not_there(const Game *game, const Position *p, int at,
                          Error *why) {
  const Tictacdoh *t = tictacdoh_of(game);
  bool fits = board(p, FITTING, t->window) >> at & 1;
  bool near = board(p, NEAR, t->window) >> at & 1;
  char name[CELL_TEXT], first[CELL_TEXT], last[CELL_TEXT];
  game_write_cell(game, at, name);
  if (!fits && game->option[FIXED_GRID]) {
    cell_write((Cell){1, 1}, first);
    cell_write((Cell){t->window, t->window}, last);
    error_add(why, "%s is outside the window %s to %s", name, first, last);
  } else if (!fits) {
    error_add(why, "no %dx%d window holds all pieces and %s", t->window,
              t->window, name);
  }
  if (!near && occupied(p, t->window)) {
    error_add(why, "%s is not next to a piece", name);
  } else if (!near) {
    game_write_cell(game, bits_first(t->middle), first);
    error_add(why, "the first piece goes on %s", first);
  }
}

static void why_not(const Game *game, const Position *p, int size, int at,
                    Error *why) {
  char name[CELL_TEXT], held[SIZES + 1];
  game_write_cell(game, at, name);
  tictacdoh_write_square(game, p, at, held);
  if (!p->stash[size])
    error_add(why, "no %s piece is left", TICTACDOH_NAMES[size]);
  if (!held[0])
    why_not_there(game, p, at, why);
  else if (!(squares_taking(p, size, window_of(game)) >> at & 1))
    error_add(why,
              "%c cannot go on %s, which holds %s: a piece goes onto one "
              "exactly one size larger (stack) or over one exactly one size "
              "smaller (nest), never mixing the two",
              TICTACDOH_LETTERS[size], name, held);
}

static int size_of_letter(char letter) {
  const char *at = letter ? strchr(TICTACDOH_LETTERS + SMALL, letter) : NULL;
  return at ? (int)(at - TICTACDOH_LETTERS) : 0;
}

static bool not_a_move(const Game *game, const char *text, Error *error) {
  int side = side_of(game);
  char middle[CELL_TEXT], last[CELL_TEXT];
  game_write_cell(game, bits_first(tictacdoh_of(game)->middle), middle);
  cell_write((Cell){side - 1, side - 1}, last);
  return error_set(error,
                   "'%.60s' is not a move: write a size (S, M or L) and a "
                   "square (a1 to %s), such as S%s",
                   text, last, middle);
}

bool tictacdoh_parse(const Game *game, const State *state, const char *text,
                     Move *move, Error *error) {
  int size = size_of_letter(text[0]), at;
  const char *rest = size ? text + 1 : text;
  if (!size || !game_read_cell(game, &rest, &at) || *rest)
    return not_a_move(game, text, error);
  Error why = {0};
  why_not(game, (const Position *)state, size, at, &why);
  *move = make_move(size, at, window_of(game));
  return game_parse_result(text, &why, error);
}

/* What marks an empty square. */
static const char *empty_mark(const Game *game, const Position *p, int at) {
  int window = window_of(game);
  if (p->base.outcome != PLAYING)
    return "";
  if (free_squares(p, window) >> at & 1)
    return "+";
  return occupied(p, window) && board(p, FITTING, window) >> at & 1 ? "." : "";
}

static void draw_square(const Game *game, const Position *p, int at,
                        FILE *out) {
  char held[SIZES + 1];
  tictacdoh_write_square(game, p, at, held);
  if (board(p, NESTED, window_of(game)) >> at & 1)
    fprintf(out, " (%s)%*s", held, 4 - (int)strlen(held), "");
  else
    fprintf(out, "  %-5s", held[0] ? held : empty_mark(game, p, at));
}

void tictacdoh_draw(const Game *game, const State *state, FILE *out) {
  const Position *p = (const Position *)state;
  int side = side_of(game);
  for (int row = side - 1; row >= 0; row--) {
    fprintf(out, "%2d ", row + 1);
    for (int column = 0; column < side; column++)
      draw_square(game, p, square_at(game, (Cell){column, row}), out);
    fprintf(out, "\n");
  }
  fprintf(out, "    ");
  for (int column = 0; column < side; column++)
    fprintf(out, " %-6c", 'a' + column);
  fprintf(out, "\nstash: %d small, %d medium, %d large\n", p->stash[SMALL],
          p->stash[MEDIUM], p->stash[LARGE]);
  fprintf(out, "LM is a stack, (SM) a nest; + is an empty square to play on, . "
               "one that is not yet next to a piece\n");
}

_Static_assert(SCENE_PIECES >= SIZES * BOX &&
                   SCENE_CELLS >= SIDE_MAX * SIDE_MAX,
               "all pieces fit in a scene");

/* Adds the pieces in the order laid. Each piece of a stack is smaller than the
 * one before, and each piece of a nest is a ring around it, so all of them stay
 * visible. */
static void add_square(const Game *game, const Position *p, int at,
                       Scene *scene) {
  char held[SIZES + 1];
  bool nest = board(p, NESTED, window_of(game)) >> at & 1;
  tictacdoh_write_square(game, p, at, held);
  for (int i = 0; held[i]; i++)
    scene_add_piece(scene,
                    (ScenePiece){.at = cell_at(game, at),
                                 .seat = SCENE_NOBODY,
                                 .size = (uint8_t)size_of_letter(held[i]),
                                 .shape = nest && i ? SCENE_RING : SCENE_DISC,
                                 .label = {held[i]}});
}

/* The squares of all lines that count as one size. */
static Board squares_in_lines(const Game *game, const Position *p) {
  int window = window_of(game), length = line_length(game, window);
  int row = ROW_OF(window);
  const int steps[] = {1, row, row + 1, row - 1};
  Board squares = 0;
  for (int size = SMALL; size <= LARGE; size++)
    for (int i = 0; i < 4; i++) {
      Board starts =
          line_starts(squares_counting_as(p, size, window), steps[i], length);
      for (int along = 0; along < length; along++)
        squares |= starts << along * steps[i];
    }
  return squares;
}

void tictacdoh_scene(const Game *game, const State *state, Scene *scene) {
  const Position *p = (const Position *)state;
  Board lines = squares_in_lines(game, p);
  scene->columns = scene->rows = side_of(game);
  for (uint64_t left = tictacdoh_of(game)->all; left;) {
    int at = bits_take(&left);
    if (state->outcome == PLAYING &&
        board(p, FITTING, window_of(game)) >> at & 1)
      scene_shade(scene, cell_at(game, at));
    if (lines >> at & 1)
      scene_highlight(scene, cell_at(game, at));
    add_square(game, p, at, scene);
  }
  for (int size = SMALL; size <= LARGE; size++)
    scene_add_supply(scene,
                     (ScenePiece){.seat = SCENE_NOBODY,
                                  .size = (uint8_t)size,
                                  .label = {TICTACDOH_LETTERS[size]}},
                     p->stash[size], "");
  scene_add_note(scene, "LM is a stack, M on L; (SM) is a nest, M over S");
  if (lines)
    scene_add_note(scene, "highlighted: %d in a row that count as one size",
                   line_length(game, window_of(game)));
}

/* ---- editing -------------------------------------------------------------*/

static bool set_square(const Tictacdoh *t, Position *p, int at,
                       const char *value, Error *error) {
  Board bit = (Board)1 << at;
  int window = t->window;
  for (int i = SMALL; i <= NESTED; i++)
    set_board(p, i, board(p, i, window) & ~bit, window);
  if (strcmp(value, "-") == 0)
    return true;
  for (const char *c = value; *c; c++) {
    int size = size_of_letter(*c);
    bool first = c == value;
    if (!size || !(first || squares_taking(p, size, window) & bit))
      return error_set(error,
                       "a square cannot hold '%s': write S, M, L, MS, LM, LMS "
                       "(stacks), SM, ML, SML (nests), or -",
                       value);
    put(t, p, size, at, window);
  }
  return *value || error_set(error, "a square takes letters such as LM, or -");
}

bool tictacdoh_set(const Game *game, State *state, const char *key,
                   const char *value, Error *error) {
  Position *p = (Position *)state;
  for (int size = SMALL; size <= LARGE; size++)
    if (strcmp(key, TICTACDOH_NAMES[size]) == 0)
      return game_set_count(key, value, STASH_MAX, &p->stash[size], error);
  int at;
  const char *rest = key;
  if (!game_read_cell(game, &rest, &at) || *rest)
    return game_refuse_key(game, key, error);
  return set_square(tictacdoh_of(game), p, at, value, error);
}

/* Writes the settings that restore the position: squares and the stash. */
bool tictacdoh_settings(const Game *game, const State *state, FILE *out) {
  const Position *p = (const Position *)state;
  for (uint64_t left = tictacdoh_of(game)->all; left;) {
    int at = bits_take(&left);
    char name[CELL_TEXT], held[SIZES + 1];
    game_write_cell(game, at, name);
    tictacdoh_write_square(game, p, at, held);
    fprintf(out, " %s=%s", name, held[0] ? held : "-");
  }
  for (int size = SMALL; size <= LARGE; size++)
    fprintf(out, " %s=%d", TICTACDOH_NAMES[size], p->stash[size]);
  return true;
}
