/* Shared by the files of games with Lua rules.
 *
 *   luagame_open.c        creating and closing a game, and opening its file
 *                         again for another game
 *   luagame_definition.c  reading its definition
 *   luagame_base.c        the base game of a variant
 *   luagame_seats.c       variants with fewer players
 *   luagame_hooks.c       calling hooks
 *   luagame_allow.c       which moves a variant allows
 *   luagame_moves.c       legal moves
 *   luagame_chance.c      positions in which nature moves
 *   luagame_rounds.c      rounds in which all seats choose at the same time
 *   luagame_out.c         seats that are eliminated
 *   luagame.c             starting, playing, what seats see
 *   luagame_playout.c     random playouts, values of all moves of a position
 *   luagame_direct.c      hooks that only call a method of a grid
 *   luagame_score.c       scores and evaluation
 *   luagame_text.c        notation, drawing, editing
 *   luagame_scene.c       the picture of a position
 *   luagame_field.c       fields in settings, and as parts of the last move */
#ifndef BOARDLAB_LUA_HOST_PLUGINS_LUAGAME_INTERNAL_H
#define BOARDLAB_LUA_HOST_PLUGINS_LUAGAME_INTERNAL_H

#include "core/game/turns.h"
#include "lua/host/api/declare.h"
#include "lua/host/api/lab_rng.h"
#include "lua/host/api/lab_state.h"
#include "lua/host/api/lua_rules.h"
#include "lua/host/plugins/plugins.h"
#include "lua/host/sandbox/bytecode.h"
#include <lauxlib.h>
#include <string.h>

typedef enum Hook {
  SETUP,
  MOVES,
  ALLOW,
  FILTER,
  EXTRA,
  PLAY,
  AFTER,
  NEXT_SEAT,
  SIMULTANEOUS,
  OUTCOME,
  OUT,
  CHANCE,
  ROLL,
  OBSERVE,
  REDRAW,
  SCORE,
  EVALUATE,
  FEATURES,
  TEXT,
  DRAW_BOARD,
  SCENE,
  DESCRIBE,
  HOOKS
} Hook;

/* Sets of hooks: those that may change the position, those that decide which
 * moves there are, and those that change what playing a move of the base game
 * leads to. */
#define HOOK(hook) (1u << (hook))
#define HOOKS_THAT_WRITE                                                       \
  (HOOK(SETUP) | HOOK(PLAY) | HOOK(AFTER) | HOOK(NEXT_SEAT) | HOOK(OUTCOME) |  \
   HOOK(ROLL) | HOOK(OBSERVE) | HOOK(REDRAW))
#define HOOKS_OF_MOVES (HOOK(ALLOW) | HOOK(FILTER) | HOOK(EXTRA))
#define HOOKS_OF_PLAY                                                          \
  (HOOK(EXTRA) | HOOK(AFTER) | HOOK(NEXT_SEAT) | HOOK(OUTCOME) | HOOK(SCORE) | \
   HOOK(CHANCE))

/* Those that luagame_playout.c calls as functions. */
static const Hook CALLED[] = {MOVES, PLAY, NEXT_SEAT, OUTCOME, EVALUATE};
enum { CALLED_HOOKS = sizeof CALLED / sizeof *CALLED };

enum { VIEWS = 8, EXTRAS_MAX = 256, VARS_MAX = 1024, RULE_MOVES_MAX = 1 << 30 };
enum { MAX_MOVES_DEFAULT = 1024, MAX_PLIES_DEFAULT = 1000 };
enum { PLIES_MAX = 100000, LAYERS_MAX = 8, MEMOS = 2 };

/* Whoever borrows a list while another is borrowed runs in a hook that was
 * called meanwhile, in the same plugin; except the outermost caller, and a
 * layer in another file that asks this game as its base. */
_Static_assert((int)PLUGIN_DEPTH_MAX + 2 <= (int)GAME_LISTS,
               "one list of moves for each depth of hooks");

/* What is remembered of a position. Using it costs a flat amount of work: what
 * it took to find out is not known in an attempt, which counts no instructions
 * (core/isolation). */
