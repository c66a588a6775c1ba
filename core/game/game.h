/* The game interface: everything else in boardlab is written against it.
 *
 *   Rules   what the author of a game writes: a table of options and functions
 *   Game    rules with their options fixed, opened from a spec such as
 *           "quoridor:players=4,size=7" or "variants/mine.lua:walls=6"
 *   State   a position: game->state_size plain bytes without pointers, which
 *           the caller owns and may copy with memcpy. Equal positions have
 *           equal bytes, whatever moves led to them
 *   Move    a 32-bit integer that has a meaning only together with its game
 *
 * Random playouts, perft, conformance checks, search and runs are written once,
 * over these four types. This plays a random game:
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
 * A Game belongs to one thread: each thread opens its own. Rules are constants
 * that threads share. Seats are numbered from 0 in C and from 1 wherever a user
 * sees them. */
#ifndef BOARDLAB_CORE_GAME_GAME_H
#define BOARDLAB_CORE_GAME_GAME_H

#include "core/base/error.h"
#include "core/base/option.h"
#include "core/base/rng.h"
#include "core/game/accessor.h"
#include "core/game/parts.h"
#include "core/grid/grid.h"
#include <stdatomic.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

enum {
  SEATS_MAX = 16,
  MOVES_MAX = 1 << 15, /* the upper limit of Game.max_moves */
  MOVE_TEXT = 64,      /* bytes for a move as text */
  SPEC_TEXT = 1024,    /* bytes for a spec */
};

typedef uint32_t Move;
typedef struct Scene Scene;             /* scene.h */
typedef struct MovesPlayed MovesPlayed; /* match.h */
typedef struct MoveLists MoveLists;
typedef struct JobRunner JobRunner; /* job.h */
typedef struct FieldKind FieldKind; /* kinds.h */

/* Passing, in every game that has it. It is legal only when there is no other
 * legal move, and then it is the whole list of moves. */
#define MOVE_PASS UINT32_MAX

typedef enum Outcome { PLAYING, WIN, DRAW } Outcome;

/* State.seat where nature moves: it rolls dice and draws cards. It is no seat
 * and no side. What it does is a move like any other: it is listed by
 * game_moves, has a text and is played by game_play, but is drawn at random,
 * whoever plays. */
enum { NATURE = UINT8_MAX };

/* Every state begins with this; the rest belongs to the game. */
struct State {
  uint8_t seat; /* to move, or NATURE; meaningless when the game is over */
  uint8_t outcome : 7;  /* an Outcome */
  uint8_t by_score : 1; /* the score has decided: another score may decide
                           otherwise */
  uint16_t winners;     /* bit s is set for each seat s that has won; with WIN
                           and none of them, all have lost */
};

/* A named int32_t, or an array of them, among the bytes of a state: the fields
 * that a rule file declares. */
typedef struct Field {
  const char *name;
  size_t offset;    /* in the state */
  int count;        /* of an array; 0 for a single number */
  const Grid *grid; /* of a board, an array with one number per cell; or NULL */
  const char *marks; /* of a board: the characters that draw 0, 1, 2, … */
  bool marked;       /* of a board: each of its values must have a mark */
  bool down;         /* of a board: row 1 is drawn at the top */
  bool points; /* of a board: drawn as points on its lines, not as tiles */
  bool bare;   /* of a board: without the names of columns and rows */
  /* Of a name, a cell, a piece or a part of the last move: what 1, 2, … stand
   * for; 0 is none. Otherwise NULL. */
  const char *const *words;
  int word_count;
  bool numbered; /* the words are for people: rules and bots use the numbers */
  int own; /* of a memory: the numbers of each seat, which no other seat sees;
              otherwise 0 */
  const MovePart
      *part; /* of the native game; NULL where its rules do not run */
  const FieldKind *kind; /* cards, dice, a score, …; NULL if it is none, and
                            where its rules do not run */
} Field;

