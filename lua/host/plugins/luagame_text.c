/* Lua rules: notation, drawing, editing. */
#include "lua/host/plugins/luagame_internal.h"

#include "core/base/need.h"
#include "core/base/text.h"
#include "core/base/utf8.h"
#include "core/game/kinds.h"
#include "lua/host/api/lab_grid.h"
#include "lua/host/api/lab_state.h"
#include <stdlib.h>

/* ---- notation ------------------------------------------------------------*/

const char *luagame_move_text(lua_State *L) {
  const char *text = declare_printable(L, -1, MOVE_TEXT);
  return text && *text && !strchr(text, ' ') ? text : NULL;
}

/* Copies the string on top of the stack, the result of hook `what`, and pops
 * it. */
static void take_text(LuaGame *g, const char *what, char text[MOVE_TEXT]) {
  const char *given = luagame_move_text(g->lua.plugin->L);
  snprintf(text, MOVE_TEXT, "%s", given ? given : "?");
  luagame_pop(g, 1);
  if (!given)
    luagame_break(g,
                  "'%s' must return a string without spaces, of printable "
                  "characters and shorter than %d bytes",
                  what, MOVE_TEXT);
}

/* Pushes the text of a move that is a string: an extra one, or what the hook
 * `text` returns. */
static bool push_text(LuaGame *g, const State *state, Move move) {
  if (luagame_is_extra(g, move))
    return luagame_push_extra(g, state, move);
  if (!luagame_begin_call(g, TEXT, state))
    return false;
  lua_pushinteger(g->lua.plugin->L, move);
  return luagame_end_call(g, 1);
}

/* A move without a text is written as its number, as is a roll of a variant. */
void luagame_format(const Game *game, const State *state, Move move,
                    char text[MOVE_TEXT]) {
  LuaGame *g = luagame_of(game);
  bool extra = luagame_is_extra(g, move) && luagame_has(g, EXTRA);
  bool asks = extra || (!game->base && luagame_has(g, TEXT));
  if (!luagame_is_broken(g) && asks && push_text(g, state, move))
    take_text(g, extra ? "extra" : "text", text);
  else if (!luagame_is_broken(g) && !asks && game->base &&
           !luagame_rolls(g, state) &&
           luagame_check_legal(g, lua_base_state(game, state), move))
    game_format(game->base, lua_base_state(game, state), move, text);
  else
    snprintf(text, MOVE_TEXT, "%u", move);
}

/* Compares with the notation of every move, so that authors need not write a
 * parser. `known` receives the notations, for a message. */
static bool find_by_text(const Game *game, const State *state, const char *text,
                         Move *move, char known[], size_t size) {
  Move *list = game_borrow_list(game);
  int n = luagame_moves(game, state, list);
  bool found = false, full = false;
  known[0] = '\0';
  for (int i = 0; i < n && !found; i++) {
    char name[MOVE_TEXT];
    game_format(game, state, list[i], name);
    found = strcmp(name, text) == 0;
    if (found)
      *move = list[i];
    else if (!full) {
      full = strlen(known) + strlen(name) + 8 >= size;
      text_append(known, size, " %s", full ? "…" : name);
    }
  }
  game_return_list(game);
  return found;
}

static bool parse_extra(const Game *game, const State *state, const char *text,
                        Move *move) {
  LuaGame *g = luagame_of(game);
  int extras = luagame_count_extras(g, state);
  for (int i = 0; i < extras; i++) {
    const char *name = luagame_extra_text(g, state, i);
    *move = g->first_extra + (Move)i;
    if (name && strcmp(name, text) == 0)
      return true;
  }
  return false;
}

/* Whether a text is also that of an allowed move of the base game. */
static bool is_of_base(LuaGame *g, const State *state, const char *text) {
  const Game *game = &g->lua.game;
  Move move;
  return game_parse(game->base, lua_base_state(game, state), text, &move,
                    NULL) &&
         game_legal(game, state, move);
}

