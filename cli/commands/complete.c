/* What may stand in the place of the last word of a command line, for the
 * completion of shells: from the same tables as --help. */
#include "cli/commands/command.h"

#include "cli/catalog/catalog.h"
#include "cli/terminal/completion.h"
#include "core/base/need.h"
#include "core/base/text.h"
#include "core/game/bot.h"
#include "core/game/gamefile.h"
#include "lua/host/host.h"
#include <ctype.h>
#include <stdlib.h>

typedef struct Line {
  const Command *command;
  int count;
  char *const *words; /* after the command; the last is being typed */
  char *typed;        /* a copy of the last word, or of a value in it; */
  size_t head;        /* the bytes at its start that every candidate has */
  Completions list;   /* what may follow these */
} Line;

/* Completes what follows the first `head` bytes of the word. */
static void begin_at(Line *line, size_t head) {
  line->head = head;
  line->list.prefix = line->typed + head;
  line->list.length = strlen(line->list.prefix);
}

static void line_add(Line *line, const char *word) {
  for (int i = 0; i < line->list.count; i++)
    if (strcmp(line->list.word[i], word) == 0)
      return;
  completions_add(&line->list, word);
}

/* ---- files ---------------------------------------------------------------*/

/* Adds the files that end in an extension (NULL: none), and all folders. */
static void add_files(Line *line, const char *extension) {
  Completions all = {.prefix = line->list.prefix, .length = line->list.length};
  completions_add_files(&all);
  for (int i = 0; i < all.count; i++)
    if (text_ends_in(all.word[i], "/") ||
        (extension && text_ends_in(all.word[i], extension)))
      line_add(line, all.word[i]);
  completions_free(&all);
}

static void add_spec(void *line, const char *spec) {
  line_add(line, spec);
}

/* Adds the Lua files in a folder of the library: they are found from any
 * folder. */
static void add_library(Line *line, const char *dir) {
  catalog_each(dir, add_spec, line);
}

/* ---- options of games and bots -------------------------------------------*/

enum { VALUES_MAX = 32 }; /* of more numbers than this, none is listed */

/* The largest value of an option, as options store it. */
static int last_value(const Option *o) {
  int count = 0;
  while (o->type == OPTION_WORD && o->words[count])
    count++;
  return o->type == OPTION_INT ? o->max : count ? count - 1 : 1;
}

static void add_values(Line *line, const Option *o) {
  bool number = o->type == OPTION_INT;
  int first = number ? o->min : 0, step = number && o->step ? o->step : 1;
  if (o->type == OPTION_REAL || o->type == OPTION_FILE ||
      (last_value(o) - first) / step > VALUES_MAX)
    return;
  for (int value = first; value <= last_value(o); value += step) {
    char text[OPTION_TEXT];
    option_format(o, value, text);
    line_add(line, text);
  }
}

/* Completes the option that begins so many bytes into the word. */
static void add_option(Line *line, const Option table[], size_t at) {
  char *equals = strchr(line->typed + at, '=');
  if (equals) {
    *equals = '\0';
    const Option *option = options_find(table, line->typed + at);
    *equals = '=';
    begin_at(line, (size_t)(equals + 1 - line->typed));
    if (option)
      add_values(line, option);
    return;
  }
  begin_at(line, at);
  for (const Option *o = table; o->name; o++) {
    char text[128];
    snprintf(text, sizeof text, "%s=", o->name);
    line_add(line, text);
  }
}

/* The game of the command line, or else any: bots are opened for a game. */
static Game *open_game(const Line *line) {
  for (int i = 0; i + 1 < line->count; i++) {
    Game *game =
        line->words[i][0] == '-' ? NULL : game_open(line->words[i], NULL);
    if (game)
      return game;
  }
  return game_open(game_rules[0]->name, NULL);
}

static void add_options_of(Line *line, const char *name, size_t at, bool games,
                           bool bots) {
  Game *game = games ? game_open(name, NULL) : NULL;
  if (game)
    add_option(line, game->rules->options, at);
  game_close(game);
  if (game || !bots)
    return;
  game = open_game(line);
  Bot *bot = game ? bot_open(name, game, NULL) : NULL;
  if (bot)
    add_option(line, bot->kind->options, at);
  bot_close(bot);
  game_close(game);
}

