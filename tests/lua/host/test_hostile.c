/* Hostile plugins. Each file in hostile/ tries one attack; its first comments
 * describe it and the expected result:
 *
 *   -- expect: fine             complete legal games
 *   -- expect: forfeit: TEXT    the bot forfeits each game, for that reason
 *   -- expect: open: TEXT       the bot cannot be opened
 *   -- expect: fault: TEXT      the rules fail, when opened or in a match
 *   -- expect before 5.4.N: …   the same for a Lua older than that, if it
 *                               differs; comes first
 *   -- game: SPEC | this        the game to play; `this` is the file itself,
 *                               parts/… is in the folder of that name
 *   -- budget: N                another budget than that of LIMITS
 *
 * Every message must name the file. A file plays several games, the last with
 * the stream of the first, which must give the same game: nothing may carry
 * over from one game to the next.
 *
 *   test_hostile                 all files, and the other tests
 *   test_hostile FILE            one file, with its results
 *   test_hostile --fingerprint   a hash of games of bots that depend on the
 * order of keys and the like
 */
#include "core/game/match.h"
#include "lua/host/host.h"
#include "tests/support/support.h"
#include <dirent.h>
#include <lua.h>
#include <signal.h>
#include <sys/stat.h>
#include <sys/time.h>
#include <unistd.h>

enum { GAMES = 3, FILES_MAX = 1024, SECONDS = 20 };

static const Limits LIMITS = {1000000, 16 << 20};

/* ---- matches -------------------------------------------------------------*/

/* The results of several games, to compare two series. */
typedef struct Series {
  char error[1100]; /* why the series could not be played */
  bool opened;
  Match match[GAMES];
  Error reason[GAMES]; /* of forfeits */
  uint64_t hash[GAMES];
} Series;

static void play_series(const Game *game, Bot *const bots[], Series *s) {
  State *state = game_start(game);
  assert_non_null(state);
  for (int i = 0; i < GAMES && !s->error[0]; i++) {
    Rng rng;
    rng_seed(&rng, 7, (uint64_t)(i % (GAMES - 1)));
    if (!match_play(game, bots, &rng, game->max_plies, state, NULL,
                    &s->match[i], &s->reason[i]))
      memcpy(s->error, s->reason[i].message, sizeof s->reason[i].message);
    s->hash[i] = game_hash(game, state);
  }
  free(state);
}

/* Plays a series with `first` in seat 1 and `others` in all other seats. */
static Series run(const char *spec, const char *first, const char *others) {
  Series s = {.opened = false};
  Error why = {0};
  Game *game = game_open(spec, &why);
  Bot *bots[SEATS_MAX] = {NULL};
  s.opened = game;
  for (int i = 0; s.opened && i < game->seats; i++) {
    bots[i] = bot_open(i ? others : first, game, &why);
    s.opened = bots[i];
  }
  if (s.opened)
    play_series(game, bots, &s);
  else
    snprintf(s.error, sizeof s.error, "%s", why.message);
  for (int i = 0; i < SEATS_MAX; i++)
    bot_close(bots[i]);
  game_close(game);
  return s;
}

/* Compares game i of a series with game j of another. */
static bool same_match(const Series *s, int i, const Series *t, int j) {
  const Match *a = &s->match[i], *b = &t->match[j];
  return a->end == b->end && a->winners == b->winners && a->plies == b->plies &&
         a->forfeiter == b->forfeiter &&
         strcmp(s->reason[i].message, t->reason[j].message) == 0;
}

static bool same_series(const Series *a, const Series *b) {
  for (int i = 0; i < GAMES; i++)
    if (a->hash[i] != b->hash[i] || !same_match(a, i, b, i))
      return false;
  return strcmp(a->error, b->error) == 0;
}

/* ---- files ---------------------------------------------------------------*/

typedef struct Attack {
  char path[1024], game[256], kind[16], text[256];
  Limits limits;
  int until; /* the release of Lua before which another result is expected */
} Attack;

