/* Reads the tables that plugins and scripts declare: definitions, plans and
 * options.
 *
 * All functions may raise an error, which names the key and says what it takes.
 * Strings are copied, because a plugin may change its table later. */
#ifndef BOARDLAB_LUA_HOST_API_DECLARE_H
#define BOARDLAB_LUA_HOST_API_DECLARE_H

#include "core/game/game.h"
#include <lua.h>

/* Copies of strings, freed together. */
typedef struct Texts {
  void **block;
  int count;
} Texts;

/* Allocates a block, or copies a string. Both raise if out of memory. */
void *texts_alloc(lua_State *L, Texts *texts, size_t size);
const char *texts_keep(lua_State *L, Texts *texts, const char *text);

/* Moves all texts; returns false, and moves none, when out of memory. */
bool texts_move(Texts *from, Texts *to);

void texts_free(Texts *texts);

/* Push a copy without a metatable of the table at `index`; replace it by that,
 * so that reading it runs no Lua code. */
void declare_push_plain(lua_State *L, int index);
void declare_plain(lua_State *L, int index);

/* Returns whether a list that ends with NULL has a word. */
bool declare_lists(const char *const *list, const char *word);

/* Raises if the table at `index` has a key that is not in the list `known`,
 * which ends with NULL. `what` is the name of the table: "lab.rules". */
void declare_known(lua_State *L, int index, const char *what,
                   const char *const *known);

/* The same for a table of options at `index`, the last argument, which may be
 * left out: then there is an empty one. */
void declare_arguments(lua_State *L, int index, const char *what,
                       const char *const *known);

/* Returns a copy of the string under a key, or of `otherwise`, which may be
 * NULL. */
const char *declare_text(lua_State *L, int index, const char *key,
                         const char *otherwise, Texts *texts);

/* The same for texts that people are shown: only printable characters remain,
 * on one line or on several. `otherwise` must not be NULL. */
const char *declare_line(lua_State *L, int index, const char *key,
                         const char *otherwise, Texts *texts);
const char *declare_lines(lua_State *L, int index, const char *key,
                          const char *otherwise, Texts *texts);

/* Return the integer or the number under a key, or `otherwise`. */
int declare_number(lua_State *L, int index, const char *key, int min, int max,
                   int otherwise);

double declare_real(lua_State *L, int index, const char *key, double min,
                    double max, double otherwise);

/* Returns the boolean under a key; false if there is none. */
bool declare_flag(lua_State *L, int index, const char *key);

/* Pushes the function under a key, or nil. */
void declare_function(lua_State *L, int index, const char *key);

/* Appends the options declared under the key `options`, in alphabetical order,
 * to a table that has `count` options already, and terminates it. */
void declare_options(lua_State *L, int index, Option table[OPTIONS_MAX + 1],
                     int count, Texts *texts);

enum { FIELDS_MAX = 32, FIELD_NUMBERS_MAX = 1 << 14 };

/* Reads the fields that the table on top of the stack declares, and pops it.
 * `offset` is the offset of the first in the state, of a game for so many
 * seats. For lab.rules, `initial` is
 * NULL and the values are counts of integers. For lab.variant, the values are
 * initial values, which go to `initial` (at most `capacity`), or names of parts
 * that moves of `native` have. Returns the size of the fields in bytes. */
size_t declare_fields(lua_State *L, Field fields[FIELDS_MAX + 1], size_t offset,
                      int seats, int32_t *initial, int capacity,
                      const Game *native, Texts *texts);

/* For declare_fields, of the declaration on top of the stack: whether it has a
 * kind (core/game/kinds.h); how many numbers it asks for, 0 for a single one;
 * and the kind, for a field of which the rest is known. */
bool declare_has_kind(lua_State *L);
int declare_kind_count(lua_State *L, const char *name, int seats,
                       bool has_values);
void declare_kind(lua_State *L, Field *field, int seats, Texts *texts);

/* Reads the list of words under the key `names`, ended by NULL. */
const char *const *declare_names(lua_State *L, const char *field, int *count,
                                 Texts *texts);

/* Returns the string at an index if it is printable and has fewer than `size`
 * bytes, otherwise NULL. */
const char *declare_printable(lua_State *L, int index, size_t size);

/* Helpers of the functions above: check the integer at an index; push the
 * keys of a table as a list, sorted if there are at most `most`, and return
 * their number; check whether a string is a valid name. */
int declare_check_integer(lua_State *L, int index, const char *key, int min,
                          int max);
int declare_push_names(lua_State *L, int index, const char *what, int most);
bool declare_is_name(const char *name);

#endif