typedef struct MoveMemo {
  State *state;
  Move *moves;       /* all legal moves */
  uint32_t *weights; /* of nature's moves; NULL in games without chance */
  int count;         /* of them; or -1: not known */
  int extras;        /* the list of extra moves, in the registry; may be nil */
  int extras_count;  /* its length; or -1: not known */
} MoveMemo;

/* The number of the first extra move of the innermost variant. */
#define FIRST_EXTRA 0x80000000u

enum { DEPENDS_MAX = 8, DEPENDS_NUMBERS_MAX = 16 };

/* A name that `depends` lists. */
typedef struct DependsName {
  enum {
    DEPENDS_FIELD,
    DEPENDS_PART,
    DEPENDS_TEXT,
    DEPENDS_MOVE,
    DEPENDS_SEAT
  } source;
  const char *key; /* of a part that is a text */
  const Field *field;
  size_t offset;        /* of a field, in the state */
  const MovePart *part; /* of moves of the native game */
  bool is_array;        /* or a list of texts */
  int at, count; /* its numbers in a key; of a text, the halves of its hash */
} DependsName;

/* What `allow` depends on, and its answers so far: see luagame_allow.c. */
typedef struct Depends {
  int count; /* of names; 0 if the file does not say */
  DependsName name[DEPENDS_MAX];
  int numbers, fixed; /* of a key; those that do not depend on the move */
  const MovePart *only_part; /* the only thing that depends on the move */
  const Game *native;        /* whose moves have the parts */
  size_t native_offset;
  bool has_texts; /* some parts come from `describe` of the base */
  uint32_t *answers;
  uint32_t age; /* of the answers that count */
} Depends;

/* Members that are int and not counts are references to the registry, or
 * LUA_NOREF. */
typedef struct LuaGame {
  LuaRules lua;
  Rules rules;
  Option options[OPTIONS_MAX + 1];
  Field fields[FIELDS_MAX + 1];
  Texts texts;
  int32_t initial[VARS_MAX]; /* initial values of a variant's fields */
  uint16_t played; /* bit s: somebody plays seat s of the position that hooks
                      see */
  bool
      is_reduced; /* a variant in which some seats of the base are not played */
  bool is_family; /* a variant with options of its own, or whose `players` is a
                     function: it is a game for each value of the options */
  uint8_t player[SEATS_MAX]; /* of each seat of the base at the start; or
                                HOLDER_NONE */
  size_t fields_offset, fields_size;
  const Field *chosen; /* where seats choose at the same time; or NULL */
  const Field *out;    /* which seats are out; or NULL */
  unsigned has;        /* the set of hooks that the file defines */
  int hook[HOOKS];
  int values;          /* the option values by name */
  int view[2 * VIEWS]; /* views of the position by depth of calls, then of the
                          position before the move */
  StateObject *view_object[2 * VIEWS];
  char *before; /* the base game's states before a move, by depth */
  Texts memory; /* all of that memory, */
  size_t held;  /* bytes outside the Lua state, counted as the plugin's */
  int rng;      /* the generator that setup gets */
  RngObject *rng_object;
  int game_ref; /* the game that hooks get by s:game() */
  GameObject *game_object;
  int unwrapped;        /* definitions in the same file, based on this one, that
                           change nothing */
  int depth;            /* of nested hooks */
  Hook running[VIEWS];  /* by depth */
  bool turn[VIEWS + 1]; /* by depth: the view stays open for the hooks that
                           follow; never at the greatest depth */
  Move first_extra;     /* the number of the first extra move */
  MoveMemo memo[MEMOS]; /* the last used first */
  BytecodeCall direct[CALLED_HOOKS];
  int direct_ref[CALLED_HOOKS][2]; /* what luagame_push_direct pushes */
  State *after; /* a move that is evaluated; NULL in a variant */
  Depends depends;
  uint64_t options_checked; /* after how many calls of the file */
  bool keeps_plies; /* a variant of a native game that changes nothing but the
                       start and which moves are legal */
  const void *chance_table; /* that `chance` has returned last, */
  uint64_t chance_hash;     /* and of what is in it */
  int lasts; /* the number of fields that are parts of the last move */
  const Field *last[FIELDS_MAX];
  Error fault;
} LuaGame;

