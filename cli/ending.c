#include "ending.h"

/* "nobody wins", "seat 2 wins", "seats 2 and 4 win". */
static void write_winners(unsigned winners, char *text, size_t size) {
  bool many = winners & (winners - 1);
  const char *link = many ? "seats " : "seat ";
  size_t used = 0;
  for (int seat = 0; winners && used < size; seat++) {
    if (!(winners >> seat & 1))
      continue;
    used += (size_t)snprintf(text + used, size - used, "%s%d", link, seat + 1);
    winners &= ~(1u << seat);
    link = winners & (winners - 1) ? ", " : " and ";
  }
  if (used < size)
    snprintf(text + used, size - used,
             used == 0 ? "nobody wins"
             : many    ? " win"
                       : " wins");
}

void ending_write(const GameFile *file, char text[ENDING_TEXT]) {
  char winners[ENDING_TEXT - 32];
  text[0] = '\0';
  if (file->quitter < 0)
    return;
  write_winners(gamefile_heirs(file), winners, sizeof winners);
  snprintf(text, ENDING_TEXT, "seat %d %s: %s\n", file->quitter + 1,
           file->forfeited ? "forfeited" : "resigned", winners);
}

bool ending_is_open(const GameFile *file, const char *path, Error *error) {
  return file->quitter < 0 ||
         error_set(error, "in %.600s seat %d has %s: there is no more to play",
                   path, file->quitter + 1,
                   file->forfeited ? "forfeited" : "resigned");
}
