/* Commands that are called wrongly: each says what is wrong, and how to write
 * it instead if that can be guessed, prints nothing on stdout, and exits
 * with 2.
 *
 * All are run in one process, as starting so many takes longer than everything
 * that they do. tests/cli/cli.sh has those for which it matters how the process
 * was started. */
#include "tests/support/support.h"

#include "cli/commands/command.h"
#include <string.h>
#include <unistd.h>

enum { WORDS_MAX = 16, LINE_MAX = 400, OUTPUT_MAX = 400 };

#define ZEROS "0000000000000000000000000000000000000000000000000000000000000000"

/* A command line, with a space between its words, and what the message says. */
static const struct Case {
  const char *line, *message, *hint;
} CASES[] = {
    {"shwo", "no command 'shwo'", "did you mean 'show'?"},
    {"show", "missing argument: boardlab show GAME|FILE.game"},
    {"show dorix quoridor", "unexpected argument 'quoridor'"},
    {"show dorix --mvoes", "no flag '--mvoes'", "did you mean --moves?"},
    {"show dorix --play", "--play needs a value: --play LINE"},
    {"show dorix --moves=yes", "--moves takes no value"},
    {"show dorix --play --moves", "--play needs a value: --play LINE"},
    {"show --isolation dorix", "--isolation takes auto, require or off, as in "
                               "--isolation=auto, not 'dorix'"},
    {"show dorix --isolation",
     "--isolation needs a value: auto, require or off, as in --isolation=auto"},
    {"show dorix --isolation --moves",
     "--isolation needs a value: auto, require or off"},
    {"show dorix --isolation=",
     "--isolation takes auto, require or off, as in --isolation=auto, not ''"},
    {"show dorix --moves --moves", "--moves is given twice"},
    {"show dorix -x", "no flag '-x'"},
    {"show quoridr", "no game 'quoridr'", "did you mean 'quoridor'?"},
    {"show quoridor:size=13",
     "size=13 is not allowed (2..11); the nearest is 11"},
    {"show quoridor:players=5", "players=5 is not allowed (2..4)"},
    {"simulate tictacdoh -x", "there is no flag '-x'"},
    {"simulate tictacdoh -j", "--jobs needs a value: --jobs N"},
    {"simulate tictacdoh -q5", "--quiet takes no value"},
    {"simulate tictacdoh -j 1 --jobs 2", "--jobs is given twice"},
    {"simulate tictacdoh --games 1.5",
     "--games takes a whole number from 1 to"},
    {"simulate tictacdoh --games 1e99",
     "--games takes a whole number from 1 to"},
    {"show dorix --random -1", "--random takes a whole number from 0"},
    {"show dorix --random nan", "not 'nan'"},
    {"show dorix --random 99999999999999999999", "not '99999999999999999999'"},
    {"check mctss", "there is no game 'mctss'",
     "there is no bot 'mctss'; did you mean 'mcts'?"},
    {"games mctss", "there is no bot 'mctss'; did you mean 'mcts'?"},
    {"games quoridr", "did you mean 'quoridor'?"},
    {"perft dorix --depth 0", "--depth takes a whole number from 1"},
    {"bench dorix --seconds nan", "--seconds takes a number"},
    {"bench dorix --seconds inf", "--seconds takes a number"},
    {"bench dorix --rounds 0", "--rounds"},
    {"games --rules", "--rules needs a game"},
    {"games mcts:iteration=5", "did you mean 'iterations'?"},
    {"games mcts:bias=-0.5",
     "mcts: bias must be 0 or more, or -1 for the default"},
    {"games chess", "the games are dorix, "},
    {"reference simlate", "there is no 'simlate' in the Lua reference; did you "
                          "mean 'lab.simulate'?"},
    {"reference moves --out page.html",
     "--out writes the whole reference: leave out 'moves'"},
    {"show quoridor --set pawn1", "not of the form key=value"},
    {"show orbital --set z9=B1", "orbital has no key 'z9'"},
    {"solve quoridor:size=3 --within 7 --moves",
     "--within reports the winner and one line, not every move: leave out "
     "--moves"},
    {"solve quoridor:size=3 --within 0",
     "--within takes a whole number from 1"},
    {"solve quoridor --memory 0", "--memory takes a whole number from 1"},
    {"bench orbital --csv --json", "--csv and --json cannot be combined"},
    {"bench tictacdoh --against no.csv", "no.csv"},
    {"bench tictacdoh --against .", "."},
    {"check chess", "no game 'chess'"},
    {"check bots/random.lua --budget -1", "--budget takes a whole number"},
    {"check bots/random.lua --memory 0", "--memory takes a whole number"},
    {"check bots/random.lua:depth=2",
     "bots/random.lua has no options, so 'depth' cannot be set"},
    {"show bots/random.lua", "is a bot, not a game"},
    {"show quoridor_pie", "did you mean variants/quoridor_pie.lua?"},
    {"show games/mnk.lua:q=4", "mnk has no option 'q'"},
    {"run bot_lader.lua --help", "did you mean 'scripts/bot_ladder.lua'?"},
    {"new bott x", "did you mean 'bot'?"},
    {"tournament quoridor --bot random", "at least two bots"},
    {"tournament quoridor", "at least two bots"},
    {"tournament quoridor --bot random --bot random",
     "the bot random is given twice"},
    {"tournament quoridor --bot bots/random.lua --bot ./bots/random.lua",
     "the bot bots/random.lua is given twice: ./bots/random.lua is the same "
     "file"},
    {"tournament quoridor --bot random --bot bots/towers.lua",
     "plays orbital, not quoridor"},
    {"sweep quoridor", "there is nothing to vary"},
    {"sweep quoridor --vary walls", "needs values: its values are 0..30"},
    {"sweep quoridor --vary walls=", "needs values: its values are 0..30"},
    {"sweep quoridor --vary walls=x", "takes a whole number"},
    {"sweep quoridor --vary walls=3..9/2x", "is not a range"},
    {"sweep quoridor --vary walls=3..9/1.5", "is not a range"},
    {"sweep quoridor --vary walls=3,,4", "is not a value"},
    {"sweep quoridor --vary walls=4,", "is not a value"},
    {"sweep quoridor --vary walls=" ZEROS ZEROS ZEROS ZEROS "5",
     "is not a value"},
    {"sweep quoridor --vary walls=9..3",
     "goes from the higher value to the lower"},
    {"sweep quoridor --vary walls=3..9/0", "is not a range"},
    {"sweep quoridor --vary wals=3", "did you mean 'walls'?"},
    {"sweep quoridor --vary walls=1 --vary walls=2",
     "--vary walls is given twice"},
    {"sweep quoridor:walls=3 --vary walls=2",
     "with walls=2: quoridor: walls is given twice"},
    {"sweep dorix --vary teams=true..false",
     "takes no range: its values are true or false"},
    {"sweep dorix --vary teams=true,false",
     "with teams=true: dorix: teams=true needs players=4"},
    {"ladder tictacdoh", "a ladder needs --bot BOT"},
    {"ladder tictacdoh --bot bots/uct.lua",
     "a ladder needs --double OPTION=FIRST"},
    {"ladder tictacdoh --bot bots/uct.lua --double rounds",
     "'rounds' does not say what to double"},
    {"ladder tictacdoh --bot bots/uct.lua --double round=10",
     "did you mean 'rounds'?"},
    {"ladder tictacdoh --bot bots/uct.lua --double exploration=1",
     "is not an integer option"},
    {"ladder tictacdoh --bot bots/uct.lua --double rounds=10 --levels 1",
     "--levels takes a whole number from 2 to 24"},
    {"ladder tictacdoh --bot bots/towers.lua --double rounds=10",
     "plays orbital, not tictacdoh"},
};

