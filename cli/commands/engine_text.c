/* UGI and GTP from the side of the program. */
#include "cli/commands/engine.h"
#include "core/base/need.h"
#include "core/base/number.h"
#include "core/program/gtp.h"
#include <stdlib.h>
#include <strings.h>

/* The next word of a line; NULL at its end. */
static char *next_word(char **line) {
  return strtok_r(NULL, " \t", line);
}

/* ---- UGI -----------------------------------------------------------------*/

/* position startpos|fen SETTINGS [moves …] */
static bool set_position(Engine *e, char *rest, Error *error) {
  size_t length = strlen(rest);
  if (length >= 6 && strcmp(rest + length - 6, " moves") == 0)
    rest[length - 6] = '\0';
  char *moves = strstr(rest, " moves "), *text, *next = NULL;
  if (moves)
    *moves = '\0';
  bool edited = strncmp(rest, "fen ", 4) == 0;
  if (!edited && strcmp(rest, "startpos") != 0)
    return error_set(error,
                     "a position is 'startpos' or 'fen SETTINGS', not "
                     "'%.200s'",
                     rest);
  if (!engine_restart(e, edited ? rest + 4 : NULL, error))
    return false;
  for (text = moves ? strtok_r(moves + 7, " ", &next) : NULL; text;
       text = next_word(&next))
    if (!engine_play(e, text, error))
      return false;
  return true;
}

/* go movetime N | p1time N p2time N p1inc N p2inc N | nodes N | … */
static bool answer_go(Engine *e, char *rest, Error *error) {
  char *next = NULL, *word = strtok_r(rest, " ", &next), move[MOVE_TEXT];
  const char *mine = e->state->seat == 0 ? "p1" : "p2";
  EngineLimits limits = {0};
  int64_t clock = 0, increment = 0;
  for (; word; word = next_word(&next)) {
    char *value = next_word(&next);
    int64_t number = value ? strtoll(value, NULL, 10) : 0;
    if (strcmp(word, "movetime") == 0)
      limits.ms = number;
    else if (strcmp(word, "nodes") == 0)
      limits.nodes = number;
    else if (strncmp(word, mine, 2) == 0 && strcmp(word + 2, "time") == 0)
      clock = number;
    else if (strncmp(word, mine, 2) == 0 && strcmp(word + 2, "inc") == 0)
      increment = number;
  }
  if (clock > 0)
    limits.ms = engine_share(clock, increment);
  if (!engine_choose(e, limits, move, error))
    return false;
  printf("info nodes %llu\n", (unsigned long long)e->nodes);
  printf("bestmove %s\n", move);
  return true;
}

static void answer_query(const Engine *e, const char *question) {
  const State *s = e->state;
  bool over = s->outcome != PLAYING;
  if (strcmp(question, "gameover") == 0)
    printf("response %s\n", over ? "true" : "false");
  else if (strcmp(question, "p1turn") == 0)
    printf("response %s\n", s->seat == 0 ? "true" : "false");
  else if (strcmp(question, "result") == 0)
    printf("response %s\n", !over             ? "none"
                            : s->winners == 0 ? "draw"
                            : s->winners & 1  ? "p1win"
                                              : "p2win");
}

/* As UCI demands, what is not known is ignored. */
static bool answer_ugi(Engine *e, Error *error) {
  char *line, name[SPEC_TEXT];
  bool good = true;
  if (e->game->seats != 2)
    return error_set(error, "UGI is for two players; %.400s has %d",
                     e->game->spec, e->game->seats);
  rng_seed(&e->rng, 1, 0);
  while (good && (line = engine_line(error)) && strcmp(line, "quit") != 0) {
    engine_name(e, name);
    if (strcmp(line, "ugi") == 0)
      printf("id name %s\nid author the authors of boardlab\nugiok\n", name);
    else if (strcmp(line, "isready") == 0)
      puts("readyok");
    else if (strcmp(line, "uginewgame") == 0)
      good = engine_restart(e, NULL, error);
    else if (strncmp(line, "position ", 9) == 0)
      good = set_position(e, line + 9, error);
    else if (strncmp(line, "query ", 6) == 0)
      answer_query(e, line + 6);
    else if (strcmp(line, "go") == 0 || strncmp(line, "go ", 3) == 0)
      good = answer_go(e, line + 2, error);
    fflush(stdout);
  }
  return good;
}

static bool is_stop(const char *line) {
  return strcmp(line, "stop") == 0;
}

const EngineProtocol engine_ugi = {answer_ugi, is_stop};

/* ---- GTP -----------------------------------------------------------------*/

static const char *const GTP_COMMANDS[] = {
    "boardsize", "clear_board", "genmove",  "known_command", "list_commands",
    "name",      "play",        "playmove", "playwall",      "protocol_version",
    "quit",      "showboard",   "undo",     "version",       "walls",
    "winner",    NULL};

static void refuse(const Engine *e, const char *why) {
  printf("?%s %s\n\n", e->number, why);
}

static void accept(const Engine *e, const char *answer) {
  printf("=%s%s%s\n\n", e->number, *answer ? " " : "", answer);
}

/* The drawing of the position without its empty lines, one of which would end
 * the answer. */
static void answer_showboard(const Engine *e) {
  char *drawing, *next = NULL;
  size_t size;
  FILE *out = need_stream(&drawing, &size);
  game_draw(e->game, e->state, out);
  need_close(out);
  printf("=%s\n", e->number);
  for (char *line = strtok_r(drawing, "\n", &next); line;
       line = strtok_r(NULL, "\n", &next))
    if (line[strspn(line, " ")])
      puts(line);
  puts("");
  free(drawing);
}