enum { FIELD_MARKS_MAX = 256 }; /* bytes */

/* Numbers that tell what matters about a position, for learning
 * (Rules.features): a board, row by row, or a list. Numbers of boards from 1 on
 * are those of seats; a list that is about the seats has as many numbers for
 * each. */
typedef struct Feature {
  const char *name;
  int columns, rows; /* of a board; a list has no rows */
} Feature;

enum { FEATURES_MAX = 8, FEATURE_NUMBERS = 64 /* of a list */ };

static inline int feature_count(const Feature *f) {
  return f->rows ? f->columns * f->rows : f->columns;
}

/* The word that a number of a field with words stands for; NULL if it is none.
 * The number may come from anywhere. */
static inline const char *field_word(const Field *f, int32_t number) {
  return number > 0 && number <= f->word_count ? f->words[number - 1] : NULL;
}

/* The number of a word, or 0. */
int32_t field_number(const Field *f, const char *word);

/* The character that draws a value of a board, and its size in bytes; NULL if
 * it has none. */
const char *field_mark(const Field *f, int32_t value, size_t *size);

/* ---- what the author of a game writes ------------------------------------*/

typedef struct Rules {
  const char *name;       /* as in a spec */
  const char *title;      /* as on the box */
  const char *summary;    /* one line */
  const char *text;       /* rules and notation for a player, in a few lines */
  const char *rules_page; /* the complete rules, RULES.md; or NULL */
  const char *example;    /* legal moves from the first position */
  const Option *options;
  size_t game_size; /* of the game's own struct, which begins with a Game */

  /* Required functions. Unless stated otherwise, they are called only while the
   * game is in progress. */

  /* Fills in the part of Game that belongs to the rules, from game->option.
   * Fails if options that are valid alone do not fit together; the message
   * begins with the game's name. */
  bool (*open)(Game *game, Error *error);
  /* Sets up the first position in bytes that are all zero: seat 0 to move,
   * outcome PLAYING. Draws from rng only if game->random_start. */
  void (*start)(const Game *game, State *state, Rng *rng);
  /* Lists the legal moves, each once, and returns their number, which is at
   * least 1. */
  int (*moves)(const Game *game, const State *state, Move *moves);
  /* Plays a legal move: updates the position, the seat to move and the
   * outcome. */
  void (*play)(const Game *game, State *state, Move move);
  /* Writes a legal move in the game's notation. */
  void (*format)(const Game *game, const State *state, Move move,
                 char text[MOVE_TEXT]);
  /* Reads a legal move in any accepted notation. For other text the message
   * gives every reason why it is not one. game_parse handles passing. */
  bool (*parse)(const Game *game, const State *state, const char *text,
                Move *move, Error *error);
  /* Draws the board with characters. Also called when the game is over. */
  void (*draw)(const Game *game, const State *state, FILE *out);
  /* Changes one thing in a position, for game_edit; `set_help` lists the keys
   * and values. Until finish_edit the outcome is PLAYING. */
  bool (*set)(const Game *game, State *state, const char *key,
              const char *value, Error *error);
  const char *set_help;
  /* Completes an edited position: recomputes what follows from it, above all
   * the outcome, as if the seat before state->seat had just moved. Fails if the
   * position makes no sense; it need not be reachable by legal moves. */
  bool (*finish_edit)(const Game *game, State *state, Error *error);

  /* Optional functions and tables. */

  /* Writes a position the way `set` reads it: settings that each begin with a
   * space, such as " b2=112 hand1=3", and that turn any position of this game
   * into this one, byte for byte, once its seat is set as well. Where nature
   * moves, they set the seat themselves. Returns false for a position that
   * settings cannot express. */
  bool (*settings)(const Game *game, const State *state, FILE *out);
  /* Takes a seat out of a game in progress: its pieces leave the board and its
   * hand, it has no more turns and cannot win, and the others play on. If it is
   * the turn of this seat, the next one moves. For variants with fewer players
   * than their base. */
  void (*withdraw)(const Game *game, State *state, int seat);
  /* Whether that has happened: nobody may give such a seat the turn. A game
   * with `withdraw` has it as well. */
  bool (*has_withdrawn)(const Game *game, const State *state, int seat);
  /* What bots and scripts can ask about a position, ended by an entry without a
   * name. */
  const Accessor *accessors;
  /* Answers a question of the table `accessors`, for rules that run in another
   * process; without it Accessor.query does. See accessor_ask. */
  bool (*ask)(const Game *game, const State *state, const Accessor *accessor,
              const Arg args[], Answer *answer, Error *error);
  /* The parts of a move, ended by an entry without a key. */
  const MovePart *parts;
  /* Adds the parts of a move, for rules that come from a file or run in another
   * process; without it the table `parts` does. See game_describe. */
  void (*describe)(const Game *game, const State *state, Move move,
                   Parts *parts);
  /* The keys that `describe` can give besides those of `parts` and of the base
   * game, ended by NULL; or NULL. */
  const char *const *part_keys;
  /* Adds a picture of a position to an empty scene. A variant's has to show
   * what `draw` does. */
  void (*scene)(const Game *game, const State *state, Scene *scene);
  /* Writes the score of every seat: points from -SCORE_MAX to SCORE_MAX, of
   * which three decimals are kept (score.h). Called in any position, also when
   * the game is over. Only a game that has scores has this function. */
  void (*score)(const Game *game, const State *state, double score[]);
  /* Frees what `open` allocated, but not the Game itself. */
  void (*close)(Game *game);
  /* Writes how likely each of nature's moves is, as listed by `moves`: weights
   * of at least 1, whose sum is at most UINT32_MAX. Without it all are equally
   * likely. */
  void (*weights)(const Game *game, const State *state, const Move moves[],
                  int count, uint32_t weight[]);
  /* The seat whose turn follows where nature moves. */
  int (*turn)(const Game *game, const State *state);

  /* Optional, for games in which seats do not see everything. Turns a copy of
   * a position into what a seat knows of it: everything that it does not see
   * gets a value that says nothing. The moves of the seat to move depend on
   * what it sees only. Any seat may ask, whoever is to move. */
  void (*observe)(const Game *game, State *state, int seat);
  /* Optional: completes such a copy by what the seat cannot exclude, drawn from
   * rng. */
  void (*redraw)(const Game *game, State *state, int seat, Rng *rng);

  /* Optional, for speed: without them boardlab computes the same results from
   * the functions above. */

  /* Whether any number except MOVE_PASS is a legal move. */
  bool (*legal)(const Game *game, const State *state, Move move);
  /* A hash of a position. It may treat positions that differ only by a symmetry
   * as equal. */
  uint64_t (*hash)(const Game *game, const State *state);
  /* Writes game->key_size bytes that identify a position up to symmetry:
   * solve.h takes positions with the same key for the same. Two positions may
   * share a key only if perfect play has the same result for the side to move
   * in both, in the same number of plies. They then have equally many legal
   * moves, which lead to the same keys and outcomes: the positions differ by a
   * shift, a reflection, by which seat is which, or in what no longer matters.
   * Not called if key_size is 0. conform.h checks this. */
  void (*key)(const Game *game, const State *state, void *key);
  /* The number of legal moves. */
  int (*count)(const Game *game, const State *state);
  /* A legal move, uniformly at random; one of nature's by its weight. */
  Move (*random_move)(const Game *game, const State *state, Rng *rng);
  /* Plays such moves until the game is over or max_plies have been played.
   * Returns the number of plies. */
  int (*playout)(const Game *game, State *state, Rng *rng, int max_plies);
  /* The same, and adds every move and the number of legal moves to *played.
   * While `playout` may draw from rng as it likes, this one draws each move as
   * `random_move` does: the result is that of game_counted_playout_by_moves.
   */
  void (*counted_playout)(const Game *game, State *state, Rng *rng,
                          int max_plies, MovesPlayed *played);

  /* Optional, for rules that can keep values outside of positions: forgets what
   * earlier games have left behind. */
  void (*renew)(const Game *game);
  /* Optional, for rules whose work is counted: the instructions so far. Not for
   * those that run in another process. */
  int64_t (*work)(const Game *game);

  /* Optional, for search: a heuristic evaluation of a position. Writes one
   * value per side, its chance of winning; the values sum to 1. */
  void (*evaluate)(const Game *game, const State *state, double value[]);
  /* Optional, for speed: evaluates the positions after `count` legal moves for
   * one side. Sets value[i] to exactly what `evaluate` gives for the position
   * after moves[i], or to a negative number to have that move played and its
   * position evaluated, above all if it ends the game. */
  void (*evaluate_moves)(const Game *game, const State *state,
                         const Move moves[], int count, int side,
                         double value[]);
  /* The exploration constant that suits `evaluate` (eval.h); 0 for the
   * default. */
  double exploration;
  /* Optional, for learning: writes the numbers of game->feature, one after the
   * other. */
  void (*features)(const Game *game, const State *state, int32_t number[]);
} Rules;