/* Adds the extra moves to the message about a text that is not a move. */
static void name_extras(LuaGame *g, const State *state, Error *error) {
  int extras = luagame_count_extras(g, state);
  char text[200] = "", before[sizeof error->message];
  for (int i = 0; i < extras; i++) {
    const char *name = luagame_extra_text(g, state, i);
    name = name ? name : "?";
    if (strlen(text) + strlen(name) + 8 < sizeof text)
      text_append(text, sizeof text, "%s%s", i ? " " : "", name);
  }
  if (!error || !*text)
    return;
  snprintf(before, sizeof before, "%s", error->message);
  error_set(error, "%.500s; %s also has %s", before, g->lua.game.rules->name,
            text);
}

bool luagame_parse(const Game *game, const State *state, const char *text,
                   Move *move, Error *error) {
  LuaGame *g = luagame_of(game);
  char known[300];
  bool base = game->base && !luagame_rolls(g, state);
  bool good = base ? parse_extra(game, state, text, move) ||
                         game_parse(game->base, lua_base_state(game, state),
                                    text, move, error)
                   : find_by_text(game, state, text, move, known, sizeof known);
  if (luagame_is_broken(g))
    return error_copy(error, &g->fault);
  if (good && luagame_has(g, EXTRA) && luagame_is_extra(g, *move) &&
      is_of_base(g, state, text))
    return error_set(error,
                     "'%.60s' is both a move that %s adds and one of its base "
                     "game: 'extra' must give it another name",
                     text, game->rules->name);
  if (!base)
    return good ||
           error_set(error,
                     "'%.60s' is not a legal move; the legal moves are%s", text,
                     known);
  if (!good)
    name_extras(g, state, error);
  if (!good || game_legal(game, state, *move))
    return good;
  return error_set(error, "'%.60s' is not legal: %s does not allow it", text,
                   game->rules->name);
}

/* What call_describe gets and returns. */
typedef struct Description {
  Parts *parts;
  bool given; /* or the parts are the usual ones */
} Description;

/* Adds the part `key` of the table on top of the stack, if it has it. */
static void take_part(lua_State *L, const char *key, Parts *parts) {
  lua_pushstring(L, key);
  lua_rawget(L, -2);
  const char *text = declare_printable(L, -1, ANSWER_TEXT);
  if (text && *text)
    parts_add(parts, key, text);
  lua_pop(L, 1);
}

/* Arguments: the hook, the position, a Description, the move, the options. */
static int call_describe(lua_State *L) {
  Description *d = lua_touserdata(L, 3);
  Parts parts = {0};
  lua_remove(L, 3);
  lua_call(L, 3, 1);
  if (lua_isnil(L, -1))
    return 0;
  bool good = lua_istable(L, -1);
  int given = 0;
  for (const char *const *key = lab_part_keys; good && *key; key++)
    take_part(L, *key, &parts);
  for (lua_pushnil(L); good && lua_next(L, -2); lua_pop(L, 1))
    given++;
  if (!good || given != parts.count || given == 0 ||
      strcmp(parts.part[0].key, "kind") != 0)
    return luaL_error(L, "'describe' must return nil, or a table with 'kind' "
                         "and any of from, to, at, piece and direction, each "
                         "a short string of printable characters");
  *d->parts = parts;
  d->given = true;
  return 0;
}

/* Asks the hook `describe`, which gets an extra move as a string. Returns false
 * if the parts are the usual ones. */
static bool ask_parts(LuaGame *g, const State *state, Move move, bool extra,
                      Parts *parts) {
  lua_State *L = g->lua.plugin->L;
  Description d = {.parts = parts};
  if (!luagame_has(g, DESCRIBE) || luagame_is_broken(g) ||
      (extra && !luagame_push_extra(g, state, move)))
    return false;
  if (luagame_begin_through(g, DESCRIBE, state, call_describe, &d)) {
    if (extra)
      lua_pushvalue(L, -5);
    else
      lua_pushinteger(L, move);
    if (luagame_end_call(g, 3))
      luagame_pop(g, 1);
  }
  luagame_pop(g, extra);
  return d.given;
}

