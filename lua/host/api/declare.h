/* What a plugin's table declares, read into C.
 *
 * All of these may raise errors, which name the key that is wrong and what
 * would be right. Texts are copied: a plugin may change its table later. */
#ifndef BOARDLAB_LUA_HOST_API_DECLARE_H
#define BOARDLAB_LUA_HOST_API_DECLARE_H

#include "core/game/game.h"
#include <lua.h>

/* Copies of texts, and lists of them, freed together. */
typedef struct Texts {
  void **block;
  int count;
} Texts;

void *texts_room(lua_State *L, Texts *texts, size_t size);
const char *texts_keep(lua_State *L, Texts *texts, const char *text);
void texts_free(Texts *texts);

/* Puts a copy in the place of the table at `index`, which has no metatable:
 * reading from it runs no code. */
void declare_plain(lua_State *L, int index);

/* Raises if the table at `index` has a key that is not in `known`. `what` is
 * what the table is: "lab.rules". */
void declare_known(lua_State *L, int index, const char *what,
                   const char *const *known);

/* The text under a key of the table, kept; or `otherwise`, which may be NULL.
 */
const char *declare_text(lua_State *L, int index, const char *key,
                         const char *otherwise, Texts *texts);

/* The whole number under a key, within a range; or `otherwise`. */
int declare_number(lua_State *L, int index, const char *key, int min, int max,
                   int otherwise);

/* What is under a key: true or false, which it is if there is nothing. */
bool declare_flag(lua_State *L, int index, const char *key);

/* Pushes the function under a key, or nil. */
void declare_function(lua_State *L, int index, const char *key);

/* Adds the options declared under `options` to a table that has `count`
 * already, in the order of their names, and ends it. */
void declare_options(lua_State *L, int index, Option table[OPTIONS_MAX + 1],
                     int count, Texts *texts);

/* Adds the fields that the table on top of the stack declares, and pops it. In
 * lab.rules a number is how many integers there are; in lab.variant the values
 * are what they are at the start, which go to `initial` (room for `room`).
 * Returns the size in bytes. */
enum { FIELDS_MAX = 32, FIELD_NUMBERS_MAX = 1 << 14 };
size_t declare_fields(lua_State *L, Field fields[FIELDS_MAX + 1], size_t offset,
                      int32_t *initial, int room, Texts *texts);

#endif