static int split(char *line, char *words[WORDS_MAX]) {
  int count = 0;
  for (char *rest, *word = strtok_r(line, " ", &rest); word;
       word = strtok_r(NULL, " ", &rest)) {
    assert_true(count < WORDS_MAX);
    words[count++] = word;
  }
  return count;
}

static int run_line(const char *text, Error *error) {
  char line[LINE_MAX], *words[WORDS_MAX];
  assert_true(snprintf(line, sizeof line, "%s", text) < (int)sizeof line);
  int count = split(line, words);
  const Command *command = command_find(words[0], error);
  static Args args; /* large */
  if (!command || !args_read(&args, command, count - 1, words + 1, error) ||
      !args_limits(&args, error))
    return EXIT_USAGE;
  return command->run(&args, error);
}

/* The same, with stdout in a file, of which the beginning is read. */
static int run_and_read(const char *line, Error *error,
                        char printed[OUTPUT_MAX]) {
  FILE *file = tmpfile();
  assert_non_null(file);
  fflush(stdout);
  int old = dup(STDOUT_FILENO);
  dup2(fileno(file), STDOUT_FILENO);
  int code = run_line(line, error);
  fflush(stdout);
  dup2(old, STDOUT_FILENO);
  close(old);
  rewind(file);
  printed[fread(printed, 1, OUTPUT_MAX - 1, file)] = '\0';
  fclose(file);
  return code;
}

static void what_is_wrong_is_said(void **unused) {
  (void)unused;
  int failures = 0;
  for (size_t i = 0; i < COUNT(CASES); i++) {
    const struct Case *c = &CASES[i];
    Error error = {0};
    char printed[OUTPUT_MAX];
    int code = run_and_read(c->line, &error, printed);
    if (code == EXIT_USAGE && !printed[0] &&
        strstr(error.message, c->message) &&
        (!c->hint || strstr(error.message, c->hint)))
      continue;
    print_error("boardlab %s: exits with %d, says '%s' and prints '%s'\n",
                c->line, code, error.message, printed);
    failures++;
  }
  assert_int_equal(failures, 0);
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(what_is_wrong_is_said)};
  return RUN_TESTS(tests);
}
