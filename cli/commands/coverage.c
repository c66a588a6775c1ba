/* boardlab coverage: how often each kind of move, each function of the rules
 * and each rule that an option switches occurs in play, and what denying a kind
 * of move to one side costs. */
#include "cli/commands/command.h"
#include "cli/commands/coverage_denial.h"
#include "cli/commands/coverage_options.h"

#include "analysis/stats/shown.h"
#include "core/base/moment.h"
#include "core/game/match.h"
#include "core/run/run.h"
#include "lua/host/host.h"
#include <stdlib.h>

typedef struct Coverage {
  const char *seats[SEATS_MAX]; /* bots */
  int games;
  uint64_t seed;
  Game *game;
  State *state;
  Bot *bots[SEATS_MAX];
  int forfeits;
  Kinds kinds;
  HostProfile hooks; /* calls of the rules' functions, if they are in Lua */
  OptionRows options;
  Error failure; /* of comparing positions */
  Denials denials;
} Coverage;

/* ---- counting ------------------------------------------------------------*/

/* In the first games all legal moves are looked at, and positions are compared
 * under other options. */
enum { GAMES_LOOKED_AT = 10, GAMES_COMPARED = 100 };

static void count_turn(void *context, const Game *game, const State *state,
                       Move move, int legal) {
  Coverage *c = context;
  (void)legal;
  if (state->seat == NATURE)
    return;
  kinds_turn(&c->kinds, game, state, move, c->kinds.games < GAMES_LOOKED_AT);
  if (c->kinds.games < GAMES_COMPARED && !error_is_set(&c->failure))
    option_rows_look(&c->options, game, state, &move, &c->failure);
}

static void end_game(Coverage *c) {
  if (c->kinds.games < GAMES_COMPARED) {
    if (c->state->outcome != PLAYING && !error_is_set(&c->failure))
      option_rows_look(&c->options, c->game, c->state, NULL, &c->failure);
    option_rows_end_game(&c->options);
  }
  kinds_end_game(&c->kinds);
}

static bool open_all(Coverage *c, const char *spec, int seat_count,
                     Error *error) {
  c->game = game_open(spec, error);
  if (!c->game)
    return false;
  if (seat_count > 1 && seat_count != c->game->seats)
    return error_set(error,
                     "%s has %d seats, but --seat is given %d times: give one "
                     "bot for each seat, or one for all",
                     c->game->spec, c->game->seats, seat_count);
  c->state = game_start(c->game);
  if (!c->state)
    return error_set(error, "out of memory (coverage)");
  for (int seat = 0; seat < c->game->seats; seat++) {
    if (seat_count < 2)
      c->seats[seat] = c->seats[0];
    c->bots[seat] = bot_open(c->seats[seat], c->game, error);
    if (!c->bots[seat])
      return false;
  }
  return true;
}

static void close_all(Coverage *c) {
  for (int seat = 0; seat < SEATS_MAX; seat++)
    bot_close(c->bots[seat]);
  free(c->state);
  free(c->hooks.rows);
  option_rows_close(&c->options);
  denials_free(&c->denials);
  game_close(c->game);
}

static bool play_games(Coverage *c, const MatchCallbacks *callbacks,
                       Error *error) {
  for (int i = 0; i < c->games; i++) {
    Match match;
    Rng rng;
    Error why = {0};
    rng_seed(&rng, c->seed, (uint64_t)i);
    moment = (Moment){.game = i};
    if (!match_play(c->game, c->bots, &rng, c->game->max_plies, c->state,
                    callbacks, &match, &why))
      return error_copy(error, &why);
    c->forfeits += callbacks && match.end == MATCH_FORFEIT;
    if (callbacks)
      end_game(c);
    if (error_is_set(&c->failure))
      return error_copy(error, &c->failure);
  }
  return true;
}

/* Counts the calls of the rules' functions in games that nobody else watches,
 * as watching calls them, too. */