/* boardsize and walls: the game is that of the command line. */
static void answer_option(const Engine *e, const char *option,
                          const char *value) {
  int64_t number;
  if (number_in_range(value, 0, INT32_MAX, &number) &&
      number == gtp_option(e->game, option))
    accept(e, "");
  else
    refuse(e, "the engine was started for another game");
}

/* A move of the color to move: of a pawn, or a wall. */
static void answer_play(Engine *e, const char *color, const char *square,
                        const char *direction) {
  char text[MOVE_TEXT];
  GtpMove m;
  Error error = {0};
  snprintf(text, sizeof text, "%.20s %.20s", square, direction);
  if (!gtp_read(text, &m)) {
    refuse(e, "invalid syntax");
    return;
  }
  m = gtp_to_game(e->game, e->flip, m);
  snprintf(text, sizeof text, "%c%d%.1s", m.column, m.row, &m.direction);
  if (strncasecmp(color, gtp_color(e->state->seat), 1) != 0)
    refuse(e, "it is the turn of the other color");
  else if (engine_play(e, text, &error))
    accept(e, "");
  else
    refuse(e, error.message);
}

static void answer_genmove(Engine *e, const char *color) {
  char move[MOVE_TEXT], answer[MOVE_TEXT];
  GtpMove m;
  Error error = {0};
  if (strncasecmp(color, gtp_color(e->state->seat), 1) != 0)
    refuse(e, "it is the turn of the other color");
  else if (!engine_choose(e, (EngineLimits){0}, move, &error) ||
           !engine_play(e, move, &error) || !gtp_read(move, &m))
    refuse(e, error.message);
  else {
    m = gtp_from_game(e->game, e->flip, m);
    snprintf(answer, sizeof answer, "%c%d%s%.1s", m.column, m.row,
             m.direction ? " " : "", &m.direction);
    accept(e, answer);
  }
}

static void answer_winner(const Engine *e) {
  if (e->state->winners)
    accept(e, e->state->winners & 1 ? "true black" : "true white");
  else
    accept(e, "false");
}

static void answer_undo(Engine *e, const char *value) {
  int64_t moves = 1;
  if ((*value && !number_in_range(value, 0, INT32_MAX, &moves)) ||
      moves > e->count) {
    refuse(e, "cannot undo");
    return;
  }
  engine_undo(e, (int)moves);
  accept(e, "");
}

static bool is_command(const char *name) {
  int i = 0;
  while (GTP_COMMANDS[i] && strcmp(GTP_COMMANDS[i], name) != 0)
    i++;
  return GTP_COMMANDS[i];
}

static void answer_command(Engine *e, const char *name, const char *word[3]) {
  char text[SPEC_TEXT];
  Error error = {0};
  if (strcmp(name, "name") == 0 || strcmp(name, "version") == 0) {
    engine_name(e, text);
    accept(e, text);
  } else if (strcmp(name, "protocol_version") == 0) {
    accept(e, "2");
  } else if (strcmp(name, "known_command") == 0) {
    accept(e, is_command(word[0]) ? "true" : "false");
  } else if (strcmp(name, "list_commands") == 0) {
    for (int i = 0; GTP_COMMANDS[i]; i++)
      printf("%s%s%s%s\n", i ? "" : "=", i ? "" : e->number, i ? "" : " ",
             GTP_COMMANDS[i]);
    puts("");
  } else if (strcmp(name, "boardsize") == 0) {
    answer_option(e, "size", word[0]);
  } else if (strcmp(name, "walls") == 0) {
    answer_option(e, "walls", word[0]);
  } else if (strcmp(name, "clear_board") == 0) {
    engine_restart(e, NULL, &error);
    accept(e, "");
  } else if (strcmp(name, "genmove") == 0) {
    answer_genmove(e, word[0]);
  } else if (strcmp(name, "undo") == 0) {
    answer_undo(e, word[0]);
  } else if (strcmp(name, "winner") == 0) {
    answer_winner(e);
  } else if (strcmp(name, "showboard") == 0) {
    answer_showboard(e);
  } else if (strncmp(name, "play", 4) == 0 && is_command(name)) {
    answer_play(e, word[0], word[1], word[2]);
  } else {
    refuse(e, "unknown command");
  }
}

static bool answer_gtp(Engine *e, Error *error) {
  char *line;
  if (!gtp_check_game(e->game, error))
    return false;
  rng_seed(&e->rng, 1, 0);
  bool quit = false;
  while (!quit && (line = engine_line(error))) {
    const char *word[3] = {"", "", ""};
    char *next = NULL, *name = strtok_r(line, " \t", &next), *more;
    e->number[0] = '\0';
    if (name && strspn(name, "0123456789") == strlen(name)) {
      snprintf(e->number, sizeof e->number, "%s", name);
      name = next_word(&next);
    }
    quit = name && strcmp(name, "quit") == 0;
    for (int i = 0; i < 3 && name && (more = next_word(&next)); i++)
      word[i] = more;
    if (quit)
      accept(e, "");
    else if (name && *name != '#')
      answer_command(e, name, word);
    fflush(stdout);
  }
  return true;
}

const EngineProtocol engine_gtp = {.answer = answer_gtp};