/* The bytes of a Game are constant for its users, but not its Lua state. */
static inline LuaGame *luagame_of(const Game *game) {
  return (LuaGame *)game;
}

static inline bool luagame_has(const LuaGame *g, Hook hook) {
  return g->has & HOOK(hook);
}

/* Returns the position that hooks see: the base game's, if there is one. */
static inline State *luagame_visible(const LuaGame *g, const State *state) {
  return g->lua.game.base ? lua_base_state(&g->lua.game, state)
                          : (State *)state;
}

/* Returns the game whose positions hooks see. */
static inline const Game *luagame_visible_game(const LuaGame *g) {
  return g->lua.game.base ? g->lua.game.base : &g->lua.game;
}

static inline bool luagame_is_played(const LuaGame *g, int seat) {
  return g->played >> seat & 1;
}

/* Returns whether nature moves by the hook `chance` of this game, and not by
 * that of its base. */
static inline bool luagame_rolls(const LuaGame *g, const State *state) {
  return state->seat == NATURE && luagame_has(g, CHANCE) &&
         (!g->lua.game.base || lua_state_head(state)->next_seat);
}

static inline bool luagame_is_broken(const LuaGame *g) {
  return error_is_set(&g->fault);
}

/* Nature is seat 0. */
static inline void luagame_push_seat(LuaGame *g, int seat) {
  lua_pushinteger(g->lua.plugin->L, seat == NATURE ? 0 : seat + 1);
}

static inline void luagame_pop(LuaGame *g, int count) {
  lua_pop(g->lua.plugin->L, count);
}

static inline bool luagame_is_extra(const LuaGame *g, Move move) {
  return move >= g->first_extra && move < g->first_extra + EXTRAS_MAX;
}

/* ---- luagame_hooks.c -----------------------------------------------------*/

/* Marks the rules as broken, unless they already are, with a message that the
 * name of the file is put before. Returns false. */
__attribute__((format(printf, 2, 3))) bool
luagame_break(LuaGame *g, const char *format, ...);

/* The same with the message and the traceback of a call that has failed. */
bool luagame_fail(LuaGame *g, const Error *why);

/* Pushes a hook and its first argument, a view of the position. */
bool luagame_begin_call(LuaGame *g, Hook hook, const State *state);

/* The same for a hook that a C function calls, because what it returns can only
 * be read in the protected call: that gets the hook, the position, `context`
 * and the further arguments. */
bool luagame_begin_through(LuaGame *g, Hook hook, const State *state,
                           lua_CFunction function, void *context);

/* No longer shows the arrays of a game of this file in its view
 * (lab_open_arrays): before code of the file runs that has no view. */
void luagame_conceal(const LuaGame *g);

/* Calls the hook with the `args` further arguments pushed since, followed by
 * the options. Leaves one result on the stack, or nothing if it fails. */
bool luagame_end_call(LuaGame *g, int args);

/* Begins and ends the call of a hook whose only argument is a seat. */
bool luagame_ask(LuaGame *g, Hook hook, const State *state, int seat);

/* Ends a turn that has set g->turn: takes over what its hooks have written. */
bool luagame_close_turn(LuaGame *g);

/* Opens the view of the hooks of a whole game for several calls, until
 * luagame_close_turn. */
StateObject *luagame_open_view(LuaGame *g, State *state);

/* Applies the result of `outcome` on top of the stack, and pops it. Returns
 * false if the rules fail. */
bool luagame_take_outcome(LuaGame *g, State *state);

/* Ends the game without a winner: a draw; the only side loses. */
void luagame_set_draw(const LuaGame *g, State *state);

/* Copies seat and outcome from the base game's state to the state's head. */
void luagame_follow_base(const LuaGame *g, State *state);

/* Gives the turn to a seat of the position that hooks see; or, if it has been
 * taken out of the game, to the next one. Whether nature moves before it is for
 * luagame_call_chance to find out. */
void luagame_give_turn(const LuaGame *g, State *state, int seat);

