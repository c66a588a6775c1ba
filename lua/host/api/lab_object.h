/* Objects of the module `boardlab`: userdata that start with a tag, by which a
 * function recognises its arguments. Defines games, which all others refer to.
 */
#ifndef BOARDLAB_LUA_HOST_API_LAB_OBJECT_H
#define BOARDLAB_LUA_HOST_API_LAB_OBJECT_H

#include "core/game/game.h"
#include <lauxlib.h>
#include <lua.h>

/* Returns the userdata at an index if it has this tag and at least this size,
 * otherwise NULL. */
static inline void *lab_to_object(lua_State *L, int index, const void *tag,
                                  size_t size) {
  void *object = lua_touserdata(L, index);
  /* A light userdata has length 0. */
  bool has_tag = object && lua_rawlen(L, index) >= size &&
                 *(const void *const *)object == tag;
  return has_tag ? object : NULL;
}

/* Pushes the metatable whose registry key is `key`. Returns true if it is new:
 * then it has its __name, which messages show unless it is NULL, and the caller
 * adds the rest. */
bool lab_push_metatable(lua_State *L, const void *key, const char *name);

/* Set a field of the table on top of the stack. May raise. */
void lab_set_number(lua_State *L, const char *key, double number);
void lab_set_count(lua_State *L, const char *key, uint64_t count);
void lab_set_flag(lua_State *L, const char *key, bool on);
void lab_set_text(lua_State *L, const char *key, const char *text);

/* Pops a key and pushes the table under that key of the table below, which it
 * creates if necessary. May raise. */
void lab_push_subtable(lua_State *L);

/* Raises if the system has no memory for something new, see need.h. A plugin
 * has a process and limits of its own. */
void lab_reserve(lua_State *L);

/* Calls lab_reserve and pushes zeroed memory as a to-be-closed value: `clear`
 * runs when the running C function ends, even by an error. */
void *lab_push_closable(lua_State *L, size_t size, lua_CFunction clear);

/* Returns the memory of such a value; raises if the value at the index is not
 * one with this `clear`. A script can get hold of `clear` with the library
 * `debug` and call it with anything. */
void *lab_check_closable(lua_State *L, int index, lua_CFunction clear);

/* Raises an error that is set. If the system has no memory left, that stops the
 * plugin. */
void lab_raise(lua_State *L, const Error *error);

/* Lua code may know the seats by other numbers than the game does: `number` is
 * that of each seat, `seat` the reverse, both from 0. They differ only for a
 * bot whose game has seen players swap sides, see luabot.c. */
typedef struct GameObject {
  const void *tag;
  Game *game;  /* NULL after the game has been closed */
  bool owned;  /* close it with this object */
  size_t held; /* bytes of an owned native game, counted as the plugin's */
  uint8_t number[SEATS_MAX], seat[SEATS_MAX];
} GameObject;

/* Its user values: the metatables of its positions with fields, and of views of
 * a variant of it. */
enum { GAME_STATES_SLOT = 1, GAME_VIEWS_SLOT, GAME_SLOTS = GAME_VIEWS_SLOT };

/* Pushes a new object without a game or metatable. */
GameObject *lab_new_game_object(lua_State *L);

/* Returns whether the value at an index is a game. */
bool lab_is_game(lua_State *L, int index);

/* Returns the game at an index; raises if it is not one, or has been closed. */
GameObject *lab_check_game(lua_State *L, int index);

/* The same for a game that may have been closed. */
GameObject *lab_check_game_object(lua_State *L, int index);

/* Returns the seat, from 0, whose number is at an index; raises if there is
 * none. */
int lab_check_seat(lua_State *L, int index, const GameObject *object);

/* Pushes the number of a seat, or 0 for NATURE. */
static inline void lab_push_seat(lua_State *L, const GameObject *object,
                                 int seat) {
  lua_pushinteger(L, seat == NATURE ? 0 : object->number[seat] + 1);
}

/* Pushes a traceback, whose lines are indented, or nil if there is none. */
void lab_push_trace(lua_State *L, const Error *error);

/* Raises an error of a script: the message, and its traceback in further lines.
 */
int lab_raise_with_trace(lua_State *L, const Error *error);

/* Pushes the numbers of a set of seats as a list, in ascending order. `object`
 * may be NULL for seats as the game numbers them. */
void lab_push_seats(lua_State *L, const GameObject *object, unsigned seats);

/* Pushes a list of scores in points, from thousandths, by the same numbers. */
void lab_push_scores(lua_State *L, const GameObject *object,
                     const int32_t score[], int seats);

/* ---- lab_game.c ----------------------------------------------------------*/

/* Pushes a borrowed game. Whoever closes the game before the Lua state sets the
 * object's game to NULL: a plugin may have kept the object. */
GameObject *lab_push_game(lua_State *L, const Game *game);

/* Replaces the spec at a stack index, if it is one, by a game that is opened as
 * by lab.game. Returns the game at that index. */
const Game *lab_to_game(lua_State *L, int index);

/* Opens the game that a spec names. If L belongs to a plugin, files are
 * restricted to its folder and the library, and it is charged for their work.
 */
Game *lab_open_game(lua_State *L, const char *spec, Error *error);

/* ---- lab_eval.c: values of positions (core/game/eval.h) ------------------*/

/* Reads what `evaluate` has returned, on top of the stack, for a position in
 * which `seat` is to move: its winning chance, or a list with the chance of
 * each of the seats that are played. The result is by side; it sums to 1 if
 * there are several sides and all seats are played. */
bool lab_read_value(lua_State *L, const GameObject *object, unsigned played,
                    int seat, double value[], Error *why);

/* Pushes the values of all sides as a list by seat. */
void lab_push_value(lua_State *L, const GameObject *object,
                    const double value[]);

#endif
