/* boardlab check: tries a game or a bot under full checking. */
#include "core/game/conform.h"

#include "cli/commands/command.h"
#include "core/game/match.h"
#include "core/game/spec.h"
#include "lua/host/host.h"
#include <stdarg.h>
#include <stdlib.h>

enum { PROBLEMS_MAX = 8, PROBLEM_TEXT = 512 };

/* Different problems, and in how many games each came up. */
typedef struct Problems {
  int count;
  char text[PROBLEMS_MAX][PROBLEM_TEXT];
  int times[PROBLEMS_MAX];
} Problems;

/* Two are the same if they begin alike, up to `length`: behind that stands in
 * which position they were found. */
static void note_problem(Problems *p, const char *text, size_t length) {
  int i = 0;
  if (length >= PROBLEM_TEXT)
    length = PROBLEM_TEXT - 1;
  while (i < p->count && strncmp(p->text[i], text, length) != 0)
    i++;
  if (i == PROBLEMS_MAX)
    return;
  if (i == p->count)
    snprintf(p->text[p->count++], PROBLEM_TEXT, "%s", text);
  p->times[i]++;
}

/* What is being checked, and how. */
typedef struct Check {
  const char *spec;
  const char *against; /* what a bot plays against */
  int games;
  uint64_t seed;
  int problems;
} Check;

__attribute__((format(printf, 2, 3))) static void
report(Check *check, const char *format, ...) {
  va_list args;
  va_start(args, format);
  printf("problem: ");
  vprintf(format, args);
  printf("\n");
  va_end(args);
  check->problems++;
}

static void print_use(const char *what, const HostUse *use) {
  /* Instructions are counted by the thousand. */
  printf("%s: at most %lld instructions", what,
         (long long)(use->work / 1000 + 1) * 1000);
  if (use->limits.work)
    printf(" of %lld", (long long)use->limits.work);
  printf(" in a call, %.1f of %.0f MB of memory\n",
         (double)use->memory / (1 << 20),
         (double)use->limits.memory / (1 << 20));
}

static int finish(const Check *check) {
  if (check->problems == 0)
    printf("nothing wrong\n");
  return check->problems ? EXIT_FAILED : EXIT_DONE;
}

/* ---- games ---------------------------------------------------------------*/

/* Two games opened apart must play the same game from the same stream. */
typedef struct Twins {
  Game *game[2];
  State *state[2];
  Bot *bot[2]; /* that plays at random, in all seats */
  uint64_t plies, passes;
  int truncated, draws;
  int won[SEATS_MAX];
} Twins;

static bool open_twins(Twins *t, const char *spec, Error *error) {
  for (int i = 0; i < 2; i++) {
    t->game[i] = game_open(spec, error);
    if (!t->game[i])
      return false;
    t->state[i] = game_start(t->game[i]);
    if (!t->state[i])
      return error_set(error, "no memory for a position");
    t->bot[i] = bot_open("random", t->game[i], error);
    if (!t->bot[i])
      return false;
  }
  return true;
}

static void close_twins(Twins *t) {
  for (int i = 0; i < 2; i++) {
    bot_close(t->bot[i]);
    free(t->state[i]);
    game_close(t->game[i]);
  }
}

static void count_end(Twins *t) {
  const State *s = t->state[0];
  t->truncated += s->outcome == PLAYING;
  t->draws += s->outcome == DRAW;
  for (int seat = 0; s->outcome == WIN && seat < t->game[0]->seats; seat++)
    t->won[seat] += s->winners >> seat & 1;
}

/* One game by one of them; false if its rules failed. */
static bool play_twin(Twins *t, int twin, const Check *check, int index,
                      Match *match, Error *error) {
  const Game *game = t->game[twin];
  Bot *bots[SEATS_MAX];
  for (int seat = 0; seat < game->seats; seat++)
    bots[seat] = t->bot[twin];
  Rng rng;
  rng_seed(&rng, check->seed, (uint64_t)index);
  return match_play(game, bots, &rng, game->max_plies, t->state[twin], NULL,
                    match, error);
}

static void play_twins(Twins *t, Check *check) {
  for (int i = 0; i < check->games; i++) {
    Match match[2];
    Error why = {""};
    for (int twin = 0; twin < 2; twin++)
      if (!play_twin(t, twin, check, i, &match[twin], &why)) {
        report(check, "%s", why.message);
        return;
      }
    if (match[0].plies != match[1].plies ||
        memcmp(t->state[0], t->state[1], t->game[0]->state_size) != 0) {
      report(check,
             "random game %d with seed %llu goes another way when the game is "
             "opened again: the rules depend on more than the position",
             i, (unsigned long long)check->seed);
      return;
    }
    t->plies += (uint64_t)match[0].plies;
    t->passes += (uint64_t)match[0].passes;
    count_end(t);
  }
  if (t->passes == t->plies && t->plies > 0)
    report(check, "nobody ever has a move: all plies are passes");
}

