/* The game interface: the one thing everything else hangs on.
 *
 *   Rules   what the author of a game writes: a table of options and functions
 *   Game    rules with their options fixed, opened from a spec such as
 *           "quoridor:players=4,size=7" or "variants/mine.lua:walls=6"; each
 *           thread opens its own
 *   State   a position: game->state_size plain bytes, no pointers, copied with
 *           memcpy; the same position has the same bytes, however it came
 *           about (a hash may go further, and take a shifted board for the
 *           same). Owned by the caller
 *   Move    a 32-bit integer that means something only with its game
 *
 * Random playouts, perft, checks, search and batches are written once, over
 * these. To play:
 *
 *   Game *game = game_open("dorix:players=3", &error);
 *   State *state = game_start(game);
 *   Move *moves = malloc((size_t)game->max_moves * sizeof *moves);
 *   Rng rng;
 *   rng_seed(&rng, 1, 0);
 *   while (state->outcome == PLAYING) {
 *     int n = game_moves(game, state, moves);
 *     game_play(game, state, moves[rng_below(&rng, n)]);
 *   }
 *   free(moves);
 *   free(state);
 *   game_close(game);
 *
 * Seats count from 0 in C and from 1 in everything a user sees. */
#ifndef BOARDLAB_CORE_GAME_GAME_H
#define BOARDLAB_CORE_GAME_GAME_H

#include "core/base/error.h"
#include "core/base/option.h"
#include "core/base/rng.h"
#include "core/game/accessor.h"
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

enum {
  SEATS_MAX = 16,
  MOVES_MAX = 1 << 15, /* the upper limit of Game.max_moves */
  MOVE_TEXT = 64,
  SPEC_TEXT = 1024,
};

typedef uint32_t Move;
typedef struct Scene Scene; /* scene.h */
typedef struct MoveLists MoveLists;

/* The pass of every game that has one. It is legal only when nothing else is:
 * then it is the whole list. */
#define MOVE_PASS UINT32_MAX

typedef enum Outcome { PLAYING, WIN, DRAW } Outcome;

/* Every state begins with this; the rest belongs to the game. */
struct State {
  uint8_t seat;     /* whose turn it is; of no meaning when over */
  uint8_t outcome;  /* an Outcome */
  uint16_t winners; /* bit s for each seat s that has won */
};

/* Integers with a name in the bytes of a state: what a rule file keeps there.
 * They are of type int32_t. */
typedef struct Field {
  const char *name;
  size_t offset; /* in the state */
  int count;     /* of an array; 0 for a single one */
} Field;

typedef struct Rules {
  const char *name;       /* as in a spec */
  const char *title;      /* as on the box */
  const char *summary;    /* one line */
  const char *text;       /* rules and notation for a player, in a few lines */
  const char *rules_page; /* the complete rules, RULES.md; or NULL */
  const char *example;    /* a line of moves from the start */
  const Option *options;
  size_t game_size; /* of the game's own struct, which begins with a Game */

  /* Fills in what Game says is the rules' part, from game->option. Fails when
   * options that are fine alone do not go together; the message begins with the
   * game's name. */
  bool (*open)(Game *game, Error *error);
  /* Makes the first position, in bytes that are all zero: seat 0 to move, the
   * game on. Where it is drawn by lot (game->lots), then from rng. */
  void (*start)(const Game *game, State *state, Rng *rng);
  /* Lists the legal moves, each once; returns how many. Is only asked while
   * the game is on, and then there is at least one. */
  int (*moves)(const Game *game, const State *state, Move *moves);
  /* Plays a legal move: the position, the next seat, and the outcome. */
  void (*play)(const Game *game, State *state, Move move);
  void (*format)(const Game *game, const State *state, Move move,
                 char text[MOVE_TEXT]);
  /* Reads any notation of a legal move. Otherwise says all that is wrong. A
   * pass is read by game_parse. */
  bool (*parse)(const Game *game, const State *state, const char *text,
                Move *move, Error *error);
  void (*draw)(const Game *game, const State *state, FILE *out);
  /* Edits one thing in a position: key and value as `keys` explains. The game
   * counts as being on until finish_edit has been asked. */
  bool (*set)(const Game *game, State *state, const char *key,
              const char *value, Error *error);
  const char *set_help;
  /* Puts right what follows from an edited position: above all whether the
   * game is over, as if the seat before state->seat had just moved. Fails when
   * the position makes no sense; it need not be one that play leads to. */
  bool (*finish_edit)(const Game *game, State *state, Error *error);
  /* Optional. Writes a position the way `set` reads it: settings that begin
   * with a blank each, such as " b2=112 hand1=3", and that turn any position of
   * this game into this one, byte for byte, once its seat is set as well.
   * Returns false for a position that settings cannot express. */
  bool (*settings)(const Game *game, const State *state, FILE *out);

  /* Optional. What can be asked of a position, ended by an entry without a
   * name; what a move consists of; a picture of a position, to be added to an
   * empty scene; giving back what open took. */
  const Accessor *accessors;
  void (*describe)(const Game *game, const State *state, Move move,
                   Parts *parts);
  void (*scene)(const Game *game, const State *state, Scene *scene);
  void (*close)(Game *game);

  /* Optional: each has a generic stand-in that gives the same answers. `legal`
   * is asked of any number but a pass, while the game is on. */
  bool (*legal)(const Game *game, const State *state, Move move);
  uint64_t (*hash)(const Game *game, const State *state);
  /* Writes game->key_size bytes that stand for a position while the game is in
   * progress: solve.h takes positions with the same key for the same. Two
   * positions may share a key only if perfect play has the same result for the
   * side to move in both, in the same number of plies. They then have equally
   * many legal moves, which lead to the same keys and outcomes: the positions
   * differ by a shift, a reflection, by which seat is which, or in what no
   * longer matters. Not called if key_size is 0. conform.h checks this. */
  void (*key)(const Game *game, const State *state, void *key);
  int (*count)(const Game *game, const State *state);
  Move (*random_move)(const Game *game, const State *state, Rng *rng);
  int (*playout)(const Game *game, State *state, Rng *rng, int max_plies);

  /* Optional. What a position in which the game is on seems to be worth to each
   * side: its chance to win, from 0 to 1, all together 1. */
  void (*evaluate)(const Game *game, const State *state, double value[]);
  double exploration; /* of that, for search (evaluate.h); 0: the usual */
} Rules;

