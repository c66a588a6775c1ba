/* The module `boardlab` for Lua: games, positions and random numbers as
 * objects.
 *
 * One and the same in a plugin, in a script of `boardlab run` and in a plain
 * lua5.4. The objects are userdata that begin with a tag, which is how a
 * function knows what it was given. */
#ifndef BOARDLAB_LUA_HOST_API_LAB_H
#define BOARDLAB_LUA_HOST_API_LAB_H

#include "core/game/bot.h"
#include "core/game/game.h"
#include <lauxlib.h>
#include <lua.h>

/* Opens the module: what `require "boardlab"` runs in a plain Lua. */
__attribute__((visibility("default"))) int luaopen_boardlab(lua_State *L);

/* Pushes the module's table; in a plugin it cannot be changed. */
int lab_push(lua_State *L);

/* The kind of rule file: what lab.rules and lab.variant have marked. */
typedef enum Marked { MARKED_NOT, MARKED_RULES, MARKED_VARIANT } Marked;
Marked lab_marked(lua_State *L, int index);

/* ---- random numbers ------------------------------------------------------*/

typedef struct RngBox {
  const void *tag;
  Rng *rng; /* NULL: drawing is not allowed now */
  Rng own;
} RngBox;

/* Pushes a generator that draws from a stream elsewhere, which may be put into
 * it later. */
RngBox *lab_push_rng(lua_State *L, Rng *rng);

/* The generator at an index, or if there is none the plugin's own stream. */
Rng *lab_opt_rng(lua_State *L, int index);

/* Whether there is a generator at that index. */
bool lab_is_rng(lua_State *L, int index);

/* ---- games and positions -------------------------------------------------*/

typedef struct GameBox {
  const void *tag;
  Game *game;
  bool owned; /* and closed with this */
} GameBox;

/* No move was drawn yet; or no move that is drawn now can count, because the
 * position has been changed since it was lent. */
enum { NOT_DRAWN = -1, NOT_TO_DRAW = -2 };

/* A position. A hook of a variant sees the position as the base game does, but
 * the fields of the whole. A view has no bytes of its own: it is lent for a
 * call, and `state` is NULL before and after. */
typedef struct StateBox {
  const void *tag;
  const GameBox *owner;
  struct Plugin *plugin; /* that it is in; or NULL */
  const Game *game;
  State *state;
  const Game *whole;
  State *whole_state;
  bool locked;   /* may not be changed now */
  bool beyond;   /* a variant plays on beyond what its game takes for the end:
                    there may be no move */
  int64_t drawn; /* what random_move gave, so it is legal; or one of those */
} StateBox;

/* The user values of a position: its game, and its arrays by name. */
enum { GAME_SLOT = 1, ARRAYS_SLOT, SLOTS = ARRAYS_SLOT };

/* Pushes a game, which is not closed with it. */
void lab_push_game(lua_State *L, const Game *game);

/* Pushes a position of the game whose object is at that index: with bytes of
 * its own, or a view. */
StateBox *lab_push_state(lua_State *L, int game_index);
StateBox *lab_push_view(lua_State *L, int game_index, const Game *whole);

/* The game or position at an index; the last raises if it must not be
 * changed otherwise than by moves. */
GameBox *lab_check_game(lua_State *L, int index);
StateBox *lab_check_state(lua_State *L, int index);
StateBox *lab_check_editable(lua_State *L, int index);

/* Whether a number is a legal move of the position that was lent as that one.
 * Asking the rules is spared where the engine has drawn it itself. */
bool lab_is_legal(const StateBox *lent, const State *state, lua_Integer number);

/* What rules in Lua have done so far for those who ask about the position. Of
 * what they do when they are asked, whoever asks pays a part: a bot cannot help
 * it if they are slow. */
enum { COST_OF_RULES = 10 };
int64_t lab_work_of_rules(const StateBox *state);

/* Whether that is a userdata of ours with this tag. */
bool lab_is_box(lua_State *L, int index, const void *tag, size_t size);

/* __index (with the methods as its upvalue) and __newindex of positions that
 * have fields. */
int lab_get_field(lua_State *L);
int lab_set_field(lua_State *L);

/* Pushes the frozen table of a game's or bot's option values by name. */
void lab_push_options(lua_State *L, const Option table[], const int values[]);

/* Opens the game that a spec names in this Lua state: a plugin finds files only
 * where it may load modules from. */
Game *lab_open_game(lua_State *L, const char *text, Error *error);

/* Whether positions of the game have a method of that name. */
bool lab_is_method(const Game *game, const char *name);

/* Pushes a table such as { pawn1 = "e3", hand1 = 4 } as "hand1=4 pawn1=e3", in
 * order, with what separates them. Cells come first, because other settings may
 * speak of what stands on them. */
void lab_push_settings(lua_State *L, int table, const char *separator);

/* The same for one value: as a text, if it can be one. */
void lab_push_setting(lua_State *L, int index, const char *name,
                      const char *separator);

/* Raises unless it is one of the game's seats, counted from 1. */
void lab_check_seat(lua_State *L, lua_Integer seat, const Game *game);

/* Pushes room, all zero, that `clear` gives back when the running C function
 * ends, in whatever way. */
void *lab_push_closed(lua_State *L, size_t size, lua_CFunction clear);

/* ---- what positions are worth (evaluate.h) -------------------------------*/

/* Reads what a function said a position in which that seat is to move is worth:
 * its chance, or a list with one for each seat. False if it is neither, and
 * then what to tell of it. */
bool lab_read_value(lua_State *L, int index, const Game *game, int seat,
                    double value[]);
void lab_describe_value(lua_State *L, int index, const Game *game, char *text,
                        size_t size);

/* Pushes it as such a list. */
void lab_push_value(lua_State *L, const Game *game, const double value[]);

/* ---- further functions ---------------------------------------------------*/

/* lab.search */
extern const luaL_Reg lab_search_functions[];

/* simulate, tournament, sweep, ladder, tune and solve: only for scripts. */
extern const luaL_Reg lab_run_functions[];

/* stats, report, compare and read_csv: likewise. */
extern const luaL_Reg lab_stats_functions[];

/* Pushes the seats of a set as a list. */
void lab_push_seats(lua_State *L, unsigned seats);

#endif
