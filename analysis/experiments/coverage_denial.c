#include "analysis/experiments/coverage_denial.h"

#include "analysis/stats/distribution.h"
#include "analysis/stats/exact_test.h"
#include "core/base/text.h"
#include "core/game/spec.h"
#include <libgen.h>
#include <math.h>
#include <stdlib.h>

static unsigned seats_of(const Denials *d, int side) {
  return seats_of_side(d->game->side, d->game->seats, side);
}

bool denials_side(const Denials *d, int side, char text[WINNERS_TEXT]) {
  return seats_format(seats_of(d, side), text);
}

double denials_rate_with(const Denials *d, int side) {
  unsigned seats = seats_of(d, side);
  uint64_t wins = 0;
  for (uint64_t i = 0; i < d->plan->games; i++)
    wins += (d->games[i].winners & seats) != 0;
  return (double)wins / (double)d->plan->games;
}

bool denial_happened(const Denial *denial) {
  return denial->plies > 0 || denial->changed > 0;
}

bool denial_makes_forfeit(const Denials *d, const Denial *denial) {
  return denial->forfeits > d->forfeits;
}

/* ---- a game without a kind of move ---------------------------------------*/

/* Where a variant of the game would lie, and how it would name its base: a path
 * that begins at the root or goes up is not allowed there, so the variant lies
 * in the same folder. */
typedef struct Place {
  char file[SPEC_TEXT], base[SPEC_TEXT];
} Place;

static bool find_place(const Game *game, Place *place, Error *error) {
  Spec spec;
  char path[SPEC_TEXT];
  if (!spec_read(&spec, game->spec, "game", error))
    return false;
  snprintf(path, sizeof path, "%s", spec.name);
  bool outside = path[0] == '/' || strstr(path, "..");
  if (!spec.loader || !outside) {
    snprintf(place->file, sizeof place->file, "coverage.lua");
    snprintf(place->base, sizeof place->base, "%s", game->spec);
    return true;
  }
  snprintf(place->file, sizeof place->file, "%s", path);
  snprintf(place->base, sizeof place->base, "%s%s%s", basename(path),
           spec.options ? ":" : "", spec.options ? spec.options : "");
  return true;
}

/* Writes a text as Lua reads it. */
static void quote(const char *text, char *to, size_t size) {
  to[0] = '\0';
  for (; *text; text++) {
    bool plain = *text != '"' && *text != '\\' && (unsigned char)*text >= ' ';
    text_append(to, size, plain ? "%c" : "\\%03d", (unsigned char)*text);
  }
}

/* Defines a variant of the game in which these seats have no moves of a kind,
 * unless they have no others, and writes the name to open it by. */
static bool define(const Denials *d, const Kind *kind, unsigned seats,
                   char name[SPEC_TEXT], Error *error) {
  char text[4 * SPEC_TEXT + 1024], list[256] = "", base[4 * SPEC_TEXT];
  char value[4 * KIND_TEXT + 8], key[4 * KIND_TEXT + 8];
  Place place;
  if (!find_place(d->game, &place, error))
    return false;
  for (int seat = 0; seat < d->game->seats; seat++)
    if (seats >> seat & 1)
      text_append(list, sizeof list, "[%d] = true, ", seat + 1);
  quote(place.base, base, sizeof base);
  quote(kind->value, value, sizeof value);
  quote(kind->key, key, sizeof key);
  snprintf(text, sizeof text,
           "local DENIED, VALUE = { %s}, \"%s\"\n"
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
           list, value, base, key,
           kind->list ? "not value or #value == 0" : "value ~= VALUE");
  return loader_define(place.file, text, name, error);
}

/* ---- counting where something is denied ----------------------------------*/

typedef struct Watcher {
  unsigned seats; /* that are denied it */
  int plies;      /* of the game under way */
} Watcher;

static bool open_watcher(void *watcher, const void *context, const Game *game,
                         Error *error) {
  (void)game;
  (void)error;
  ((Watcher *)watcher)->seats = *(const unsigned *)context;
  return true;
}

static void begin_game(void *watcher, uint64_t index) {
  (void)index;
  ((Watcher *)watcher)->plies = 0;
}

/* The base game has the moves that the variant leaves out. */
static void take_turn(void *watcher, const Game *game, const State *state,
                      Move move, int legal) {
  Watcher *w = watcher;
  const State *base =
      (const State *)((const unsigned char *)state + game->base_offset);
  (void)move;
  if (state->seat != NATURE && w->seats >> state->seat & 1)
    w->plies += legal < game_count(game->base, base);
}

static bool end_game(void *watcher, const State *last, Message *notes,
                     Error *error) {
  (void)last;
  (void)error;
  message_put_int(notes, ((Watcher *)watcher)->plies);
  return true;
}

static bool take_notes(void *taker, uint64_t index, Message *notes,
                       Error *error) {
  (void)index;
  (void)error;
  ((Denial *)taker)->plies += (uint64_t)message_get_int(notes, 0, PLIES_MAX);
  return true;
}

