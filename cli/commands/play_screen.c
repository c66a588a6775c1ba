/* What boardlab play shows: the position, the last moves, and what commands
 * print. */
#include "cli/commands/play.h"

#include "cli/session/position.h"
#include "cli/terminal/board.h"
#include "cli/terminal/format.h"
#include "cli/terminal/output.h"
#include "core/base/need.h"
#include <stdlib.h>

bool play_in_place(const Play *p) {
  return p->prompt && prompt_edits(p->prompt) && session_has_human(&p->session);
}

FILE *play_out(Play *p) {
  if (!play_in_place(p))
    return stdout;
  return p->message.out ? p->message.out : page_open(&p->message);
}

void play_clear_message(Play *p) {
  page_close(&p->message);
  p->first_line = 0;
  p->more_lines = -1;
}

/* ---- seats ---------------------------------------------------------------*/

void play_show_seats(Play *p) {
  const GameFile *file = &p->session.file;
  FILE *out = play_out(p);
  const char *end = play_in_place(p) ? ", " : "\n";
  fprintf(out, "%s, seed %llu", file->game->spec,
          (unsigned long long)file->seed);
  if (file->index)
    fprintf(out, ", game %llu", (unsigned long long)file->index);
  fprintf(out, "\n");
  for (int seat = 0; seat < file->game->seats; seat++) {
    char player[SPEC_TEXT];
    session_write_player(&p->session, seat, player);
    fprintf(out, "seat %d: %s%s", seat + 1, player,
            seat + 1 < file->game->seats ? end : "\n");
  }
  Error changed;
  if (!gamefile_has_same_rules(file, &changed))
    fprintf(out, "note: %s\n", changed.message);
  if (error_is_set(&p->session.unused))
    fprintf(out, "note: %s\n", p->session.unused.message);
  if (prompt_is_interactive(p->prompt))
    fprintf(out,
            "Type a move, rules or help; Tab completes moves and commands.\n");
}

/* ---- the position --------------------------------------------------------*/

static void draw_position(const Play *p, const Look *look, FILE *out) {
  const Session *s = &p->session;
  const Game *game = s->file.game;
  int seat = session_viewer(s);
  if (seat == VIEW_NONE) {
    char mover[MOVER_TEXT];
    game_name_mover(s->state, mover);
    fprintf(out, "%s to move\n", mover);
    return;
  }
  if (seat == VIEW_ALL) {
    int count = s->file.count;
    board_draw(game, s->state, count ? s->before : NULL,
               count ? s->file.moves[count - 1] : 0, s->file.gave_up >= 0, look,
               out);
    return;
  }
  State *seen = game_copy(game, s->state);
  game_observe(game, seen, seat);
  board_draw(game, seen, NULL, 0, false, look, out);
  free(seen);
}

/* Writes how a game ended that its rules did not end. */
static void write_ending(const Session *s, const Look *look, FILE *out) {
  char text[ENDING_TEXT + SPEC_TEXT + sizeof s->failure.message + 16];
  ending_write(&s->file, text);
  write_fitted(out, text, look->columns);
  if (!s->file.forfeited || s->file.gave_up < 0 || !error_is_set(&s->failure))
    return;
  snprintf(text, sizeof text, "%s failed: %s", s->file.seat[s->file.gave_up],
           s->failure.message);
  write_wrapped(out, text, 0, look->columns);
}

void play_print_failure(Play *p) {
  output_trace(play_out(p), &p->session.failure);
}

void play_print_position(Play *p) {
  const Session *s = &p->session;
  Look look = look_of_terminal();
  printf("\n");
  draw_position(p, &look, stdout);
  write_ending(s, &look, stdout);
  if (s->file.forfeited && s->file.gave_up >= 0)
    output_trace(stdout, &s->failure);
  p->redraw = false;
}

/* ---- the last moves ------------------------------------------------------*/

/* Names a move that was hidden until now. */
static void reveal(Play *p, int ply) {
  const GameFile *file = &p->session.file;
  if (ply >= p->visible_size || p->visible[ply] != SIGHT_HIDDEN)
    return;
  char text[MOVE_TEXT], mover[PLAYER_TEXT];
  State *state = game_copy(file->game, p->session.state);
  gamefile_position_at(file, ply, state);
  board_format(file->game, state, file->moves[ply], text);
  session_name_player(&p->session, state->seat, mover);
  if (!play_in_place(p))
    printf("%s has chosen %s\n", mover, text);
  p->visible[ply] = SIGHT_SEEN;
  free(state);
}

