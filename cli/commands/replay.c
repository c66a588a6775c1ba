/* boardlab replay: steps through a saved game or a game of a run. */
#include "cli/commands/command.h"
#include "cli/session/position.h"

#include "analysis/stats/shown.h"
#include "cli/terminal/board.h"
#include "cli/terminal/format.h"
#include "cli/terminal/page.h"
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
  Look look;
  Prompt *prompt;
  Page message; /* shown in place: what is to be said below the board */
  bool begun;   /* something was shown in place */
} Replay;

static void close_replay(Replay *r) {
  free(r->state);
  free(r->before);
  page_close(&r->message);
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

/* What people have typed may have several lines. */
static void show_typed(const char *text, FILE *out) {
  for (; *text; text++)
    fputc(*text == '\n' ? ' ' : *text, out);
}

static void show_answers(const GameFile *file, FILE *out) {
  for (int i = 0; i < file->answers; i++) {
    show_typed(file->answer[i].question, out);
    fprintf(out, " ");
    show_typed(file->answer[i].answer[0] ? file->answer[i].answer : "–", out);
    fprintf(out, "\n");
  }
}

/* The game, who played it, and what they have answered. */
static void show_seats(const Replay *r, FILE *out) {
  const GameFile *file = &r->saved.file;
  Error changed;
  fprintf(out, "%s\n", file->game->spec);
  for (int seat = 0; seat < file->game->seats; seat++)
    if (file->seat[seat][0])
      fprintf(out, "seat %d: %s%s%s\n", seat + 1, file->seat[seat],
              file->name[seat][0] ? ", " : "", file->name[seat]);
  if (file->undos)
    fprintf(out, "undos: %d\n", file->undos);
  if (file->hints)
    fprintf(out, "hints: %d\n", file->hints);
  show_answers(file, out);
  if (!gamefile_has_same_rules(file, &changed))
    fprintf(out, "%s\n", changed.message);
}

static void write_move(const Replay *r, FILE *out) {
  char text[MOVE_TEXT], mover[MOVER_TEXT];
  Shown all = shown_count((uint64_t)r->saved.file.count);
  if (r->ply == 0) {
    fprintf(out, "0 of %s: the first position\n", all.text);
    return;
  }
  board_format(r->saved.file.game, r->before, r->saved.file.moves[r->ply - 1],
               text);
  game_name_mover(r->before, mover);
  fprintf(out, "%s of %s: %s plays %s", shown_count((uint64_t)r->ply).text,
          all.text, mover, text);
  int64_t time = r->saved.file.milliseconds[r->ply - 1];
  if (time >= 0)
    fprintf(out, ", after %.1f s", 1e-3 * (double)time);
  fprintf(out, "\n");
}

static bool is_ended(const Replay *r) {
  return r->ply == r->saved.file.count && r->saved.ending[0];
}

static bool replay_draw(const Replay *r, const Look *look, FILE *out,
                        Error *error) {
  board_draw(r->saved.file.game, r->state, r->ply ? r->before : NULL,
             r->ply ? r->saved.file.moves[r->ply - 1] : 0, is_ended(r), look,
             out);
  return game_check(r->saved.file.game, error);
}

/* Prints the position at the end of the output. */
static bool print_position(const Replay *r, Error *error) {
  printf("\n");
  write_move(r, stdout);
  bool drawn = replay_draw(r, &r->look, stdout, error);
  if (drawn && is_ended(r))
    board_write_ending(r->saved.ending, &r->saved.reason, stdout);
  return drawn;
}

/* Puts the screen together: the move, the board, how the game ended, and the
 * message. */
static bool compose(Replay *r, Page *screen, Page *below, Error *error) {
  Look look = r->look;
  page_open(screen);
  page_open(below);
  if (is_ended(r))
    board_write_ending(r->saved.ending, &r->saved.reason, below->out);
  if (!page_is_empty(&r->message))
    write_fitted(below->out, r->message.text, look.columns);
  look.rows -= 2 + page_rows(below, look.columns); /* the move and the prompt */
  look.rows = look.rows > 1 ? look.rows : 1;
  write_move(r, screen->out);
  bool drawn = replay_draw(r, &look, screen->out, error);
  page_write(below, screen->out);
  return drawn;
}

/* Shows the position in the place of the one before. */
static bool show_in_place(Replay *r, Error *error) {
  Page screen = {.out = NULL}, below = screen;
  r->look = look_of_terminal();
  bool drawn = compose(r, &screen, &below, error);
  if (drawn && !r->begun)
    page_make_room(r->look.rows);
  if (drawn)
    page_show(&screen);
  r->begun = r->begun || drawn;
  page_close(&screen);
  page_close(&below);
  return drawn;
}

static bool in_place(const Replay *r) {
  return r->prompt && prompt_edits(r->prompt);
}

static bool show_position(Replay *r, Error *error) {
  return in_place(r) ? show_in_place(r, error) : print_position(r, error);
}

static void redraw(void *context, const Completions *list) {
  Replay *r = context;
  if (list)
    completions_write(list, r->look.columns, page_open(&r->message));
  show_in_place(r, NULL);
}

static bool show_all(Replay *r, Error *error) {
  show_seats(r, stdout);
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

/* Where to print what is said about a line. */
static FILE *message_out(Replay *r, FILE *otherwise) {
  fflush(stdout);
  return in_place(r) ? page_open(&r->message) : otherwise;
}

static void complain(Replay *r, const char *word) {
  fprintf(message_out(r, stderr),
          "'%.60s' is not a command: press Enter or n for the next move, p for "
          "the previous one, 0 to %d to go to that ply, q to quit\n",
          word, r->saved.file.count);
}

/* Sets *ply to where a typed line leads; false to quit. */
static bool follow(Replay *r, const char *line, int *ply) {
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

static bool replay_begin(Replay *r, Error *error) {
  r->prompt = prompt_open(complete_keys, redraw, r, error);
  if (!r->prompt)
    return false;
  FILE *out = message_out(r, stdout);
  show_seats(r, out);
  fprintf(out, "Enter or n: next move; p: previous move; a number: go to that "
               "ply; q: quit\n");
  return show_position(r, error);
}

static int step_through(Replay *r, Error *error) {
  bool shown = replay_begin(r, error);
  char *line = NULL, prompt_text[48];
  while (shown) {
    int ply = r->ply;
    snprintf(prompt_text, sizeof prompt_text, "%d/%d> ", r->ply,
             r->saved.file.count);
    line = prompt_read(r->prompt, prompt_text);
    page_close(&r->message);
    if (!line || !follow(r, line, &ply))
      break;
    bool moved = ply != r->ply;
    go_to(r, ply);
    if (moved || in_place(r))
      shown = show_position(r, error);
  }
  int stopped = prompt_stopped();
  prompt_close(r->prompt);
  r->prompt = NULL;
  return !shown ? EXIT_FAILED : stopped ? 128 + stopped : EXIT_DONE;
}

/* ---- the command ---------------------------------------------------------*/

static int replay(Replay *r, const Args *args, Error *error) {
  bool typed = isatty(STDIN_FILENO) && isatty(STDOUT_FILENO);
  int64_t ply;
  if (!args_ply(args, r->saved.file.count, &ply, error))
    return EXIT_USAGE;
  r->look = args_value(args, "plain") ? LOOK_PLAIN : look_of_terminal();
  if (ply >= 0) {
    go_to(r, (int)ply);
    show_seats(r, stdout);
    return show_position(r, error) ? EXIT_DONE : EXIT_FAILED;
  }
  if (typed && !args_value(args, "plain"))
    return step_through(r, error);
  return show_all(r, error) ? EXIT_DONE : EXIT_FAILED;
}

static int replay_run(const Args *args, Error *error) {
  Replay r = {.ply = 0};
  int64_t number = -1;
  if (!args_int(args, "game", 0, GAMES_IN_RUN_MAX, &number, error) ||
      !saved_open(&r.saved, args->positional[0], number, error))
    return EXIT_USAGE;
  r.state = game_copy(r.saved.file.game, r.saved.file.first);
  r.before = game_copy(r.saved.file.game, r.saved.file.first);
  int code = replay(&r, args, error);
  close_replay(&r);
  return code;
}

const Command replay_command = {
    .name = "replay",
    .summary = "step through a saved game, or a game of a run",
    .positional = "FILE.game|DIR",
    .flags = (const Flag[]){GAME_FLAGS,
                            {"plain", NULL,
                             "print all positions, without prompt and colour"},
                            LIMIT_FLAGS,
                            {NULL}},
    .example = "boardlab replay runs/walls --game 42",
    .run = replay_run,
};