/* Returns the seat at a stack index, from 0, or -1. */
int luagame_result_seat(const LuaGame *g, int index);

/* ---- luagame_seats.c -----------------------------------------------------*/

/* Reads `players` of the variant at index 1, once its options are known: which
 * seats of the base are played. Sets the seats and sides. May raise. */
void luagame_read_seats(lua_State *L, LuaGame *g, const Game *base);

/* The next of the seats that are played, in steps of 1 or -1 around the table.
 */
int luagame_seat_from(const LuaGame *g, int seat, int step);
static inline int luagame_next_seat(const LuaGame *g, int seat) {
  return luagame_seat_from(g, seat, 1);
}
static inline int luagame_previous_seat(const LuaGame *g, int seat) {
  return luagame_seat_from(g, seat, -1);
}

/* If it is the turn of a seat that nobody plays, gives it to the next one. */
void luagame_skip_seats(const LuaGame *g, State *state);

/* Takes the seats that nobody plays out of the base's position, if its rules
 * can do that. */
void luagame_withdraw_seats(const LuaGame *g, State *state);
void luagame_withdraw(const Game *game, State *state, int seat);

/* If nobody or everybody who plays has won, the game is a draw, unless all
 * seats of the base have lost. */
void luagame_settle_winners(const LuaGame *g, State *state);

/* Call the hooks of that name, if there are any, after a move by seat `mover`.
 * `before` is the base game's state before the move. Return false if the rules
 * fail. */
bool luagame_call_outcome(LuaGame *g, State *state, int mover,
                          const Move *move); /* NULL: not known */
bool luagame_call_next_seat(LuaGame *g, State *state, int mover, Move move);
bool luagame_call_after(LuaGame *g, State *state, int mover, Move move,
                        const State *before);

/* Ends the call of a hook that returns nothing, with a generator that draws
 * from rng after `args` other arguments. */
bool luagame_end_call_with_rng(LuaGame *g, int args, Rng *rng);

/* ---- luagame.c -----------------------------------------------------------*/

/* Chooses what seats see by what the file defines. */
void luagame_set_hidden(LuaGame *g);

/* Gives the turn to the seat that `play` or `roll` has returned, which it pops:
 * the next in order, or the one that was to move, if that is nil. Returns false
 * if the rules fail. */
bool luagame_apply_play(LuaGame *g, State *state, bool nature);

/* Breaks the rules if a hook has changed the options: at the end of a game. */
bool luagame_check_options(LuaGame *g);

/* Ends a turn after its hooks have run; `good` tells whether they have. */
void luagame_finish_turn(LuaGame *g, State *state, bool good);

/* ---- luagame_rounds.c ----------------------------------------------------*/

/* Reads `simultaneous` of the game at index 1, and adds the field in which
 * seats choose. May raise. */
void luagame_read_simultaneous(lua_State *L, LuaGame *g);

/* Refuses a variant that changes the turns of a base in which seats choose at
 * the same time. May raise. */
void luagame_check_rounds(lua_State *L, const LuaGame *g);

/* Whether seats are choosing, by the game's own rules; and also by those of a
 * base. */
bool luagame_is_round(const LuaGame *g, const State *state);
bool luagame_is_round_inside(const LuaGame *g, const State *state);

/* Checks the choices of an edited position, and gives the turn to the first
 * seat that has yet to choose. */
bool luagame_check_choices(LuaGame *g, State *state, Error *error);

/* Opens a round where seats choose at the same time; and closes it. Returns
 * false if the rules fail. */
bool luagame_open_round(LuaGame *g, State *state);
void luagame_close_round(const LuaGame *g, State *state);

/* Chooses a move for the seat to move. If it is the last, plays those of all.
 */
void luagame_choose(LuaGame *g, State *state, Move move);

/* Hides the choices of all seats but one; and draws those that are hidden. */
void luagame_hide_choices(const LuaGame *g, State *state, int seat);
void luagame_redraw_choices(LuaGame *g, State *state, Rng *rng);

/* Writes "seat 1 has chosen"; returns false if none has. */
enum { CHOOSERS_TEXT = WINNERS_TEXT + 16 };
bool luagame_name_choosers(const LuaGame *g, const State *state,
                           char text[CHOOSERS_TEXT]);