static void read_line(Attack *a, const char *line) {
  long long budget;
  if (sscanf(line, "-- game: %255s", a->game) == 1)
    return;
  if (sscanf(line, "-- budget: %lld", &budget) == 1)
    a->limits.work = budget;
  if (sscanf(line, "-- expect before 5.4.%d: %15[a-z]: %255[^\n]", &a->until,
             a->kind, a->text) < 1 &&
      LUA_VERSION_RELEASE_NUM >= 50400 + a->until)
    sscanf(line, "-- expect: %15[a-z]: %255[^\n]", a->kind, a->text);
}

static Attack read_attack(const char *path) {
  Attack a = {.game = "tictacdoh", .limits = LIMITS};
  char line[1024];
  snprintf(a.path, sizeof a.path, "%s", path);
  FILE *in = fopen(path, "r");
  if (!in)
    fail_msg("could not read %s", path);
  while (fgets(line, sizeof line, in) && strncmp(line, "--", 2) == 0)
    read_line(&a, line);
  fclose(in);
  if (strncmp(a.game, "parts/", 6) == 0) {
    char part[sizeof a.game];
    memcpy(part, a.game, sizeof part);
    snprintf(a.game, sizeof a.game, "%s/%.100s", HOSTILE_DIR, part);
  }
  if (!a.kind[0])
    fail_msg("%s does not say what to expect", path);
  return a;
}

/* Returns whether a message contains the expected text and the file name. */
static bool matches(const Attack *a, const char *message) {
  return strstr(message, a->text) && strstr(message, strrchr(a->path, '/') + 1);
}

static bool all_forfeit(const Attack *a, const Series *s) {
  for (int i = 0; i < GAMES; i++)
    if (s->match[i].end != MATCH_FORFEIT || s->match[i].forfeiter != 0 ||
        !matches(a, s->reason[i].message))
      return false;
  return !s->error[0];
}

static bool all_fine(const Series *s) {
  for (int i = 0; i < GAMES; i++)
    if (s->match[i].end == MATCH_FORFEIT)
      return false;
  return !s->error[0] && same_match(s, 0, s, GAMES - 1) &&
         s->hash[0] == s->hash[GAMES - 1];
}

static bool as_expected(const Attack *a, const Series *s) {
  if (strcmp(a->kind, "fine") == 0)
    return s->opened && all_fine(s);
  if (strcmp(a->kind, "forfeit") == 0)
    return s->opened && all_forfeit(a, s);
  if (strcmp(a->kind, "open") == 0)
    return !s->opened && matches(a, s->error);
  return strcmp(a->kind, "fault") == 0 && s->error[0] && matches(a, s->error);
}

static void print_result(const Attack *a, const Series *s) {
  print_error("%s: expected %s: %s\n", a->path, a->kind, a->text);
  if (s->error[0] || !s->opened)
    print_error("  but %s: %s\n", s->opened ? "it opened" : "it did not open",
                s->error);
  for (int i = 0; i < GAMES && s->opened && !s->error[0]; i++)
    print_error("  game %d: %s after %d plies %s\n", i + 1,
                match_end_names[s->match[i].end], s->match[i].plies,
                s->reason[i].message);
}

static const char *running = "";

static void on_timer(int number) {
  (void)number;
  static const char MESSAGE[] = " has hung\n";
  (void)!write(2, running, strlen(running));
  (void)!write(2, MESSAGE, sizeof MESSAGE - 1);
  _exit(3);
}

/* Limits the processor time of this process from now on; 0: no limit. */
static void limit_time(int seconds) {
  struct itimerval timer = {.it_value.tv_sec = seconds};
  setitimer(ITIMER_PROF, &timer, NULL);
}

static bool run_attack(const char *path, bool verbose) {
  Attack a = read_attack(path);
  bool is_game = strcmp(a.game, "this") == 0;
  running = path;
  limit_time(SECONDS);
  host_start(a.limits);
  Series s = run(is_game ? path : a.game, is_game ? "random" : path, "random");
  host_start(LIMITS);
  limit_time(0);
  bool good = as_expected(&a, &s);
  if (!good || verbose)
    print_result(&a, &s);
  return good;
}

