/* boardlab games: lists the games and bots, or describes one of them. */
#include "cli/commands/command.h"

#include "cli/catalog/catalog.h"
#include "cli/session/rules_text.h"
#include "cli/terminal/format.h"
#include "core/base/shell.h"
#include "core/game/bot.h"
#include "core/game/spec.h"
#include "core/search/levels.h"
#include "lua/host/host.h"
#include <stdlib.h>

/* ---- the list ------------------------------------------------------------*/

/* The range of the option `players`, or the number of seats. */
static void write_players(const Rules *rules, char text[OPTION_TEXT]) {
  const Option *players = options_find(rules->options, "players");
  if (players) {
    option_range(players, text);
    return;
  }
  Game *game = game_open(rules->name, NULL);
  snprintf(text, OPTION_TEXT, "%d", game ? game->seats : 0);
  game_close(game);
}

static void list_games(void) {
  printf("%-11s %-9s %s\n", "game", "players", "summary");
  for (const Rules *const *r = game_rules; *r; r++) {
    char players[OPTION_TEXT];
    write_players(*r, players);
    printf("%-11s %-9s %s\n", (*r)->name, players, (*r)->summary);
  }
}

/* Lists the Lua files in a folder of the library with their summaries. */
typedef struct FileList {
  HostReader *reader;
  const char *heading;
  bool begun;
} FileList;

static void list_file(void *context, const char *spec) {
  FileList *list = context;
  HostAbout about;
  Error error = {0};
  if (!list->begun)
    printf("\n%s\n", list->heading);
  list->begun = true;
  bool good = host_reader_about(list->reader, spec, &about, &error);
  printf("%-33s ", spec);
  if (good && about.name[0] && !catalog_is_name_of(about.name, spec))
    printf("%s: ", about.name);
  printf("%s\n", good ? about.summary : error.message);
}

static void list_files(HostReader *reader, const char *dir,
                       const char *heading) {
  FileList list = {.reader = reader, .heading = heading};
  catalog_each(dir, list_file, &list);
}

static void list_all(void) {
  HostReader reader = {NULL};
  list_games();
  list_files(&reader, "games", "Games in Lua:");
  list_files(&reader, "variants", "Variants in Lua:");
  printf("\nBots:\n");
  for (const BotKind *const *k = bot_kinds; *k; k++)
    printf("%-33s %s\n", (*k)->name, (*k)->summary);
  list_files(&reader, "bots", "Bots in Lua:");
  host_reader_close(&reader);
  printf("\nboardlab games NAME describes a game (rules, moves, options) or a "
         "bot (options).\n");
}

/* ---- one game ------------------------------------------------------------*/

enum { NAME_WIDTH = 20, CALL_WIDTH = 24 };

static void describe_option(const Option *o, const int values[], int value) {
  char range[OPTION_TEXT], usual[OPTION_TEXT], current[OPTION_TEXT];
  option_range(o, range);
  option_format(o, option_default(o, values), usual);
  option_format(o, value, current);
  printf("  %-*s ", NAME_WIDTH, o->name);
  print_wrapped(o->help, NAME_WIDTH + 3);
  bool differs = o->derived || strcmp(usual, current) != 0;
  char allowed[3 * OPTION_TEXT + 32];
  snprintf(allowed, sizeof allowed, "%s; default %s%s%s", range,
           o->derived ? o->derived : usual, differs ? "; here " : "",
           differs ? current : "");
  printf("%*s", NAME_WIDTH + 5, "");
  print_wrapped(allowed, NAME_WIDTH + 5);
}

/* The methods that the game adds to positions in Lua. */
static void describe_accessors(const Game *game) {
  const Accessor *a = game_innermost(game)->rules->accessors;
  if (a)
    printf("\nMethods of a position s in Lua:\n");
  for (; a && a->name; a++) {
    char call[64];
    snprintf(call, sizeof call, "s:%s(%s)", a->name,
             a->arg_names ? a->arg_names : "");
    if (strlen(call) > CALL_WIDTH)
      printf("  %s\n%*s", call, CALL_WIDTH + 3, "");
    else
      printf("  %-*s ", CALL_WIDTH, call);
    print_wrapped(a->help, CALL_WIDTH + 3);
  }
}

static void describe_grid(const Grid *grid) {
  const GridShape *shape = &grid->shape;
  printf("  a grid of %d columns and %d rows%s", shape->columns, shape->rows,
         shape->hex ? " of hexagons" : "");
  if (!grid->whole)
    printf(" with %d %s", grid->cells, shape->points ? "points" : "cells");
  printf("\n");
}

static void describe_field(const Field *f) {
  printf("  s.%s", f->name);
  if (f->grid)
    describe_grid(f->grid);
  else if (f->words)
    printf("  a part of the last move: a string, or nil\n");
  else
    printf("%s\n", f->count ? "[i]" : "");
}

static void describe_fields(const Game *game) {
  bool first = true;
  for (; game; game = game->base)
    for (const Field *f = game->fields; f && f->name; f++) {
      if (first)
        printf("\nFields of a position s in Lua:\n");
      describe_field(f);
      first = false;
    }
}

