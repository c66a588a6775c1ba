/* boardlab games: which games there are, and what there is to know of one. */
#include "command.h"
#include <stdlib.h>

/* How many can play: the range of the option `players`, if there is one. */
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
  printf("%-11s %-9s %s\n", "game", "players", "what it is about");
  for (const Rules *const *r = game_rules; *r; r++) {
    char players[OPTION_TEXT];
    write_players(*r, players);
    printf("%-11s %-9s %s\n", (*r)->name, players, (*r)->summary);
  }
  printf("\nboardlab games NAME tells a game's rules, moves and options.\n");
}

static void describe_option(const Option *o, const int values[], int value) {
  char range[OPTION_TEXT], usual[OPTION_TEXT], here[OPTION_TEXT];
  option_range(o, range);
  option_format(o, option_default(o, values), usual);
  option_format(o, value, here);
  printf("  %-20s %s\n  %-20s   %s; default %s", o->name, o->help, "", range,
         o->derived ? o->derived : usual);
  if (o->derived || strcmp(usual, here) != 0)
    printf("; here %s", here);
  printf("\n");
}

/* A line to try: the game's own example, if these options allow it. */
static void suggest(const Game *game) {
  const Rules *rules = game->rules;
  State *state = game_start(game);
  bool plays = state && game_play_line(game, state, rules->example, NULL);
  free(state);
  printf("\nTry\n  boardlab show %s ", game->spec);
  if (plays)
    printf("--play \"%s\"\n", rules->example);
  else
    printf("--random 5 --moves\n");
}

static void describe_game(const Game *game) {
  const Rules *rules = game->rules;
  printf("%s\n%s\n\n%s\n", rules->title, rules->summary, rules->text);
  printf("\nOptions, as in %s:name=value,name=value\n", rules->name);
  for (int i = 0; rules->options[i].name; i++)
    describe_option(&rules->options[i], game->value, game->value[i]);
  printf("\nA position can be set up with --set \"KEY=VALUE …\":\n"
         "  seat (whose turn it is), %s\n",
         rules->keys);
  suggest(game);
}

static int run(const Args *args, Error *error) {
  if (args->word_count == 0) {
    list_games();
    return EXIT_DONE;
  }
  Game *game = game_open(args->word[0], error);
  if (!game)
    return EXIT_USAGE;
  describe_game(game);
  game_close(game);
  return EXIT_DONE;
}

const Command games_command = {
    .name = "games",
    .summary = "list the games, or tell one game's rules and options",
    .words = "[GAME]",
    .max_words = 1,
    .flags = (const Flag[]){{NULL}},
    .details = "A GAME may have options; the list then shows those values.",
    .example = "boardlab games quoridor:players=4",
    .run = run,
};