/* ---- playing it ----------------------------------------------------------*/

typedef struct Taking {
  Denials *denials;
  unsigned seats; /* that are denied it; 0 for none */
  Denial *denial; /* NULL if nothing is denied */
  uint64_t wins;
} Taking;

static bool take_game(void *context, uint64_t index, const Match *match,
                      Error *error) {
  Taking *t = context;
  FreeGame *game = &t->denials->games[index];
  uint16_t winners = match->end == MATCH_WIN ? match->winners : 0;
  (void)error;
  if (!t->denial) {
    *game = (FreeGame){match->hash, winners};
    t->denials->forfeits += match->end == MATCH_FORFEIT;
    return true;
  }
  bool with = game->winners & t->seats, without = winners & t->seats;
  t->wins += without;
  t->denial->forfeits += match->end == MATCH_FORFEIT;
  t->denial->changed += match->hash != game->hash;
  t->denial->won += with && !without;
  t->denial->lost += without && !with;
  return true;
}

static RunEnd play_without(Taking *t, const Kind *kind,
                           const ExperimentCallbacks *callbacks, Error *error) {
  Denials *d = t->denials;
  const GameWatch watch = {.context = &t->seats,
                           .size = sizeof(Watcher),
                           .open = open_watcher,
                           .begin = begin_game,
                           .turn = take_turn,
                           .end = end_game,
                           .take = take_notes,
                           .taker = t->denial};
  char spec[SPEC_TEXT];
  RunPlan plan = *d->plan;
  Run run;
  plan.game = spec;
  plan.watch = t->denial ? &watch : NULL;
  plan.take = take_game;
  plan.take_context = t;
  if (!define(d, kind, t->seats, spec, error) || !run_open(&run, &plan, error))
    return RUN_FAILED;
  RunEnd end = experiment_play(&run, callbacks, error);
  if (!t->denial)
    verdict_repeats(&run.tally, NULL, &d->notes);
  run_close(&run);
  return end;
}

/* The difference of the rates of wins in matched games, with two games added,
 * one at each extreme (Bonett and Price 2012), so that it has a width even if
 * nothing changed. */
static Estimate cost_of(const Denial *denial, uint64_t games) {
  double won = (double)denial->won, lost = (double)denial->lost;
  double n = (double)games + 2, middle = (won - lost) / n;
  double variance = ((won + lost + 2) / n - middle * middle) / (n - 1);
  double half = Z95 * sqrt(variance);
  Estimate cost = {(won - lost) / (double)games, middle - half, middle + half,
                   games};
  return estimate_clamp(cost, -1, 1);
}

static RunEnd play_denial(Denials *d, Denial *denial,
                          const ExperimentCallbacks *callbacks, Error *error) {
  Taking taking = {
      .denials = d, .seats = seats_of(d, denial->side), .denial = denial};
  char side[WINNERS_TEXT];
  RunEnd end = play_without(&taking, denial->kind, callbacks, error);
  denials_side(d, denial->side, side);
  if (end == RUN_FAILED)
    error_prefix(error,
                 "without moves with %s for %s: ", kind_name(denial->kind).text,
                 side);
  denial->rate = estimate_rate(taking.wins, d->plan->games);
  denial->cost = cost_of(denial, d->plan->games);
  return end;
}

bool denials_list(Denials *d, const Kinds *kinds, Error *error) {
  size_t most = (size_t)(kinds->count * d->game->sides) + 1;
  d->games = calloc((size_t)d->plan->games, sizeof *d->games);
  d->list = calloc(most, sizeof *d->list);
  if (!d->games || !d->list)
    return error_set(error, "out of memory (coverage)");
  for (int i = 0; i < kinds->count; i++)
    for (int side = 0; side < d->game->sides; side++)
      if (kind_can_be_denied(kinds, &kinds->list[i]) &&
          kinds->list[i].sides >> side & 1)
        d->list[d->count++] = (Denial){.kind = &kinds->list[i], .side = side};
  return true;
}

/* What is not tested does not count for the others. */
static void denials_test(Denials *d) {
  for (Denial *one = d->list; one < d->list + d->count; one++)
    one->adjusted = denial_happened(one) && !denial_makes_forfeit(d, one)
                        ? sign_test(one->won, one->lost)
                        : NAN;
  holm_adjust(&d->list->adjusted, d->count, sizeof *d->list);
}

RunEnd denials_play(Denials *d, const ExperimentCallbacks *callbacks,
                    Error *error) {
  /* Denied to nobody: the same games as long as nothing is denied. */
  Taking all = {.denials = d};
  RunEnd end = d->count ? play_without(&all, d->list[0].kind, callbacks, error)
                        : RUN_DONE;
  int done = 0;
  while (end == RUN_DONE && done < d->count)
    end = play_denial(d, &d->list[done++], callbacks, error);
  if (end == RUN_STOPPED)
    d->count = done ? done - 1 : 0;
  denials_test(d);
  return end;
}

void denials_free(Denials *d) {
  free(d->games);
  free(d->list);
}