struct Game {
  const Rules *rules;
  int option[OPTIONS_MAX]; /* of rules->options, in that order */
  char spec[SPEC_TEXT];    /* the shortest spec of this game */

  /* The rules' part. */
  int seats;
  int sides;               /* what wins or loses: seats, or teams of seats if
                              set */
  uint8_t side[SEATS_MAX]; /* of each seat; by default each is its own side */
  size_t state_size;
  size_t key_size; /* of what rules->key writes */
  int max_moves;   /* no position has more legal moves */
  int max_plies;   /* where to give up on a game; longer than nearly all, except
                      with options under which games hardly ever end */
  bool random_start; /* the first position is drawn by lot */

  /* Of rules that come from a file. */
  const Game *base; /* the game these rules change, whose state begins at
                       base_offset in this one's; or NULL */
  size_t base_offset;
  const Field *fields; /* ended by one without a name; or NULL */
  Error *fault; /* where a rule that failed leaves its message; or NULL */

  State *first; /* the first position, unless drawn by lot: made on opening */
  MoveLists *lists; /* see game_borrow_list */
};

/* The games there are, ended by NULL. */
extern const Rules *const game_rules[];

/* Opens the game a spec names, NULL with a message if it cannot. */
Game *game_open(const char *spec, Error *error);
void game_close(Game *game);

/* What went wrong in the rules themselves, or NULL. Rules from a file can fail
 * at any time; every position is then played into a draw, so that no loop goes
 * on for ever. Whoever drives a game asks now and then, at the latest when it
 * is over, and passes the message on. */
static inline const char *game_fault(const Game *game) {
  for (; game; game = game->base)
    if (game->fault && error_is_set(game->fault))
      return game->fault->message;
  return NULL;
}

/* A fresh state, at the start of the game (if drawn by lot, one that is always
 * the same) or a copy of another. The caller frees it. NULL when there is no
 * memory. */
State *game_start(const Game *game);
State *game_copy(const Game *game, const State *state);

/* The game at the bottom of a pile of variants, and its part of the state. */
const Game *game_native(const Game *game, const State **state);

/* A field of that name in this game or those it is based on, and where it is in
 * this game's state; NULL if there is none. */
const Field *game_field(const Game *game, const char *name, size_t *offset);

/* The bit of each seat on the side that this seat plays for. */
uint16_t game_team(const Game *game, int seat);

static inline void game_assign(const Game *game, State *to, const State *from) {
  memcpy(to, from, game->state_size);
}

/* Makes the first position of a game. Where it is drawn by lot, rng draws. */
static inline void game_begin(const Game *game, State *state, Rng *rng) {
  if (game->first) {
    game_assign(game, state, game->first);
    return;
  }
  memset(state, 0, game->state_size);
  game->rules->start(game, state, rng);
}

static inline int game_moves(const Game *game, const State *state,
                             Move *moves) {
  return state->outcome == PLAYING ? game->rules->moves(game, state, moves) : 0;
}

