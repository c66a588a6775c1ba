/* Lua rules: the picture of a position. */
#include "lua/host/plugins/luagame_internal.h"

#include "core/base/need.h"
#include "core/base/utf8.h"
#include "core/game/kinds.h"
#include "lua/host/api/lab_state.h"
#include <stdlib.h>

/* ---- the hook ------------------------------------------------------------*/

/* What call_scene gets and returns. */
typedef struct SceneCall {
  Scene *scene;
  bool given; /* the position has a scene without the hook */
  int seats;  /* of the position that hooks see */
} SceneCall;

/* Arguments: what the hook has returned, a SceneCall. */
static int read_scene(lua_State *L) {
  const SceneCall *call = lua_touserdata(L, 2);
  if (lua_isnil(L, 1) && call->given)
    return 0;
  if (!lua_istable(L, 1))
    return luaL_error(L,
                      "it must return a table such as { board = s.board }%s, "
                      "not %s%s",
                      call->given ? ", or nil for the base game's" : "",
                      lua_isnil(L, 1) ? "" : "a ", luaL_typename(L, 1));
  lab_read_scene(L, 1, call->seats, call->scene);
  return 0;
}

/* Raises the message on top of the stack with where the hook, at index 1,
 * begins: the hook has returned, and no line of it is running. */
static int raise_in_scene(lua_State *L) {
  lua_Debug at;
  lua_pushvalue(L, 1);
  lua_getinfo(L, ">S", &at);
  return luaL_error(L, "%s:%d: in 'scene': %s", at.short_src, at.linedefined,
                    lua_tostring(L, -1));
}

/* Arguments: the hook, the position, a SceneCall, the options. */
static int call_scene(lua_State *L) {
  SceneCall *call = lua_touserdata(L, 3);
  lua_pushvalue(L, 1);
  lua_pushvalue(L, 2);
  lua_pushvalue(L, 4);
  if (call->given)
    lab_push_scene(L, call->scene);
  else
    lua_pushnil(L);
  lua_call(L, 3, 1);
  lua_pushcfunction(L, read_scene);
  lua_insert(L, -2);
  lua_pushlightuserdata(L, call);
  int status = lua_pcall(L, 2, 0, 0);
  if (status == LUA_OK)
    return 0;
  plugin_check_stop(L, status);
  return raise_in_scene(L);
}

static bool ask_scene(LuaGame *g, const State *state, bool given,
                      Scene *scene) {
  SceneCall call = {scene, given, luagame_visible_game(g)->seats};
  bool good = luagame_begin_through(g, SCENE, state, call_scene, &call) &&
              luagame_end_call(g, 2);
  luagame_pop(g, good);
  return good;
}

/* ---- variants ------------------------------------------------------------*/

/* Whether a text has a line, without the spaces at its end. */
static bool has_line(const char *text, const char *line, size_t length) {
  for (const char *end; *text; text = *end ? end + 1 : end) {
    end = text + strcspn(text, "\n");
    if ((size_t)(end - text) >= length && strncmp(text, line, length) == 0 &&
        strspn(text + length, " ") == (size_t)(end - text) - length)
      return true;
  }
  return false;
}

/* Adds a line as a note: as much of it as fits. */
static void add_note(Scene *scene, const char *line, size_t length) {
  size_t fits = 0, size;
  while (fits < length && (size = utf8_char_size(line + fits)) > 0 &&
         fits + size < SCENE_TEXT)
    fits += size;
  if (scene->note_count < SCENE_NOTES)
    scene_add_note(scene, "%.*s", (int)fits, line);
}

/* Adds the lines of the drawing that the base game's does not have: the vars,
 * who has swapped sides, and what the hook `draw` adds. */