bool play_note_move(Play *p, Move move) {
  int ply = p->session.file.count;
  for (int i = session_reveals(&p->session); i > 0; i--)
    reveal(p, ply - i);
  if (!game_hides(p->session.file.game))
    return true;
  bool shown = session_shows_move(&p->session, move);
  if (ply >= p->visible_size) {
    int size = 2 * ply + 64;
    p->visible = need_resized(p->visible, (size_t)size);
    memset(p->visible + p->visible_size, 0, (size_t)(size - p->visible_size));
    p->visible_size = size;
  }
  p->visible[ply] = shown ? SIGHT_SEEN : SIGHT_HIDDEN;
  return shown;
}

/* Whether humans may see a move that was played. Of moves that were loaded with
 * a game that hides information, nothing is known. */
static Sight sight_of(const Play *p, int ply) {
  if (!game_hides(p->session.file.game) || session_over(&p->session))
    return SIGHT_SEEN;
  return ply < p->visible_size ? (Sight)p->visible[ply] : SIGHT_UNKNOWN;
}

/* Writes the last `count` moves, one on each line. */
static void write_log(const Play *p, int count, const Look *look, FILE *out) {
  const Session *s = &p->session;
  const GameFile *file = &s->file;
  int first = file->count > count ? file->count - count : 0;
  State *state = game_copy(file->game, s->state);
  gamefile_position_at(file, first, state);
  for (int ply = first; ply < file->count; ply++) {
    char text[MOVE_TEXT], mover[PLAYER_TEXT];
    char line[sizeof text + sizeof mover + 40];
    board_format(file->game, state, file->moves[ply], text);
    session_name_player(s, state->seat, mover);
    bool seen = sight_of(p, ply) == SIGHT_SEEN;
    snprintf(line, sizeof line, "%d. %s %s%s", ply + 1, mover,
             seen ? "plays " : "makes a hidden move", seen ? text : "");
    if (sight_of(p, ply) != SIGHT_UNKNOWN)
      write_wrapped(out, line, 2, look->columns);
    game_play(file->game, state, file->moves[ply]);
  }
  free(state);
}

/* Adds as many of the last moves as fit into so many rows. */
static void add_log(const Play *p, int rows, const Look *look, Page *screen) {
  enum { LOG_MAX = 6 };
  Page log = {.out = NULL};
  bool fits = false;
  for (int count = rows < LOG_MAX ? rows : LOG_MAX; count > 0 && !fits;
       count--) {
    write_log(p, count, look, page_open(&log));
    fits = page_rows(&log, look->columns) <= rows;
  }
  if (fits)
    page_write(&log, screen->out);
  page_close(&log);
}

/* ---- the screen ----------------------------------------------------------*/

/* The board and a message are shown together if they fit, or if the board alone
 * does not fit either. */
static bool fits_below(int board, int message, int rows) {
  return board + message <= rows || (board > rows && message <= rows / 2);
}

/* Fills the screen with a part of a message. */
static void add_part(Play *p, Page *message, int rows, Page *screen) {
  int part = rows > 2 ? rows - 1 : 1, all = page_rows(message, 0);
  page_copy(screen, message, p->first_line, part);
  p->more_lines = all - p->first_line - part;
  p->more_lines = p->more_lines > 0 ? p->more_lines : 0;
  if (p->more_lines)
    fprintf(screen->out, "-- %d more line%s: press Enter --\n", p->more_lines,
            p->more_lines == 1 ? "" : "s");
  else
    fprintf(screen->out, "-- press Enter to see the board --\n");
}

/* Puts the screen together: the board, the last moves, and the message. The
 * room for the board depends on the message only if that has more lines than
 * the moves it takes the place of, so that the board seldom changes. */
static void compose(Play *p, Page *board, Page *message, Page *screen) {
  enum { LOG_MIN = 2 };
  Look look = look_of_terminal();
  int rows = look.rows - 1; /* the last one is for the prompt */
  page_open(board);
  page_open(message);
  page_open(screen);
  if (!page_is_empty(&p->message))
    write_fitted(message->out, p->message.text, look.columns);
  int lines = page_rows(message, look.columns);
  look.rows = rows - (lines > LOG_MIN ? lines : LOG_MIN);
  look.rows = look.rows > 1 ? look.rows : 1;
  draw_position(p, &look, board->out);
  write_ending(&p->session, &look, board->out);
  int height = page_rows(board, look.columns);
  p->more_lines = -1;
  if (!fits_below(height, lines, rows)) {
    add_part(p, message, rows, screen);
    return;
  }
  page_write(board, screen->out);
  add_log(p, rows - height - lines, &look, screen);
  page_write(message, screen->out);
}

void play_show(Play *p, const char *line) {
  Page board = {.out = NULL}, message = board, screen = board;
  compose(p, &board, &message, &screen);
  if (!p->begun)
    page_make_room(look_of_terminal().rows);
  page_show(&screen);
  printf("%s", line ? line : "");
  fflush(stdout);
  p->begun = true;
  p->redraw = false;
  page_close(&board);
  page_close(&message);
  page_close(&screen);
}
