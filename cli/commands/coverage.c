/* boardlab coverage: how often each kind of move, each function of the rules
 * and each rule that an option switches occurs in play, and what denying a kind
 * of move to one side costs. */
#include "cli/commands/command.h"
#include "cli/commands/coverage_options.h"

#include "analysis/metrics/verdict.h"
#include "analysis/stats/estimate.h"
#include "analysis/stats/exact_test.h"
#include "analysis/stats/multiple.h"
#include "analysis/stats/shown.h"
#include "core/base/moment.h"
#include "core/game/match.h"
#include "core/game/parts.h"
#include "core/game/spec.h"
#include "core/run/run.h"
#include "lua/host/host.h"
#include <ctype.h>
#include <math.h>
#include <stdlib.h>

/* A part of moves with one of its values, such as "kind" and "wall". A key with
 * more than VALUES_MAX values, or whose values are cells, is no kind of move.
 */
enum { KINDS_MAX = 128, VALUES_MAX = 16, KIND_TEXT = 32 };

typedef struct Kind {
  char key[KIND_TEXT], value[KIND_TEXT];
  bool list;        /* moves for which the list `key` is not empty */
  uint64_t plies;   /* with such a move */
  uint64_t in_game; /* those of the game in progress */
  uint64_t games;   /* with at least one */
  Pairs share;      /* by game: its plies of this kind, and all */
} Kind;

/* What denying a kind to a side has cost. */
typedef struct Denial {
  const Kind *kind;
  int side;
  uint64_t won, lost; /* games that the side won only with it, only without */
  Estimate rate;      /* of wins without it */
  Estimate cost;      /* the rate with it minus the rate without */
  double p, adjusted;
} Denial;

typedef struct Coverage {
  const char *spec; /* of the game */
  const char *seats[SEATS_MAX];
  int games, jobs;
  uint64_t seed;
  Game *game;
  State *state;
  Bot *bots[SEATS_MAX];
  uint64_t plies, passes, game_plies; /* game_plies: of the game in progress */
  Pairs nothing; /* the share of a kind that has not occurred so far */
  int seen;      /* games that were counted */
  int forfeits;
  uint16_t *winners; /* by game */
  Kind kinds[KINDS_MAX];
  int kind_count;
  bool overflow;
  HostProfile hooks; /* calls of the rules' functions, if they are in Lua */
  OptionRows options;
  Error failure; /* of comparing positions */
  Sentences notes;
  Denial *denials;
  int denial_count;
} Coverage;

/* ---- kinds of moves ------------------------------------------------------*/

static Kind *find_kind(Coverage *c, const char *key, const char *value,
                       bool list) {
  for (int i = 0; i < c->kind_count; i++)
    if (strcmp(c->kinds[i].key, key) == 0 &&
        strcmp(c->kinds[i].value, value) == 0)
      return &c->kinds[i];
  if (c->kind_count == KINDS_MAX) {
    c->overflow = true;
    return NULL;
  }
  Kind *kind = &c->kinds[c->kind_count++];
  *kind = (Kind){.list = list, .share = c->nothing};
  snprintf(kind->key, sizeof kind->key, "%s", key);
  snprintf(kind->value, sizeof kind->value, "%s", value);
  return kind;
}

static bool is_cell(const char *text) {
  size_t letters = 0;
  while (islower((unsigned char)text[letters]))
    letters++;
  return letters > 0 && text[letters] &&
         text[letters + strspn(text + letters, "0123456789")] == '\0';
}

static int count_values(const Coverage *c, const char *key) {
  int values = 0;
  for (int i = 0; i < c->kind_count; i++)
    values += strcmp(c->kinds[i].key, key) == 0;
  return values;
}

static void count_part(Coverage *c, const Part *part, int times) {
  Kind *kind = NULL;
  if (part->list && part->count > 0)
    kind = find_kind(c, part->key, "", true);
  else if (!part->list && part->count == 1 && !is_cell(part->text[0]) &&
           strlen(part->text[0]) < KIND_TEXT &&
           count_values(c, part->key) <= VALUES_MAX)
    kind = find_kind(c, part->key, part->text[0], false);
  if (kind)
    kind->in_game += (uint64_t)times;
}

