#include "core/program/gtp.h"

#include <ctype.h>
#include <stdlib.h>

bool gtp_check_game(const Game *game, Error *error) {
  return (strcmp(game->rules->name, "quoridor") == 0 && !game->base &&
          !game->remote && game->seats == 2) ||
         error_set(
             error,
             "GTP is for Quoridor with two players; %.400s is another game",
             game->spec);
}

int gtp_option(const Game *game, const char *name) {
  for (int i = 0; game->rules->options[i].name; i++)
    if (strcmp(game->rules->options[i].name, name) == 0)
      return game->option[i];
  return 0;
}

const char *gtp_color(int seat) {
  return seat == 0 ? "black" : "white";
}

bool gtp_read(const char *text, GtpMove *m) {
  char *end;
  m->column = (char)tolower((unsigned char)text[0]);
  long row = m->column ? strtol(text + 1, &end, 10) : 0;
  if (row <= 0 || row > 99)
    return false;
  m->row = (int)row;
  end += strspn(end, " ");
  m->direction = (char)tolower((unsigned char)*end);
  return !m->direction || m->direction == 'h' || m->direction == 'v';
}

/* A wall lies between two rows: what is the upper one from one side is the
 * lower one from the other. */
static GtpMove gtp_convert(const Game *game, bool flip, GtpMove m, int above) {
  if (flip)
    m.row = gtp_option(game, "size") + 1 - m.row;
  else if (m.direction)
    m.row += above;
  return m;
}

GtpMove gtp_from_game(const Game *game, bool flip, GtpMove move) {
  return gtp_convert(game, flip, move, 1);
}

GtpMove gtp_to_game(const Game *game, bool flip, GtpMove move) {
  return gtp_convert(game, flip, move, -1);
}