static int compare_paths(const void *a, const void *b) {
  return strcmp(*(char *const *)a, *(char *const *)b);
}

static int list_files(char *paths[FILES_MAX]) {
  DIR *dir = opendir(HOSTILE_DIR);
  int count = 0;
  assert_non_null(dir);
  for (struct dirent *e; (e = readdir(dir));) {
    size_t length = strlen(e->d_name);
    if (length < 4 || strcmp(e->d_name + length - 4, ".lua") != 0)
      continue;
    assert_true(count < FILES_MAX);
    char path[2048];
    snprintf(path, sizeof path, "%s/%s", HOSTILE_DIR, e->d_name);
    paths[count++] = strdup(path);
  }
  closedir(dir);
  qsort(paths, (size_t)count, sizeof *paths, compare_paths);
  return count;
}

static Series harmless_series(void) {
  return run("dorix:size=3", "bots/random.lua", "bots/random.lua");
}

static void every_attack_fails(void **unused) {
  (void)unused;
  char *paths[FILES_MAX];
  int count = list_files(paths), failures = 0;
  Series before = harmless_series();
  assert_true(before.opened && all_fine(&before));
  for (int i = 0; i < count; i++) {
    failures += !run_attack(paths[i], false);
    Series after = harmless_series();
    if (!same_series(&before, &after)) {
      print_error("%s: a harmless match has changed\n", paths[i]);
      failures++;
    }
    free(paths[i]);
  }
  assert_true(count >= 60);
  assert_int_equal(failures, 0);
}

static void write_file(const char *path, const char *text) {
  FILE *out = fopen(path, "w");
  assert_non_null(out);
  fputs(text, out);
  fclose(out);
}

static void an_empty_file_is_not_a_plugin(void **unused) {
  (void)unused;
  write_file("empty.lua", "");
  Series bot = run("tictacdoh", "empty.lua", "random");
  assert_false(bot.opened);
  assert_non_null(strstr(bot.error, "empty.lua returns nothing"));
  Series game = run("empty.lua", "random", "random");
  assert_false(game.opened);
  assert_non_null(strstr(game.error, "empty.lua returns nothing"));
  unlink("empty.lua");
}

/* A folder from somebody else may contain links to what its files must not
 * read. A link may lead elsewhere only inside its folder. */
static void links_do_not_lead_out_of_a_folder(void **unused) {
  (void)unused;
  static const struct Link {
    const char *name, *target;
  } LINKS[] = {{"folder/up.lua", "../secret.lua"},
               {"folder/absolute.lua", "/etc/hostname"},
               {"folder/sub", ".."},
               {"folder/inside.lua", "real.lua"}};
  static const struct Attempt {
    const char *code, *message; /* NULL: it works */
  } ATTEMPTS[] = {
      {"return { choose = require 'up' }",
       "up.lua': it is a link that leads out of"},
      {"return { choose = require 'absolute' }",
       "absolute.lua': it is a link that leads out of"},
      {"return { choose = require 'sub.secret' }",
       "sub/secret.lua': it is a link that leads out of"},
      {"require 'boardlab'.game 'up.lua'",
       "up.lua': it is a link that leads out of"},
      {"return require 'boardlab'.variant { base = 'sub/secret.lua' }",
       "sub/secret.lua': it is a link that leads out of"},
      {"return { choose = require 'inside' }", NULL},
  };
  mkdir("folder", 0777);
  write_file("secret.lua", "return function(s) return s:random_move() end");
  write_file("folder/real.lua",
             "return function(s) return s:random_move() end");
  for (size_t i = 0; i < COUNT(LINKS); i++)
    assert_int_equal(symlink(LINKS[i].target, LINKS[i].name), 0);
  for (size_t i = 0; i < COUNT(ATTEMPTS); i++) {
    const char *message = ATTEMPTS[i].message;
    write_file("folder/plugin.lua", ATTEMPTS[i].code);
    bool variant = strstr(ATTEMPTS[i].code, "variant");
    Series s = run(variant ? "folder/plugin.lua" : "tictacdoh",
                   variant ? "random" : "folder/plugin.lua", "random");
    if (message ? s.opened || !strstr(s.error, message) : !s.opened)
      fail_msg("%s: %s", ATTEMPTS[i].code, s.error);
  }
  for (size_t i = 0; i < COUNT(LINKS); i++)
    unlink(LINKS[i].name);
  unlink("folder/real.lua");
  unlink("folder/plugin.lua");
  unlink("secret.lua");
  rmdir("folder");
}

