/* Positions as Lua objects.
 *
 *   lab_state.c          checking and charging; creating them
 *   lab_state_methods.c  their methods
 *   lab_parts.c          those about the parts of moves
 *   lab_scene.c          their pictures
 *   lab_accessor.c       the accessors of the native games
 *   lab_field.c          the fields that rules and variants declare
 *   lab_array.c          those of them that are arrays, as tables
 *   lab_grid*.c          those of them that are grids */
#ifndef BOARDLAB_LUA_HOST_API_LAB_STATE_H
#define BOARDLAB_LUA_HOST_API_LAB_STATE_H

#include "lua/host/api/lab_object.h"
#include "lua/host/sandbox/plugin.h"

/* Values of StateObject.known_move other than a move. NO_KNOWN_MOVE: the
 * position was given to a bot or policy, which has not called random_move yet.
 * KNOWN_MOVE_OFF: any other position, or one that has been changed. */
enum { NO_KNOWN_MOVE = -1, KNOWN_MOVE_OFF = -2 };
enum { NO_PLAYED_MOVE = -1 };

typedef struct Arrays Arrays; /* lab_array.c */

/* A position. A hook of a variant sees the position as the base game does
 * (`game`, `state`), but with the fields of the variant (`full_game`,
 * `full_state`); in all other positions both are the same.
 *
 * A view has no bytes of its own: it borrows a state for the duration of a
 * call, and `state` is NULL before and after. */
typedef struct StateObject {
  const void *tag;
  const GameObject *owner;
  Plugin *plugin; /* that the object is in; or NULL */
  const Game *game;
  State *state;
  const Game *full_game;
  State *full_state;
  Arrays *arrays; /* the tables of array fields, a user value; NULL: none yet */
  uint64_t call;  /* the number of the call that a view is for; or 0 */
  bool borrowed;  /* Lua code has one of these tables */
  bool is_quick;  /* it has an INDEX_SLOT, in which they can be shown, */
  bool shown;     /* and one of them is */
  bool read_only;
  bool past_end; /* a variant continues after its base game's end, so there may
                    be no legal move */
  Move *listed; /* memory for `listed_max` moves: where a grid's method puts the
                   list that it returns, instead of into a table; or NULL */
  int listed_max, listed_count; /* of the last such list; or -1: none */
  int64_t known_move;           /* a move known to be legal: the last result of
                                   random_move, or the move that a hook is asked about; or
                                   one of the values above */
  int64_t played_move; /* the move that has led here, while `after` looks at the
                          position; or NO_PLAYED_MOVE */
} StateObject;

/* The user values of a position: its game, the tables of its arrays, and the
 * table in which Lua looks for keys first (lab_make_quick). */
enum { GAME_SLOT = 1, ARRAYS_SLOT, INDEX_SLOT, SLOTS = INDEX_SLOT };

/* Return the position at an index. They raise if it is not one or no longer
 * valid; if it must not be changed. */
StateObject *lab_check_state(lua_State *L, int index);
StateObject *lab_check_mutable(lua_State *L, int index);

/* Raises if a position, which is valid, must not be edited other than by moves.
 */
void lab_require_editable(lua_State *L, StateObject *s);

/* Returns whether the position, which is valid, may be edited; if not, says
 * why.
 */
bool lab_may_edit(StateObject *s, Error *why);

/* Ends a call that used the position on top of the stack: takes over what
 * the tables of its arrays contain. `call` is the number of the call if no
 * other Lua code runs before the next call, otherwise 0. Returns false and says
 * why if a table has been changed that must not be, or holds anything but
 * numbers. Raises nothing. Only for positions with `borrowed`. */
bool lab_close_arrays(lua_State *L, StateObject *s, uint64_t call, Error *why);

/* Does the same without the stack. Returns false if lab_close_arrays has to do
 * it, or what remains of it. */
bool lab_close_in_place(StateObject *s, uint64_t call);

/* For a view that is used often: Lua finds its methods and grids, and from one
 * call to the next the tables of its arrays, in a table, without calling C.
 * Changes the view on top of the stack, which has been pushed by lab_push_view.
 * Does nothing for variants, most of whose hooks do not look at their arrays.
 * May raise. */
void lab_make_quick(lua_State *L, StateObject *view);

/* Begins a call with a view that has `shown`, at an index: the tables that are
 * shown are borrowed from the start. Returns what that costs. Raises nothing.
 */
int64_t lab_open_arrays(lua_State *L, int position, StateObject *s);

/* No longer shows the tables of the position on top of the stack. Code that has
 * kept a view that is not valid must not find them. Raises nothing. */
void lab_conceal_arrays(lua_State *L, StateObject *s);

/* Returns whether a number is a legal move of `state`, which a plugin has seen
 * as `view`. Skips the check if the engine has drawn the move itself. */
bool lab_is_legal(const StateObject *view, const State *state,
                  lua_Integer number);

/* Ends a method: charges `cost`, and raises an error if the rules have failed.
 */
void lab_finish_method(lua_State *L, const StateObject *s, int64_t cost);

/* Costs of methods in units of work. */
enum { COST_CALL = 10, COST_QUERY = 40 };

/* Push a position of the game whose object is at an index: one with its own
 * bytes, or a view. */
StateObject *lab_push_state(lua_State *L, int game_index);
StateObject *lab_push_view(lua_State *L, int game_index, const Game *full_game);

/* The parts that the hook `describe` can give to a move, ended by NULL: as many
 * as a move can have. `kind` comes first. */
extern const char *const lab_part_keys[];

/* Returns the part of a description with that key, or NULL. */
const Part *lab_find_part(const Parts *parts, const char *key);

/* Pushes a part that is a text or a list of texts, or nil for NULL. */
void lab_push_text_part(lua_State *L, const Part *part);

/* Pushes a part of a native game's move, or nil if the value is NO_PART. */
void lab_push_part(lua_State *L, const Game *game, const MovePart *part,
                   int value);

/* Returns whether positions of the game have a method of that name. */
bool lab_is_method(const Game *game, const char *name);

/* ---- lab_scene.c ---------------------------------------------------------*/

/* Scenes (core/game/scene.h) as tables: what the hook `scene` gets and returns,
 * and what the method `scene` of positions returns. */
void lab_push_scene(lua_State *L, const Scene *scene);

/* Reads the table at an index into a scene, whatever that contains. `seats` is
 * the number of seats that pieces can belong to. Raises if the table is not a
 * scene. */
void lab_read_scene(lua_State *L, int index, int seats, Scene *scene);

/* The method `scene` of positions. */
int lab_state_scene(lua_State *L);

#endif
