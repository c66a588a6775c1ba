/* boardlab replay: a game that was saved, move by move. */
#include "cli/commands/command.h"
#include "cli/terminal/position.h"

#include "cli/terminal/board.h"
#include "cli/terminal/prompt.h"
#include "core/base/number.h"
#include <stdlib.h>
#include <unistd.h>

typedef struct Replay {
  GameFile file;
  State *state, *before;
  int ply; /* moves that have been played */
  bool colour;
} Replay;

static void close_replay(Replay *r) {
  free(r->state);
  free(r->before);
  gamefile_close(&r->file);
}

static void step(Replay *r) {
  game_assign(r->file.game, r->before, r->state);
  game_play(r->file.game, r->state, r->file.moves[r->ply++]);
}

static void go_to(Replay *r, int ply) {
  gamefile_at(&r->file, 0, r->state);
  r->ply = 0;
  while (r->ply < ply)
    step(r);
}

/* ---- what is shown -------------------------------------------------------*/

static void show_table(const Replay *r) {
  printf("%s\n", r->file.game->spec);
  for (int seat = 0; seat < r->file.game->seats; seat++)
    if (r->file.seat[seat][0])
      printf("seat %d: %s\n", seat + 1, r->file.seat[seat]);
}

static bool show_position(const Replay *r, Error *error) {
  char text[MOVE_TEXT], ending[ENDING_TEXT];
  if (r->ply > 0) {
    board_format(r->file.game, r->before, r->file.moves[r->ply - 1], text);
    printf("\n%d of %d: seat %d plays %s\n", r->ply, r->file.count,
           r->before->seat + 1, text);
  } else {
    printf("\n0 of %d: the first position\n", r->file.count);
  }
  ending[0] = '\0';
  if (r->ply == r->file.count)
    ending_write(&r->file, ending);
  if (!board_draw(r->file.game, r->state, r->ply ? r->before : NULL,
                  ending[0] != '\0', r->colour, stdout))
    return error_set(error, "no memory to draw the board");
  printf("%s", ending);
  return game_check(r->file.game, error);
}

static bool show_all(Replay *r, Error *error) {
  show_table(r);
  bool shown = show_position(r, error);
  while (shown && r->ply < r->file.count) {
    step(r);
    shown = show_position(r, error);
  }
  return shown;
}

/* ---- stepping ------------------------------------------------------------*/

/* Where each key leads. */
static const struct Key {
  const char *name, *letter, *help;
  int steps; /* 0: elsewhere */
} KEYS[] = {
    {"next", "n", "the next move; so does Enter alone", 1},
    {"previous", "p", "back by one", -1},
    {"quit", "q", "leave", 0},
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
          "'%.60s' leads nowhere: Enter or n for the next move, p for the one "
          "before, 0 to %d for that ply, q to leave\n",
          word, r->file.count);
}

/* Where a line leads to; false for the end. */
static bool follow(const Replay *r, const char *line, int *ply) {
  const struct Key *key = find_key(*line ? line : "next");
  int64_t number;
  if (key && key->steps == 0)
    return false;
  if (key)
    *ply = r->ply + key->steps;
  else if (number_in(line, 0, r->file.count, &number))
    *ply = (int)number;
  else
    complain(r, line);
  *ply = *ply < 0 ? 0 : *ply > r->file.count ? r->file.count : *ply;
  return true;
}

static bool offer_keys(void *context, const char *before, Words *words) {
  (void)context;
  for (const struct Key *k = KEYS; !*before && k->name; k++)
    words_offer(words, k->name);
  return true;
}

static int step_through(Replay *r, Error *error) {
  Prompt *prompt = prompt_open(offer_keys, r, error);
  bool shown = prompt != NULL;
  char *line = NULL, question[48];
  if (shown) {
    show_table(r);
    printf("Enter or n for the next move, p for the one before, a number to "
           "jump, q to leave.\n");
    shown = show_position(r, error);
  }
  while (shown) {
    int ply = r->ply;
    snprintf(question, sizeof question, "%d/%d> ", r->ply, r->file.count);
    line = prompt_read(prompt, question);
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
  int64_t ply = -1;
  if (!args_int(args, "ply", 0, r->file.count, &ply, error)) {
    error_add(error, "the game has so many moves");
    return EXIT_USAGE;
  }
  r->colour = board_in_colour(stdout) && !args_value(args, "plain");
  if (ply >= 0) {
    go_to(r, (int)ply);
    show_table(r);
    return show_position(r, error) ? EXIT_DONE : EXIT_FAILED;
  }
  if (typed && !args_value(args, "plain"))
    return step_through(r, error);
  return show_all(r, error) ? EXIT_DONE : EXIT_FAILED;
}

static int run(const Args *args, Error *error) {
  Replay r = {.ply = 0};
  if (!gamefile_read(&r.file, args->positional[0], error))
    return EXIT_USAGE;
  r.state = game_copy(r.file.game, r.file.first);
  r.before = game_copy(r.file.game, r.file.first);
  int code = EXIT_FAILED;
  if (r.state && r.before)
    code = replay(&r, args, error);
  else
    error_set(error, "no memory for a replay");
  close_replay(&r);
  return code;
}

const Command replay_command = {
    .name = "replay",
    .group = GROUP_PLAY,
    .summary = "step through a game that was saved",
    .positional = "FILE",
    .min_positional = 1,
    .max_positional = 1,
    .flags =
        (const Flag[]){{"ply", "N", "show the position after N moves only"},
                       {"plain", NULL,
                        "show all positions without asking, and without "
                        "colour"},
                       LIMIT_FLAGS,
                       {NULL}},
    .details = "On a terminal Enter or n shows the next move, p the one "
               "before, a number that\n"
               "ply, and q leaves. Elsewhere all positions are printed, one "
               "after the other.\n"
               "boardlab play saves games; core/gamefile.h tells what stands "
               "in the files.",
    .example = "boardlab replay my.game --ply 3",
    .run = run,
};
