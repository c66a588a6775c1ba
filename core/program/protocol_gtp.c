/* The dialect of GTP that Quoridor programs speak: `boardsize 9`, `walls 10`,
 * `playmove black e2`, `playwall white e3 horizontal`, `genmove black`. An
 * answer begins with "=", or with "?" if something is wrong, and ends with an
 * empty line. */
#include "core/program/gtp.h"
#include "core/program/program_internal.h"
#include <stdarg.h>

enum { GTP_LINE = 256 };

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
                         "it answered '%.100s' to '%.*s', instead of '='", line,
                         (int)strcspn(command, "\n"), command);
  line += 1 + strspn(line + 1, " ");
  snprintf(answer, GTP_LINE, "%.*s", (int)strcspn(line, "\r"), line);
  return true;
}

static bool say_hello(ProgramBot *b, Error *why) {
  const Game *game = b->base.game;
  char answer[GTP_LINE];
  if (game && !gtp_check_game(game, why))
    return false;
  if (!gtp_command(b, answer, why, "name\n"))
    return false;
  program_set_name(b, answer);
  return true;
}

/* Tells it of the game, and of the moves that it does not know of yet. */
static bool say_moves(ProgramBot *b, Error *why) {
  const Game *game = b->base.game;
  char answer[GTP_LINE];
  if (b->told == 0 &&
      (!gtp_command(b, answer, why, "boardsize %d\n",
                    gtp_option(game, "size")) ||
       !gtp_command(b, answer, why, "clear_board\n") ||
       !gtp_command(b, answer, why, "walls %d\n", gtp_option(game, "walls"))))
    return false;
  for (int i = b->told ? b->told - 1 : 0; i < b->count; i++) {
    const Played *p = &b->played[i];
    GtpMove m;
    if (!gtp_read(p->text, &m))
      return program_fault(b, FAULT_GARBAGE, why,
                           "the move %s cannot be sent in GTP", p->text);
    m = gtp_from_game(game, b->base.option[PROGRAM_FLIP], m);
    bool good =
        m.direction
            ? gtp_command(b, answer, why, "playwall %s %c%d %s\n",
                          gtp_color(p->seat), m.column, m.row,
                          m.direction == 'h' ? "horizontal" : "vertical")
            : gtp_command(b, answer, why, "playmove %s %c%d\n",
                          gtp_color(p->seat), m.column, m.row);
    if (!good)
      return false;
    b->told = i + 2;
  }
  b->told = b->count + 1;
  return true;
}

/* Answers have no numbers, and the protocol knows no `stop`: a program that is
 * late starts anew.
 *
 * The move that it generates is played on its board already. */
static bool ask_for_move(ProgramBot *b, const State *seen, Rng *rng, Move *move,
                         Error *why) {
  char answer[GTP_LINE], text[MOVE_TEXT];
  GtpMove m;
  (void)rng;
  if (b->start)
    return error_set(why,
                     "%.400s: GTP cannot describe a different first position",
                     b->base.spec);
  if (!say_moves(b, why) ||
      !gtp_command(b, answer, why, "genmove %s\n", gtp_color(seen->seat)))
    return false;
  if (!gtp_read(answer, &m))
    return program_fault(b, FAULT_ILLEGAL, why, "'%.60s' is not a move",
                         answer);
  m = gtp_to_game(b->base.game, b->base.option[PROGRAM_FLIP], m);
  snprintf(text, sizeof text, "%c%d%.1s", m.column, m.row, &m.direction);
  b->told++;
  return program_parse(b, seen, text, move, why);
}

const Protocol protocol_gtp = {.scheme = "exec+gtp",
                               .hello = say_hello,
                               .go = ask_for_move,
                               .stop = program_kill,
                               .quit = "quit\n"};
