/* Tic Tac Doh: notation, drawing, scene and editing. */
#include "tictacdoh.h"

#include "core/game/scene.h"

const char TICTACDOH_LETTERS[] = " SML";
const char *const TICTACDOH_NAMES[] = {"", "small", "medium", "large"};

/* ---- notation ------------------------------------------------------------*/

void tictacdoh_write_square(const Position *p, int at, char text[SIZES + 1]) {
  bool nest = p->nested >> at & 1;
  int n = 0;
  for (int i = SMALL; i <= LARGE; i++) {
    int size = nest ? i : BEYOND - i;
    if (p->piece[size] >> at & 1)
      text[n++] = TICTACDOH_LETTERS[size];
  }
  text[n] = '\0';
}

void tictacdoh_format(const Game *game, const State *state, Move move,
                      char text[MOVE_TEXT]) {
  (void)game, (void)state;
  text[0] = TICTACDOH_LETTERS[move_size(move)];
  cell_write(cell_at(move_at(move)), text + 1);
}

static void why_not(const Game *game, const Position *p, int size, int at,
                    Error *why) {
  char name[CELL_TEXT], held[SIZES + 1];
  cell_write(cell_at(at), name);
  tictacdoh_write_square(p, at, held);
  Board bit = (Board)1 << at;
  if (!p->stash[size])
    error_add(why, "no %s piece is left", TICTACDOH_NAMES[size]);
  if (held[0]) {
    if (!(squares_taking(p, size) & bit))
      error_add(why,
                "%c cannot go on %s, which holds %s: a piece goes onto one "
                "exactly one size larger (stack) or over one exactly one size "
                "smaller (nest), never mixing the two",
                TICTACDOH_LETTERS[size], name, held);
    return;
  }
  if (!(p->window & bit))
    error_add(why,
              game->option[FIXED_GRID]
                  ? "%s is outside the window b2 to d4"
                  : "no 3x3 window holds all pieces and %s",
              name);
  if (!(p->near & bit)) {
    if (occupied(p))
      error_add(why, "%s is not next to a piece", name);
    else
      error_add(why, "the first piece goes on c3");
  }
}

static int size_of_letter(char letter) {
  const char *at = letter ? strchr(TICTACDOH_LETTERS + SMALL, letter) : NULL;
  return at ? (int)(at - TICTACDOH_LETTERS) : 0;
}

bool tictacdoh_parse(const Game *game, const State *state, const char *text,
                     Move *move, Error *error) {
  int size = size_of_letter(text[0]);
  const char *rest = size ? text + 1 : text;
  Cell cell;
  if (!size || !cell_read(&rest, SIDE, SIDE, &cell) || *rest)
    return error_set(error,
                     "'%.60s' is not a move: write a size (S, M or L) and a "
                     "square (a1 to e5), such as Sc3",
                     text);
  int at = cell.row * ROW + cell.column;
  Error why = {0};
  why_not(game, (const Position *)state, size, at, &why);
  *move = make_move(size, at);
  return game_parse_result(text, &why, error);
}

static void draw_square(const Position *p, int at, FILE *out) {
  char held[SIZES + 1];
  tictacdoh_write_square(p, at, held);
  Board bit = (Board)1 << at;
  if (p->nested & bit)
    fprintf(out, " (%s)%*s", held, 4 - (int)strlen(held), "");
  else if (held[0])
    fprintf(out, "  %-5s", held);
  else if (p->base.outcome == PLAYING && free_squares(p) & bit)
    fprintf(out, "  %-5s", "+");
  else
    fprintf(out, "  %-5s",
            p->base.outcome == PLAYING && occupied(p) && p->window & bit ? "."
                                                                         : "");
}

void tictacdoh_draw(const Game *game, const State *state, FILE *out) {
  (void)game;
  const Position *p = (const Position *)state;
  for (int row = SIDE - 1; row >= 0; row--) {
    fprintf(out, "%2d ", row + 1);
    for (int column = 0; column < SIDE; column++)
      draw_square(p, row * ROW + column, out);
    fprintf(out, "\n");
  }
  fprintf(out, "    ");
  for (int column = 0; column < SIDE; column++)
    fprintf(out, " %-6c", 'a' + column);
  fprintf(out, "\nstash: %d small, %d medium, %d large\n", p->stash[SMALL],
          p->stash[MEDIUM], p->stash[LARGE]);
  fprintf(out, "LM is a stack, (SM) a nest; + is an empty square to play on, . "
               "one that is not yet next to a piece\n");
}

