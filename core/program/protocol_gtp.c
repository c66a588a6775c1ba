/* The dialect of GTP that Quoridor programs speak: `boardsize 9`, `walls 10`,
 * `playmove black e2`, `playwall white e3 horizontal`, `genmove black`. An
 * answer begins with "=", or with "?" if something is wrong, and ends with an
 * empty line. A wall is named by the square at its top left: that is one row
 * above the square by which boardlab names it. Black moves first; where it
 * starts at the top, `flip` counts the rows from the other side. */
#include "core/base/clock.h"
#include "core/program/program_internal.h"
#include <ctype.h>
#include <stdarg.h>
#include <stdlib.h>

enum { GTP_LINE = 256 };

/* ---- moves ---------------------------------------------------------------*/

static int gtp_option(const Game *game, const char *name) {
  for (int i = 0; game->rules->options[i].name; i++)
    if (strcmp(game->rules->options[i].name, name) == 0)
      return game->option[i];
  return 0;
}

/* A move in parts: a wall if `direction` is not 0. */
typedef struct GtpMove {
  char column, direction;
  int row;
} GtpMove;

/* Changes between boardlab's rows and those of the program, in either
 * direction: a wall lies between two rows, and is named by the lower one here,
 * by the upper one there. */
static GtpMove gtp_convert(const ProgramBot *b, GtpMove m, bool to_program) {
  bool flip = b->base.option[PROGRAM_FLIP];
  int size = gtp_option(b->base.game, "size");
  if (m.direction && flip)
    m.row = size + 1 - m.row;
  else if (m.direction)
    m.row += to_program ? 1 : -1;
  else if (flip)
    m.row = size + 1 - m.row;
  return m;
}

/* Reads "e3", "e3h" or, from a program, "E3 horizontal". */
static bool gtp_read(const char *text, GtpMove *m) {
  char *end;
  m->column = (char)tolower((unsigned char)text[0]);
  m->row = m->column ? (int)strtol(text + 1, &end, 10) : 0;
  if (m->row <= 0 || m->row > 99)
    return false;
  end += strspn(end, " ");
  m->direction = (char)tolower((unsigned char)*end);
  return !m->direction || m->direction == 'h' || m->direction == 'v';
}

/* ---- talking -------------------------------------------------------------*/

/* Sends a command and reads what the answer says in its first line. Empty lines
 * and comments are skipped, also those left of earlier answers. */
__attribute__((format(printf, 4, 5))) static bool
gtp_command(ProgramBot *b, char answer[GTP_LINE], Error *why,
            const char *format, ...) {
  char command[GTP_LINE];
  const char *line;
  va_list values;
  va_start(values, format);
  vsnprintf(command, sizeof command, format, values);
  va_end(values);
  if (!program_say(b, command, why))
    return false;
  do {
    if (!program_hear(b, &line, why))
      return false;
    line += strspn(line, " \t\r");
  } while (!*line || *line == '#');
  if (*line != '=')
    return program_fault(b, FAULT_GARBAGE, why,
                         "it answered '%.100s' to '%.100s', instead of '='",
                         line, command);
  line += 1 + strspn(line + 1, " ");
  snprintf(answer, GTP_LINE, "%.*s", (int)strcspn(line, "\r"), line);
  return true;
}

static bool say_hello(ProgramBot *b, Error *why) {
  const Game *game = b->base.game;
  char answer[GTP_LINE];
  if (game && (strcmp(game_innermost(game)->rules->name, "quoridor") != 0 ||
               game->seats != 2))
    return error_set(why,
                     "%.300s speaks GTP, which is for Quoridor of two players; "
                     "%.300s is not",
                     b->base.spec, game->spec);
  if (!gtp_command(b, answer, why, "name"))
    return false;
  program_set_name(b, answer);
  return true;
}

static const char *gtp_color(int seat) {
  return seat == 0 ? "black" : "white";
}

/* Tells it of the game, and of the moves that it does not know of yet. */
static bool say_moves(ProgramBot *b, Error *why) {
  const Game *game = b->base.game;
  char answer[GTP_LINE];
  if (b->told == 0 &&
      (!gtp_command(b, answer, why, "boardsize %d", gtp_option(game, "size")) ||
       !gtp_command(b, answer, why, "clear_board") ||
       !gtp_command(b, answer, why, "walls %d", gtp_option(game, "walls"))))
    return false;
  for (int i = b->told ? b->told - 1 : 0; i < b->count; i++) {
    const Played *p = &b->played[i];
    GtpMove m;
    if (!gtp_read(p->text, &m))
      return program_fault(b, FAULT_GARBAGE, why,
                           "the move %s cannot be told it in GTP", p->text);
    m = gtp_convert(b, m, true);
    bool good = m.direction ? gtp_command(b, answer, why, "playwall %s %c%d %s",
                                          gtp_color(p->seat), m.column, m.row,
                                          m.direction == 'h' ? "horizontal"
                                                             : "vertical")
                            : gtp_command(b, answer, why, "playmove %s %c%d",
                                          gtp_color(p->seat), m.column, m.row);
    if (!good)
      return false;
    b->told = i + 2;
  }
  b->told = b->count + 1;
  return true;
}

/* The move that it generates is played on its board already. */
static bool ask_for_move(ProgramBot *b, const State *seen, Rng *rng, Move *move,
                         Error *why) {
  char answer[GTP_LINE], text[MOVE_TEXT];
  GtpMove m;
  (void)rng;
  if (b->start)
    return error_set(why,
                     "%.400s: GTP cannot tell it of another first position",
                     b->base.spec);
  if (!say_moves(b, why) ||
      !gtp_command(b, answer, why, "genmove %s", gtp_color(seen->seat)))
    return false;
  if (!gtp_read(answer, &m))
    return program_fault(b, FAULT_ILLEGAL, why, "'%.60s' is no move", answer);
  m = gtp_convert(b, m, false);
  snprintf(text, sizeof text, "%c%d%.1s", m.column, m.row, &m.direction);
  b->told++;
  return program_parse(b, seen, text, move, why);
}

/* Answers have no numbers, and the protocol knows no `stop`: a program that is
 * late starts anew. */
static void say_stop(ProgramBot *b) {
  program_close(b->program);
  b->program = NULL;
}

const Protocol protocol_gtp = {.scheme = "exec+gtp",
                               .hello = say_hello,
                               .go = ask_for_move,
                               .stop = say_stop,
                               .quit = "quit"};
