/* Lua rules: notation, drawing, editing. */
#include "lua/host/plugins/luagame_internal.h"

#include "core/base/utf8.h"
#include <stdlib.h>

/* ---- notation ------------------------------------------------------------*/

/* Copies the string on top of the stack, the result of hook `what`, and pops
 * it. */
static bool take_text(LuaGame *g, const char *what, char text[MOVE_TEXT]) {
  lua_State *L = g->lua.plugin->L;
  size_t length = 0;
  const char *given =
      lua_type(L, -1) == LUA_TSTRING ? lua_tolstring(L, -1, &length) : "";
  bool good = length > 0 && length < MOVE_TEXT && strlen(given) == length &&
              !strchr(given, ' ') && utf8_is_printable(given);
  memcpy(text, good ? given : "?", good ? length + 1 : sizeof "?");
  luagame_pop(g, 1);
  return good ||
         luagame_break(g,
                       "%s: '%s' must return a string without spaces, of "
                       "printable characters and shorter than %d bytes",
                       g->lua.plugin->path, what, MOVE_TEXT);
}

/* Pushes the text of a move that is a string: an extra one, or what the hook
 * `text` returns. */
static bool push_text(LuaGame *g, const State *state, Move move) {
  if (luagame_is_extra(g, move))
    return luagame_push_extra(g, state, move);
  if (!luagame_begin_call(g, TEXT, state, true))
    return false;
  lua_pushinteger(g->lua.plugin->L, move);
  return luagame_end_call(g, 1);
}

