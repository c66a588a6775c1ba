/* boardlab check: tries a game or a bot under full checking. */
#include "conform.h"

#include "command.h"
#include "host.h"
#include "match.h"
#include "spec.h"
#include <stdarg.h>
#include <stdlib.h>

/* What is being checked, and how. */
typedef struct Check {
  const char *spec;
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
  uint64_t plies;
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
  }
  return true;
}

static void close_twins(Twins *t) {
  for (int i = 0; i < 2; i++) {
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

static void play_twins(Twins *t, Check *check) {
  for (int i = 0; i < check->games; i++) {
    int plies[2];
    for (int twin = 0; twin < 2; twin++) {
      const Game *game = t->game[twin];
      Rng rng;
      rng_seed(&rng, check->seed, (uint64_t)i);
      game_begin(game, t->state[twin], &rng);
      plies[twin] = game_playout(game, t->state[twin], &rng, game->max_plies);
      if (game_fault(game)) {
        report(check, "%s", game_fault(game));
        return;
      }
    }
    if (plies[0] != plies[1] ||
        memcmp(t->state[0], t->state[1], t->game[0]->state_size) != 0) {
      report(check,
             "random game %d with seed %llu goes another way when the "
             "game is opened again: the rules depend on more than the "
             "position",
             i, (unsigned long long)check->seed);
      return;
    }
    t->plies += (uint64_t)plies[0];
    count_end(t);
  }
}

static void print_games(const Twins *t, const Check *check) {
  printf("%d random games: %.1f plies on average;", check->games,
         (double)t->plies / check->games);
  for (int seat = 0; seat < t->game[0]->seats; seat++)
    printf("%s seat %d won %.1f%%", seat ? "," : "", seat + 1,
           100.0 * t->won[seat] / check->games);
  printf(", drawn %.1f%%\n", 100.0 * t->draws / check->games);
}

static const char *kind_of(const Game *game) {
  HostUse use;
  if (host_game_use(game, &use))
    return game->base ? "a variant" : "a game in Lua";
  return strstr(game->spec, ".lua") ? "a variant by options alone"
                                    : "a game of the engine";
}

static void check_game(Check *check, Twins *t) {
  const Game *game = t->game[0];
  Error why = {""};
  HostUse use;
  printf("%s: %s", game->spec, kind_of(game));
  if (game->base)
    printf(" of %s", game->base->spec);
  printf(" for %d\n", game->seats);
  if (!conform(game, check->seed, check->games, game->max_plies, &why))
    report(check, "%s", why.message);
  if (!game_fault(game))
    play_twins(t, check);
  if (check->problems == 0)
    print_games(t, check);
  if (t->truncated == check->games)
    report(check, "no random game ended within %d plies (max_plies)",
           game->max_plies);
  else if (t->truncated)
    printf("%d of them did not end within %d plies (max_plies)\n", t->truncated,
           game->max_plies);
  if (host_game_use(game, &use))
    print_use("rules", &use);
}

static int run_game(Check *check, Error *error) {
  Twins twins = {{NULL}};
  bool opened = open_twins(&twins, check->spec, error);
  if (opened)
    check_game(check, &twins);
  close_twins(&twins);
  return opened ? finish(check) : EXIT_USAGE;
}

/* ---- bots ----------------------------------------------------------------*/

enum { REASONS_MAX = 5 };

/* A bot in one seat, bots that play at random in the others. */
typedef struct Trial {
  Game *game;
  State *state;
  Bot *bot, *others;
  int won, drawn, truncated, forfeited;
  int reasons;
  char reason[REASONS_MAX][256]; /* different ones, as far as there is room */
  int times[REASONS_MAX];
} Trial;

static bool open_trial(Trial *t, const char *game, const char *bot,
                       Error *error) {
  t->game = game_open(game, error);
  t->state = t->game ? game_start(t->game) : NULL;
  t->others = t->state ? bot_open("random", t->game, error) : NULL;
  t->bot = t->others ? bot_open(bot, t->game, error) : NULL;
  return t->bot;
}

static void close_trial(Trial *t) {
  bot_close(t->bot);
  bot_close(t->others);
  free(t->state);
  game_close(t->game);
}

static void note_reason(Trial *t, const char *reason) {
  int i = 0;
  while (i < t->reasons && strncmp(t->reason[i], reason, 255) != 0)
    i++;
  if (i == REASONS_MAX)
    return;
  if (i == t->reasons)
    snprintf(t->reason[t->reasons++], sizeof t->reason[0], "%s", reason);
  t->times[i]++;
}

static void count_match(Trial *t, const Match *match, int seat) {
  t->won += match->winners >> seat & 1;
  t->drawn += match->end == MATCH_DRAW;
  t->truncated += match->end == MATCH_TRUNCATED;
  if (match->end == MATCH_FORFEIT) {
    t->forfeited++;
    note_reason(t, match->reason.message);
  }
}

/* Every game in another seat than the one before. */
static bool play_trial(Trial *t, const Check *check, int index, Match *match,
                       Error *error) {
  Bot *bots[SEATS_MAX];
  int seat = index % t->game->seats;
  for (int i = 0; i < t->game->seats; i++)
    bots[i] = i == seat ? t->bot : t->others;
  Rng rng;
  rng_seed(&rng, check->seed, (uint64_t)index);
  if (!match_play(t->game, bots, &rng, t->game->max_plies, t->state, match,
                  error))
    return false;
  count_match(t, match, seat);
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
  printf("%d games against random, each in the next seat: won %.1f%%, drawn "
         "%.1f%%",
         check->games, 100.0 * t->won / check->games,
         100.0 * t->drawn / check->games);
  if (t->truncated)
    printf(", cut off %.1f%%", 100.0 * t->truncated / check->games);
  printf("\n");
  for (int i = 0; i < t->reasons; i++)
    report(check, "forfeited %d game%s: %s", t->times[i],
           t->times[i] == 1 ? "" : "s", t->reason[i]);
  if (host_bot_use(t->bot, &use))
    print_use("bot", &use);
}

static int run_bot(Check *check, const char *game, Error *error) {
  Trial trials[2] = {{NULL}};
  bool opened = open_trial(&trials[0], game, check->spec, error) &&
                open_trial(&trials[1], game, check->spec, error);
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
  return run_bot(check, game ? game : usual, error);
}

static int run(const Args *args, Error *error) {
  int64_t games = 200, seed = 1;
  if (!args_int(args, "games", 1, 1000000, &games, error) ||
      !args_int(args, "seed", 0, INT64_MAX, &seed, error))
    return EXIT_USAGE;
  Check check = {args->word[0], (int)games, (uint64_t)seed, 0};
  Spec spec;
  if (!spec_read(&spec, check.spec, "game", error))
    return EXIT_USAGE;
  const char *game = args_value(args, "game");
  return spec.loader ? run_file(&check, spec.name, game, error)
                     : run_game(&check, error);
}

const Command check_command = {
    .name = "check",
    .summary = "try a game, a variant or a bot under full checking",
    .words = "GAME|FILE.lua",
    .min_words = 1,
    .max_words = 1,
    .flags = (const Flag[]){{"games", "N", "games to play (default 200)"},
                            {"seed", "S", "seed of the games (default 1)"},
                            {"game", "GAME",
                             "for a bot: what to play (default: the first of "
                             "its\ngames, or tictacdoh)"},
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
