/* What a thinker does, whatever it runs on: lets bots and nature move, searches
 * for hints, and evaluates positions.
 *
 * It has a game and bots of its own, opened from the text of a game file, and
 * follows the moves of the table, so that bots play as in `boardlab play`. What
 * it finds has the ticket of the question: the answer to a question that is no
 * longer asked is dropped by whoever compares the tickets. */
#ifndef BOARDLAB_CLI_TABLE_THINK_H
#define BOARDLAB_CLI_TABLE_THINK_H

#include "analysis/metrics/oracle.h"
#include "cli/session/session.h"
#include "core/base/source_hashes.h"

typedef enum ThinkKind { THINK_MOVE, THINK_HINT, THINK_VALUES } ThinkKind;

/* A question about a position: after `count` moves. */
typedef struct ThinkJob {
  ThinkKind kind;
  uint64_t ticket;
  uint64_t opened; /* another number: the game has to be opened again */
  char *text;      /* the game file without moves */
  uint64_t index;  /* of the random stream */
  char (*moves)[MOVE_TEXT];
  int count;
  int ply;             /* of the position to evaluate */
  uint64_t iterations; /* of a hint */
  int pause;           /* milliseconds before it begins */
} ThinkJob;

void think_job_free(ThinkJob *job);

/* A job as bytes, for whoever thinks in another instance of this program. The
 * caller frees what either returns. */
char *think_job_pack(const ThinkJob *job, size_t *size);
ThinkJob *think_job_unpack(const char *bytes);

typedef enum ThoughtKind {
  THOUGHT_WAITS,  /* for other tables to finish their searches */
  THOUGHT_BEGINS, /* now it is its turn */
  THOUGHT_MOVE,
  THOUGHT_FORFEIT, /* the bot in `seat` has failed */
  THOUGHT_HINT,
  THOUGHT_VALUES,
  THOUGHT_FAILED /* the game or a bot cannot be opened, or the rules failed */
} ThoughtKind;

enum { HINT_MOVES = 20 };

typedef struct HintMove {
  char text[MOVE_TEXT];
  double rate; /* the mean result of the side to move */
  uint64_t visits;
  bool proven;
} HintMove;

/* Where the random streams are after a move, in one game of those that were
 * played since the game was opened. */
typedef struct ThinkStreams {
  uint64_t opened, index; /* as in ThinkJob */
  Rng rng, bots_rng;
} ThinkStreams;

/* Has no pointers, so that it can be copied to another instance. */
typedef struct Thought {
  ThoughtKind kind;
  uint64_t ticket;
  Error error;          /* of THOUGHT_FORFEIT and THOUGHT_FAILED */
  int seat;             /* of THOUGHT_FORFEIT */
  char move[MOVE_TEXT]; /* of THOUGHT_MOVE; of THOUGHT_VALUES: the best one, or
                           empty if the search does not know it */
  bool full;            /* of THOUGHT_MOVE: Bot.full of who chose it */
  ThinkStreams streams; /* of THOUGHT_MOVE */
  bool done;            /* of THOUGHT_HINT: it will not get better */
  uint64_t iterations;
  int hint_count;
  HintMove hint[HINT_MOVES];
  bool known; /* of THOUGHT_VALUES: false if nobody can tell */
  double value[SEATS_MAX];
} Thought;

/* Zero-initialize except `post`. Only `stop` may be set from elsewhere: it ends
 * the search that is under way. */
typedef struct Thinking {
  void (*post)(void *context, Thought *thought); /* what is found meanwhile */
  void *context;
  atomic_bool stop;
  Session session;
  bool is_open;
  uint64_t opened;            /* of the job that the session was opened for */
  SourceHashes *rules, *bots; /* that they were loaded from */
  char (*moves)[MOVE_TEXT];
  int count; /* that the session has played */
  Oracle *oracle;
  /* Where an instance had got that was ended; `opened` is 0 if there was none.
   */
  ThinkStreams resumed;
} Thinking;

/* Posts a thought about a job. */
void think_post(Thinking *thinking, const ThinkJob *job, Thought *thought);

/* Answers a question. Returns whether there is something to say in the end,
 * which is then in `thought`. */
bool think(Thinking *thinking, ThinkJob *job, Thought *thought);
void thinking_close(Thinking *thinking);

#endif