static bool count_hooks(Coverage *c, Error *error) {
  bool in_lua = c->game->fault;
  return !in_lua || (host_profile_start(c->game, NULL, PROFILE_TIME, error) &&
                     play_games(c, NULL, error) &&
                     host_profile_read(c->game, NULL, &c->hooks, error));
}

/* ---- tables --------------------------------------------------------------*/

static void print_title(const Coverage *c) {
  printf("%s: %s game%s, seed %llu, between ", c->game->spec,
         shown_count((uint64_t)c->games).text, c->games == 1 ? "" : "s",
         (unsigned long long)c->seed);
  for (int seat = 0; seat < c->game->seats; seat++)
    printf("%s%s",
           seat == 0                    ? ""
           : seat == c->game->seats - 1 ? " and "
                                        : ", ",
           c->seats[seat]);
  printf("\n");
  if (c->forfeits)
    printf("%s of these games %s forfeited.\n",
           shown_count((uint64_t)c->forfeits).text,
           c->forfeits == 1 ? "was" : "were");
}

static void print_kinds(const Coverage *c) {
  printf("\n%-28s %10s  %-22s %10s\n", "moves", "per game",
         "share of plies, 95%", "in games");
  for (int i = 0; i < c->kinds.count; i++) {
    const Kind *k = &c->kinds.list[i];
    char text[KIND_NAME];
    kind_name(k, text);
    printf(
        "%-28s %10s  %-22s %10s\n", text,
        shown_real((double)k->plies / c->games, 2).text,
        shown_percent_estimate(estimate_clamp(estimate_ratio(&k->share), 0, 1))
            .text,
        shown_percent((double)k->games / c->games).text);
  }
  if (c->kinds.overflow)
    printf("(there are more kinds than these)\n");
}

/* Whether a row is a function of the rules, not the reading of a file. */
static bool is_hook(const ProfileRow *row) {
  return row->kind == PROFILE_ENTRY && row->name[0] != '(';
}

/* Whether another row has this name: then rows need their files. */
static bool is_ambiguous(const HostProfile *p, const ProfileRow *row) {
  for (int i = 0; i < p->count; i++)
    if (&p->rows[i] != row && is_hook(&p->rows[i]) &&
        strcmp(p->rows[i].name, row->name) == 0)
      return true;
  return false;
}

static void write_hook(const HostProfile *p, const ProfileRow *row,
                       char text[2 * PROFILE_NAME + 4]) {
  if (is_ambiguous(p, row))
    snprintf(text, 2 * PROFILE_NAME + 4, "%s (%s)", row->name, row->file);
  else
    snprintf(text, 2 * PROFILE_NAME + 4, "%s", row->name);
}

static void print_hooks(const Coverage *c) {
  if (!c->hooks.count)
    return;
  printf("\n%-28s %10s\n", "functions of the rules", "calls per game");
  for (int i = 0; i < c->hooks.count; i++) {
    const ProfileRow *r = &c->hooks.rows[i];
    char name[2 * PROFILE_NAME + 4];
    write_hook(&c->hooks, r, name);
    if (is_hook(r))
      printf("%-28s %14s\n", name,
             shown_real((double)r->timed / c->games, 1).text);
  }
}

static void print_denials(const Denials *denials) {
  if (!denials->count)
    return;
  printf("\n%-28s %-10s %9s %9s   %-26s %s\n", "denied", "to", "won with",
         "without", "cost in points, 95%", "p (Holm)");
  for (int i = 0; i < denials->count; i++) {
    const Denial *d = &denials->list[i];
    char text[KIND_NAME], side[WINNERS_TEXT];
    kind_name(d->kind, text);
    denials_side(denials, d->side, side);
    printf("%-28s %-10s %9s %9s   %-26s %s\n", text, side,
           shown_percent(denials_rate_with(denials, d->side)).text,
           shown_percent(d->rate.value).text,
           shown_points_estimate(d->cost).text, shown_p(d->adjusted).text);
  }
}