struct Game {
  const Rules *rules;
  int option[OPTIONS_MAX]; /* values of rules->options, in that order */
  char spec[SPEC_TEXT];    /* the shortest spec of this game */

  /* Filled in by Rules.open. */
  int seats;
  int sides; /* sides win or lose; 0 means that every seat is its own side */
  uint8_t side[SEATS_MAX]; /* of each seat; initially each is its own */
  size_t state_size;
  size_t key_size;   /* bytes that rules->key writes; 0 for no key, and in games
                        with chance */
  int max_moves;     /* no position has more legal moves than this */
  int max_plies;     /* default ply limit; nearly all games end before it */
  bool random_start; /* the first position is chosen at random */
  bool has_chance;   /* nature moves in some positions */
  /* Of a board whose cell in column c and row r, from 0, has the number
   * r * row_cells + c: for game_write_cell and the like (accessor.h). */
  int columns, rows, row_cells;
  int features; /* that rules->features writes */
  Feature feature[FEATURES_MAX];

  /* For rules from a file. */
  const Game *base;      /* of a variant: the game it changes; or NULL */
  size_t base_offset;    /* where the base game's state begins in this one's */
  size_t holder_offset;  /* where it has a byte for each seat of the base: the
                            seat that plays it, or one that does not exist */
  bool keeps_symmetries; /* of a variant: those that its base declares */
  const Field *fields;   /* ended by one without a name; or NULL */
  uint64_t sources;      /* a hash of what its files contain */
  Error *fault; /* set when a rule has failed; or NULL, see game_can_fail */
  const JobRunner *remote; /* of rules that run in another process; or NULL */