/* A move without a text is written as its number. */
void luagame_format(const Game *game, const State *state, Move move,
                    char text[MOVE_TEXT]) {
  LuaGame *g = luagame_of(game);
  bool extra = luagame_is_extra(g, move) && luagame_has(g, EXTRA);
  bool asks = extra || (!game->base && luagame_has(g, TEXT));
  if (!luagame_is_broken(g) && asks && push_text(g, state, move))
    take_text(g, extra ? "extra" : "text", text);
  else if (!luagame_is_broken(g) && !asks && game->base &&
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
  size_t used = 0;
  bool found = false;
  known[0] = '\0';
  for (int i = 0; i < n && !found; i++) {
    char name[MOVE_TEXT];
    game_format(game, state, list[i], name);
    found = strcmp(name, text) == 0;
    if (found)
      *move = list[i];
    else if (used + strlen(name) + 8 < size)
      used += (size_t)snprintf(known + used, size - used, " %s", name);
    else if (used + 8 < size)
      used += (size_t)snprintf(known + used, size - used, " …"), size = used;
  }
  game_return_list(game);
  return found;
}

static bool parse_extra(const Game *game, const State *state, const char *text,
                        Move *move) {
  LuaGame *g = luagame_of(game);
  lua_State *L = g->lua.plugin->L;
  int extras = luagame_has(g, EXTRA) ? luagame_list_extras(g, state) : -1,
      found = -1;
  for (int i = 0; i < extras && found < 0; i++) {
    if (lua_rawgeti(L, -1, i + 1) == LUA_TSTRING &&
        strcmp(lua_tostring(L, -1), text) == 0)
      found = i;
    luagame_pop(g, 1);
  }
  if (extras >= 0)
    luagame_pop(g, 1);
  *move = g->first_extra + (Move)found;
  return found >= 0;
}

bool luagame_parse(const Game *game, const State *state, const char *text,
                   Move *move, Error *error) {
  LuaGame *g = luagame_of(game);
  char known[300];
  bool good = game->base
                  ? parse_extra(game, state, text, move) ||
                        game_parse(game->base, lua_base_state(game, state),
                                   text, move, error)
                  : find_by_text(game, state, text, move, known, sizeof known);
  if (luagame_is_broken(g))
    return error_copy(error, &g->fault);
  if (!game->base)
    return good ||
           error_set(error,
                     "'%.60s' is not a legal move; the legal moves are%s", text,
                     known);
  if (!good || game_legal(game, state, *move))
    return good;
  return error_set(error, "'%.60s' is not legal: %s does not allow it", text,
                   game->rules->name);
}

void luagame_describe(const Game *game, const State *state, Move move,
                      Parts *parts) {
  LuaGame *g = luagame_of(game);
  if (luagame_is_extra(g, move) && luagame_has(g, EXTRA))
    parts_add(parts, "kind", "extra");
  else if (luagame_check_legal(g, lua_base_state(game, state), move))
    game_describe(game->base, lua_base_state(game, state), move, parts);
  else
    parts_add(parts, "kind", "move");
}

/* ---- drawing -------------------------------------------------------------*/

static void draw_field(const State *state, const Field *f, FILE *out) {
  const int32_t *numbers = (const int32_t *)((const char *)state + f->offset);
  fprintf(out, "%s:", f->name);
  for (int i = 0; i < (f->count ? f->count : 1); i++)
    fprintf(out, " %d", numbers[i]);
  fprintf(out, "\n");
}

static void draw_swaps(const Game *game, const State *state, FILE *out) {
  const uint8_t *holder = lua_state_head(state)->holder;
  for (int s = 0; s < game->seats; s++)
    if (holder[s] != s)
      fprintf(out, "seat %d has swapped: it plays the side of seat %d\n",
              holder[s] + 1, s + 1);
}

/* Writes a drawing and ends its last line. A NUL would end the text for whoever
 * reads it, so it is replaced like other control characters. */
static void write_board(const char *board, size_t length, FILE *out) {
  for (size_t i = 0; i < length; i++)
    fputc(board[i] ? board[i] : '?', out);
  if (length == 0 || board[length - 1] != '\n')
    fputc('\n', out);
}

void luagame_draw(const Game *game, const State *state, FILE *out) {
  LuaGame *g = luagame_of(game);
  if (game->base)
    game->base->rules->draw(game->base, lua_base_state(game, state), out);
  if (luagame_has(g, DRAW_BOARD) && !luagame_is_broken(g) &&
      luagame_begin_call(g, DRAW_BOARD, state, true)) {
    if (!luagame_end_call(g, 0))
      return;
    size_t length;
    const char *board = lua_type(g->lua.plugin->L, -1) == LUA_TSTRING
                            ? lua_tolstring(g->lua.plugin->L, -1, &length)
                            : NULL;
    if (board)
      write_board(board, length, out);
    else
      luagame_break(g, "%s: 'draw' must return a string", g->lua.plugin->path);
    luagame_pop(g, 1);
  } else {
    for (const Field *f = g->fields; f->name; f++)
      draw_field(state, f, out);
  }
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
  return error_set(error, "%s has no key '%s'; the keys are seat%s%s",
                   game->rules->name, key, game->rules->set_help[0] ? ", " : "",
                   game->rules->set_help);
}

/* Settings cannot express who has swapped sides, who has passed, or that play
 * continued after the base game's end. `finish_edit` has to find out who moved
 * last, which is impossible if turns do not simply alternate. */
bool luagame_settings(const Game *game, const State *state, FILE *out) {
  const LuaGame *g = luagame_of(game);
  const LuaStateHead *h = lua_state_head(state);
  bool alternating =
      !luagame_has(g, NEXT_SEAT) && !luagame_has(g, EXTRA) && !game->has_chance;
  if (h->passed || h->played_on || !(alternating || state->outcome == PLAYING))
    return false;
  for (int seat = 0; seat < game->seats; seat++)
    if (h->holder[seat] != seat)
      return false;
  if (!game->base && state->seat == NATURE)
    fprintf(out, " seat=%d", h->next_seat + 1);
  for (const Field *f = g->fields; f->name; f++) {
    const int32_t *numbers = (const int32_t *)((const char *)state + f->offset);
    fprintf(out, " %s=", f->name);
    for (int i = 0; i < (f->count ? f->count : 1); i++)
      fprintf(out, i ? ",%d" : "%d", numbers[i]);
  }
  if (!game->base)
    return true;
  return game->base->rules->settings &&
         game->base->rules->settings(game->base, lua_base_state(game, state),
                                     out);
}

bool luagame_finish_edit(const Game *game, State *state, Error *error) {
  LuaGame *g = luagame_of(game);
  State *visible = luagame_visible(g, state);
  lua_state_head(state)->passed = lua_state_head(state)->played_on = 0;
  if (game->base) {
    int seat = 0;
    while (seat < game->seats - 1 &&
           lua_state_head(state)->holder[seat] != state->seat)
      seat++;
    visible->seat = (uint8_t)(state->seat == NATURE ? NATURE : seat);
    visible->outcome = PLAYING;
    visible->winners = 0;
    if (!game->base->rules->finish_edit(game->base, visible, error))
      return false;
  }
  if (!game->base && visible->seat == NATURE)
    visible->seat = lua_state_head(state)->next_seat;
  int last =
      visible->seat == NATURE ? NATURE : game_previous_seat(game, visible);
  if (!luagame_call_outcome(g, state, last) || !luagame_call_chance(g, state) ||
      game_fault(game))
    return error_copy(error, game_failure(game));
  luagame_follow_base(g, state);
  return true;
}