static void count_move(Coverage *c, const Game *game, const State *state,
                       Move move, int times) {
  Parts parts = {0};
  game_describe(game, state, move, &parts);
  for (int i = 0; i < parts.count; i++)
    count_part(c, &parts.part[i], times);
}

/* In the first games all legal moves are looked at, so that kinds which nobody
 * plays are listed, too; and positions are compared under other options. */
enum { GAMES_LOOKED_AT = 10, GAMES_COMPARED = 100 };

static void count_turn(void *context, const Game *game, const State *state,
                       Move move, int legal) {
  Coverage *c = context;
  (void)legal;
  if (state->seat == NATURE)
    return;
  Move *moves = c->seen < GAMES_LOOKED_AT
                    ? calloc((size_t)game->max_moves + 1, sizeof *moves)
                    : NULL;
  int count = moves ? game_moves(game, state, moves) : 0;
  for (int i = 0; i < count; i++)
    count_move(c, game, state, moves[i], 0);
  free(moves);
  count_move(c, game, state, move, 1);
  if (c->seen < GAMES_COMPARED && !error_is_set(&c->failure))
    option_rows_look(&c->options, game, state, &move, &c->failure);
  c->passes += move == MOVE_PASS;
  c->game_plies++;
}

static void end_game(Coverage *c) {
  if (c->seen < GAMES_COMPARED) {
    if (c->state->outcome != PLAYING && !error_is_set(&c->failure))
      option_rows_look(&c->options, c->game, c->state, NULL, &c->failure);
    option_rows_end_game(&c->options);
  }
  for (int i = 0; i < c->kind_count; i++) {
    Kind *k = &c->kinds[i];
    k->plies += k->in_game;
    k->games += k->in_game > 0;
    pairs_add(&k->share, (double)k->in_game, (double)c->game_plies);
    k->in_game = 0;
  }
  pairs_add(&c->nothing, 0, (double)c->game_plies);
  c->seen++;
  c->plies += c->game_plies;
  c->game_plies = 0;
}

/* Removes keys with too many values. */
static void finish_kinds(Coverage *c) {
  int kept = 0;
  for (int i = 0; i < c->kind_count; i++)
    if (count_values(c, c->kinds[i].key) <= VALUES_MAX)
      c->kinds[kept++] = c->kinds[i];
  c->kind_count = kept;
}

/* ---- playing -------------------------------------------------------------*/

static bool open_all(Coverage *c, int seat_count, Error *error) {
  c->game = game_open(c->spec, error);
  if (!c->game)
    return false;
  if (seat_count > 1 && seat_count != c->game->seats)
    return error_set(error,
                     "%s has %d seats, but --seat is given %d times: give one "
                     "bot for each seat, or one for all",
                     c->game->spec, c->game->seats, seat_count);
  c->state = game_start(c->game);
  c->winners = calloc((size_t)c->games, sizeof *c->winners);
  if (!c->state || !c->winners)
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
  free(c->winners);
  free(c->hooks.rows);
  option_rows_close(&c->options);
  free(c->denials);
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
  Spec spec;
  if (!spec_read(&spec, c->spec, "game", error))
    return false;
  return !spec.loader ||
         (host_profile_start(c->game, NULL, PROFILE_TIME, error) &&
          play_games(c, NULL, error) &&
          host_profile_read(c->game, NULL, &c->hooks, error));
}

/* ---- denying -------------------------------------------------------------*/

static unsigned seats_of(const Coverage *c, int side) {
  unsigned seats = 0;
  for (int seat = 0; seat < c->game->seats; seat++)
    if (c->game->side[seat] == side)
      seats |= 1u << seat;
  return seats;
}

/* Writes a variant of the game in which a side has no moves of a kind, unless
 * it has no others, and the name to open it by. */