/* A long expression takes the parser quadratic time, without calling hooks. */
static void a_file_that_is_slow_to_parse_does_not_hang(void **unused) {
  (void)unused;
  FILE *out = fopen("chain.lua", "w");
  fputs("local a local b = ", out);
  for (int i = 0; i < 48000; i++)
    fputs("a or ", out);
  fputs("a\nreturn { choose = function(s) return b or s:random_move() end }\n",
        out);
  fclose(out);
  running = "chain.lua";
  limit_time(SECONDS);
  host_start((Limits){WORK_DEFAULT, MEMORY_DEFAULT});
  Series bot = run("tictacdoh", "chain.lua", "random");
  host_start(LIMITS);
  limit_time(0);
  unlink("chain.lua");
  assert_false(bot.opened);
  assert_non_null(strstr(bot.error, "too long to compile for the budget"));
}

/* Writes functions inside each other, each with many variables, and in the
 * innermost names that are none of them: the parser compares each name with all
 * of the variables. The text begins with `start`, and names are those of
 * `statement`. */
static void write_nested(const char *path, const char *start,
                         const char *statement) {
  enum { DEPTH = 120, VARIABLES = 180, SIZE = 250000 };
  FILE *out = fopen(path, "w");
  fputs(start, out);
  for (int i = 0; i < DEPTH; i++) {
    fputs("local function f()local ", out);
    for (int k = 0; k < VARIABLES; k++)
      fprintf(out, "%s%c%c", k ? "," : "", 'A' + k / 26, 'A' + k % 26);
    fputc('\n', out);
  }
  while (ftell(out) < SIZE)
    fputs(statement, out);
  for (int i = 0; i < DEPTH; i++)
    fputs(" end", out);
  fputs("\nreturn { choose = function(s) return s:random_move() end }\n", out);
  fclose(out);
}

/* Neither do comments, strings and the like hide it from boardlab. */
static void names_in_nested_functions_are_charged(void **unused) {
  (void)unused;
  static const struct {
    const char *start, *statement;
  } TEXTS[] = {
      {"", "x=x;"},
      {"#--[[\n", "x=x;"},
      {"\xef\xbb\xbf#--[[\n", "x=x;"},
      {"local _ = '\\z\n\"'", "x=x;"},
      {"local _ = '\\\n\"'", "x=x;"},
      {"local _ = '\\'\"'", "x=x;"},
      {"local _ = \"--[[\"", "x=x;"},
      {"local _ = [==[ ]] ]=] \"' ]==]", "x=x;"},
      {"--[ [\n", "x=x;"},
      {"--[=[ ]] ]=]", "x=x;"},
      {"--[[ end ]]", "x=x;"},
      {"", "do local a x=x end "},
      {"", "do local a<const>,b=1 x=x end "},
      {"", "x=3. x=x "},
      {"", "x=x..x "},
      {"", "repeat x() until x "},
      {"", "x{x,function(...)x()end}"},
  };
  host_start((Limits){WORK_DEFAULT, MEMORY_DEFAULT});
  running = "nested.lua";
  for (size_t i = 0; i < COUNT(TEXTS); i++) {
    write_nested("nested.lua", TEXTS[i].start, TEXTS[i].statement);
    limit_time(SECONDS);
    Series bot = run("tictacdoh", "nested.lua", "random");
    limit_time(0);
    if (bot.opened || !strstr(bot.error, "too long to compile for the budget"))
      fail_msg("'%s' … '%s': %s", TEXTS[i].start, TEXTS[i].statement,
               bot.error);
  }
  host_start(LIMITS);
  unlink("nested.lua");
}

