/* The Universal Game Interface, UCI of chess made general, for games of two
 * players: `position startpos moves …`, `go movetime …`, `bestmove …`. A first
 * position other than the usual one is sent as settings, after `fen`. */
#include "core/base/need.h"
#include "core/program/program_internal.h"
#include <inttypes.h>
#include <stdlib.h>

enum { UGI_DEFAULT_MS = 1000, UGI_STOP_MS = 500 };

/* Whether a line begins with a word; *rest is what follows it. */
static bool begins_with(const char *line, const char *word, const char **rest) {
  size_t length = strlen(word);
  if (strncmp(line, word, length) != 0 || (line[length] && line[length] != ' '))
    return false;
  *rest = line + length + strspn(line + length, " ");
  return true;
}

/* Reads lines until one begins with a word. Others are for people, but the
 * name and the number of positions are noted. */
static bool hear_word(ProgramBot *b, const char *word, const char **rest,
                      uint64_t *nodes, Error *why) {
  const char *line, *name;
  while (program_hear(b, &line, why)) {
    char *end = strchr(line, '\r');
    if (end)
      *end = '\0';
    if (begins_with(line, word, rest))
      return true;
    if (begins_with(line, "id name", &name))
      program_set_name(b, name);
    const char *info, *count = strstr(line, " nodes ");
    if (count && begins_with(line, "info", &info) &&
        !begins_with(info, "string", &info))
      *nodes = strtoull(count + 7, NULL, 10);
  }
  return false;
}

static bool say_hello(ProgramBot *b, Error *why) {
  const Game *game = b->base.game;
  const char *rest;
  uint64_t nodes;
  if (game && (game->seats != 2 || game_hides(game) || game->has_chance))
    return error_set(why,
                     "%.300s speaks UGI, which is for games of two players "
                     "without chance or hidden information; %.300s is not one",
                     b->base.spec, game->spec);
  return program_say(b, "ugi\n", why) &&
         hear_word(b, "ugiok", &rest, &nodes, why) &&
         program_say(b, "isready\n", why) &&
         hear_word(b, "readyok", &rest, &nodes, why);
}

static bool say_position(ProgramBot *b, Error *why) {
  char *line;
  size_t size;
  FILE *out = need_stream(&line, &size);
  fprintf(out, "position %s%s", b->start ? "fen " : "startpos",
          b->start ? b->start : "");
  for (int i = 0; i < b->count; i++)
    fprintf(out, "%s %s", i ? "" : " moves", b->played[i].text);
  fprintf(out, "\n");
  need_close(out);
  bool good = (b->told > 0 || program_say(b, "uginewgame\n", why)) &&
              program_say(b, line, why);
  b->told = b->count + 1;
  free(line);
  return good;
}

/* The clock of the other player is not known: it gets the same. */
static bool say_go(ProgramBot *b, Error *why) {
  const int *option = b->base.option;
  char line[200];
  int64_t clock = program_clock_ms(b);
  char movetime[40] = "";
  if (option[PROGRAM_MS])
    snprintf(movetime, sizeof movetime, " movetime %d", option[PROGRAM_MS]);
  if (option[PROGRAM_CLOCK])
    snprintf(line, sizeof line,
             "go p1time %" PRId64 " p2time %" PRId64 " p1inc %d p2inc %d%s\n",
             clock, clock, option[PROGRAM_INCREMENT], option[PROGRAM_INCREMENT],
             movetime);
  else if (option[PROGRAM_NODES] && !option[PROGRAM_MS])
    snprintf(line, sizeof line, "go nodes %d\n", option[PROGRAM_NODES]);
  else
    snprintf(line, sizeof line, "go movetime %d\n",
             option[PROGRAM_MS] ? option[PROGRAM_MS] : UGI_DEFAULT_MS);
  return program_say(b, line, why);
}

static bool ask_for_move(ProgramBot *b, const State *seen, Rng *rng, Move *move,
                         Error *why) {
  const char *text;
  uint64_t nodes = 0;
  (void)rng;
  if (!say_position(b, why) || !say_go(b, why) ||
      !hear_word(b, "bestmove", &text, &nodes, why))
    return false;
  b->base.nodes +=
      nodes < (uint64_t)PROGRAM_NODES_MAX ? nodes : (uint64_t)PROGRAM_NODES_MAX;
  char word[MOVE_TEXT];
  snprintf(word, sizeof word, "%.*s", (int)strcspn(text, " "), text);
  return program_parse(b, seen, word, move, why);
}

/* Answers have no numbers: what comes late has to be read now, or a later
 * question would get it. */
static void say_stop(ProgramBot *b) {
  const char *rest;
  uint64_t nodes;
  Error why = {0};
  program_wait(b, UGI_STOP_MS);
  if (!program_say(b, "stop\n", &why) ||
      !hear_word(b, "bestmove", &rest, &nodes, &why))
    program_kill(b);
}

const Protocol protocol_ugi = {.scheme = "exec+ugi",
                               .hello = say_hello,
                               .go = ask_for_move,
                               .stop = say_stop,
                               .quit = "quit\n"};