static bool define_denial(const Coverage *c, const Kind *kind, unsigned seats,
                          char full[SPEC_TEXT], Error *error) {
  char text[2 * SPEC_TEXT + 1024], list[128] = "", base[SPEC_TEXT];
  const char *file = "coverage.lua", *spec = c->game->spec;
  for (int seat = 0, used = 0; seat < c->game->seats; seat++)
    if (seats >> seat & 1)
      used += snprintf(list + used, sizeof list - (size_t)used, "[%d] = true, ",
                       seat + 1);
  const char *folder = spec[0] == '/' || strstr(spec, "..") ? spec : NULL;
  const char *name = folder ? strrchr(folder, '/') + 1 : spec;
  snprintf(base, sizeof base, "%s", name);
  if (folder)
    file = folder;
  if (strpbrk(base, "\"\\\n") || strpbrk(kind->value, "\"\\\n"))
    return error_set(error, "%s: a name with quotation marks cannot be used",
                     spec);
  snprintf(text, sizeof text,
           "local DENIED = { %s}\n"
           "return require(\"boardlab\").variant {\n"
           "  base = \"%s\",\n"
           "  filter = function(s, moves, seat)\n"
           "    if not DENIED[seat] then return moves end\n"
           "    local kept = {}\n"
           "    for i, value in ipairs(s:parts(moves, \"%s\")) do\n"
           "      if %s then kept[#kept + 1] = moves[i] end\n"
           "    end\n"
           "    return #kept > 0 and kept or moves\n"
           "  end,\n"
           "}\n",
           list, base, kind->key,
           kind->list ? "not value or #value == 0" : "value ~= VALUE");
  char with_value[sizeof text + 64];
  snprintf(with_value, sizeof with_value, "local VALUE = \"%s\"\n%s",
           kind->value, text);
  return host_define(file, with_value, full, error);
}

typedef struct Taking {
  const Coverage *coverage;
  unsigned seats;
  Denial *denial;   /* NULL if nothing is denied, */
  Sentences *notes; /* and what is to be said of these games */
  uint64_t wins;
  Sums cost;
} Taking;

static bool take_game(void *context, uint64_t index, const Match *match,
                      Error *error) {
  Taking *t = context;
  (void)error;
  if (!t->denial) {
    t->coverage->winners[index] = match->end == MATCH_WIN ? match->winners : 0;
    return true;
  }
  bool with = t->coverage->winners[index] & t->seats;
  bool without = match->end == MATCH_WIN && match->winners & t->seats;
  t->wins += without;
  t->denial->won += with && !without;
  t->denial->lost += without && !with;
  sums_add(&t->cost, (double)with - (double)without);
  return true;
}

/* Plays the games without a kind of move for some seats. */
static bool play_without(const Coverage *c, const Kind *kind, Taking *taking,
                         Error *error) {
  char spec[SPEC_TEXT];
  if (!define_denial(c, kind, taking->seats, spec, error))
    return false;
  const RunPlan plan = {.game = spec,
                        .bots = c->seats,
                        .bot_count = c->game->seats,
                        .seating = SEATING_FIXED,
                        .seed = c->seed,
                        .games = (uint64_t)c->games,
                        .jobs = c->jobs,
                        .limits = "",
                        .take = take_game,
                        .take_context = taking};
  const RunCallbacks callbacks = {.context = NULL};
  Run run;
  if (!run_open(&run, &plan, error))
    return false;
  bool played = run_play(&run, &callbacks, error) == RUN_DONE;
  if (!taking->denial)
    verdict_repeats(&run.tally, NULL, taking->notes);
  run_close(&run);
  return played;
}

static bool play_denial(const Coverage *c, Denial *d, Error *error) {
  Taking taking = {.coverage = c, .seats = seats_of(c, d->side), .denial = d};
  if (!play_without(c, d->kind, &taking, error))
    return false;
  d->rate = estimate_rate(taking.wins, (uint64_t)c->games);
  d->cost = sums_mean(&taking.cost);
  d->p = sign_test(d->won, d->lost);
  return true;
}

/* A kind that some moves have and others have not. Passes cannot be denied. */
static bool can_deny(const Coverage *c, const Kind *k) {
  return k->plies > 0 && k->plies < c->plies - c->passes &&
         !(strcmp(k->key, "kind") == 0 && strcmp(k->value, "pass") == 0);
}