  /* Set by whoever has searches that another thread may stop: when it becomes
   * true, a bot or an oracle ends its search, and fails. NULL: never. */
  const atomic_bool *stop;
  /* The same, but a bot ends its search as when its time is up, with the best
   * move so far. Not of rules in another process, nor of bots from files. */
  const atomic_bool *hurry;

  /* Managed by game_open. */
  Rules *own_rules;    /* with other texts, see game_set_texts; or NULL */
  State *first;        /* the first position; NULL if random_start */
  uint64_t first_hash; /* of its bytes */
  MoveLists *lists;    /* see game_borrow_list */
  State *seen; /* memory for what a bot sees; NULL if it is everything */
};

/* A 64-bit hash of bytes, the same in every process. */
uint64_t game_hash_bytes(const void *bytes, size_t size);

/* ---- opening a game ------------------------------------------------------*/

/* The built-in games, ended by NULL (core/games/games.c). */
extern const Rules *const game_rules[];
const Rules *game_find_rules(const char *name); /* or NULL */

/* Opens the game that a spec names. Returns NULL on failure, with the code
 * ERROR_UNKNOWN_GAME if there is no game with this name. The caller closes it.
 */
Game *game_open(const char *spec, Error *error);
void game_close(Game *game);

/* Gives a game other texts than its rules have; NULL leaves one as it is. */
void game_set_texts(Game *game, const char *title, const char *summary,
                    const char *text, const char *example);