/* ---- luagame_out.c -------------------------------------------------------*/

/* Adds the field of seats that are out, if the game has such. May raise. */
void luagame_read_out(lua_State *L, LuaGame *g);

/* Whether a seat is out by the game's own rules; and all that are in the
 * position that hooks see, also by the rules of a base. */
bool luagame_is_out(const LuaGame *g, const State *state, int seat);
unsigned luagame_seats_out(const LuaGame *g, const State *state);

/* Writes "seats 2 and 4 are out"; returns false if none is, or the game is
 * over. */
enum { OUT_TEXT = WINNERS_TEXT + 16 };
bool luagame_name_out(const LuaGame *g, const State *state,
                      char text[OUT_TEXT]);

/* Finds out which seats are out now, passes over them, and ends the game if one
 * side is left. Returns false if the rules fail. */
bool luagame_eliminate(LuaGame *g, State *state);

/* Checks the numbers of an edited position. */
bool luagame_check_out(const LuaGame *g, const State *state, Error *error);

void luagame_withdraw_own(const Game *game, State *state, int seat);
bool luagame_has_withdrawn(const Game *game, const State *state, int seat);

/* ---- luagame_chance.c ----------------------------------------------------*/

/* Gives the turn to nature if it moves before the seat whose turn it is: asks
 * the hook; in a variant those of its bases first, and then its own. Returns
 * false if the rules fail. */
bool luagame_call_chance(LuaGame *g, State *state);

/* The same in a variant, by the hooks of its bases only. */
bool luagame_call_base_chance(LuaGame *g, State *state);

/* Lists what nature can do. Returns the number of moves, or 0 if the rules
 * fail. */
int luagame_list_chance(LuaGame *g, const State *state, Move list[]);

void luagame_weights(const Game *game, const State *state, const Move moves[],
                     int count, uint32_t weight[]);

/* ---- luagame_score.c -----------------------------------------------------*/

/* Returns whether the game has scores: the file's own, or the base game's. */
bool luagame_has_score(const LuaGame *g);

/* Ends the game: the side with the highest score wins. Returns false if the
 * rules fail. */
bool luagame_decide_by_score(LuaGame *g, State *state);

/* In a variant with `score`: if the base game is over and its scores have
 * decided, the scores of this game decide instead. Returns false if
 * the rules fail. */
bool luagame_follow_score(LuaGame *g, State *state);

/* ---- luagame_playout.c ---------------------------------------------------*/

/* What luagame_evaluate_moves does for a whole game. */
void luagame_evaluate_each(LuaGame *g, const State *state, const Move moves[],
                           int count, int side, double value[]);

/* ---- luagame_direct.c ----------------------------------------------------*/

/* Finds out which of the hooks CALLED are such. May raise. */
void luagame_find_direct(lua_State *L, LuaGame *g);

/* Pushes what calls of one of CALLED need: the grid of the view at an index,
 * its method, and arguments that are always the same. Returns the index of the
 * grid; 0 if the hook is not such. May raise. */
int luagame_push_direct(lua_State *L, LuaGame *g, int i, int view, int options);

/* A parameter of a hook: the value at a stack index or, if that is 0, a number.
 */
typedef struct Parameter {
  int index;
  lua_Integer number;
} Parameter;
void luagame_push_parameter(lua_State *L, const Parameter *p);

/* Leaves what the hook at an index would return for these parameters. `at` is
 * what luagame_push_direct has returned for it. A list goes to `listed`,
 * unless that is NULL: see StateObject. Returns false, and leaves nothing, if
 * the hook would go on. */
bool luagame_call_direct(lua_State *L, const LuaGame *g, int i, int hook,
                         int at, const Parameter parameters[],
                         StateObject *view, Move *listed);

/* ---- luagame_allow.c -----------------------------------------------------*/

/* Whether luagame_compare_answers was called. */
bool luagame_compares_answers(void);

/* Whether a base game describes its moves in Lua: then the parts of moves are
 * texts, and not the numbers of a native game. */
bool luagame_describes_in_lua(const LuaGame *g);

