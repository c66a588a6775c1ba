/* A match: one game between bots, from its first position to its end. */
#ifndef BOARDLAB_CORE_GAME_MATCH_H
#define BOARDLAB_CORE_GAME_MATCH_H

#include "core/game/bot.h"
#include "core/game/score.h"

/* Which game this thread is playing, and how far it has come. For people only:
 * it is shown beside what a file prints. Nothing may depend on it. Every ply
 * sets it. The initial-exec model avoids a function call to find it, also in
 * the shared module. */
typedef struct Moment {
  int64_t game; /* its number in the run, or NO_GAME */
  int ply;      /* of the move that is being chosen or played; 0: none is */
} Moment;

enum { NO_GAME = -1 };

extern _Thread_local Moment moment __attribute__((tls_model("initial-exec")));

/* How a match ended. A match that reaches the ply limit is truncated: neither
 * won nor drawn. A bot that fails forfeits: if there are two sides the other
 * one wins, otherwise nobody does. */
typedef enum MatchEnd {
  MATCH_WIN,
  MATCH_DRAW,
  MATCH_TRUNCATED,
  MATCH_FORFEIT
} MatchEnd;

enum { MATCH_ENDS = MATCH_FORFEIT + 1 };

extern const char *const match_end_names[]; /* "win", "draw", … */

/* The name of a MATCH_WIN without winners: all have lost. */
#define MATCH_LOSS_NAME "loss"

/* What is counted of the moves of a match. */
#define MOVES_PLAYED                                                           \
  uint64_t hash; /* of the first position and all moves, see below */          \
  int plies, passes;                                                           \
  int rolls;      /* plies in which nature moved */                            \
  uint16_t moved; /* bit s: seat s has moved, other than by passing */         \
  /* In a Match, the following are counted only if it has callbacks. */        \
  int branching_max;    /* the most legal moves at one ply */                  \
  uint64_t legal_moves; /* summed over all plies, without rolls */

struct MovesPlayed {
  MOVES_PLAYED
};

/* How long a bot has thought, in nanoseconds. */
typedef struct MoveTimes {
  uint64_t moves, ns, most_ns; /* of all moves, and of one */
} MoveTimes;

typedef struct Match {
  MatchEnd end;
  uint16_t winners; /* bit s is set for each seat s that has won */
  int forfeiter;    /* the seat that forfeited or resigned; -1 if none */
  union {
    MovesPlayed played;
    struct {
      MOVES_PLAYED
    };
  };
  uint64_t nodes[SEATS_MAX];  /* positions searched by the bot in each seat, if
                                 the match has callbacks */
  MoveTimes times[SEATS_MAX]; /* only if the callbacks ask for them; they differ
                                 each time and must not be recorded */
  /* In the last position, in thousandths (score.h); 0 in games without scores.
   */
  int32_t score[SEATS_MAX];
  uint8_t place[SEATS_MAX]; /* in games that have places (turns.h) and were
                               played to their end; or 0 */
  uint16_t full; /* bit s: a search of seat s reached its limit of memory */
} Match;

/* `turn` (or NULL) is called before each move is played, with the number of
 * legal moves, which is 0 for a roll: nobody chooses it. Passing callbacks
 * costs counting the legal moves at every ply, even if `turn` is NULL. */
typedef struct MatchCallbacks {
  void (*turn)(void *context, const Game *game, const State *state, Move move,
               int legal);
  void *context;
  bool times;     /* whether to measure Match.times */
  bool uncounted; /* nobody needs the number of legal moves: it is 0 */
  Move *moves;    /* where to write all moves, with room for max_plies; or NULL
                   */
} MatchCallbacks;

/* Plays a game with bots[seat] in each seat and stops after max_plies. The
 * start, nature and the bots draw from rng (see match_bots_stream). `state` is
 * the caller's memory for a position and holds the last one afterwards.
 * `callbacks` may be NULL. Fails only if the rules themselves fail, or if the
 * system has no memory left for a bot: with more memory the bot might have won,
 * so that is no result. A forfeit is not a failure, but `error` then holds the
 * reason for it. */
bool match_play(const Game *game, Bot *const bots[], Rng *rng, int max_plies,
                State *state, const MatchCallbacks *callbacks, Match *match,
                Error *error);

/* Where the opening of a match comes from, so that several matches can begin
 * alike: a random start is drawn from `rng`, and after it `plies` moves. These
 * are moves of the match as any other. */
typedef struct Opening {
  Rng rng;
  int plies; /* less than the ply limit */
} Opening;

