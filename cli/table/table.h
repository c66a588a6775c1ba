/* A game on the table: its rules, who plays, its moves, and what pages see of
 * it.
 *
 * A table is used by one thread, whose print sink it sets for what the rules
 * print, and never waits: it asks for what takes long, and is told later what
 * was found (think.h). What it runs on, and who thinks, is the business of
 * whoever opens it: threads in the studio (cli/studio/served.h), workers in a
 * page (cli/export). */
#ifndef BOARDLAB_CLI_TABLE_TABLE_H
#define BOARDLAB_CLI_TABLE_TABLE_H

#include "cli/table/think.h"
#include "core/base/error.h"
#include "core/game/game.h"
#include <jansson.h>

typedef struct Table Table;

/* A game on a table has at most so many plies, or as many as its ply limit if
 * that is larger. */
enum { TABLE_PLIES = 10000 };

/* What to put on a table: a spec with who plays, or a game file. */
typedef struct TablePlan {
  const char *game;             /* a spec; or NULL */
  const char *seats[SEATS_MAX]; /* "human" or a bot; NULL: as `play` does */
  int seat_count;
  uint64_t seed;
  const char *settings; /* of the first position; or NULL */
  const char *moves;    /* to play first; or NULL */
  const char *text;     /* a game file; or NULL */
  const char *name;     /* of that text, for messages; or NULL */
  int pace; /* milliseconds before each move of a bot, or PACE_AUTO */
} TablePlan;

enum {
  PACE_AUTO = -1,   /* as long as somebody needs to see what happens: */
  PACE_USUAL = 500, /* milliseconds */
  PACE_MAX = 10000
};

/* Reads a plan from {game, seats?, seed?, set?, moves?} or {text}, which it
 * borrows from. Without a seed it is a new one each time. */
bool table_read_plan(const json_t *body, TablePlan *plan, Error *error);

/* What a table reaches outside of itself. */
typedef struct TableOutside {
  void *context;
  /* Shows pages an event, as below. Takes the value over. */
  void (*publish)(void *context, const char *event, json_t *value);
  /* Whether a page shows the table: otherwise nothing is searched. */
  bool (*is_shown)(void *context);
  /* Asks for something else to be thought about, or for nothing (NULL). Takes
   * the job over. */
  void (*ask)(void *context, ThinkJob *job);
  /* A list of what was printed where that is done; a new reference. */
  json_t *(*printed)(void *context);
} TableOutside;

/* NULL with a message if the game cannot be opened. Bots are opened by whoever
 * thinks: if that fails, the view says so. Nothing is published yet. */
Table *table_open(const TablePlan *plan, const TableOutside *outside,
                  Error *error);
/* NULL is allowed. */
void table_close(Table *table);

/* The spec of its game. */
const char *table_spec(const Table *table);

/* Shows pages where the game is now. The events of a table:
 *
 *   view        View: the game, the position, the legal moves
 *   hint        {ply, iterations, done, moves: [{text, rate, visits, proven,
 *               parts}]}, best first; null when the position changes
 *   evaluation  {values: [[value per side] or null, …], best: [text or null,
 *               …]} by ply; null while off. The best move is not known between
 *               more than two sides
 *
 *   View = {
 *     "version": 17,           grows with every change
 *     "game": About,           see about.h
 *     "seats": ["human", "mcts:iterations=500"], "seed": 1, "index": 0,
 *     "begun": 0,              games begun on this table before this one
 *     "board": {"columns", "rows", "down", "hex"} or null,
 *     "frame": Frame, "before": Frame or null,   see frame_json.h; {"drawing"}
 *                              without a board
 *     "seat": 1,               to move; 0 for nature, null if the game is over
 *     "human": true,           whether the page has to move
 *     "moves": [{"text": "e2", "parts": {"kind": "pawn", "to": "e2"}}, …]
 *                              if human; a list is a list of texts
 *     "history": [[1, "e2"], …],       all moves, also those taken back
 *     "ply": 2,                moves that count
 *     "over": null or "seat 1 wins",
 *     "ending": null or {"winners": [1], "how": "rules", "resigned",
 *               "forfeited" or "truncated", "seat": who gave up, or null},
 *     "thinking": null, "move", "hint", "evaluation", or "waiting" for the
 *                              searches of other tables
 *     "stopped": false,        a bot waits for `go`
 *     "pace": 500,             milliseconds that bots wait before each move
 *     "log": ["seat 2 resigns", …],    the last few events, without moves
 *     "printed": […], "bot_printed": […],   what Lua files printed last: rules;
 *                              bots, and rules in searches
 *     "text": the game file,
 *     "settings": the position in view, as for --set, or null,
 *     "error": null or {"message", "trace"}, of the rules or of a bot} */
void table_publish(Table *table);

/* Carries out a request by its name with its JSON body (or NULL), and returns
 * the answer; or NULL with a message. The requests of pages are
 *
 *   play      {move}
 *   check     {move}: fails if the move is not legal, and says why
 *   undo, redo, resign, new
 *   swap      begins a new game, in which everyone has the next seat
 *   seats     {seats: ["human", "mcts", …]}
 *   edit      {settings}, as for --set: begins a new game from that position
 *   hint      {iterations?}: hints follow while the search gets better
 *   evaluate  {on: bool}: the values of all positions, one after the other
 *   stop      a bot to move waits for `go`; if there is none, or it waits
 *             already, the hint and the evaluation end
 *   go        {once?: bool}; once: bots wait again after one move
 *   preview   {moves: ["e2", …]}: {frames: [Frame, …]}, what the position is
 *             after each of these legal moves, at most 64; refused if seats do
 *             not see everything
 *   pace      {milliseconds}: how long bots wait before each move, at most
 *             PACE_MAX; until it is set, PACE_AUTO
 *   people    {names?: [of each seat], questions?, answers?}: what the file of
 *             the game says of who plays; only humans have names
 *
 * and besides
 *
 *   position  {ply}: {frame, before, best} after so many moves; best: the best
 *             move, {text, parts, frame after it}, or null if it is not known
 *   text      {text}: the game file
 *   reload    the rules have changed on disk: opens them again and replays the
 *             moves as far as they are legal. If they cannot be opened, the
 *             table keeps the old ones and shows the error */
json_t *table_do(Table *table, const char *request, const json_t *body,
                 Error *error);

/* What is to be thought about may have changed: it has become or is no longer
 * shown. */
void table_reconsider(Table *table);

/* Takes over what was found. */
void table_take_thought(Table *table, const Thought *thought);

#endif
