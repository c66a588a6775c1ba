#include "core/game/moves_line.h"

/* Returns the last moves of a line that have at most `size` bytes: the text
 * from a space on. */
static const char *last_moves(const MovesLine *line, size_t size) {
  if (line->used <= size)
    return line->text;
  const char *from = strchr(line->text + line->used - size, ' ');
  return from ? from : "";
}

void moves_line_add(void *context, const Game *game, const State *state,
                    Move move, int legal) {
  MovesLine *line = context;
  char text[MOVE_TEXT];
  (void)legal;
  if (game_fault(game)) /* rules that have failed have no move but a pass */
    return;
  game_format(game, state, move, text);
  if (line->used + strlen(text) + 2 > sizeof line->text) {
    const char *kept = last_moves(line, sizeof line->text / 2);
    line->cut = true;
    line->used -= (size_t)(kept - line->text);
    memmove(line->text, kept, line->used + 1);
  }
  line->used += (size_t)snprintf(line->text + line->used,
                                 sizeof line->text - line->used, " %s", text);
}

void moves_line_explain(const MovesLine *line, Error *error) {
  enum { WORDS = 32 }; /* bytes for everything but the moves */
  char text[sizeof line->text + WORDS];
  size_t used = strlen(error->trace), room = sizeof error->trace - used;
  const char *moves = last_moves(line, room > WORDS ? room - WORDS : 0);
  bool cut = line->cut || moves != line->text;
  snprintf(text, sizeof text, "%s%s",
           !line->used ? "after the start"
           : cut       ? "after …"
                       : "after",
           moves);
  error_add_trace(error, text);
}