static void print_games(const Twins *t, const Check *check) {
  printf("%d random games: %.1f plies on average;", check->games,
         (double)t->plies / check->games);
  for (int seat = 0; seat < t->game[0]->seats; seat++)
    printf("%s seat %d won %.1f%%", seat ? "," : "", seat + 1,
           100.0 * t->won[seat] / check->games);
  printf(", drawn %.1f%%", 100.0 * t->draws / check->games);
  if (t->passes)
    printf("; %.1f%% of plies are passes",
           100.0 * (double)t->passes / (double)t->plies);
  printf("\n");
}

/* The line of moves that a game gives as its example. */
static void check_example(Check *check, const Game *game) {
  const char *line = game->rules->example;
  State *state = line[0] && !strchr(game->spec, ':') ? game_start(game) : NULL;
  Error why = {""};
  if (state && !game_play_line(game, state, line, &why))
    report(check, "its example cannot be played: %s", why.message);
  free(state);
}

/* "variants/x.lua: a variant of tictacdoh:players=3 for 3, with an evaluation"
 */
static void print_kind(const Game *game) {
  HostUse use;
  bool lua = host_game_use(game, &use);
  printf("%s: ", game->spec);
  if (lua && game->base)
    printf("a variant of %s", game->base->spec);
  else if (lua)
    printf("a game in Lua");
  else if (strstr(game->spec, ".lua"))
    printf("by options alone a variant of %s", game->rules->name);
  else
    printf("a game of the engine");
  printf(" for %d, %s an evaluation\n", game->seats,
         game->rules->evaluate ? "with" : "without");
}

static void add_use(HostUse *sum, const Game *game) {
  HostUse use;
  if (!host_game_use(game, &use))
    return;
  sum->limits = use.limits;
  sum->work = use.work > sum->work ? use.work : sum->work;
  sum->memory = use.memory > sum->memory ? use.memory : sum->memory;
}

/* Checks each game with rules that are opened afresh: those that have failed
 * fail for good, and would hide what else is wrong. */
static bool check_positions(Check *check, HostUse *use, Error *error) {
  Problems problems = {0};
  for (int i = 0; i < check->games; i++) {
    Error why = {""};
    Game *game = game_open(check->spec, error);
    if (!game)
      return false;
    if (!conform(game, check->seed + (uint64_t)i, 1, game->max_plies, &why)) {
      const char *where = strstr(why.message, "; ");
      note_problem(&problems, why.message,
                   where ? (size_t)(where - why.message) : strlen(why.message));
    }
    add_use(use, game);
    game_close(game);
  }
  for (int i = 0; i < problems.count; i++)
    report(check, "%s (and so in %d of %d games)", problems.text[i],
           problems.times[i], check->games);
  return true;
}

static void print_ends(const Twins *t, Check *check) {
  int limit = t->game[0]->max_plies;
  if (check->problems == 0)
    print_games(t, check);
  if (t->truncated == check->games)
    report(check, "no random game ended within %d plies (max_plies)", limit);
  else if (t->truncated)
    printf("%d of them did not end within %d plies (max_plies)\n", t->truncated,
           limit);
}

static bool check_game(Check *check, Twins *t, Error *error) {
  HostUse use = {0};
  print_kind(t->game[0]);
  if (!check_positions(check, &use, error))
    return false;
  if (check->problems == 0)
    check_example(check, t->game[0]);
  if (check->problems == 0)
    play_twins(t, check);
  print_ends(t, check);
  add_use(&use, t->game[0]);
  if (use.limits.memory)
    print_use("rules", &use);
  return true;
}

static int run_game(Check *check, Error *error) {
  Twins twins = {{NULL}};
  bool opened = open_twins(&twins, check->spec, error) &&
                check_game(check, &twins, error);
  close_twins(&twins);
  return opened ? finish(check) : EXIT_USAGE;
}

/* ---- bots ----------------------------------------------------------------*/

/* A bot in one seat, bots that play at random in the others. */
typedef struct Trial {
  Game *game;
  State *state;
  Bot *bot, *others[SEATS_MAX]; /* one for each seat it can be against */
  int won, drawn, truncated, forfeited;
  Problems reasons; /* why it forfeited */
} Trial;

static bool open_trial(Trial *t, const char *game, const char *bot,
                       const char *against, Error *error) {
  t->game = game_open(game, error);
  t->state = t->game ? game_start(t->game) : NULL;
  if (!t->state)
    return false;
  for (int seat = 0; seat < t->game->seats; seat++) {
    t->others[seat] = bot_open(against, t->game, error);
    if (!t->others[seat])
      return false;
  }
  t->bot = bot_open(bot, t->game, error);
  return t->bot;
}

static void close_trial(Trial *t) {
  bot_close(t->bot);
  for (int seat = 0; seat < SEATS_MAX; seat++)
    bot_close(t->others[seat]);
  free(t->state);
  game_close(t->game);
}

static void count_match(Trial *t, const Match *match, int seat,
                        const Error *why) {
  t->won += match->winners >> seat & 1;
  t->drawn += match->end == MATCH_DRAW;
  t->truncated += match->end == MATCH_TRUNCATED;
  if (match->end == MATCH_FORFEIT) {
    t->forfeited++;
    note_problem(&t->reasons, why->message, PROBLEM_TEXT);
  }
}

