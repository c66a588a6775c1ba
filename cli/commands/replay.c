/* boardlab replay: steps through a saved game or a game of a run. */
#include "cli/commands/command.h"
#include "cli/terminal/position.h"

#include "cli/terminal/board.h"
#include "cli/terminal/prompt.h"
#include "core/base/number.h"
#include "core/run/run.h"
#include <stdlib.h>
#include <unistd.h>

typedef struct Replay {
  Saved saved;
  State *state;  /* after `ply` moves */
  State *before; /* one move earlier, if ply > 0 */
  int ply;
  bool colour;
} Replay;

static void close_replay(Replay *r) {
  free(r->state);
  free(r->before);
  saved_close(&r->saved);
}

static void step(Replay *r) {
  game_assign(r->saved.file.game, r->before, r->state);
  game_play(r->saved.file.game, r->state, r->saved.file.moves[r->ply++]);
}

static void go_to(Replay *r, int ply) {
  gamefile_position_at(&r->saved.file, 0, r->state);
  r->ply = 0;
  while (r->ply < ply)
    step(r);
}

/* ---- display -------------------------------------------------------------*/

static void show_seats(const Replay *r) {
  printf("%s\n", r->saved.file.game->spec);
  for (int seat = 0; seat < r->saved.file.game->seats; seat++)
    if (r->saved.file.seat[seat][0])
      printf("seat %d: %s\n", seat + 1, r->saved.file.seat[seat]);
}

static bool show_position(const Replay *r, Error *error) {
  char text[MOVE_TEXT];
  if (r->ply > 0) {
    board_format(r->saved.file.game, r->before, r->saved.file.moves[r->ply - 1],
                 text);
    char mover[MOVER_TEXT];
    game_name_mover(r->before, mover);
    printf("\n%d of %d: %s plays %s\n", r->ply, r->saved.file.count, mover,
           text);
  } else {
    printf("\n0 of %d: the first position\n", r->saved.file.count);
  }
  bool ended = r->ply == r->saved.file.count && r->saved.ending[0];
  if (!board_draw(r->saved.file.game, r->state, r->ply ? r->before : NULL,
                  ended, r->colour, stdout))
    return error_set(error, "out of memory (drawing the board)");
  if (ended)
    saved_print_ending(&r->saved);
  return game_check(r->saved.file.game, error);
}

static bool show_all(Replay *r, Error *error) {
  show_seats(r);
  bool shown = show_position(r, error);
  while (shown && r->ply < r->saved.file.count) {
    step(r);
    shown = show_position(r, error);
  }
  return shown;
}

/* ---- stepping ------------------------------------------------------------*/

/* What can be typed besides Enter and the number of a ply. */
static const struct Key {
  const char *name, *letter;
  int steps; /* plies to go forward; 0 to quit */
} KEYS[] = {
    {"next", "n", 1},
    {"previous", "p", -1},
    {"quit", "q", 0},
    {NULL},
};

static const struct Key *find_key(const char *word) {
  for (const struct Key *k = KEYS; k->name; k++)
    if (strcmp(k->name, word) == 0 || strcmp(k->letter, word) == 0)
      return k;
  return NULL;
}

static void complain(const Replay *r, const char *word) {
  fflush(stdout);
  fprintf(stderr,
          "'%.60s' is not a command: press Enter or n for the next move, p for "
          "the previous one, 0 to %d to go to that ply, q to quit\n",
          word, r->saved.file.count);
}

/* Sets *ply to where a typed line leads; false to quit. */
static bool follow(const Replay *r, const char *line, int *ply) {
  const struct Key *key = find_key(*line ? line : "next");
  int64_t number;
  if (key && key->steps == 0)
    return false;
  if (key)
    *ply = r->ply + key->steps;
  else if (number_in_range(line, 0, r->saved.file.count, &number))
    *ply = (int)number;
  else
    complain(r, line);
  *ply = *ply < 0 ? 0 : *ply > r->saved.file.count ? r->saved.file.count : *ply;
  return true;
}

static bool complete_keys(void *context, const char *before,
                          Completions *list) {
  (void)context;
  for (const struct Key *k = KEYS; !*before && k->name; k++)
    completions_add(list, k->name);
  return true;
}

static int step_through(Replay *r, Error *error) {
  Prompt *prompt = prompt_open(complete_keys, r, error);
  bool shown = prompt != NULL;
  char *line = NULL, prompt_text[48];
  if (shown) {
    show_seats(r);
    printf("Enter or n: next move; p: previous move; a number: go to that ply; "
           "q: quit\n");
    shown = show_position(r, error);
  }
  while (shown) {
    int ply = r->ply;
    snprintf(prompt_text, sizeof prompt_text, "%d/%d> ", r->ply,
             r->saved.file.count);
    line = prompt_read(prompt, prompt_text);
    if (!line || !follow(r, line, &ply))
      break;
    if (ply != r->ply) {
      go_to(r, ply);
      shown = show_position(r, error);
    }
  }
  int stopped = prompt_stopped();
  prompt_close(prompt);
  return !shown ? EXIT_FAILED : stopped ? 128 + stopped : EXIT_DONE;
}

/* ---- the command ---------------------------------------------------------*/

static int replay(Replay *r, const Args *args, Error *error) {
  bool typed = isatty(STDIN_FILENO) && isatty(STDOUT_FILENO);
  int64_t ply;
  if (!args_ply(args, r->saved.file.count, &ply, error))
    return EXIT_USAGE;
  r->colour = board_in_colour() && !args_value(args, "plain");
  if (ply >= 0) {
    go_to(r, (int)ply);
    show_seats(r);
    return show_position(r, error) ? EXIT_DONE : EXIT_FAILED;
  }
  if (typed && !args_value(args, "plain"))
    return step_through(r, error);
  return show_all(r, error) ? EXIT_DONE : EXIT_FAILED;
}

static int run(const Args *args, Error *error) {
  Replay r = {.ply = 0};
  int64_t number = -1;
  if (!args_int(args, "game", 0, GAMES_IN_RUN_MAX, &number, error) ||
      !saved_open(&r.saved, args->positional[0], number, error))
    return EXIT_USAGE;
  r.state = game_copy(r.saved.file.game, r.saved.file.first);
  r.before = game_copy(r.saved.file.game, r.saved.file.first);
  int code = EXIT_FAILED;
  if (r.state && r.before)
    code = replay(&r, args, error);
  else
    error_set(error, "out of memory (replaying a game)");
  close_replay(&r);
  return code;
}

const Command replay_command = {
    .name = "replay",
    .group = GROUP_PLAY,
    .summary = "step through a saved game, or a game of a run",
    .positional = "FILE.game|DIR",
    .min_positional = 1,
    .max_positional = 1,
    .flags = (const Flag[]){GAME_FLAGS,
                            {"plain", NULL,
                             "print all positions, without prompt and colour"},
                            LIMIT_FLAGS,
                            {NULL}},
    .details =
        "On a terminal, Enter or n shows the next move, p the previous one, a\n"
        "number goes to that ply, and q quits. Otherwise all positions are "
        "printed\n"
        "one after the other. boardlab play saves games; core/game/gamefile.h\n"
        "describes the file format. Of a run, moves that it did not keep are\n"
        "found by playing the game again.",
    .example = "boardlab replay runs/walls --game 42",
    .run = run,
};