/* Completes a game, a bot, or an option of one behind the colon. */
static void add_specs(Line *line, bool games, bool bots) {
  char *colon = strchr(line->typed, ':');
  if (colon) {
    const char *comma = strrchr(colon, ',');
    *colon = '\0';
    add_options_of(line, line->typed,
                   (size_t)((comma ? comma : colon) + 1 - line->typed), games,
                   bots);
    *colon = ':';
    return;
  }
  for (const Rules *const *r = game_rules; games && *r; r++)
    line_add(line, (*r)->name);
  for (const BotKind *const *k = bot_kinds; bots && *k; k++)
    line_add(line, (*k)->name);
  if (games) {
    add_library(line, "games");
    add_library(line, "variants");
  }
  if (bots)
    add_library(line, "bots");
  add_files(line, ".lua");
}

/* Completes the name of an option that a command varies. */
static void add_varied(Line *line) {
  Game *game = strchr(line->typed, '=') ? NULL : open_game(line);
  if (game)
    add_option(line, game->rules->options, 0);
  game_close(game);
}

/* The same of the bot that --player names. */
static void add_varied_player(Line *line) {
  for (int i = 0; i + 2 < line->count && !strchr(line->typed, '='); i++)
    if (strcmp(line->words[i], "--player") == 0)
      add_options_of(line, line->words[i + 1], 0, false, true);
}

/* Completes a name of the Lua reference; its last part alone if no name begins
 * with what was typed. */
static void add_reference(Line *line) {
  char *names = host_reference("names", NULL, NULL), *rest = names;
  const char *last[1024];
  int count = 0;
  for (char *name; names && (name = strsep(&rest, "\n"));) {
    char *part = strrchr(name, ':') ? strrchr(name, ':') : strrchr(name, '.');
    if (*name)
      line_add(line, name);
    if (part && count < 1024)
      last[count++] = part + 1;
  }
  bool none = line->list.count == 0;
  for (int i = 0; none && i < count; i++)
    line_add(line, last[i]);
  free(names);
}

/* ---- one word ------------------------------------------------------------*/

/* Whether a kind is one of those in "GAME|FILE.game|DIR". */
static bool is_among(const char *kind, const char *kinds) {
  size_t length = strlen(kind);
  for (const char *at = kinds; (at = strstr(at, kind)); at += length)
    if ((at == kinds || at[-1] == '|') && (!at[length] || at[length] == '|'))
      return true;
  return false;
}

/* Adds the words of kinds such as "bot|variant|game": those in lower case stand
 * for themselves. */
static void add_literals(Line *line, const char *kinds) {
  while (*kinds) {
    char word[64];
    size_t length = strcspn(kinds, "|");
    snprintf(word, sizeof word, "%.*s", (int)length, kinds);
    if (islower((unsigned char)word[0]))
      line_add(line, word);
    kinds += length + (kinds[length] == '|');
  }
}

static void add_kinds(Line *line, const char *kinds) {
  static const struct {
    const char *kind, *extension;
  } FILES[] = {{"FILE.game", GAMEFILE_EXTENSION},
               {"FILE.lua", ".lua"},
               {"SCRIPT.lua", ".lua"},
               {"OLD.csv", ".csv"},
               {"DIR", NULL}};
  bool games = is_among("GAME", kinds);
  bool bots = is_among("BOT", kinds) || is_among("WHO", kinds);
  begin_at(line, 0);
  if (games || bots)
    add_specs(line, games, bots);
  if (is_among("WHO", kinds))
    line_add(line, "human");
  if (is_among("SCRIPT.lua", kinds))
    add_library(line, "scripts");
  if (is_among("OPTION=VALUES", kinds) || is_among("OPTION=FIRST", kinds))
    add_varied(line);
  if (is_among("OPTION=SETTINGS", kinds))
    add_varied_player(line);
  if (is_among("FUNCTION", kinds))
    add_reference(line);
  if (line->head > 0)
    return; /* an option: no file */
  for (size_t i = 0; i < sizeof FILES / sizeof *FILES; i++)
    if (is_among(FILES[i].kind, kinds))
      add_files(line, FILES[i].extension);
  if (is_among("FILE", kinds) || is_among("ARGUMENT", kinds))
    completions_add_files(&line->list);
  add_literals(line, kinds);
}

/* ---- flags ---------------------------------------------------------------*/

/* The flag that a word is, without a value in it; or NULL. */
static const Flag *find_flag(const Line *line, const char *word) {
  const char *value = NULL;
  const Flag *flag = flag_find(line->command, word, &value);
  return value ? NULL : flag;
}

static bool was_given(const Line *line, const Flag *flag) {
  const char *value;
  for (int i = 0; i + 1 < line->count; i++)
    if (flag_find(line->command, line->words[i], &value) == flag)
      return true;
  return false;
}