void luagame_describe(const Game *game, const State *state, Move move,
                      Parts *parts) {
  LuaGame *g = luagame_of(game);
  bool extra = luagame_is_extra(g, move) && luagame_has(g, EXTRA);
  if (game->base && luagame_rolls(g, state)) {
    parts_add(parts, "kind", "roll");
    return;
  }
  if (ask_parts(g, state, move, extra, parts))
    return;
  if (!game->base)
    parts_add(parts, "kind", "move");
  else if (extra)
    parts_add(parts, "kind", "extra");
  else if (luagame_check_legal(g, lua_base_state(game, state), move))
    game_describe(game->base, lua_base_state(game, state), move, parts);
  else
    parts_add(parts, "kind", "move");
}

/* ---- drawing -------------------------------------------------------------*/

/* The player of a seat of the innermost base, now or at the start; or
 * HOLDER_NONE. */
static int player_of(const Game *game, const State *state, int seat,
                     bool at_start) {
  if (!game->base)
    return seat;
  int inside =
      player_of(game->base, lua_base_state(game, state), seat, at_start);
  if (inside == HOLDER_NONE)
    return HOLDER_NONE;
  return at_start ? luagame_of(game)->player[inside]
                  : lua_state_head(state)->holder[inside];
}

static void draw_side(int player, bool swapped, int seat, FILE *out) {
  fprintf(out, "seat %d %splays the side of seat %d\n", player + 1,
          swapped ? "has swapped: it " : "", seat + 1);
}

/* Writes which seats of the innermost base, whose drawing it is, are played by
 * others than seats of the same number. */
static void draw_sides(const Game *game, const State *state, FILE *out) {
  const State *inner = state;
  const Game *native = game_native(game, &inner);
  for (int seat = 0; seat < native->seats; seat++) {
    int player = player_of(game, state, seat, false),
        first = player_of(game, state, seat, true);
    if (player != HOLDER_NONE && (player != seat || player != first))
      draw_side(player, player != first, seat, out);
  }
}

/* Writes who has swapped sides in this variant. */
static void draw_swaps(const Game *game, const State *state, FILE *out) {
  const LuaGame *g = luagame_of(game);
  const uint8_t *holder = lua_state_head(state)->holder;
  for (int seat = 0; seat < luagame_visible_game(g)->seats; seat++)
    if (holder[seat] != g->player[seat])
      draw_side(holder[seat], true, seat, out);
}

/* Writes a drawing and ends its last line. A NUL would end the text for whoever
 * reads it, so it is replaced like other control characters. */
static void write_board(const char *board, size_t length, FILE *out) {
  for (size_t i = 0; i < length; i++)
    fputc(board[i] ? board[i] : '?', out);
  if (length == 0 || board[length - 1] != '\n')
    fputc('\n', out);
}

/* Whether a text begins with a seat of the innermost base that nobody plays:
 * "seat 4 …". */
static bool is_absent(const Game *game, const State *state, const char *text) {
  const State *inner = state;
  int seats = game_native(game, &inner)->seats, seat = 0;
  return sscanf(text, "seat %d", &seat) == 1 && seat >= 1 && seat <= seats &&
         player_of(game, state, seat - 1, false) == HOLDER_NONE;
}

/* Leaves out what the base's drawing says about seats that nobody plays: lines
 * that begin with such a seat, and elements of a list as in "in hand: seat 1 3,
 * seat 2 4". */
static void drop_seats(const Game *game, const State *state, char *board) {
  bool is_reduced = luagame_of(game)->is_reduced;
  char *to = board;
  bool starts = true, listed = false; /* a line; after ": " or ", " */
  for (const char *from = board; is_reduced && *from;) {
    if ((starts || listed) && is_absent(game, state, from)) {
      from += strcspn(from, starts ? "\n" : ",\n");
      bool first = !starts && to[-2] == ':';
      if (starts && *from)
        from++;
      else if (first && *from == ',')
        from += strspn(from, ", ");
      else if (!starts && !first)
        to -= 2;
      listed = first;
      continue;
    }
    starts = *from == '\n';
    listed = *from == ' ' && from > board && strchr(",:", from[-1]);
    *to++ = *from++;
  }
  if (is_reduced)
    *to = '\0';
}

