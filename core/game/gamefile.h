/* A game as a small text file, to be kept, shown, replayed and gone on with:
 *
 *   boardlab game
 *   game: quoridor:players=2,size=9,walls=10
 *   seed: 7
 *   seat 1: human
 *   seat 2: mcts
 *   moves:
 *   e2 e8 e3h   # what is behind a # is a remark
 *
 * The first line says what it is; then come `game` and, in any order, what else
 * there is to know: `seed` and `index`, from which a first position is drawn by
 * lot, `set`, by which it was edited, who sat in each seat, and `ended`, if
 * somebody gave up ("seat 1 resigned") or a bot failed ("seat 2 forfeited").
 * Behind `moves:` stand the moves in the game's notation, on any lines. The
 * game is written with all its options, so that it stays what it was when a
 * default changes. Files with rules and bots are looked for as their names say,
 * else where the game's file lies.
 *
 * A GameFile owns its game and all it holds, and belongs to one thread, as the
 * game does. Messages about a text begin with its name, line and column; the
 * column counts characters. */
#ifndef BOARDLAB_CORE_GAME_GAMEFILE_H
#define BOARDLAB_CORE_GAME_GAMEFILE_H

#include "core/game/game.h"

/* By which commands know that a word names a game file. */
#define GAMEFILE_EXTENSION ".game"

/* The largest seed and the largest index. */
#define GAMEFILE_NUMBER_MAX (INT64_MAX - 1)

typedef struct GameFile {
  Game *game;
  State *first; /* drawn by lot and edited, before any move */
  uint64_t seed, index;
  char *settings;                  /* as for game_edit; or NULL */
  char seat[SEATS_MAX][SPEC_TEXT]; /* "human", a bot; "" where it is not told */
  int gave_up;    /* the seat that ended the game before its end; or -1 */
  bool forfeited; /* as a bot does; else it resigned */
  int count;      /* moves */
  int room;
  Move *moves;
} GameFile;

/* A game without moves. Stream (seed, index) draws the first position where
 * that is done by lot; `settings` (or NULL) then edit it. */
bool gamefile_open(GameFile *file, const char *spec, uint64_t seed,
                   uint64_t index, const char *settings, Error *error);

/* Begins again, with nothing played and nobody having given up: the same game,
 * from another stream. */
bool gamefile_restart(GameFile *file, uint64_t index, Error *error);

/* Only of one that was opened or read. */
void gamefile_close(GameFile *file);

/* Adds a move, which must be legal behind those before. */
bool gamefile_add(GameFile *file, Move move, Error *error);

/* The position before move `ply`, counted from 0; `ply` may be `count`. */
void gamefile_position_at(const GameFile *file, int ply, State *state);

/* Who wins when `quitter` gives up: the other side if there are two, else
 * nobody. */
uint16_t gamefile_winners(const GameFile *file);

/* Whether a text names such a file: by its ending. */
bool gamefile_has_extension(const char *text);

/* Reads a file, or a text that is called `name` in messages. Each move is
 * checked. On failure there is nothing to close. */
bool gamefile_read(GameFile *file, const char *path, Error *error);
bool gamefile_parse(GameFile *file, const char *name, const char *text,
                    Error *error);

/* The file as a text that the caller frees; NULL with a message if it cannot be
 * written, as with a Lua game whose moves look like remarks. */
char *gamefile_text(const GameFile *file, Error *error);

/* Writes all of it or, with a message, nothing. A file that is there and is no
 * game is not replaced. */
bool gamefile_write(const GameFile *file, const char *path, Error *error);

/* Whether that can be done, as far as it can be told without doing it. */
bool gamefile_writable(const char *path, Error *error);

#endif
