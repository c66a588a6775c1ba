/* Options and settings between Lua tables and strings. */
#ifndef BOARDLAB_LUA_HOST_API_LAB_SETTINGS_H
#define BOARDLAB_LUA_HOST_API_LAB_SETTINGS_H

#include "core/base/option.h"
#include <lua.h>

/* Pushes the value of an option. */
void lab_push_option(lua_State *L, const Option *option, int value);

/* Pushes the option values of a game or bot as a table by name. In a plugin it
 * is read-only. */
void lab_push_options(lua_State *L, const Option table[], const int values[]);

/* The same as a table that is read faster, but whose values can be assigned to
 * until the plugin is made as new (sandbox_seal). */
void lab_push_sealed_options(lua_State *L, const Option table[],
                             const int values[]);

/* Returns whether the table on top of the stack has these values and no others.
 * Raises nothing. */
bool lab_has_options(lua_State *L, const Option table[], const int values[]);

/* Pushes a table such as { pawn1 = "e3", hand1 = 4 } as a string, "hand1=4
 * pawn1=e3", with the given separator, in alphabetical order. Cells come first,
 * because other settings may refer to their contents. */
void lab_push_settings(lua_State *L, int table, const char *separator);

/* Pushes the value at an index as a string; raises if it cannot be the value of
 * a setting. */
void lab_push_setting(lua_State *L, int index, const char *name,
                      const char *separator);

#endif