static void draw_board(const Game *game, const State *state, FILE *out);

char *luagame_drawing(const Game *game, const State *state, DrawBoard *draw) {
  char *text = NULL;
  size_t size;
  FILE *out = need_stream(&text, &size);
  draw(game, state, out);
  need_close(out);
  return text;
}

/* The drawing of the base game. It does not say who plays which side: that
 * depends on all variants. */
static char *draw_base(const Game *game, const State *state) {
  DrawBoard *draw = game->base->rules->draw;
  char *board = luagame_drawing(game->base, lua_base_state(game, state),
                                draw == luagame_draw ? draw_board : draw);
  drop_seats(game, state, board);
  return board;
}

/* Arguments: the hook, the position, the drawing of the base game or NULL, the
 * options. */
static int call_draw(lua_State *L) {
  const char *base = lua_touserdata(L, 3);
  lua_remove(L, 3);
  lua_pushstring(L, base);
  lua_call(L, 3, 1);
  return 1;
}

/* Writes what the hook `draw` returns, which gets the drawing of the base game.
 */
static void ask_drawing(LuaGame *g, const State *state, const char *base,
                        FILE *out) {
  lua_State *L = g->lua.plugin->L;
  if (!luagame_begin_through(g, DRAW_BOARD, state, call_draw, (void *)base) ||
      !luagame_end_call(g, 2))
    return;
  size_t length;
  const char *board =
      lua_type(L, -1) == LUA_TSTRING ? lua_tolstring(L, -1, &length) : NULL;
  if (board)
    write_board(board, length, out);
  else
    luagame_break(g, "'draw' must return a string");
  luagame_pop(g, 1);
}

/* Writes what fields with a kind show: a line for each seat, and one for the
 * table. */
static void draw_kinds(const LuaGame *g, const State *state, FILE *out) {
  Scene *scene = need(sizeof *scene);
  char *text = need(SCENE_HELD_TEXT);
  scene_add_kinds(g->fields, state, luagame_visible_game(g)->seats, scene);
  for (int i = 0; i < scene->held_count;) {
    int seat = scene->held[i].piece.seat;
    i = scene_write_held(scene, i, text);
    if (seat != SCENE_NOBODY)
      fprintf(out, "seat %d: ", seat + 1);
    fprintf(out, "%s\n", text);
  }
  free(text);
  free(scene);
}

static bool has_marks(const Field *f, const int32_t numbers[]) {
  size_t size;
  bool all = f->grid;
  for (int i = 0; all && i < f->count; i++)
    all = field_mark(f, numbers[i], &size);
  return all;
}

/* A board with a value that has no mark is numbers. */
static void draw_field(const Field *f, const State *state, FILE *out) {
  const int32_t *numbers = (const int32_t *)((const char *)state + f->offset);
  if (has_marks(f, numbers)) {
    lab_draw_field(f, numbers, out);
    return;
  }
  fprintf(out, "%s: ", f->name);
  luagame_write_field(state, f, ' ', out);
  fprintf(out, "\n");
}

/* Fields whose names begin with _ are hidden. */
static void draw_fields(const Game *game, const State *state, bool kinds,
                        FILE *out) {
  LuaGame *g = luagame_of(game);
  bool asks = luagame_has(g, DRAW_BOARD) && !luagame_is_broken(g);
  char *base = game->base ? draw_base(game, state) : NULL;
  if (asks) {
    ask_drawing(g, state, base, out);
  } else {
    if (base)
      fputs(base, out);
    for (const Field *f = g->fields; f->name; f++)
      if (f->name[0] != '_' && !f->kind)
        draw_field(f, state, out);
    if (kinds)
      draw_kinds(g, state, out);
  }
  char chosen[CHOOSERS_TEXT], gone[OUT_TEXT];
  if (luagame_name_choosers(g, state, chosen))
    fprintf(out, "%s\n", chosen);
  if (luagame_name_out(g, state, gone))
    fprintf(out, "%s\n", gone);
  free(base);
}