static void add_lines(const Game *game, const State *state, Scene *scene) {
  char *own = luagame_drawing(game, state, luagame_draw_for_scene),
       *base = luagame_drawing(game->base, lua_base_state(game, state),
                               game->base->rules->draw);
  utf8_clean(own, "\n");
  utf8_clean(base, "\n");
  for (const char *line = own, *end; *line; line = *end ? end + 1 : end) {
    end = line + strcspn(line, "\n");
    size_t length = (size_t)(end - line);
    while (length > 0 && line[length - 1] == ' ')
      length--;
    if (length > 0 && !has_line(base, line, length))
      add_note(scene, line, length);
  }
  free(own);
  free(base);
}

/* Turns a seat of the base into that of the variant. Returns false if nobody
 * plays it. */
static bool number_seat(const LuaGame *g, int8_t *seat) {
  if (*seat == SCENE_NOBODY)
    return true;
  if (!luagame_is_played(g, *seat))
    return false;
  *seat = (int8_t)g->player[*seat];
  return true;
}

/* Numbers the seats of the base as those of the variant. Of those that nobody
 * plays, pieces on the board stay, as nobody's. */
static void number_players(const LuaGame *g, Scene *scene) {
  int notes = scene->note_count, kept;
  for (int i = 0; i < scene->piece_count; i++)
    if (!number_seat(g, &scene->piece[i].seat))
      scene->piece[i].seat = SCENE_NOBODY;
#define KEEP_PLAYED(list, owner)                                               \
  kept = 0;                                                                    \
  for (int i = 0; i < scene->list##_count; i++)                                \
    if (number_seat(g, &scene->list[i].owner))                                 \
      scene->list[kept++] = scene->list[i];                                    \
  scene->list##_count = kept
  KEEP_PLAYED(mark, seat);
  KEEP_PLAYED(edge, seat);
  KEEP_PLAYED(held, piece.seat);
  scene->note_count = 0;
  for (int i = 0; i < notes; i++) {
    char note[SCENE_TEXT];
    int seat = 0, read = 0;
    memcpy(note, scene->note[i], sizeof note);
    bool about = sscanf(note, "seat %d:%n", &seat, &read) == 1 && read &&
                 seat >= 1 && seat <= luagame_visible_game(g)->seats;
    if (!about)
      scene_add_note(scene, "%s", note);
    else if (luagame_is_played(g, seat - 1))
      scene_add_note(scene, "seat %d:%s", g->player[seat - 1] + 1, note + read);
  }
}

/* ---- the function of Rules -----------------------------------------------*/

/* The picture of a game without the hook: its first board, and the numbers that
 * no kind shows. */
static void paint_fields(const LuaGame *g, const State *state, Scene *scene) {
  for (const Field *f = g->fields; f->name; f++) {
    const char *at = (const char *)state + f->offset;
    if (f->grid && !scene->columns)
      scene_add_board(scene, f, (const int32_t *)at, g->lua.game.seats);
    if (f->grid || f->kind || f->name[0] == '_')
      continue;
    char *text = NULL;
    size_t size;
    FILE *out = need_stream(&text, &size);
    fprintf(out, "%s: ", f->name);
    luagame_write_field(state, f, ' ', out);
    need_close(out);
    add_note(scene, text, size);
    free(text);
  }
}

/* If the hook fails, the scene is empty; game_fault has the message. */
void luagame_scene(const Game *game, const State *state, Scene *scene) {
  LuaGame *g = luagame_of(game);
  bool given = game->base && game->base->rules->scene;
  if (given) {
    scene_paint(game->base, lua_base_state(game, state), scene);
    add_lines(game, state, scene);
  }
  if (luagame_has(g, SCENE) && !ask_scene(g, state, given, scene)) {
    memset(scene, 0, sizeof *scene);
    return;
  }
  if (!luagame_has(g, SCENE) && !given)
    paint_fields(g, state, scene);
  scene_add_kinds(g->fields, state, luagame_visible_game(g)->seats, scene);
  char chosen[CHOOSERS_TEXT], gone[OUT_TEXT];
  if (luagame_name_choosers(g, state, chosen))
    add_note(scene, chosen, strlen(chosen));
  if (luagame_name_out(g, state, gone))
    add_note(scene, gone, strlen(gone));
  if (g->is_reduced)
    number_players(g, scene);
}