/* Reads `depends` from the definition at index 1. May raise. */
void luagame_read_depends(lua_State *L, LuaGame *g);

/* Allocates memory for answers. May raise. */
void luagame_make_answers(lua_State *L, LuaGame *g);

/* Forgets all answers. */
void luagame_forget_answers(LuaGame *g);

/* Returns whether `allow` allows a legal move of the base game, not a pass;
 * false if the rules fail. */
bool luagame_allows(LuaGame *g, const State *state, Move move);

/* Keeps those of the base game's legal moves that `allow` and `filter` leave,
 * without a pass.
 * Returns their number; what it keeps does not matter if the rules fail. */
int luagame_keep_allowed(LuaGame *g, const State *state, Move *list, int count);

/* ---- luagame_moves.c -----------------------------------------------------*/

/* Returns the legal moves of a position: `list`, if it is not NULL, or a list
 * that is valid until a hook is called. Returns NULL if the rules fail. */
const Move *luagame_list(LuaGame *g, const State *state, Move *list,
                         int *count);

/* Reads moves from the list on top of the stack, which a hook has returned;
 * returns false if an element is not a move. */
bool luagame_read_moves(LuaGame *g, Hook hook, int count, Move *list);

/* Returns the string on top of the stack if it can be that of a move, otherwise
 * NULL. */
const char *luagame_move_text(lua_State *L);

/* Returns the number of extra moves; -1 if the file has no hook for them, or if
 * the rules fail. */
int luagame_count_extras(LuaGame *g, const State *state);

/* Returns the text of one of them, counted from 0, until a hook is called; NULL
 * if it is not, or no longer, a string. */
const char *luagame_extra_text(LuaGame *g, const State *state, int index);

/* Pushes an extra move, a string. Returns false and pushes nothing if the rules
 * fail or the move is not, or no longer, one of the list. */
bool luagame_push_extra(LuaGame *g, const State *state, Move move);

/* Returns whether the base game can be asked about this move or play it: a
 * native game relies on it being legal. Hooks that are not functions of the
 * position, or that change it meanwhile, can lead to a position in which it no
 * longer is; that breaks the rules. */
bool luagame_check_legal(LuaGame *g, const State *visible, Move move);

/* Returns whether the legal moves are exactly those of the base game. */
bool luagame_keeps_moves(const LuaGame *g, const State *state);

/* Allocates the memory of the memos. May raise. */
void luagame_make_memos(lua_State *L, LuaGame *g);

/* Forgets all positions. */
void luagame_forget_moves(LuaGame *g);

/* Returns what is known about a position, or NULL. */
MoveMemo *luagame_recall(LuaGame *g, const State *state);

/* Remember the legal moves of a position; or nature's moves and their weights.
 */
void luagame_remember_moves(LuaGame *g, const State *state, const Move *moves,
                            int count);
void luagame_remember_chance(LuaGame *g, const State *state, const Move *moves,
                             const uint32_t *weights, int count);

/* ---- luagame_definition.c ------------------------------------------------*/

/* Reads the definition at index 1 into the game: texts, hooks, options, fields,
 * and the base of a variant. `name` is as in luagame_open. May raise. */
void luagame_read_definition(lua_State *L, LuaGame *g, const char *name,
                             const char *options);

/* Adds a field of its own to a game, with a number for each seat, if it is
 * wanted: NULL otherwise. Either way the game must not have one of that name.
 * May raise. */
const Field *luagame_add_field(lua_State *L, LuaGame *g, const char *name,
                               bool wanted);

/* Returns the key of a hook in the definition. */
const char *luagame_hook_name(const LuaGame *g, Hook hook);

/* If there is a function on top of the stack, replaces it by its result for the
 * options. May raise. */
void luagame_resolve(lua_State *L, const LuaGame *g);

/* Takes the hooks from the definition at index 1, of a game that has been
 * opened with it before. May raise. */
void luagame_reread_definition(lua_State *L, LuaGame *g);

/* ---- luagame_open.c ------------------------------------------------------*/

/* Allocates memory that the game has until it is closed, and counts it as the
 * plugin's. May raise. */