static void add_flags(Line *line) {
  for (const Flag *f = line->command->flags; f->name; f++) {
    char text[64];
    snprintf(text, sizeof text, "--%s", f->name);
    if (f->repeatable || !was_given(line, f))
      line_add(line, text);
  }
  line_add(line, "--help");
}

static void add_flag_values(Line *line, const Flag *flag) {
  begin_at(line, 0);
  for (const char *const *w = flag->words; w && *w; w++)
    line_add(line, *w);
  if (!flag->words)
    add_kinds(line, flag->value);
}

/* ---- positional arguments ------------------------------------------------*/

/* The number of positional arguments before the word that is typed. */
static int count_positional(const Line *line) {
  int count = 0;
  for (int i = 0; i + 1 < line->count; i++) {
    const Flag *flag = find_flag(line, line->words[i]);
    if (line->words[i][0] != '-')
      count++;
    else if (flag && flag->value)
      i++;
  }
  return count;
}

/* Completes the argument with this number by the usage line, in which "…"
 * repeats what is before it: "[GAME …]". */
static void add_positional(Line *line, int number) {
  char kinds[64] = "";
  const char *at = line->command->positional;
  for (int i = 0; i <= number; i++) {
    size_t length = strcspn(at, " ");
    if (!*at)
      return;
    if (strncmp(at, "…", strlen("…")) == 0)
      break;
    const char *from = at + (*at == '[');
    snprintf(kinds, sizeof kinds, "%.*s", (int)strcspn(from, " ]"), from);
    at += length + (at[length] == ' ');
  }
  add_kinds(line, kinds);
}

static void complete_word(Line *line) {
  const char *before = line->count > 1 ? line->words[line->count - 2] : "";
  const Flag *flag = find_flag(line, before);
  if (flag && flag->value)
    add_flag_values(line, flag);
  else if (line->typed[0] == '-')
    add_flags(line);
  else
    add_positional(line, count_positional(line));
}

/* "--isolation=o": the value alone is completed. Returns the bytes before
 * it. */
static size_t inline_value(Line *line) {
  const char *value = NULL;
  const Flag *flag = flag_find(line->command, line->typed, &value);
  if (!flag || !flag->value || !value || line->typed[1] != '-')
    return 0;
  size_t length = (size_t)(value - line->typed);
  memmove(line->typed, value, strlen(value) + 1);
  add_flag_values(line, flag);
  return length;
}

static void add_commands(Line *line) {
  for (const CommandGroup *g = command_groups; g->heading; g++)
    for (const Command *const *c = g->list; *c; c++)
      line_add(line, (*c)->name);
  line_add(line, "help");
  line_add(line, "version");
}

/* What is said about a candidate: the summary of a command, the help of a
 * flag. */
static void print_description(const Line *line, const char *word) {
  const Flag *flag = line->command ? find_flag(line, word) : NULL;
  const Command *command = line->command ? NULL : command_find(word, NULL);
  const char *text = flag ? flag->help : command ? command->summary : NULL;
  if (!text)
    return;
  putchar('\t');
  for (; *text; text++)
    putchar(*text == '\n' ? ' ' : *text);
}

/* Completes what follows a command. Returns the bytes of the word before the
 * value that is completed. */
static size_t complete_argument(Line *line, const char *command) {
  if (strcmp(command, "help") == 0 && line->count == 1) {
    add_commands(line);
    for (const Chapter *c = chapters; c->name; c++)
      line_add(line, c->name);
  }
  line->command = command_find(command, NULL);
  if (!line->command)
    return 0;
  size_t before = inline_value(line);
  if (before == 0)
    complete_word(line);
  return before;
}

int complete(int count, char *const *words) {
  if (count == 0)
    return EXIT_USAGE;
  const char *last = words[count - 1];
  Line line = {
      .count = count - 1, .words = words + 1, .typed = need_copy(last)};
  size_t before = 0;
  host_isolate(ISOLATION_AUTO, NULL);
  limits_set_printing(false);
  host_start((Limits){WORK_DEFAULT, MEMORY_DEFAULT});
  begin_at(&line, 0);
  if (count == 1)
    add_commands(&line);
  else
    before = complete_argument(&line, words[0]);
  for (int i = 0; i < line.list.count; i++) {
    printf("%.*s%.*s%s", (int)before, last, (int)line.head, line.typed,
           line.list.word[i]);
    print_description(&line, line.list.word[i]);
    putchar('\n');
  }
  completions_free(&line.list);
  free(line.typed);
  return EXIT_DONE;
}