/* Lua before 5.4.7 looks for a name for the value in the error message with a
 * recursion as deep as the chain. */
static void an_error_after_many_accesses_does_not_crash(void **unused) {
  (void)unused;
  FILE *out = fopen("name.lua", "w");
  fputs("local t = {} t.x = t return t", out);
  for (int i = 0; i < 120000; i++)
    fputs(".x", out);
  fputs(".y.z\n", out);
  fclose(out);
  host_start((Limits){100000000, LIMITS.memory});
  Series bot = run("tictacdoh", "name.lua", "random");
  host_start(LIMITS);
  unlink("name.lua");
  assert_false(bot.opened);
  assert_non_null(strstr(bot.error, "more than 100 accesses in a row"));
}

static void no_attack_writes_files(void **unused) {
  (void)unused;
  DIR *dir = opendir(".");
  int files = 0;
  for (struct dirent *e; (e = readdir(dir));)
    if (e->d_name[0] != '.') {
      print_error("an attack has written the file '%s'\n", e->d_name);
      files++;
    }
  closedir(dir);
  assert_int_equal(files, 0);
}

/* ---- isolation and determinism -------------------------------------------*/

static void bots_of_one_file_are_isolated_from_each_other(void **unused) {
  (void)unused;
  static const char *const FILES[] = {
      "count_games_in_global.lua", "count_games_in_upvalue.lua",
      "count_games_in_module.lua", "count_games_in_env.lua",
      "library_behind_pairs.lua"};
  for (size_t i = 0; i < COUNT(FILES); i++) {
    char path[1024];
    snprintf(path, sizeof path, "%s/%s", HOSTILE_DIR, FILES[i]);
    Series s = run("tictacdoh", path, path);
    if (!s.opened || !all_fine(&s))
      fail_msg("%s: %s%s", FILES[i], s.error, s.reason[0].message);
  }
}

/* Returns a hash of games between bots whose moves depend on the order of keys,
 * the clock, and random numbers at load time. */
static uint64_t fingerprint(void) {
  static const char *const FILES[] = {
      "pairs_order.lua", "sort_by_the_clock.lua", "draw_at_load.lua",
      "length_with_holes.lua"};
  uint64_t hash = 0;
  for (size_t i = 0; i < COUNT(FILES); i++) {
    char path[1024];
    snprintf(path, sizeof path, "%s/%s", HOSTILE_DIR, FILES[i]);
    Series s = run("tictacdoh", path, path);
    for (int g = 0; g < GAMES; g++)
      hash = hash * 31 + s.hash[g] + (uint64_t)s.match[g].plies;
  }
  return hash;
}

static char program[1024];

static void another_process_plays_the_same_games(void **unused) {
  (void)unused;
  char command[1100], line[64] = "", expected[64];
  snprintf(expected, sizeof expected, "%016llx\n",
           (unsigned long long)fingerprint());
  snprintf(command, sizeof command, "'%s' --fingerprint", program);
  for (int i = 0; i < 3; i++) {
    FILE *in = popen(command, "r");
    assert_non_null(in);
    assert_non_null(fgets(line, sizeof line, in));
    assert_int_equal(pclose(in), 0);
    assert_string_equal(line, expected);
  }
}

/* ---- running out of memory at every point --------------------------------*/

/* Returns whether a message names the limit: Lua's own words for it do not. */
static bool is_explained(const char *message) {
  return message[0] && !strstr(message, "not enough memory");
}

