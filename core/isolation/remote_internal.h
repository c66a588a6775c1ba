/* Shared by the files of remote games.
 *
 *   remote_game.c       opening and closing
 *   remote_calls.c      calling the child
 *   remote_jobs.c       jobs, which are done in the child as a whole
 *   remote_positions.c  starting, playing and editing
 *   remote_moves.c      legal moves and their notation
 *   remote_views.c      drawings, scenes, accessors, hashes, evaluations */
#ifndef BOARDLAB_CORE_ISOLATION_REMOTE_INTERNAL_H
#define BOARDLAB_CORE_ISOLATION_REMOTE_INTERNAL_H

#include "core/game/job.h"
#include "core/isolation/remote.h"
#include "core/isolation/tables.h"

enum { LEVELS_MAX = 12 }; /* a game and the games it is based on */

typedef struct RemoteGame {
  Game game;
  Rules rules;
  Option options[OPTIONS_MAX + 1];
  Field fields[REMOTE_FIELDS_MAX + 1];
  const char *part_keys[PART_KEYS_MAX + 1];
  TextPool texts;
  Child *child; /* owned by the game of level 0 */
  int level;    /* 0, or how often to take its base */
  bool native;  /* in the child it is a built-in game */
  Error fault;
} RemoteGame;

static inline RemoteGame *remote_of(const Game *game) {
  return (RemoteGame *)game;
}

/* ---- remote_calls.c: in the child ----------------------------------------*/

extern State *remote_state; /* memory for a position of the game */

/* Read the game that a call is about, and the position it is given. */
Game *remote_get_level(Message *in);
Game *remote_get_position(Message *in, State **state);

/* Writes the fault of the rules, with which every result begins. */
void remote_put_fault(Message *out);

/* ---- remote_calls.c: in the parent ---------------------------------------*/

/* Begins a call about a position, or about none. */
Message *remote_begin_call(const Game *game, ChildFunction *function,
                           const State *state);

/* Calls the child. Returns NULL if it is dead. Rules that have failed still
 * give answers, as they do in this process. */
Message *remote_call(const Game *game);

/* Notes that the rules have failed, unless they have before. */
void remote_set_fault(const Game *game, const Error *why);

/* Whether the results could be read; if not, the rules have failed. */
bool remote_is_sane(const Game *game);

/* ---- remote_jobs.c -------------------------------------------------------*/

extern const JobRunner remote_jobs;

/* ---- the functions of Rules ----------------------------------------------*/

void remote_start(const Game *game, State *state, Rng *rng);
void remote_renew(const Game *game);
void remote_observe(const Game *game, State *state, int seat);
void remote_redraw(const Game *game, State *state, int seat, Rng *rng);
void remote_play(const Game *game, State *state, Move move);
int remote_playout(const Game *game, State *state, Rng *rng, int max_plies);
bool remote_set(const Game *game, State *state, const char *key,
                const char *value, Error *error);
bool remote_finish_edit(const Game *game, State *state, Error *error);
int remote_moves(const Game *game, const State *state, Move *moves);
int remote_count(const Game *game, const State *state);
int remote_turn(const Game *game, const State *state);
bool remote_legal(const Game *game, const State *state, Move move);
Move remote_random_move(const Game *game, const State *state, Rng *rng);
void remote_weights(const Game *game, const State *state, const Move moves[],
                    int count, uint32_t weight[]);
void remote_format(const Game *game, const State *state, Move move,
                   char text[MOVE_TEXT]);
bool remote_parse(const Game *game, const State *state, const char *text,
                  Move *move, Error *error);
void remote_describe(const Game *game, const State *state, Move move,
                     Parts *parts);
void remote_draw(const Game *game, const State *state, FILE *out);
bool remote_settings(const Game *game, const State *state, FILE *out);
void remote_scene(const Game *game, const State *state, Scene *scene);
bool remote_ask(const Game *game, const State *state, const Accessor *accessor,
                const Arg args[], Answer *answer, Error *error);
uint64_t remote_hash(const Game *game, const State *state);
void remote_score(const Game *game, const State *state, double score[]);
void remote_evaluate(const Game *game, const State *state, double value[]);

#endif
