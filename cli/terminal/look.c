#include "cli/terminal/look.h"

#include "cli/terminal/output.h"
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <unistd.h>

const Look LOOK_PLAIN = {.picture = false};

/* ---- the terminal --------------------------------------------------------*/

bool look_can_move_cursor(void) {
  const char *terminal = getenv("TERM");
  return terminal && *terminal && strcmp(terminal, "dumb") != 0 &&
         isatty(STDOUT_FILENO);
}

/* COLORFGBG is "15;0" or "15;default;0": the last number is the background, of
 * which 0 to 6 and 8 are dark. */
static bool has_light_background(void) {
  const char *colours = getenv("COLORFGBG");
  const char *last = colours ? strrchr(colours, ';') : NULL;
  if (!last || !last[1] || strspn(last + 1, "0123456789") != strlen(last + 1))
    return false;
  long number = strtol(last + 1, NULL, 10);
  return number == 7 || (number >= 9 && number <= 15);
}

Look look_of_terminal(void) {
  const char *no = getenv("NO_COLOR");
  struct winsize size = {0};
  if (!look_can_move_cursor())
    return LOOK_PLAIN;
  Look look = {.picture = true,
               .colour = !(no && *no),
               .light = has_light_background(),
               .columns = 80,
               .rows = 24};
  if (ioctl(STDOUT_FILENO, TIOCGWINSZ, &size) == 0 && size.ws_col &&
      size.ws_row)
    look.columns = size.ws_col, look.rows = size.ws_row;
  return look;
}

/* ---- colours -------------------------------------------------------------*/

/* Colours of the 256-colour palette, of which 16 to 255 are the same on all
 * terminals. Black is legible on all seat colours, and the first four remain
 * distinct for colour-blind readers. */
static const int SEATS[] = {75, 214, 114, 212, 228, 159, 180, 147};
enum {
  SEAT_COUNT = sizeof SEATS / sizeof *SEATS,
  BLACK = 16,
  WHITE = 255,
};

/* Walls are drawn on tiles and on the background of the terminal, which may be
 * a light one without saying so. */
static const struct {
  int ink, paper[TONES], nobody, wall, new_wall;
} PALETTES[] = {
    {WHITE, {237, 235, 240, 22, 58}, 252, 202, 199},
    {BLACK,
     {252, 255, 248, 120, 229},
     245,
     130,
     162}, /* for light backgrounds */
};

void look_tone(const Look *look, Tone tone, FILE *out) {
  if (look->colour)
    output_control(out, "\033[38;5;%d;48;5;%dm", PALETTES[look->light].ink,
                   PALETTES[look->light].paper[tone]);
}

void look_seat(const Look *look, int seat, FILE *out) {
  if (look->colour)
    output_control(out, "\033[38;5;%d;48;5;%dm", BLACK,
                   seat < 0 ? PALETTES[look->light].nobody
                            : SEATS[seat % SEAT_COUNT]);
}

void look_wall(const Look *look, bool is_new, FILE *out) {
  if (look->colour)
    output_control(out, "\033[1;38;5;%dm",
                   is_new ? PALETTES[look->light].new_wall
                          : PALETTES[look->light].wall);
}

static void attribute(const Look *look, const char *sequence, FILE *out) {
  if (look->colour)
    output_control(out, "%s", sequence);
}

void look_bold(const Look *look, FILE *out) {
  attribute(look, "\033[1m", out);
}

void look_underline(const Look *look, FILE *out) {
  attribute(look, "\033[4m", out);
}

void look_reset(const Look *look, FILE *out) {
  attribute(look, "\033[0m", out);
}
