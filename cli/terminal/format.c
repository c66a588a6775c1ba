#include "cli/terminal/format.h"

#include <math.h>
#include <string.h>

const char *grouped(uint64_t number) {
  static char buffers[4][32];
  static int turn;
  char *end = buffers[turn = (turn + 1) % 4] + sizeof *buffers - 1;
  *end = '\0';
  for (int digits = 1;; digits++) {
    *--end = (char)('0' + number % 10);
    if (!(number /= 10))
      return end;
    if (digits % 3 == 0)
      *--end = ',';
  }
}

double rounded(double number) {
  return round(number) + 0.0;
}

int bots_width(const Schedule *s) {
  int width = 3;
  for (int bot = 0; bot < s->bots; bot++)
    if ((int)strlen(s->bot[bot].spec) > width)
      width = (int)strlen(s->bot[bot].spec);
  return width;
}
