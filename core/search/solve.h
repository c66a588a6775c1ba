/* Exact solving: the value of positions under perfect play.
 *
 * A depth-first search visits every position that can be reached, each once,
 * and determines whether its side to move wins, loses or draws, and in how many
 * plies: the winner wins as soon as possible, the loser loses as late as
 * possible. Where play can return to a position, the positions that can reach
 * each other form a strongly connected component (Tarjan 1972) and are solved
 * together by retrograde analysis (solve_scc.h); what neither side can win
 * there is a draw by endless play. Nothing is estimated, and no two positions
 * are identified by hash alone: whole keys are compared. Rules promise that
 * only positions of equal value share a key (Rules.key; without it, the key is
 * the state itself). Where the key comes from symmetries that a rule file
 * declares, a false declaration would make values wrong, so it is checked in
 * some positions first (conform_symmetries).
 *
 * The search does not look beyond a position in which the side to move can win
 * at once. When solve_position is asked about a position beyond one of these,
 * it solves that as well and adds it to the table.
 *
 * Only games of one or two sides can be solved. A win shared by both sides
 * counts as a draw. A Solver belongs to one thread, as its game does, and the
 * game must outlive it. */
#ifndef BOARDLAB_CORE_SEARCH_SOLVE_H
#define BOARDLAB_CORE_SEARCH_SOLVE_H

#include "core/game/game.h"
#include <stdatomic.h>

/* The result for the side to move. */
typedef enum GameValue { VALUE_LOSS = 1, VALUE_DRAW, VALUE_WIN } GameValue;

typedef struct SolvedValue {
  GameValue value;
  int plies; /* until the win or loss; 0 for a draw */
} SolvedValue;

enum { STEP_WORK = 20 };

typedef struct SolvePlan {
  size_t memory;      /* limit in bytes for everything */
  int64_t work;       /* limit on instructions of Lua rules, and on steps of
                         the search and moves that it looks at, each of which
                         counts as STEP_WORK instructions; 0: none */
  const char *advice; /* for the message when the limit is reached; or NULL */
  const char *plain_advice; /* when a declared symmetry is false; or NULL */
  bool plain; /* ignore Rules.key: do not merge symmetric positions */
  bool quick; /* leave a position at the first win found: values are exact, but
                 plies are only an upper bound for the winner */
  bool brief; /* for solution_find: the value is enough */
  int within; /* the same: a win that can be forced within that many plies, from
                 1 to FORCED_WIN_PLIES_MAX, is enough; or 0 */
  const char *file; /* for solution_find: saves here what a stopped search has
                       found, and continues from there; or NULL */
  const atomic_bool *stop; /* any thread may set it to stop; or NULL */
  /* Called about ten times per second while solving; or NULL. */
  void (*progress)(void *context, uint64_t positions, size_t bytes);
  void *context;
} SolvePlan;

typedef enum SolveStatus {
  SOLVE_DONE,
  SOLVE_STOPPED,
  SOLVE_FAILED
} SolveStatus;

typedef struct Solver Solver;

/* Opens a solver with nothing solved yet. Returns NULL with a message if the
 * game cannot be solved or memory runs out. The caller frees it with
 * solver_free; the plan is copied. */
Solver *solver_new(const Game *game, const SolvePlan *plan, Error *error);
void solver_free(Solver *solver);

/* Finds the value of a position in which the game is in progress, solving it if
 * needed. If solving was stopped or reached the memory limit, the message says
 * how far it got, and from then on only positions already solved are answered.
 */
SolveStatus solve_position(Solver *solver, const State *state,
                           SolvedValue *value, Error *error);

/* solver_mark remembers what is solved so far; solver_reset returns to that
 * state. It forgets everything solved since, and also that the memory limit was
 * reached: later results do not depend on what was forgotten. */
void solver_mark(Solver *solver);
void solver_reset(Solver *solver);

/* Saves a search that was stopped, with all that is solved, to continue it
 * later from the same position by the same build: solver_load restores it into
 * a new solver, and solver_continue ends what was under way. Files are for
 * those who wrote them: damage is noticed, malice is not. */
bool solver_save(Solver *solver, const State *first, const char *path,
                 Error *error);
bool solver_load(Solver *solver, const State *first, const char *path,
                 Error *error);
SolveStatus solver_continue(Solver *solver, Error *error);
bool solver_is_stopped(const Solver *solver);

/* The positions in the table, and the bytes taken from the limit. */
uint64_t solver_positions(const Solver *solver);
size_t solver_bytes(const Solver *solver);

/* A legal move and its value for the side that makes it. Plies include the move
 * itself. */
typedef struct SolvedMove {
  Move move;
  SolvedValue solved;
} SolvedMove;

/* Fills list[], which must hold game->max_moves entries, with all legal moves:
 * the best first, equals in the order of the game's own list. Solves what is
 * not solved yet. */
SolveStatus solve_moves(Solver *solver, const State *state, SolvedMove list[],
                        int *count, Error *error);

/* Negative if `one` is better for the side to move, 0 if they are equal. */
int solved_compare(SolvedValue one, SolvedValue other);

typedef enum LineEnd {
  LINE_OVER,   /* the line ends with the game */
  LINE_REPEATS /* the line returns to one of its positions */
} LineEnd;

/* A line of best play from a position: in each, the first of the best moves.
 * The caller frees *line. */
SolveStatus solve_line(Solver *solver, const State *state, Move **line,
                       int *count, LineEnd *end, Error *error);

#endif
