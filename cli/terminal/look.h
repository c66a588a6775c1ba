/* How boards look on a terminal: in colours that suit it, and in the room it
 * has. */
#ifndef BOARDLAB_CLI_TERMINAL_LOOK_H
#define BOARDLAB_CLI_TERMINAL_LOOK_H

#include <stdbool.h>
#include <stdio.h>

typedef struct Look {
  bool picture; /* draw scenes; otherwise the text of game_draw */
  bool colour;
  bool light;        /* the terminal has a light background */
  int columns, rows; /* the room for a picture; 0: any number */
} Look;

/* Nothing but text. */
extern const Look LOOK_PLAIN;

/* What suits stdout: a picture on a terminal that can move its cursor; without
 * colour if NO_COLOR is set (no-color.org); for a light background if COLORFGBG
 * says so, as some terminals do. Call it again when the size may have changed.
 */
Look look_of_terminal(void);

/* Whether stdout is a terminal that can move its cursor. */
bool look_can_move_cursor(void);

/* What a colour is for. Each pair of ink and paper is legible on its own, so
 * that the terminal's own colours do not matter. */
typedef enum Tone {
  TONE_CELL,      /* tiles: plain, */
  TONE_OTHER,     /* plain, beside others of the first tone, */
  TONE_SHADED,    /* shaded in the scene, */
  TONE_HIGHLIGHT, /* highlighted in the scene, */
  TONE_CHANGED,   /* changed by the last move */
  TONES
} Tone;

/* Each begins a style and does nothing without colour; look_reset ends it. */
void look_tone(const Look *look, Tone tone, FILE *out);
void look_seat(const Look *look, int seat, FILE *out); /* -1: of no seat */
void look_bold(const Look *look, FILE *out);
void look_underline(const Look *look, FILE *out);
void look_wall(const Look *look, bool is_new, FILE *out); /* on any paper */
void look_reset(const Look *look, FILE *out);

#endif
