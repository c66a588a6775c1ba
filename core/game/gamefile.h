/* Game files: one game as a small text file that can be kept, shown, replayed
 * and continued.
 *
 *   boardlab game
 *   game: quoridor:players=2,size=9,walls=10
 *   seed: 7
 *   seat 1: human
 *   name 1: Ada
 *   seat 2: mcts
 *   hints: 1
 *   milliseconds: 5120 803 12044
 *   question: Was it fun? 1-5
 *   answer: 4
 *   moves:
 *   e2 e8 e3h   # everything after a # is a comment
 *
 * The first line identifies the format. `game` comes next, with all its
 * options, so that the file keeps its meaning when a default changes. Then
 * follow, in any order and all optional:
 *
 *   seed, index   the random stream that a random first position is drawn from
 *   set           settings that edit the first position, as for game_edit
 *   seat N        who played: "human" or the spec of a bot
 *   ended         "seat N resigned" or "seat N forfeited"
 *   rules         a hash of the files of the rules: whoever reads the game can
 *                 tell that they have changed
 *   name N        what the human in that seat is called, if that was typed
 *   undos, hints  how often moves were taken back, and hints asked for
 *   milliseconds  of each move, since the one before it or since the game was
 *                 begun or continued; - if that is not known
 *   question, answer   in turn: what the human was asked at the end. In names,
 *                 questions and answers \n is a line end, \# a # and \\ a
 *                 backslash
 *
 * After `moves:` come the moves in the game's notation, on any number of lines.
 * Rule files and bots are looked up by their path as written and, failing that,
 * relative to the folder of the game file.
 *
 * A GameFile owns its game and everything in it, and belongs to one thread, as
 * the game does. Error messages about a file begin with its name, line and
 * column; columns count characters. */
#ifndef BOARDLAB_CORE_GAME_GAMEFILE_H
#define BOARDLAB_CORE_GAME_GAMEFILE_H

#include "core/game/game.h"

/* Commands recognise a game file by this, and one that a mail program has saved
 * perhaps by the other. */
#define GAMEFILE_EXTENSION ".game"
#define GAMEFILE_EXTENSION_OF_TEXT ".txt"

/* Who plays a seat that no bot plays. */
#define SEAT_HUMAN "human"

/* The largest seed and the largest index. */
#define GAMEFILE_NUMBER_MAX (INT64_MAX - 1)

enum {
  GAMEFILE_NAME = 80,   /* bytes of a name, with its NUL */
  GAMEFILE_ANSWERS = 16 /* the most questions */
};

typedef struct GameAnswer {
  char *question, *answer; /* the answer is "" if there is none */
} GameAnswer;

typedef struct GameFile {
  Game *game;
  State *first; /* the first position, after `settings` */
  uint64_t seed, index;
  char *settings;                  /* for game_edit; or NULL */
  char seat[SEATS_MAX][SPEC_TEXT]; /* "human" or a bot; "" if unknown */
  int gave_up;    /* the seat that resigned or forfeited; or -1 */
  bool forfeited; /* gave_up forfeited; otherwise it resigned */
  int count;      /* of moves */
  Move *moves;
  int64_t *milliseconds; /* of each move; -1 if unknown */
  /* What else is known of who played. */
  uint64_t rules; /* game->sources when it was played; 0 if unknown. The file is
                     written with that of its game */
  char name[SEATS_MAX][GAMEFILE_NAME]; /* of humans; or "" */
  int undos, hints;
  int answers;
  GameAnswer answer[GAMEFILE_ANSWERS];
} GameFile;

/* Starts a game without moves. A random first position is drawn from stream
 * (seed, index); `settings` (or NULL) then edit it. */
bool gamefile_open(GameFile *file, const char *spec, uint64_t seed,
                   uint64_t index, const char *settings, Error *error);

/* Starts the same game again, without moves, from another random stream. The
 * names stay. */
bool gamefile_restart(GameFile *file, uint64_t index, Error *error);

/* Frees what a successful gamefile_open, _read or _parse allocated. */
void gamefile_close(GameFile *file);

/* Appends a move, which must be legal after the moves so far. How long it took
 * is not known. */
void gamefile_add(GameFile *file, Move move);

/* Adds a question with its answer; further ones than GAMEFILE_ANSWERS are
 * dropped. */
void gamefile_add_answer(GameFile *file, const char *question,
                         const char *answer);
void gamefile_clear_answers(GameFile *file);

/* Copies what is known of who played, to a file of the same game that begins
 * with the same moves. */
void gamefile_copy_people(GameFile *to, const GameFile *from);

/* Whether the rules are those that the game was played with, as far as is
 * known. The message names their file. */
bool gamefile_has_same_rules(const GameFile *file, Error *error);

/* Writes the position before move `ply`, from 0 to file->count. */
void gamefile_position_at(const GameFile *file, int ply, State *state);

/* The winners, as bits of seats, when seat `gave_up` has given up: the other
 * side if there are two sides, otherwise nobody. */
uint16_t gamefile_winners(const GameFile *file);

/* Whether a text ends in GAMEFILE_EXTENSION. */
bool gamefile_has_extension(const char *text);

/* Reads a file, or a text that is called `name` in messages, and checks every
 * move. On failure there is nothing to close. */
bool gamefile_read(GameFile *file, const char *path, Error *error);

/* Reads a file that came back by mail, too: quoted, re-wrapped, with other text
 * before the game or, after an empty line, behind it. */
bool gamefile_read_mailed(GameFile *file, const char *path, Error *error);

/* If the text is from somebody who may not name just any file, `allows` is
 * asked about the game and every seat before they are used; or NULL. */
typedef bool SpecFilter(const char *spec, Error *error);
bool gamefile_parse(GameFile *file, const char *name, const char *text,
                    SpecFilter *allows, Error *error);

/* Returns the file as text, which the caller frees. Returns NULL if the game
 * cannot be written, such as a Lua game whose moves look like comments. */
char *gamefile_text(const GameFile *file, Error *error);

/* Writes the file, replacing an older game file, in one step (atomic_file.h).
 * Refuses to replace a file that is not a game file. */
bool gamefile_write(const GameFile *file, const char *path, Error *error);

/* Whether gamefile_write could succeed, as far as this can be known without
 * writing. */
bool gamefile_writable(const char *path, Error *error);

#endif
