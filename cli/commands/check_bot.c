/* boardlab check, for bots. */
#include "cli/commands/check.h"

#include "analysis/stats/shown.h"
#include "cli/commands/bot_games.h"
#include "cli/commands/command.h"
#include "cli/terminal/output.h"
#include "core/game/match.h"
#include <stdlib.h>

/* The bot in one seat, and a bot of CheckReport.against in each of the others.
 */
typedef struct BotTrial {
  BotGames games;
  int played;
  int64_t plies;
  int won, drawn, truncated, forfeited;
  Messages reasons; /* for forfeits */
} BotTrial;

static void count_match(BotTrial *t, const Match *match, int index,
                        const Error *why) {
  int seat = index % t->games.game->seats;
  t->played++;
  t->plies += match->plies;
  t->won += match->winners >> seat & 1;
  t->drawn += match->end == MATCH_DRAW;
  t->truncated += match->end == MATCH_TRUNCATED;
  if (match->end == MATCH_FORFEIT) {
    t->forfeited++;
    check_count_message(&t->reasons, why, sizeof why->message, index);
  }
}

static bool is_same_game(const BotTrial *a, const Match *of_a,
                         const BotTrial *b, const Match *of_b) {
  return of_a->plies == of_b->plies &&
         memcmp(a->games.state, b->games.state, a->games.game->state_size) == 0;
}

static bool open_trial(BotTrial *t, const CheckReport *check, const char *game,
                       Error *error) {
  return bot_games_open(&t->games, game, check->spec, check->against, error);
}

/* Whether a game is played as it was the first time if Lua keeps tables in
 * memory as it did then. */
static bool is_same_in_same_layout(const CheckReport *check, const BotTrial *t,
                                   const Match *match, int index) {
  BotTrial again = {{NULL}};
  Match other;
  Error ignored = {0};
  bool same = open_trial(&again, check, t->games.game->spec, &ignored) &&
              bot_games_play(&again.games, check->seed, index, NULL, &other,
                             &ignored) &&
              is_same_game(t, match, &again, &other);
  bot_games_close(&again.games);
  return same;
}

static void report_difference(CheckReport *check, int index, bool by_layout) {
  unsigned long long seed = check->seed;
  static const char ADVICE[] =
      "'#' of a list with holes can be the length up to any of them; count the "
      "elements, or fill the holes with false";
  if (by_layout)
    check_warn(check,
               "game %d with seed %llu depends on how Lua keeps tables in "
               "memory: %s",
               index, seed, ADVICE);
  else
    check_problem(check,
                  "game %d with seed %llu is played differently when the bot "
                  "is opened again; perhaps it depends on how Lua keeps tables "
                  "in memory: %s",
                  index, seed, ADVICE);
}

/* The work of bots and rules so far. */
static int64_t work_of(const BotTrial *t) {
  const BotGames *g = &t->games;
  HostUse all = {0}, use;
  if (host_use(g->game, NULL, &use))
    all.all_work += use.all_work;
  if (host_use(g->game, g->bot, &use))
    all.all_work += use.all_work;
  for (int seat = 0; seat < g->game->seats; seat++)
    if (host_use(g->game, g->others[seat], &use))
      all.all_work += use.all_work;
  return check_work(&all, 0, t->plies);
}

/* Plays all games twice, with bots that were opened separately, until one
 * differs: they must play the same moves from the same random stream. */
static void play_matches(CheckReport *check, BotTrial t[2]) {
  int twins = 2;
  for (int i = 0; i < check->games; i++) {
    Match match[2];
    Error why = {0};
    check->cut = i > 0 && work_of(&t[0]) >= check->budget / 2;
    if (check->cut)
      return;
    check_progress(check, "playing game %d of %s%d", i + 1,
                   check_at_most(check), check->games);
    for (int twin = 0; twin < twins; twin++)
      if (bot_games_play(&t[twin].games, check->seed, i, NULL, &match[twin],
                         &why)) {
        count_match(&t[twin], &match[twin], i, &why);
      } else {
        check_failure(check, &why);
        return;
      }
    if (twins == 2 && !is_same_game(&t[0], &match[0], &t[1], &match[1])) {
      report_difference(check, i,
                        is_same_in_same_layout(check, &t[0], &match[0], i));
      twins = 1;
    }
  }
}

/* Plays the game in which the bot failed once more, for its moves. */
static void print_way(BotTrial *t, const CheckReport *check, int index) {
  MovesLine line = {0};
  Match match;
  Error why = {0};
  const MatchCallbacks callbacks = {moves_line_add, &line};
  if (!bot_games_play(&t->games, check->seed, index, &callbacks, &match,
                      &why) ||
      match.end != MATCH_FORFEIT)
    return;
  printf("  in game %d, seat %d, at ply %d%s%s\n", index, match.forfeiter + 1,
         match.plies + 1,
         line.cut    ? ", after …"
         : line.used ? ", after"
                     : "",
         line.text);
}

static void print_forfeits(CheckReport *check, BotTrial *t) {
  for (int i = 0; i < t->reasons.count; i++) {
    const Error *why = &t->reasons.first[i];
    int times = t->reasons.times[i];
    check_problem(check, "forfeited %s: %s",
                  shown_things((uint64_t)times, "game", "games").text,
                  why->message);
    output_trace(stdout, why);
    print_way(t, check, t->reasons.game[i]);
  }
}

static Shown share(int count, int games) {
  return shown_percent((double)count / games);
}

static void print_results(CheckReport *check, BotTrial *t) {
  HostUse use;
  int games = t->played;
  printf("%s against %s, in each seat in turn: won %s, drawn %s",
         shown_things((uint64_t)games, "game", "games").text, check->against,
         share(t->won, games).text, share(t->drawn, games).text);
  if (t->truncated)
    printf(", truncated %s", share(t->truncated, games).text);
  printf("%s\n", check->cut ? "; --games for more" : "");
  print_forfeits(check, t);
  if (host_use(t->games.game, t->games.bot, &use))
    check_print_use("bot", &use);
}

/* "bots/x.lua: the bot x, playing quoridor" */
static void print_kind(const CheckReport *check, const BotTrial *t) {
  printf("%s: ", t->games.bot->spec);
  if (check->name[0])
    printf("the bot %s", check->name);
  else
    printf("a bot");
  printf(", playing %s\n", t->games.game->spec);
}

int check_bot(CheckReport *check, const char *game, Error *error) {
  BotTrial trials[2] = {{{NULL}}};
  bool opened = open_trial(&trials[0], check, game, error);
  host_vary_layout(true);
  opened = opened && open_trial(&trials[1], check, game, error);
  host_vary_layout(false);
  if (opened) {
    print_kind(check, &trials[0]);
    play_matches(check, trials);
    check_clear(check);
    print_results(check, &trials[0]);
  }
  bot_games_close(&trials[0].games);
  bot_games_close(&trials[1].games);
  return opened ? check_finish(check) : EXIT_USAGE;
}