_Static_assert(SCENE_PIECES >= SIZES * SIDE * SIDE &&
                   SCENE_CELLS >= SIDE * SIDE,
               "all pieces fit in a scene");

/* Adds the pieces in the order laid. Each piece of a stack is smaller than the
 * one before, and each piece of a nest is a ring around it, so all of them stay
 * visible. */
static void add_square(const Position *p, int at, Scene *scene) {
  char held[SIZES + 1];
  bool nest = p->nested >> at & 1;
  tictacdoh_write_square(p, at, held);
  for (int i = 0; held[i]; i++)
    scene_add_piece(scene,
                    (ScenePiece){.at = cell_at(at),
                                 .seat = SCENE_NOBODY,
                                 .size = (uint8_t)size_of_letter(held[i]),
                                 .shape = nest && i ? SCENE_RING : SCENE_DISC,
                                 .label = {held[i]}});
}

void tictacdoh_scene(const Game *game, const State *state, Scene *scene) {
  const Position *p = (const Position *)state;
  scene->columns = scene->rows = SIDE;
  for (uint64_t left = tictacdoh_of(game)->all; left;) {
    int at = bits_take(&left);
    if (state->outcome == PLAYING && p->window >> at & 1)
      scene_shade(scene, cell_at(at));
    add_square(p, at, scene);
  }
  scene_add_note(scene, "stash: %d small, %d medium, %d large", p->stash[SMALL],
                 p->stash[MEDIUM], p->stash[LARGE]);
}

/* ---- editing -------------------------------------------------------------*/

static bool set_square(const Tictacdoh *t, Position *p, int at,
                       const char *value, Error *error) {
  Board bit = (Board)1 << at;
  for (int size = SMALL; size <= LARGE; size++)
    p->piece[size] &= ~bit;
  p->nested &= ~bit;
  if (strcmp(value, "-") == 0)
    return true;
  for (const char *c = value; *c; c++) {
    int size = size_of_letter(*c);
    bool first = c == value;
    if (!size || !(first || squares_taking(p, size) & bit))
      return error_set(error,
                       "a square cannot hold '%s': write S, M, L, MS, LM, LMS "
                       "(stacks), SM, ML, SML (nests), or -",
                       value);
    put(t, p, size, at);
  }
  return *value || error_set(error, "a square takes letters such as LM, or -");
}

bool tictacdoh_set(const Game *game, State *state, const char *key,
                   const char *value, Error *error) {
  Position *p = (Position *)state;
  for (int size = SMALL; size <= LARGE; size++)
    if (strcmp(key, TICTACDOH_NAMES[size]) == 0)
      return game_set_count(key, value, 9, &p->stash[size], error);
  Cell cell;
  const char *rest = key;
  if (!cell_read(&rest, SIDE, SIDE, &cell) || *rest)
    return error_set(error, "tictacdoh has no key '%s'; the keys are seat, %s",
                     key, game->rules->set_help);
  return set_square(tictacdoh_of(game), p, cell.row * ROW + cell.column, value,
                    error);
}

/* Writes the settings that restore the position: squares and the stash. */
bool tictacdoh_settings(const Game *game, const State *state, FILE *out) {
  const Position *p = (const Position *)state;
  for (uint64_t left = tictacdoh_of(game)->all; left;) {
    int at = bits_take(&left);
    char name[CELL_TEXT], held[SIZES + 1];
    cell_write(cell_at(at), name);
    tictacdoh_write_square(p, at, held);
    fprintf(out, " %s=%s", name, held[0] ? held : "-");
  }
  for (int size = SMALL; size <= LARGE; size++)
    fprintf(out, " %s=%d", TICTACDOH_NAMES[size], p->stash[size]);
  return true;
}
