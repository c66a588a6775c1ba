/* A game being played at the terminal: who sits where, what was played, and
 * what was taken back.
 *
 * It prints nothing. Bots draw from the stream (seed, index) of the game as in
 * a run, so that bots alone play the game that `boardlab simulate` plays with
 * the same seed. */
#ifndef BOARDLAB_CLI_COMMANDS_SESSION_H
#define BOARDLAB_CLI_COMMANDS_SESSION_H

#include "core/game/bot.h"
#include "core/game/gamefile.h"
#include "core/search/mcts.h"

typedef struct Session {
  GameFile file;
  int known;           /* moves, with those that were taken back */
  State *state;        /* after all of file.moves */
  State *before;       /* the one before it, if there is a move */
  State *scratch;      /* for looking elsewhere */
  Bot *bot[SEATS_MAX]; /* NULL: a human */
  Rng rng;
  Error reason; /* why a bot has forfeited */
} Session;

#define SEAT_HUMAN "human"

/* Sits down at a game, which becomes the session's, also when it fails. The
 * first `count` seats are given by name; of the others those that the file
 * names are as it says. Else mcts plays, but the first of them is human if
 * nobody is. */
bool session_open(Session *s, GameFile *file, const char *const seats[],
                  int count, Error *error);
void session_close(Session *s);

/* Whether the game is over, by its rules or because somebody gave up. */
bool session_over(const Session *s);
bool session_has_human(const Session *s);

/* Plays a legal move; fails when the rules do, and then it has not been played.
 */
bool session_play(Session *s, Move move, Error *error);

/* Plays moves separated by blanks. */
bool session_play_line(Session *s, const char *line, Error *error);

/* Lets the bot whose turn it is choose. On failure it has forfeited, unless it
 * was the rules that failed. */
bool session_ask_bot(Session *s, Move *move);

/* The human to move gives up. */
void session_resign(Session *s);

/* Takes back all moves since the last human turn, or what was taken back last
 * is played again; false with a message if there is none. If somebody resigned,
 * only that is taken back; a bot that has forfeited would do so again. */
bool session_undo(Session *s, Error *error);
bool session_redo(Session *s, Error *error);

/* The next game, from the next stream. */
bool session_again(Session *s, Error *error);

/* Searches the position. Returns how many legal moves there are, of which
 * `room` at most are filled in, the best first; -1 with a message if it fails,
 * or if Ctrl-C stops it. */
enum { HINT_ITERATIONS = 10000 };
int session_hint(Session *s, MctsMove list[], int room, Error *error);

#endif