/* The same from an opening, from whose stream nature draws as well; only the
 * bots draw from rng. An opening in which
 * the game ends is drawn again, with the same start. Fails also if that has
 * happened OPENING_TRIES times. */
enum { OPENING_TRIES = 1000 };
bool match_play_opening(const Game *game, Bot *const bots[],
                        const Opening *opening, Rng *rng, int max_plies,
                        State *state, const MatchCallbacks *callbacks,
                        Match *match, Error *error);

/* How a match ended, in files: "win", "loss", "draw", … */
const char *match_outcome(const Match *match);

/* Note in `match` how it ended: in this position, or since a seat forfeits or
 * resigns. */
void match_set_end(const State *last, Match *match);
void match_set_forfeit(const Game *game, int seat, Match *match);

void match_set_resigned(const Game *game, int seat, Match *match);

/* Whether a human has resigned. If there are two sides, the other one has won;
 * otherwise the match is truncated: it had no result yet. */
static inline bool match_is_resigned(const Match *match) {
  return match->forfeiter >= 0 && match->end != MATCH_FORFEIT;
}

/* The reason of that, in files. */
#define MATCH_RESIGNED "resigned"

/* The stream that the bots draw from, where `nature` is the one that the start
 * has been drawn from: the same, or `own`, which is then seeded from it. In a
 * game of chance or with hidden information a bot could otherwise work out from
 * its random numbers what was dealt and what will be rolled, and change the
 * rolls by drawing more of them. Players at random do not: they and nature may
 * share a stream, so that random games are played in one go. bots[seat] is NULL
 * for a human. */
Rng *match_bots_stream(const Game *game, Bot *const bots[], Rng *nature,
                       Rng *own);

static inline void times_add(MoveTimes *sum, const MoveTimes *more) {
  sum->moves += more->moves;
  sum->ns += more->ns;
  if (more->most_ns > sum->most_ns)
    sum->most_ns = more->most_ns;
}

/* ---- moves played --------------------------------------------------------*/

/* Two matches of one game have the same hash if they begin in the same position
 * and have the same moves, passes included; otherwise their hashes differ,
 * except for one pair in 2^64. A hash is the same in every process and on every
 * little-endian machine: it is of the bytes of a state and the numbers of the
 * moves. It is uniformly distributed, which distinct.h relies on. */
static inline uint64_t match_hash_begin(const Game *game, const State *first) {
  return game_first_hash(game, first);
}

/* Adds a move. For each move this is a permutation of all hashes, so two hashes
 * that differ do so after the same moves as well. */
static inline void match_hash_add(uint64_t *hash, Move move) {
  uint64_t mixed = (*hash ^ move) * 0xd6e8feb86659fd93u;
  *hash = mixed ^ (mixed >> 32);
}

/* The bit of a seat that has moved; 0 for nature. */
static inline uint16_t match_mover(int seat) {
  return (uint16_t)(seat == NATURE ? 0 : 1u << seat);
}

/* Adds a roll. */
static inline void moves_played_add_roll(MovesPlayed *played, Move move) {
  match_hash_add(&played->hash, move);
  played->rolls++;
  played->plies++;
}

/* Adds a move of a seat, one of `legal` moves. */
static inline void moves_played_add(MovesPlayed *played, int seat, Move move,
                                    int legal) {
  match_hash_add(&played->hash, move);
  played->legal_moves += (uint64_t)legal;
  if (legal > played->branching_max)
    played->branching_max = legal;
  if (move == MOVE_PASS)
    played->passes++;
  else
    played->moved |= match_mover(seat);
  played->plies++;
}

/* The hash after the last move: spreads every bit over all others, by the
 * finalizer of MurmurHash3 (Appleby 2011). */
static inline uint64_t match_hash_end(uint64_t hash) {
  hash = (hash ^ (hash >> 33)) * 0xff51afd7ed558ccdu;
  hash = (hash ^ (hash >> 33)) * 0xc4ceb9fe1a85ec53u;
  return hash ^ (hash >> 33);
}

/* The moves of a match as a line of text, to say how it came to a position.
 * Each has a space before it. Of a long match only the last moves are kept.
 * Zero-initialize before first use. */
typedef struct MovesLine {
  char text[800];
  size_t used;
  bool cut; /* the first moves are left out */
} MovesLine;

/* MatchCallbacks.turn with a MovesLine as its context. */
void moves_line_add(void *context, const Game *game, const State *state,
                    Move move, int legal);

/* Adds a line such as "after Sc3 Md2" to the traceback of an error; if there is
 * little room, with the last moves only. */
void moves_line_explain(const MovesLine *line, Error *error);

#endif