/* How moves are written: the last sentences of the rules' text, which begin
 * with "Moves:". A variant that says nothing about it writes them as its base
 * does. NULL if nothing is said. */
const char *game_notation(const Game *game);

/* The bytes that a game has allocated, without those of its base. */
size_t game_memory(const Game *game);

/* Whether rules can fail: they come from a file, or run in another process. */
static inline bool game_can_fail(const Game *game) {
  return game->fault;
}

/* The error of a rule that has failed, or NULL, and its message. Rules from a
 * file can fail at any time; from then on every move ends the game in a draw,
 * so that no loop runs forever. Code that plays games checks this at the latest
 * when a game is over and reports the message. */
static inline const Error *game_failure(const Game *game) {
  for (; game; game = game->base)
    if (game_can_fail(game) && error_is_set(game->fault))
      return game->fault;
  return NULL;
}
static inline const char *game_fault(const Game *game) {
  const Error *failure = game_failure(game);
  return failure ? failure->message : NULL;
}

/* The innermost base of a variant, or the game itself. The second moves *state
 * to that game's part of the state. */
const Game *game_innermost(const Game *game);
const Game *game_native(const Game *game, const State **state);

/* Finds a field by name in this game or its base games, and its offset in this
 * game's state. NULL if there is none. */
const Field *game_field(const Game *game, const char *name, size_t *offset);

/* The seats on the same side as this seat, as bits. */
uint16_t game_team(const Game *game, int seat);

/* ---- positions -----------------------------------------------------------*/

/* A new first position (with random_start, always the same one), or a copy of a
 * position. The caller frees it. */
State *game_start(const Game *game);
State *game_copy(const Game *game, const State *state);

static inline void game_assign(const Game *game, State *to, const State *from) {
  memcpy(to, from, game->state_size);
}

/* Makes sure that no game depends on those played before: call it before each
 * game whose result is recorded. NULL is allowed. */
static inline void game_renew(const Game *game) {
  if (game && game->rules->renew)
    game->rules->renew(game);
}

/* Sets up the first position. With random_start it is drawn from rng. */
static inline void game_begin(const Game *game, State *state, Rng *rng) {
  if (game->first) {
    game_assign(game, state, game->first);
    return;
  }
  memset(state, 0, game->state_size);
  game->rules->start(game, state, rng);
}

static inline bool game_is_urgent(const Game *game) {
  return game->hurry && atomic_load_explicit(game->hurry, memory_order_relaxed);
}

/* Whether seats do not see everything. */
static inline bool game_hides(const Game *game) {
  return game->rules->observe != NULL;
}

/* Turns a position into what a seat sees of it, if the game hides anything. */
static inline void game_observe(const Game *game, State *state, int seat) {
  if (game->rules->observe)
    game->rules->observe(game, state, seat);
}

/* Turns a position into one that the seat cannot tell from it, drawn from rng;
 * into what it sees if the rules have no `redraw`. */
void game_imagine(const Game *game, State *state, int seat, Rng *rng);

/* A hash that is equal for equal positions, in every process. */
uint64_t game_hash(const Game *game, const State *state);

/* A hash of the bytes of a position with which a game has begun. Unlike
 * game_hash it also differs for positions that a symmetry makes equal. */
static inline uint64_t game_first_hash(const Game *game, const State *first) {
  return game->first ? game->first_hash
                     : game_hash_bytes(first, game->state_size);
}