void *luagame_allocate(lua_State *L, LuaGame *g, size_t bytes);

/* ---- luagame_base.c ------------------------------------------------------*/

/* Copies the options of the base game. Values that its spec sets become the
 * defaults of the variant. Returns their number. */
int luagame_take_options(lua_State *L, LuaGame *g, const Game *base);

/* Opens the base of the definition at index 1: a spec, or a definition in the
 * same file. `options` replaces the options of the spec, unless NULL. */
Game *luagame_open_base(lua_State *L, const char *options, Error *why);

/* Opens the base again if the variant's options differ from it. Returns the
 * base to use, or NULL with a message; either way the caller no longer owns
 * `base`. */
Game *luagame_reopen_base(lua_State *L, LuaGame *g, Game *base, Error *why);

/* Derives seats, sides and the layout of the state from the base. */
void luagame_set_base(lua_State *L, LuaGame *g, const Game *base);

/* ---- the functions of Rules ----------------------------------------------*/

void luagame_start(const Game *game, State *state, Rng *rng);
int luagame_moves(const Game *game, const State *state, Move *list);
int luagame_count(const Game *game, const State *state);
bool luagame_legal(const Game *game, const State *state, Move move);
Move luagame_random_move(const Game *game, const State *state, Rng *rng);
void luagame_play(const Game *game, State *state, Move move);
int luagame_playout(const Game *game, State *state, Rng *rng, int max_plies);
void luagame_counted_playout(const Game *game, State *state, Rng *rng,
                             int max_plies, MovesPlayed *played);
void luagame_renew(const Game *game);
int64_t luagame_work(const Game *game);
uint64_t luagame_hash(const Game *game, const State *state);
void luagame_score(const Game *game, const State *state, double score[]);
void luagame_evaluate(const Game *game, const State *state, double value[]);
void luagame_evaluate_moves(const Game *game, const State *state,
                            const Move moves[], int count, int side,
                            double value[]);
void luagame_features(const Game *game, const State *state, int32_t number[]);
/* Gives a game the function above if its hook works in the first position. */
void luagame_count_features(LuaGame *g, const State *first);
void luagame_format(const Game *game, const State *state, Move move,
                    char text[MOVE_TEXT]);
bool luagame_parse(const Game *game, const State *state, const char *text,
                   Move *move, Error *error);
void luagame_describe(const Game *game, const State *state, Move move,
                      Parts *parts);
void luagame_draw(const Game *game, const State *state, FILE *out);

/* Returns what a function draws, which the caller frees. */
typedef void DrawBoard(const Game *game, const State *state, FILE *out);
char *luagame_drawing(const Game *game, const State *state, DrawBoard *draw);

/* Draws the same for a picture in which the seats are those of the players:
 * without which seats of the base they play. */
void luagame_draw_for_scene(const Game *game, const State *state, FILE *out);
bool luagame_set(const Game *game, State *state, const char *key,
                 const char *value, Error *error);
bool luagame_settings(const Game *game, const State *state, FILE *out);
bool luagame_finish_edit(const Game *game, State *state, Error *error);

void luagame_scene(const Game *game, const State *state, Scene *scene);

/* ---- luagame_field.c -----------------------------------------------------*/

enum { FIELD_VALUE_TEXT = FIELD_MARKS_MAX + 160 };

/* Writes what a field takes, in words. */
void luagame_describe_value(const Field *f, char text[FIELD_VALUE_TEXT]);

/* Sets a field of a position from a text. On failure it may have changed. */
bool luagame_set_field(State *state, const Field *f, const char *value,
                       Error *error);

/* Writes the value of a field, with a character between the elements of an
 * array. */
void luagame_write_field(const State *state, const Field *f, char separator,
                         FILE *out);

/* Hides the memories of all seats but one. */
void luagame_hide_memories(const LuaGame *g, State *state, int seat);

/* Finds the vars that are parts of the last move. May raise. */
void luagame_read_last(lua_State *L, LuaGame *g);

/* Sets them to the parts of a move that is about to be played. */
void luagame_set_last(const LuaGame *g, State *state, Move move);

#endif