static void draw_board(const Game *game, const State *state, FILE *out) {
  draw_fields(game, state, true, out);
}

void luagame_draw(const Game *game, const State *state, FILE *out) {
  draw_board(game, state, out);
  draw_sides(game, state, out);
}

void luagame_draw_for_scene(const Game *game, const State *state, FILE *out) {
  draw_fields(game, state, false, out);
  draw_swaps(game, state, out);
}

/* ---- editing -------------------------------------------------------------*/

bool luagame_set(const Game *game, State *state, const char *key,
                 const char *value, Error *error) {
  const LuaGame *g = luagame_of(game);
  for (const Field *f = g->fields; f->name; f++)
    if (strcmp(f->name, key) == 0)
      return luagame_set_field(state, f, value, error);
  if (game->base)
    return game->base->rules->set(game->base, lua_base_state(game, state), key,
                                  value, error);
  return game_refuse_key(game, key, error);
}

static bool write_layer(const Game *game, const State *state, FILE *out);

static bool write_settings(const Game *game, const State *state, FILE *out) {
  const LuaGame *g = luagame_of(game);
  for (const Field *f = g->fields; f->name; f++) {
    fprintf(out, " %s=", f->name);
    luagame_write_field(state, f, ',', out);
  }
  if (!game->base)
    return true;
  const Rules *rules = game->base->rules;
  const State *inside = lua_base_state(game, state);
  if (rules->settings == luagame_settings)
    return write_layer(game->base, inside, out);
  return rules->settings && rules->settings(game->base, inside, out);
}

/* Whether nature moves by the hook `chance` of this game or one of its bases.
 */
static bool rolls_inside(const Game *game, const State *state) {
  if (luagame_rolls(luagame_of(game), state))
    return true;
  return game->base && lua_rules_plugin(game->base) &&
         rolls_inside(game->base, lua_base_state(game, state));
}

/* Whether the first position edited with these settings becomes another. */
static bool is_made(const Game *game, const State *state,
                    const char *settings) {
  State *edited = game_start(game);
  bool made = game_edit(game, edited, settings, NULL) &&
              memcmp(edited, state, game->state_size) == 0;
  free(edited);
  return made;
}

/* `finish_edit` takes the seat before the one to move for the one that has
 * moved last. Where turns do not simply alternate it may have been another, or
 * nature, so this is tried. */
static bool write_tried_settings(const Game *game, const State *state,
                                 FILE *out) {
  char *text = NULL;
  size_t size = 0;
  FILE *words = need_stream(&text, &size);
  if (rolls_inside(game, state))
    fprintf(words, "seat=%d", lua_rules_turn(game, state) + 1);
  else if (state->seat != NATURE)
    fprintf(words, "seat=%d", state->seat + 1);
  long start = ftell(words);
  bool written = write_settings(game, state, words);
  need_close(words);
  written =
      written && is_made(game, state, text) && fputs(text + start, out) >= 0;
  free(text);
  return written;
}

/* Whether the game ends like this if that seat has moved last. */
static bool ends_so(LuaGame *g, const State *state, int mover) {
  const Game *game = &g->lua.game;
  State *again = game_copy(game, state);
  state_set_playing(again);
  bool same = luagame_call_outcome(g, again, mover, NULL) &&
              memcmp(again, state, game->state_size) == 0;
  free(again);
  return same;
}

/* Whether a seat has ended the game whose `play` gave the turn to another one
 * than the next. If no seat explains the result, `outcome` is wrong. */