/* Returns whether a series either works or has a message. */
static bool is_clean(const Series *s) {
  for (int i = 0; i < GAMES && s->opened && !s->error[0]; i++)
    if (s->match[i].end == MATCH_FORFEIT && !is_explained(s->reason[i].message))
      return false;
  return (s->opened && !s->error[0]) || is_explained(s->error);
}

static void try_memory_limits(const char *game, const char *bot, size_t from,
                              size_t to, size_t step) {
  int worked = 0, failed = 0;
  for (size_t memory = from; memory < to; memory += step) {
    host_start((Limits){100000, memory});
    Series s = run(game, bot, bot);
    if (!is_clean(&s))
      fail_msg("%s, %s with %zu bytes: no message", game, bot, memory);
    bool good = s.opened && all_fine(&s);
    worked += good;
    failed += !good;
  }
  host_start(LIMITS);
  assert_true(worked > 0);
  assert_true(failed > 0);
}

static void a_bot_that_runs_out_of_memory(void **unused) {
  (void)unused;
  try_memory_limits("tictacdoh", "bots/random.lua", 20000, 60000, 48);
}

static void a_bot_that_runs_out_of_memory_when_run_again(void **unused) {
  (void)unused;
  try_memory_limits("tictacdoh", HOSTILE_DIR "/count_games_in_module.lua",
                    20000, 80000, 80);
}

static void rules_that_run_out_of_memory(void **unused) {
  (void)unused;
  try_memory_limits("games/nim.lua", "random", 20000, 200000, 160);
}

static void a_variant_that_runs_out_of_memory(void **unused) {
  (void)unused;
  try_memory_limits("variants/quoridor_pie.lua:size=3", "bots/random.lua",
                    20000, 120000, 160);
}

static void larger_rules_that_run_out_of_memory(void **unused) {
  (void)unused;
  try_memory_limits("games/mnk.lua:m=5,n=5,k=4", "bots/random.lua", 20000,
                    400000, 1000);
}

/* ---- running them --------------------------------------------------------*/

/* Runs all tests in a new, empty folder. */
static int in_empty_folder(int (*all)(void)) {
  char dir[] = "/tmp/boardlab_hostile_XXXXXX";
  if (!mkdtemp(dir) || chdir(dir) != 0)
    return 1;
  int code = all();
  return chdir("/") != 0 || rmdir(dir) != 0 ? 1 : code;
}

static int run_all(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(every_attack_fails),
      cmocka_unit_test(an_empty_file_is_not_a_plugin),
      cmocka_unit_test(links_do_not_lead_out_of_a_folder),
      cmocka_unit_test(a_file_that_is_slow_to_parse_does_not_hang),
      cmocka_unit_test(names_in_nested_functions_are_charged),
      cmocka_unit_test(an_error_after_many_accesses_does_not_crash),
      cmocka_unit_test(bots_of_one_file_are_isolated_from_each_other),
      cmocka_unit_test(another_process_plays_the_same_games),
      cmocka_unit_test(a_bot_that_runs_out_of_memory),
      cmocka_unit_test(a_bot_that_runs_out_of_memory_when_run_again),
      cmocka_unit_test(rules_that_run_out_of_memory),
      cmocka_unit_test(a_variant_that_runs_out_of_memory),
      cmocka_unit_test(larger_rules_that_run_out_of_memory),
      cmocka_unit_test(no_attack_writes_files),
  };
  return RUN_TESTS(tests);
}

static const char *only;

static int run_one(void) {
  return run_attack(only, true) ? 0 : 1;
}

int main(int count, char **arguments) {
  host_start(LIMITS);
  signal(SIGPROF, on_timer);
  if (count > 1 && strcmp(arguments[1], "--fingerprint") == 0) {
    printf("%016llx\n", (unsigned long long)fingerprint());
    return 0;
  }
  ssize_t length = readlink("/proc/self/exe", program, sizeof program - 1);
  program[length < 0 ? 0 : length] = '\0';
  only = count > 1 ? arguments[1] : NULL;
  return in_empty_folder(only ? run_one : run_all);
}
