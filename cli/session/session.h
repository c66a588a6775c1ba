/* A game being played by humans and bots: its seats, its moves, and the moves
 * that were taken back.
 *
 * A session prints nothing. It notes in its file how long moves take, and how
 * often humans take moves back and ask for hints. Bots use the random stream
 * (seed, index) of the game as in a run, so a game between bots alone is the
 * one that `boardlab simulate` plays with the same seed. A session owns its
 * game file, states and bots, and is used by one thread. */
#ifndef BOARDLAB_CLI_SESSION_SESSION_H
#define BOARDLAB_CLI_SESSION_SESSION_H

#include "core/game/bot.h"
#include "core/game/gamefile.h"
#include "core/search/mcts.h"
#include <stdatomic.h>

typedef struct Session {
  GameFile file;
  int total;      /* moves including those taken back */
  State *state;   /* after file.count moves */
  State *before;  /* one move earlier, if there is one */
  State *scratch; /* for computing other positions */
  bool human[SEATS_MAX];
  Bot *bot[SEATS_MAX]; /* NULL for a human, or if bots are not opened */
  bool enters_rolls;   /* a human says what nature does */
  Rng rng, bots_rng;   /* bots draw from their own, if bots_apart */
  bool bots_apart;
  int told;      /* moves that the bots know of */
  int64_t since; /* when the position was reached, in nanoseconds */
  Error failure; /* why a bot forfeited */
  Error unused; /* why weights beside the game are not used, if there are any */
} Session;

/* Whether its bots are opened; those of a session whose bots think elsewhere
 * are not: session_bot_move is then not called. */
typedef enum SessionBots { BOTS_HERE, BOTS_ELSEWHERE } SessionBots;

/* A seed that differs each time, and is short enough to type. */
int64_t session_random_seed(void);

/* Opens a session on a game file, which it takes over even if it fails. The
 * first `count` seats are named by `seats`, further seats by the file. If none
 * of these is human, the first seat named by neither is; mcts plays the
 * remaining ones. */
bool session_open(Session *s, GameFile *file, const char *const seats[],
                  int count, SessionBots bots, Error *error);
void session_close(Session *s);

/* Whether the game is over, by its rules, a resignation or a forfeit. */
bool session_over(const Session *s);
bool session_has_human(const Session *s);

/* Whether a game between bots alone has reached the ply limit, where a run
 * would truncate it. */
bool session_is_truncated(const Session *s);

/* Writes who plays a seat: "Ada", "human", "strong" or "mcts:iterations=500".
 */
void session_write_player(const Session *s, int seat, char text[SPEC_TEXT]);

/* Writes "seat 2 (mcts)", "seat 1 (Ada)" or "nature". */
enum { PLAYER_TEXT = SPEC_TEXT + 32 };
void session_name_player(const Session *s, int seat, char text[PLAYER_TEXT]);

/* How many humans there are; *last is one of them, unless it is NULL. */
int session_humans(const Session *s, int *last);

/* Plays a legal move, which has taken the time since the one before. Fails if
 * the rules fail; the move is then not played. */
bool session_play(Session *s, Move move, Error *error);

/* Plays moves separated by blanks; how long they took is not known. */
bool session_play_line(Session *s, const char *line, Error *error);

/* Finds the one legal move that a word may stand for: written in other letters
 * of case, or the beginning of its text. False if none or several are. */
bool session_guess_move(const Session *s, const char *word, Move *move,
                        char text[MOVE_TEXT]);

/* Finds the legal moves that a mistyped word may stand for: all that begin with
 * it, otherwise all that are nearest to it, in letters of any case. Returns
 * their number, 0 if it is more than GUESSES_MAX, and their distance from the
 * word. */
enum { GUESSES_MAX = 4 };
int session_guesses(const Session *s, const char *word,
                    char text[GUESSES_MAX][MOVE_TEXT], size_t *distance);

/* Whether a human is to move, or enters what nature does. */
bool session_is_human(const Session *s, const State *state);

/* Lets the bot to move choose a move, or draws nature's, without playing it. If
 * a bot fails it forfeits and the result is false; false without a forfeit if
 * the rules failed. */
bool session_bot_move(Session *s, Move *move);

/* ---- session_view.c: hidden information ----------------------------------*/

/* Whose view of the position is shown: that of the human to move, or of the
 * only human. Everything if the game hides nothing, is over, or no human
 * plays; nothing if several humans look on while nature or a bot moves. */
enum { VIEW_ALL = -1, VIEW_NONE = -2 };
int session_viewer(const Session *s);

/* Whether all humans may see a move of a bot or of nature, which is not played
 * yet: if what they see afterwards tells it from all others. Where the rules
 * hide something from them and cannot redraw it, that is not known, and none is
 * shown. */
bool session_shows_move(const Session *s, Move move);

/* How many of the last moves the next one reveals: those of a round in which
 * seats choose at the same time (core/game/turns.h), if it ends the round. */
int session_reveals(const Session *s);

/* Seeds a generator for what does not belong to the game, such as a hint. In a
 * game of chance or with hidden information it tells nothing of the deal. */
void session_seed_search(const Session *s, Rng *rng);

/* A seat resigns. */
void session_resign(Session *s, int seat);

/* session_undo goes back to the last turn of a human; if the last action was a
 * resignation, only that is undone. session_redo goes forward to the next such
 * turn. Both fail with a message if there is nothing to do. */
bool session_undo(Session *s, Error *error);
bool session_redo(Session *s, Error *error);

/* Goes to the position after so many moves, among those that were taken back as
 * well. Bots start over, as after an undo. */
void session_go_to(Session *s, int count);

/* Starts another game, with the random stream `index`. */
bool session_restart(Session *s, uint64_t index, Error *error);

/* Searches what the seat to move sees by MCTS. Returns the number of legal
 * moves and fills in at most `capacity` of them, best first; -1 with a message
 * if the search fails or *stop becomes true. */
enum { HINT_ITERATIONS = 10000 };
int session_hint(Session *s, uint64_t iterations, const atomic_bool *stop,
                 MctsMove list[], int capacity, Error *error);

#endif