/* Draws the board, and writes whose turn it is or how the game ended. Control
 * characters from rule files, except tabs, are replaced by question marks. */
void game_draw(const Game *game, const State *state, FILE *out);

/* Writes "seat 1 wins", "seats 2 and 4 win" or "nobody wins"; bit s of
 * `winners` is set for each seat s that has won. */
enum { WINNERS_TEXT = 96 };
void winners_format(unsigned winners, char text[WINNERS_TEXT]);

/* The same of a game that was played to its end: "the game is lost" if nobody
 * wins. */
void result_format(unsigned winners, char text[WINNERS_TEXT]);

/* The seats of a side, one bit for each, and how they are called: "seat 1" or
 * "seats 2 and 4". Returns whether a verb after it is in the plural. */
unsigned seats_of_side(const uint8_t side[], int seats, int which);
bool seats_format(unsigned seats, char text[WINNERS_TEXT]);

/* Writes "seat 1" or "nature": who moves next. */
enum { MOVER_TEXT = 16 };
void game_name_mover(const State *state, char text[MOVER_TEXT]);

/* Edits a position by settings separated by spaces, such as "seat=2 b2=112".
 * Every game knows `seat`; rules->set handles the other keys. On failure the
 * position is unchanged. */
bool game_edit(const Game *game, State *state, const char *settings,
               Error *error);

/* Returns the settings that turn any position of this game into this one, byte
 * for byte, such as "seat=2 b2=112 hand1=3". Returns NULL if the rules cannot
 * write this position that way. The caller frees it. */
char *game_settings(const Game *game, const State *state);

/* ---- moves ---------------------------------------------------------------*/

/* Lists the legal moves in an array of game->max_moves and returns their
 * number, which is 0 when the game is over. */
static inline int game_moves(const Game *game, const State *state,
                             Move *moves) {
  return state->outcome == PLAYING ? game->rules->moves(game, state, moves) : 0;
}

/* The number of legal moves; 0 when the game is over. */
int game_count(const Game *game, const State *state);

/* Whether an arbitrary number is a legal move. */
bool game_legal(const Game *game, const State *state, Move move);

/* Plays a legal move. Check moves from outside with game_legal or game_parse.
 */
static inline void game_play(const Game *game, State *state, Move move) {
  game->rules->play(game, state, move);
}

static inline bool game_is_chance(const State *state) {
  return state->outcome == PLAYING && state->seat == NATURE;
}

/* The seat to move as users see it: from 1 on, and 0 for nature. */
static inline int game_seat_number(const State *state) {
  return state->seat == NATURE ? 0 : state->seat + 1;
}

/* The seat whose turn it is, or follows nature's move; -1 if the rules do not
 * say who follows. The game must be in progress. */
static inline int game_turn(const Game *game, const State *state) {
  return state->seat != NATURE ? state->seat
         : game->rules->turn   ? game->rules->turn(game, state)
                               : -1;
}

/* Whether the rules of this game may have made such a position: its seat, its
 * outcome and its winners exist. */
static inline bool game_head_is_valid(const Game *game, const State *state) {
  bool seat =
      state->seat < game->seats || (game->has_chance && state->seat == NATURE);
  return seat && state->outcome <= DRAW && state->winners >> game->seats == 0 &&
         (!state->by_score || state->outcome != PLAYING);
}

/* Writes the weights of nature's moves, as listed by game_moves, and returns
 * their sum. */
uint32_t game_weights(const Game *game, const State *state, const Move moves[],
                      int count, uint32_t weight[]);

/* A legal move, uniformly at random; one of nature's by its weight. The game
 * must be in progress. */
Move game_random_move(const Game *game, const State *state, Rng *rng);

/* Plays random moves until the game is over or max_plies have been played.
 * Returns the number of plies. game_playout uses the rules' own faster playout
 * if there is one; game_playout_by_moves never does. */