static bool is_ended_out_of_turn(LuaGame *g, const State *state) {
  int usual = luagame_previous_seat(g, state->seat);
  bool found = false;
  if (ends_so(g, state, usual))
    return false;
  for (int seat = 0; !found && seat < g->lua.game.seats; seat++)
    found = seat != usual && ends_so(g, state, seat);
  return found;
}

/* Whether the seat before the one to move has always moved last. */
static bool alternates(const Game *game) {
  const LuaGame *g = luagame_of(game);
  return !luagame_has(g, NEXT_SEAT) && !luagame_has(g, EXTRA) &&
         !game->has_chance && !g->chosen && !g->out &&
         (!game->base || !lua_rules_plugin(game->base) ||
          alternates(game->base));
}

/* Settings cannot express who has swapped sides, who has passed, or that play
 * continued after the base game's end. */
static bool write_layer(const Game *game, const State *state, FILE *out) {
  const LuaGame *g = luagame_of(game);
  const LuaStateHead *h = lua_state_head(state);
  if (h->passed || h->played_on ||
      memcmp(h->holder, g->player, sizeof h->holder) != 0)
    return false;
  if (!alternates(game))
    return write_tried_settings(game, state, out);
  if (state->outcome == PLAYING)
    return write_settings(game, state, out);
  return (game->base || !is_ended_out_of_turn(luagame_of(game), state)) &&
         write_settings(game, state, out);
}

/* The seat has the number that it has here, not that of the base. */
bool luagame_settings(const Game *game, const State *state, FILE *out) {
  if (rolls_inside(game, state))
    fprintf(out, " seat=%d", lua_rules_turn(game, state) + 1);
  return write_layer(game, state, out);
}

/* Returns the seat whose turn it is in the base game, which takes the one
 * before it for the one that has moved last: so that has to be one that is
 * played. */
static uint8_t edited_seat(const LuaGame *g, const State *state) {
  const Game *game = &g->lua.game;
  int seat = lua_held_seat(game, state, state->seat);
  if (g->is_reduced)
    seat = (luagame_previous_seat(g, seat) + 1) % game->base->seats;
  return (uint8_t)seat;
}

bool luagame_finish_edit(const Game *game, State *state, Error *error) {
  LuaGame *g = luagame_of(game);
  State *visible = luagame_visible(g, state);
  lua_state_head(state)->passed = lua_state_head(state)->played_on = 0;
  if (!luagame_check_out(g, state, error) ||
      !luagame_check_choices(g, state, error))
    return false;
  if (game->base && luagame_rolls(g, state))
    state->seat = lua_state_head(state)->holder[visible->seat];
  if (game->base) {
    if (state->seat == NATURE && !game->base->has_chance)
      return error_set(error,
                       "seat takes the seat whose turn follows: the hook "
                       "'chance' decides whether nature moves first");
    lua_state_head(state)->next_seat = 0;
    luagame_withdraw_seats(g, state); /* may give the turn to another seat */
    visible->seat = NATURE;
    if (state->seat != NATURE)
      visible->seat = edited_seat(g, state);
    state_set_playing(visible);
    if (!game->base->rules->finish_edit(game->base, visible, error))
      return false;
  }
  if (!game->base && visible->seat == NATURE)
    visible->seat = lua_state_head(state)->next_seat;
  luagame_skip_seats(g, state);
  int last = visible->seat == NATURE || g->chosen
                 ? NATURE
                 : luagame_previous_seat(g, visible->seat);
  if (!luagame_call_outcome(g, state, last, NULL) ||
      !luagame_eliminate(g, state) || !luagame_call_chance(g, state) ||
      !luagame_open_round(g, state) || game_fault(game))
    return error_copy(error, game_failure(game));
  if (state->outcome != PLAYING)
    luagame_close_round(g, state);
  if (luagame_is_round(g, state) && state->seat == NATURE)
    return error_set(error, FIELD_CHOSEN " must be all 0: nature moves before "
                                         "seats choose");
  luagame_follow_base(g, state);
  return true;
}