static bool deny_kinds(Coverage *c, Error *error) {
  int sides = c->game->sides;
  c->denials = calloc((size_t)(c->kind_count * sides) + 1, sizeof *c->denials);
  double *p = calloc((size_t)(c->kind_count * sides) + 1, sizeof *p);
  bool good = c->denials && p;
  if (!good)
    error_set(error, "out of memory (coverage)");
  for (int i = 0; good && i < c->kind_count; i++)
    for (int side = 0; good && side < sides; side++) {
      if (!can_deny(c, &c->kinds[i]))
        continue;
      /* Denied to nobody: the same games as long as nothing is denied. */
      Taking all = {.coverage = c, .notes = &c->notes};
      if (c->denial_count == 0)
        good = play_without(c, &c->kinds[i], &all, error);
      if (!good)
        break;
      Denial *d = &c->denials[c->denial_count++];
      *d = (Denial){.kind = &c->kinds[i], .side = side};
      good = play_denial(c, d, error);
    }
  for (int i = 0; good && i < c->denial_count; i++)
    p[i] = c->denials[i].p;
  if (good)
    holm_adjust(p, c->denial_count);
  for (int i = 0; good && i < c->denial_count; i++)
    c->denials[i].adjusted = p[i];
  free(p);
  return good;
}

/* ---- tables --------------------------------------------------------------*/

static void write_kind(const Kind *k, char text[2 * KIND_TEXT + 8]) {
  snprintf(text, 2 * KIND_TEXT + 8, "%s%s%s", k->key, k->list ? "" : " = ",
           k->list ? "" : k->value);
}

static void write_side(const Coverage *c, int side, char text[64]) {
  unsigned seats = seats_of(c, side);
  int used = 0, listed = 0;
  for (int seat = 0; seat < c->game->seats; seat++)
    if (seats >> seat & 1)
      used += snprintf(text + used, 64 - (size_t)used, "%s%d",
                       listed++ ? "+" : "seat ", seat + 1);
}

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
  for (int i = 0; i < c->kind_count; i++) {
    const Kind *k = &c->kinds[i];
    char text[2 * KIND_TEXT + 8];
    write_kind(k, text);
    printf(
        "%-28s %10s  %-22s %10s\n", text,
        shown_real((double)k->plies / c->games, 2).text,
        shown_percent_estimate(estimate_clamp(estimate_ratio(&k->share), 0, 1))
            .text,
        shown_percent((double)k->games / c->games).text);
  }
  if (c->overflow)
    printf("(there are more kinds than these)\n");
}

static void print_hooks(const Coverage *c) {
  if (!c->hooks.count)
    return;
  printf("\n%-28s %10s\n", "functions of the rules", "calls per game");
  for (int i = 0; i < c->hooks.count; i++) {
    const ProfileRow *r = &c->hooks.rows[i];
    if (r->kind == PROFILE_ENTRY)
      printf("%-28s %14s\n", r->name,
             shown_real((double)r->timed / c->games, 1).text);
  }
}

static double rate_with(const Coverage *c, int side) {
  unsigned seats = seats_of(c, side);
  int wins = 0;
  for (int i = 0; i < c->games; i++)
    wins += (c->winners[i] & seats) != 0;
  return (double)wins / c->games;
}

static void print_denials(const Coverage *c) {
  if (!c->denial_count)
    return;
  printf("\n%-28s %-10s %9s %9s   %-26s %s\n", "denied", "to", "won with",
         "without", "cost in points, 95%", "p (Holm)");
  for (int i = 0; i < c->denial_count; i++) {
    const Denial *d = &c->denials[i];
    char text[2 * KIND_TEXT + 8], side[64];
    write_kind(d->kind, text);
    write_side(c, d->side, side);
    printf("%-28s %-10s %9s %9s   %-26s %s\n", text, side,
           shown_percent(rate_with(c, d->side)).text,
           shown_percent(d->rate.value).text,
           shown_points_estimate(d->cost).text, shown_p(d->adjusted).text);
  }
}

/* Claims only what the tests show, of these bots. */
static void print_sentences(const Coverage *c) {
  int shown = 0;
  printf("\n");
  for (int i = 0; i < c->denial_count; i++) {
    const Denial *d = &c->denials[i];
    char text[2 * KIND_TEXT + 8], side[64];
    if (!(d->adjusted < 0.05))
      continue;
    shown++;
    write_kind(d->kind, text);
    write_side(c, d->side, side);
    printf("Between these bots, %s wins %s often without moves with %s (%s).\n",
           side, d->won > d->lost ? "less" : "more", text,
           shown_p(d->adjusted).text);
  }
  for (int i = 0; i < c->kind_count; i++) {
    char text[2 * KIND_TEXT + 8];
    write_kind(&c->kinds[i], text);
    if (c->kinds[i].plies == 0)
      printf("No move with %s was played.\n", text);
  }
  for (int i = 0; i < c->notes.count; i++)
    printf("%s\n", c->notes.text[i]);
  if (c->denial_count > shown)
    printf("For %d of %d denials no difference is shown, which does not show "
           "that there is none.\n",
           c->denial_count - shown, c->denial_count);
}