/* Claims only what the tests show, of these bots. */
static int print_claims(const Denials *denials) {
  int shown = 0;
  for (int i = 0; i < denials->count; i++) {
    const Denial *d = &denials->list[i];
    char text[KIND_NAME], side[WINNERS_TEXT];
    if (!(d->adjusted < 0.05))
      continue;
    shown++;
    kind_name(d->kind, text);
    bool several = denials_side(denials, d->side, side);
    printf(
        "Between these bots, %s win%s %s often without moves with %s (%s).\n",
        side, several ? "" : "s", d->won > d->lost ? "less" : "more", text,
        shown_p(d->adjusted).text);
  }
  return shown;
}

static void print_sentences(const Coverage *c) {
  const Denials *d = &c->denials;
  printf("\n");
  int shown = print_claims(d);
  for (int i = 0; i < c->kinds.count; i++) {
    char text[KIND_NAME];
    kind_name(&c->kinds.list[i], text);
    if (c->kinds.list[i].plies == 0)
      printf("No move with %s was played.\n", text);
  }
  for (int i = 0; i < d->notes.count; i++)
    printf("%s\n", d->notes.text[i]);
  if (d->count > shown)
    printf("For %d of %d denials no difference is shown, which does not show "
           "that there is none.\n",
           d->count - shown, d->count);
}

/* ---- rows ----------------------------------------------------------------*/

static void add_empty(Rows *rows, int count) {
  while (count-- > 0)
    rows_empty(rows);
}

static void add_kind(Rows *rows, const Coverage *c, const Kind *k) {
  rows_word(rows, "move");
  rows_text(rows, k->key);
  rows_text(rows, k->value);
  rows_empty(rows);
  rows_real(rows, (double)k->plies / c->games, 6);
  rows_count(rows, k->games);
  rows_estimate(rows, estimate_clamp(estimate_ratio(&k->share), 0, 1));
  add_empty(rows, 6);
}

static void add_hook(Rows *rows, const Coverage *c, const ProfileRow *r) {
  char name[2 * PROFILE_NAME + 4];
  write_hook(&c->hooks, r, name);
  rows_word(rows, "function");
  rows_text(rows, name);
  add_empty(rows, 2);
  rows_real(rows, (double)r->timed / c->games, 6);
  add_empty(rows, 10);
}

static void add_denial(Rows *rows, const Coverage *c, const Denial *d) {
  char side[SIDE_TEXT] = "";
  unsigned seats = seats_of_side(c->game->side, c->game->seats, d->side);
  for (int seat = 0; seat < c->game->seats; seat++)
    if (seats >> seat & 1)
      snprintf(side + strlen(side), sizeof side - strlen(side), "%s%d",
               *side ? "+" : "", seat + 1);
  rows_word(rows, "denied");
  rows_text(rows, d->kind->key);
  rows_text(rows, d->kind->value);
  rows_word(rows, side);
  add_empty(rows, 5);
  rows_real(rows, denials_rate_with(&c->denials, d->side), 6);
  rows_real(rows, d->rate.value, 6);
  rows_estimate(rows, d->cost);
  rows_real(rows, d->adjusted, 6);
}

static bool print_rows(const Coverage *c, bool json, Error *error) {
  Rows rows = rows_begin("scope,key,value,seats,per_game,games,share,share_low,"
                         "share_high,won_with,won_without,cost,cost_low,"
                         "cost_high,p_holm",
                         json);
  for (int i = 0; i < c->kinds.count; i++)
    add_kind(&rows, c, &c->kinds.list[i]);
  option_rows_add(&c->options, &rows);
  for (int i = 0; i < c->hooks.count; i++)
    if (is_hook(&c->hooks.rows[i]))
      add_hook(&rows, c, &c->hooks.rows[i]);
  for (int i = 0; i < c->denials.count; i++)
    add_denial(&rows, c, &c->denials.list[i]);
  return rows_end(&rows, error);
}

/* ---- the command ---------------------------------------------------------*/