/* The move must be legal; game_parse and game_moves give such moves. */
static inline void game_play(const Game *game, State *state, Move move) {
  game->rules->play(game, state, move);
}

/* Working memory for a list of game->max_moves moves. The game allocates it on
 * opening, so that neither the stack nor the heap has to hold a list whose size
 * comes from a file. Lists are returned in the reverse order of borrowing. At
 * most GAME_LISTS may be borrowed at a time, which rules that call each other
 * stay below. The contents of a returned list remain valid until the next call
 * of a game_ function that may borrow. */
enum { GAME_LISTS = 16 };
Move *game_borrow_list(const Game *game);
void game_return_list(const Game *game);

int game_count(const Game *game, const State *state);

/* The number of legal moves, and one of them uniformly at random, by listing
 * them all. The game must be in progress. For rules, where there is no faster
 * way. */
int game_count_by_list(const Game *game, const State *state);
Move game_random_move_by_list(const Game *game, const State *state, Rng *rng);

/* Whether a number, whatever it is, is a legal move. */
bool game_legal(const Game *game, const State *state, Move move);

/* One of the legal moves, each as likely. The game must be on. */
Move game_random_move(const Game *game, const State *state, Rng *rng);

/* Plays on with such moves until the game is over or max_plies more have been
 * played. Returns how many were. */
int game_playout_by_moves(const Game *game, State *state, Rng *rng,
                          int max_plies);

/* The same, by the game's own faster way if it has one. */
static inline int game_playout(const Game *game, State *state, Rng *rng,
                               int max_plies) {
  return game->rules->playout
             ? game->rules->playout(game, state, rng, max_plies)
             : game_playout_by_moves(game, state, rng, max_plies);
}

/* The same for positions that are the same, in this and any other process. */
uint64_t game_hash(const Game *game, const State *state);

void game_format(const Game *game, const State *state, Move move,
                 char text[MOVE_TEXT]);

/* Reads a legal move. The message tells what is wrong with any other text. */
bool game_parse(const Game *game, const State *state, const char *text,
                Move *move, Error *error);

/* Plays moves separated by blanks, such as "e2 e8 e3h". If one cannot be
 * played the message says which, and the state stands before it. */
bool game_play_line(const Game *game, State *state, const char *line,
                    Error *error);

/* Parses moves separated by blanks one after the other, each in the position
 * that *state then points to, and passes them to `play`, which plays them
 * there. Stops with a message at the first move that is illegal or that `play`
 * refuses.
 */
typedef bool MovePlayer(void *context, Move move, Error *error);
bool game_play_each(const Game *game, State *const *state, const char *line,
                    MovePlayer *play, void *context, Error *error);

/* Writes "seat 1 wins", "seats 2 and 4 win" or "nobody wins"; bit s of
 * `winners` is set for each seat s that wins. */
enum { WINNERS_TEXT = 96 };
void winners_format(unsigned winners, char text[WINNERS_TEXT]);

/* Draws the board, and says whose turn it is or how the game ended. Control
 * characters that rules from a file write are shown as question marks, but for
 * tabs. Fails only for want of memory. */
bool game_draw(const Game *game, const State *state, FILE *out);

/* Edits a position by settings separated by blanks, such as "seat=2 b2=112";
 * `seat` is known to every game, the rest to rules->set. On failure the state
 * is as it was. */
bool game_edit(const Game *game, State *state, const char *settings,
               Error *error);

/* Returns the settings that turn any position of this game into this one, byte
 * for byte, such as "seat=2 b2=112 hand1=3"; NULL if the rules cannot write
 * this position that way, or if out of memory. The caller frees it. */
char *game_settings(const Game *game, const State *state);

/* For rules: the end of a game, the seats after and before the one to move,
 * the answer of a parser that has collected in `why` what is wrong with a move
 * (nothing, if it is legal), and the hash of a state's bytes. */
static inline void state_set_win(State *state, uint16_t winners) {
  state->outcome = WIN;
  state->winners = winners;
}

static inline void state_set_draw(State *state) {
  state->outcome = DRAW;
  state->winners = 0;
}

static inline uint8_t game_next_seat(const Game *game, const State *state) {
  return (uint8_t)(state->seat + 1 == game->seats ? 0 : state->seat + 1);
}

static inline int game_previous_seat(const Game *game, const State *state) {
  return state->seat == 0 ? game->seats - 1 : state->seat - 1;
}

bool game_parse_result(const char *text, const Error *why, Error *error);

/* For Rules.set: a value that is a number from 0 to `most`, such as "hand1=3".
 */
bool game_set_count(const char *key, const char *value, int most,
                    uint8_t *count, Error *error);

uint64_t game_hash_bytes(const void *bytes, size_t size);

#endif