/* ---- CSV -----------------------------------------------------------------*/

static void print_estimate(Estimate e) {
  printf(",%.6f", e.value);
  if (estimate_has_interval(e))
    printf(",%.6f,%.6f", e.low, e.high);
  else
    printf(",,");
}

static void print_csv(const Coverage *c) {
  printf("scope,key,value,seats,per_game,games,share,share_low,share_high,"
         "won_with,won_without,cost,cost_low,cost_high,p_holm\n");
  for (int i = 0; i < c->kind_count; i++) {
    const Kind *k = &c->kinds[i];
    printf("move,\"%s\",\"%s\",,%.6f,%llu", k->key, k->value,
           (double)k->plies / c->games, (unsigned long long)k->games);
    print_estimate(estimate_clamp(estimate_ratio(&k->share), 0, 1));
    printf(",,,,,,\n");
  }
  option_rows_print_csv(&c->options);
  for (int i = 0; i < c->hooks.count; i++)
    if (c->hooks.rows[i].kind == PROFILE_ENTRY)
      printf("function,\"%s\",,,%.6f,,,,,,,,,,\n", c->hooks.rows[i].name,
             (double)c->hooks.rows[i].timed / c->games);
  for (int i = 0; i < c->denial_count; i++) {
    const Denial *d = &c->denials[i];
    char side[64];
    write_side(c, d->side, side);
    printf("denied,\"%s\",\"%s\",%s,,,,,,%.6f,%.6f", d->kind->key,
           d->kind->value, side + strlen("seat "), rate_with(c, d->side),
           d->rate.value);
    print_estimate(d->cost);
    printf(",%.6f\n", d->adjusted);
  }
}

/* ---- the command ---------------------------------------------------------*/

static int cover(Coverage *c, const Args *args, Error *error) {
  const MatchCallbacks callbacks = {count_turn, c};
  if (!count_hooks(c, error) ||
      !option_rows_open(&c->options, c->game, error) ||
      !play_games(c, &callbacks, error))
    return EXIT_FAILED;
  finish_kinds(c);
  if (!args_value(args, "no-denial") && !deny_kinds(c, error))
    return EXIT_FAILED;
  if (args_value(args, "csv")) {
    print_csv(c);
    return EXIT_DONE;
  }
  print_title(c);
  print_kinds(c);
  option_rows_print(&c->options);
  print_hooks(c);
  print_denials(c);
  print_sentences(c);
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
  c->spec = args->positional[0];
  c->games = (int)games;
  c->seed = (uint64_t)seed;
  c->jobs = (int)jobs;
  c->seats[0] = seat_count ? seats[0] : "random";
  for (int i = 1; i < seat_count && i < SEATS_MAX; i++)
    c->seats[i] = seats[i];
  int code =
      open_all(c, seat_count, error) ? cover(c, args, error) : EXIT_USAGE;
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
            {"csv", NULL, "print CSV"},
            LIMIT_FLAGS,
            {NULL}},
    .details =
        "Plays games and counts the parts of moves that are no cells: kind, "
        "placement,\n"
        "size and the like, and lists that are not empty; and, of rules in "
        "Lua, the\n"
        "calls of their functions.\n"
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
        "Then it plays these games again, once for each kind of move and "
        "each side,\n"
        "without moves of that kind for that side, except where it has no "
        "other. The\n"
        "bots know that. Each game is compared with the one that has the same "
        "seed: an\n"
        "exact sign test of the games in which only one of both is won "
        "(McNemar),\n"
        "adjusted for all tests (Holm). What is shown holds between these "
        "bots.",
    .example = "boardlab coverage tictacdoh --seat mcts:iterations=50 "
               "--games 200",
    .run = run,
};