/* Suggests the game's own example, if it is legal with these options. */
static void suggest(const Game *game) {
  const Rules *rules = game->rules;
  State *state = game_start(game);
  bool plays =
      rules->example[0] && game_play_line(game, state, rules->example, NULL);
  free(state);
  printf("\nTry\n  boardlab show");
  shell_print(stdout, game->spec);
  printf(plays ? " --play" : " --random 5 --moves");
  if (plays)
    shell_print(stdout, rules->example);
  printf("\n");
}

/* What not every game has. */
static void describe_features(const Game *game) {
  if (game->rules->score || game->has_chance || game_hides(game))
    printf("\n");
  if (game->rules->score)
    printf("It has scores.\n");
  if (game->has_chance)
    printf("It is a game of chance: nature rolls dice or draws cards.\n");
  if (game_hides(game))
    printf("It has hidden information: a player does not see everything.\n");
}

static void describe_evaluation(const Game *game) {
  printf(game->rules->evaluate
             ? "\nIt has an evaluation, which the bots greedy, mcts and "
               "alphabeta use.\n"
             : "\nIt has no evaluation: greedy and alphabeta recognise only "
               "finished games, and\nmcts uses random playouts.\n");
}

static void describe_game(const Game *game) {
  const Rules *rules = game->rules;
  printf("%s\n", rules->title);
  if (rules->summary[0] && strcmp(rules->summary, rules->text) != 0)
    print_wrapped(rules->summary, 0);
  if (rules->text[0] || game->base || rules->rules_page)
    printf("\n");
  rules_text_print(game, stdout);
  Spec spec;
  bool named = spec_read(&spec, game->spec, "game", NULL);
  if (rules->options[0].name)
    printf("\nOptions, as in %s:name=value,name=value\n",
           named ? spec.name : rules->name);
  for (int i = 0; rules->options[i].name; i++)
    describe_option(&rules->options[i], game->option, game->option[i]);
  printf("\nKeys for --set \"KEY=VALUE …\", which edits the first position:\n"
         "  seat (the seat to move)\n");
  if (rules->set_help[0]) {
    printf("  ");
    print_wrapped(rules->set_help, 2);
  }
  describe_features(game);
  describe_evaluation(game);
  describe_accessors(game);
  describe_fields(game);
  suggest(game);
}

/* ---- one bot -------------------------------------------------------------*/

static void print_bot(const char *spec, const CatalogBot *about,
                      const Bot *bot) {
  static const Option NONE[] = {{NULL}};
  Level level;
  bool is_level =
      level_find(spec, bot->game, &level) && strcmp(level.bot, spec) != 0;
  const Option *options = is_level ? NONE : bot->kind->options;
  if (about->name[0])
    printf("%s, the bot %s\n", spec, about->name);
  else
    printf("%s, a bot\n", spec);
  print_wrapped(about->summary, 0);
  if (is_level)
    printf("In %s it stands for %s.\n", about->game, bot->spec);
  if (about->plays[0])
    printf("It plays only %s.\n", about->plays);
  if (options[0].name)
    printf("\nOptions, as in %.*s:name=value,name=value\n",
           (int)strcspn(spec, ":"), spec);
  for (int i = 0; options[i].name; i++)
    describe_option(&options[i], bot->option, bot->option[i]);
  printf("\nTry\n  boardlab simulate");
  shell_print(stdout, about->game);
  printf(" --seat");
  shell_print(stdout, spec);
  printf(" --seat random --rotate --games 20\n");
}

static int describe_bot(const char *spec, const CatalogBot *about,
                        Error *error) {
  Game *game = game_open(about->game, error);
  Bot *bot = game ? bot_open(spec, game, error) : NULL;
  int code = bot ? EXIT_DONE : EXIT_USAGE;
  if (bot)
    print_bot(spec, about, bot);
  bot_close(bot);
  game_close(game);
  return code;
}

static int games_run(const Args *args, Error *error) {
  Spec spec;
  CatalogBot bot;
  bool rules = args_value(args, "rules");
  if (args->positional_count == 0 && !rules) {
    list_all();
    return EXIT_DONE;
  }
  if (args->positional_count == 0) {
    error_set(error, "--rules needs a game, as in boardlab games quoridor "
                     "--rules");
    return EXIT_USAGE;
  }
  bool read = spec_read(&spec, args->positional[0], "game", NULL);
  if (read && rules && bot_kind_find(spec.name, NULL)) {
    error_set(error, "%s is a bot: only games have rules", spec.name);
    return EXIT_USAGE;
  }
  if (read && !rules && catalog_bot(&spec, &bot))
    return describe_bot(args->positional[0], &bot, error);
  Game *game = game_open(args->positional[0], error);
  if (!game) {
    if (read && !rules)
      bot_add_unknown(spec.name, error);
    return EXIT_USAGE;
  }
  if (rules)
    rules_page_print(game, stdout);
  else
    describe_game(game);
  game_close(game);
  return EXIT_DONE;
}

const Command games_command = {
    .name = "games",
    .summary = "list the games and bots, or describe one of them",
    .positional = "[GAME|BOT]",
    .flags = (const Flag[]){{"rules", .help = "print the complete rules of the "
                                              "game instead"},
                            PRINT_FLAG,
                            ISOLATION_FLAG,
                            {NULL}},
    .example = "boardlab games quoridor:players=4",
    .run = games_run,
};