int game_playout_by_moves(const Game *game, State *state, Rng *rng,
                          int max_plies);

static inline int game_playout(const Game *game, State *state, Rng *rng,
                               int max_plies) {
  return game->rules->playout
             ? game->rules->playout(game, state, rng, max_plies)
             : game_playout_by_moves(game, state, rng, max_plies);
}

/* Plays the same moves as random bots would, at most max_plies, and adds them
 * to *played: for runs, which record how many moves were legal at every ply. As
 * above, the second function does without the rules' own faster one. */
void game_counted_playout(const Game *game, State *state, Rng *rng,
                          int max_plies, MovesPlayed *played);
void game_counted_playout_by_moves(const Game *game, State *state, Rng *rng,
                                   int max_plies, MovesPlayed *played);

/* Writes a legal move as text. */
void game_format(const Game *game, const State *state, Move move,
                 char text[MOVE_TEXT]);

/* Reads a legal move. For other text the message says what is wrong with it. */
bool game_parse(const Game *game, const State *state, const char *text,
                Move *move, Error *error);

/* Plays moves separated by white space, such as "e2 e8 e3h". If one cannot be
 * played, the message says which, and the state is the position before it. */
bool game_play_line(const Game *game, State *state, const char *line,
                    Error *error);

/* The same for callers that keep positions their own way: parses each move in
 * the position that *state points to and passes it to `play`, which plays it
 * and may change *state; NULL for game_play. Stops at the first move that is
 * illegal or for which `play` returns false. */
typedef bool MovePlayer(void *context, Move move, Error *error);
bool game_play_each(const Game *game, State *const *state, const char *line,
                    MovePlayer *play, void *context, Error *error);

/* ---- for rules -----------------------------------------------------------*/

/* End the game. Without winners all have lost, as players who play together
 * against the game may. */
static inline void state_set_win(State *state, uint16_t winners) {
  state->outcome = WIN;
  state->by_score = false;
  state->winners = winners;
}

static inline void state_set_draw(State *state) {
  state->outcome = DRAW;
  state->by_score = false;
  state->winners = 0;
}

/* Continues it. */
static inline void state_set_playing(State *state) {
  state->outcome = PLAYING;
  state->by_score = false;
  state->winners = 0;
}

/* The seats after and before the one to move. */
static inline uint8_t game_next_seat(const Game *game, const State *state) {
  return (uint8_t)(state->seat + 1 == game->seats ? 0 : state->seat + 1);
}

static inline int game_previous_seat(const Game *game, const State *state) {
  return state->seat == 0 ? game->seats - 1 : state->seat - 1;
}

/* For Rules.parse, which collects in `why` the reasons why a move is illegal:
 * returns true if there are none, otherwise reports them. */
bool game_parse_result(const char *text, const Error *why, Error *error);

/* For Rules.set: reports a key that the game does not have. Returns false. */
bool game_refuse_key(const Game *game, const char *key, Error *error);

/* For Rules.set: reads a value that is a number from 0 to `most`. */
bool game_set_count(const char *key, const char *value, int most,
                    uint8_t *count, Error *error);

/* Working memory for a list of game->max_moves moves. The game allocates it on
 * opening, so that neither the stack nor the heap has to hold a list whose size
 * comes from a file. Return lists in the reverse order of borrowing. At most
 * GAME_LISTS may be borrowed at a time, or the process ends: the Lua host
 * limits how deep rules that call each other can nest. The contents of a
 * returned list remain valid until the next call of a game_ function that may
 * borrow one. */
enum { GAME_LISTS = 16 };
Move *game_borrow_list(const Game *game);
void game_return_list(const Game *game);

/* The number of legal moves, and one of them uniformly at random, by listing
 * them all: for rules without a faster way. The game must be in progress. */
int game_count_by_list(const Game *game, const State *state);
Move game_random_move_by_list(const Game *game, const State *state, Rng *rng);

#endif