/* Every game in another seat than the one before. */
static bool play_trial(Trial *t, const Check *check, int index, Match *match,
                       Error *error) {
  Bot *bots[SEATS_MAX];
  int seat = index % t->game->seats;
  for (int i = 0; i < t->game->seats; i++)
    bots[i] = i == seat ? t->bot : t->others[i];
  Rng rng;
  rng_seed(&rng, check->seed, (uint64_t)index);
  if (!match_play(t->game, bots, &rng, t->game->max_plies, t->state, NULL,
                  match, error))
    return false;
  count_match(t, match, seat, error);
  return true;
}

static void check_bot(Check *check, Trial t[2]) {
  const Game *game = t[0].game;
  for (int i = 0; i < check->games; i++) {
    Match match[2];
    Error why = {""};
    for (int twin = 0; twin < 2; twin++)
      if (!play_trial(&t[twin], check, i, &match[twin], &why)) {
        report(check, "%s", why.message);
        return;
      }
    if (match[0].plies != match[1].plies ||
        memcmp(t[0].state, t[1].state, game->state_size) != 0) {
      report(check,
             "game %d with seed %llu goes another way when the bot is "
             "opened again",
             i, (unsigned long long)check->seed);
      return;
    }
  }
}

static void print_bot(Check *check, const Trial *t) {
  HostUse use;
  printf("%d games against %s, each in the next seat: won %.1f%%, drawn "
         "%.1f%%",
         check->games, check->against, 100.0 * t->won / check->games,
         100.0 * t->drawn / check->games);
  if (t->truncated)
    printf(", cut off %.1f%%", 100.0 * t->truncated / check->games);
  printf("\n");
  for (int i = 0; i < t->reasons.count; i++)
    report(check, "forfeited %d game%s: %s", t->reasons.times[i],
           t->reasons.times[i] == 1 ? "" : "s", t->reasons.text[i]);
  if (host_bot_use(t->bot, &use))
    print_use("bot", &use);
}

static int run_bot(Check *check, const char *game, Error *error) {
  Trial trials[2] = {{NULL}};
  bool opened =
      open_trial(&trials[0], game, check->spec, check->against, error) &&
      open_trial(&trials[1], game, check->spec, check->against, error);
  if (opened) {
    printf("%s: a bot, here for %s\n", trials[0].bot->spec,
           trials[0].game->spec);
    check_bot(check, trials);
    print_bot(check, &trials[0]);
  }
  close_trial(&trials[0]);
  close_trial(&trials[1]);
  return opened ? finish(check) : EXIT_USAGE;
}

/* ---- the command ---------------------------------------------------------*/

/* A file may be either. */
static int run_file(Check *check, const char *path, const char *game,
                    Error *error) {
  HostAbout about;
  if (!host_about(path, &about, error))
    return EXIT_FAILED;
  if (about.kind != HOST_BOT)
    return run_game(check, error);
  const char *usual = about.game[0] ? about.game : "tictacdoh";
  int code = run_bot(check, game ? game : usual, error);
  if (code == EXIT_USAGE && !game && strstr(error->message, "no game"))
    error_add(error, "%s names %s first in its 'games'", path, usual);
  return code;
}

static int run(const Args *args, Error *error) {
  int64_t games = 200, seed = 1;
  if (!args_int(args, "games", 1, 1000000, &games, error) ||
      !args_int(args, "seed", 0, INT64_MAX, &seed, error))
    return EXIT_USAGE;
  const char *against = args_value(args, "against");
  Check check = {args->positional[0], against ? against : "random", (int)games,
                 (uint64_t)seed, 0};
  Spec spec;
  if (!spec_read(&spec, check.spec, "game", error))
    return EXIT_USAGE;
  const char *game = args_value(args, "game");
  return spec.loader ? run_file(&check, spec.name, game, error)
                     : run_game(&check, error);
}

const Command check_command = {
    .name = "check",
    .group = GROUP_LUA,
    .summary = "try a game, a variant or a bot under full checking",
    .positional = "GAME|FILE.lua",
    .min_positional = 1,
    .max_positional = 1,
    .flags = (const Flag[]){{"games", "N", "games to play (default 200)"},
                            {"seed", "S", "seed of the games (default 1)"},
                            {"game", "GAME",
                             "for a bot: what to play (default: the first of "
                             "its\ngames, or tictacdoh)"},
                            {"against", "BOT",
                             "for a bot: who plays the other seats (default\n"
                             "random)"},
                            LIMIT_FLAGS,
                            {NULL}},
    .details =
        "A game is played at random. In every position the list of legal "
        "moves,\n"
        "every move's text, counts, copies, hashes, seats and winners, and "
        "the\n"
        "drawing of the board are held against what any game must do; and it "
        "must\n"
        "play the same when opened again. A bot plays against random, in each "
        "seat\n"
        "in turn. For Lua files it also tells how much of the limits they "
        "used.",
    .example = "boardlab check variants/tictacdoh3.lua --games 50",
    .run = run,
};