static void print_tables(const Coverage *c) {
  print_title(c);
  print_kinds(c);
  option_rows_print(&c->options);
  print_hooks(c);
  print_denials(&c->denials);
  print_sentences(c);
}

static int cover(Coverage *c, const Args *args, Error *error) {
  const MatchCallbacks callbacks = {count_turn, c};
  if (!count_hooks(c, error) ||
      !option_rows_open(&c->options, c->game, error) ||
      !play_games(c, &callbacks, error))
    return EXIT_FAILED;
  kinds_finish(&c->kinds);
  c->denials.game = c->game;
  if (!args_value(args, "no-denial") &&
      !denials_play(&c->denials, &c->kinds, error))
    return EXIT_FAILED;
  if (args_wants_rows(args))
    return print_rows(c, args_value(args, "json"), error) ? EXIT_DONE
                                                          : EXIT_FAILED;
  print_tables(c);
  return EXIT_DONE;
}

static int run(const Args *args, Error *error) {
  int64_t games = 500, seed = 1, jobs = 0;
  const char *seats[FLAGS_MAX];
  if (!args_int(args, "games", 1, 1000000, &games, error) ||
      !args_int(args, "seed", 0, INT64_MAX, &seed, error) ||
      !args_int(args, "jobs", 1, JOBS_MAX, &jobs, error))
    return EXIT_USAGE;
  int seat_count = args_values(args, "seat", seats);
  Coverage *c = calloc(1, sizeof *c);
  if (!c) {
    error_set(error, "out of memory (coverage)");
    return EXIT_FAILED;
  }
  c->games = (int)games;
  c->seed = (uint64_t)seed;
  c->seats[0] = seat_count ? seats[0] : "random";
  for (int i = 1; i < seat_count && i < SEATS_MAX; i++)
    c->seats[i] = seats[i];
  c->denials = (Denials){
      .seats = c->seats, .games = c->games, .jobs = (int)jobs, .seed = c->seed};
  int code = open_all(c, args->positional[0], seat_count, error)
                 ? cover(c, args, error)
                 : EXIT_USAGE;
  close_all(c);
  free(c);
  return code;
}

const Command coverage_command = {
    .name = "coverage",
    .group = GROUP_EXPERIMENTS,
    .summary = "count kinds of moves and rules, and what denying one costs",
    .positional = "GAME",
    .min_positional = 1,
    .max_positional = 1,
    .flags =
        (const Flag[]){
            {"seat", "BOT",
             "a bot for all seats, or one for each seat in turn (default\n"
             "random)",
             true},
            {"games", "N", "games of each run (default 500)"},
            {"seed", "S", "random seed (default 1)"},
            {"jobs", "N", "threads (default: one per core)"},
            {"no-denial", NULL, "only count: deny nothing"},
            ROWS_FLAGS("print CSV"),
            LIMIT_FLAGS,
            {NULL}},
    .details =
        "Plays games and counts the parts of moves that are no cells: kind, "
        "placement,\n"
        "size and the like, and lists that are not empty; and, of rules in "
        "Lua, the\n"
        "calls of their functions, those by searching bots included.\n"
        "\n"
        "Flags and words among the options, and numbers that are not the "
        "default, switch\n"
        "rules. Each position of the first 100 games is set up in the game "
        "with another\n"
        "value: in which share of positions are other moves legal, which "
        "share of plies\n"
        "is not legal there or leads to another position, and in which share "
        "of games\n"
        "has some position another result?\n"
        "\n"
        "Then it plays these games again, once for each kind of move and each "
        "side that\n"
        "plays it, without moves of that kind for that side, except where it "
        "has no\n"
        "other. The bots know that. Each game is compared with the one that "
        "has the same\n"
        "seed: an exact sign test of the games in which only one of both is "
        "won\n"
        "(McNemar), adjusted for all tests (Holm). What is shown holds between "
        "these\n"
        "bots.",
    .example = "boardlab coverage tictacdoh --seat mcts:iterations=50 "
               "--games 200",
    .run = run,
};
