#include "cli/commands/coverage_denial.h"

#include "analysis/stats/exact_test.h"
#include "analysis/stats/multiple.h"
#include "core/game/spec.h"
#include "core/run/run.h"
#include "lua/host/host.h"
#include <libgen.h>
#include <stdlib.h>

static unsigned seats_of(const Denials *d, int side) {
  return seats_of_side(d->game->side, d->game->seats, side);
}

bool denials_side(const Denials *d, int side, char text[WINNERS_TEXT]) {
  return seats_format(seats_of(d, side), text);
}

double denials_rate_with(const Denials *d, int side) {
  unsigned seats = seats_of(d, side);
  int wins = 0;
  for (int i = 0; i < d->games; i++)
    wins += (d->winners[i] & seats) != 0;
  return (double)wins / d->games;
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
  size_t used = 0;
  for (; *text && used + 8 < size; text++)
    used += (size_t)(*text == '"' || *text == '\\' || (unsigned char)*text < ' '
                         ? snprintf(to + used, size - used, "\\%03d",
                                    (unsigned char)*text)
                         : snprintf(to + used, size - used, "%c", *text));
  to[used] = '\0';
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
  for (int seat = 0, used = 0; seat < d->game->seats; seat++)
    if (seats >> seat & 1)
      used += snprintf(list + used, sizeof list - (size_t)used, "[%d] = true, ",
                       seat + 1);
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
  return host_define(place.file, text, name, error);
}

/* ---- playing it ----------------------------------------------------------*/

typedef struct Taking {
  Denials *denials;
  unsigned seats; /* that are denied it; 0 for none */
  Denial *denial; /* NULL if nothing is denied */
  uint64_t wins;
  Sums cost;
} Taking;

static bool take_game(void *context, uint64_t index, const Match *match,
                      Error *error) {
  Taking *t = context;
  uint16_t *winners = t->denials->winners;
  (void)error;
  if (!t->denial) {
    winners[index] = match->end == MATCH_WIN ? match->winners : 0;
    return true;
  }
  bool with = winners[index] & t->seats;
  bool without = match->end == MATCH_WIN && match->winners & t->seats;
  t->wins += without;
  t->denial->won += with && !without;
  t->denial->lost += without && !with;
  sums_add(&t->cost, (double)with - (double)without);
  return true;
}

static bool play_without(Taking *t, const Kind *kind, Error *error) {
  Denials *d = t->denials;
  char spec[SPEC_TEXT];
  if (!define(d, kind, t->seats, spec, error))
    return false;
  const RunPlan plan = {.game = spec,
                        .bots = d->seats,
                        .bot_count = d->game->seats,
                        .seating = SEATING_FIXED,
                        .seed = d->seed,
                        .games = (uint64_t)d->games,
                        .jobs = d->jobs,
                        .limits = "",
                        .take = take_game,
                        .take_context = t};
  const RunCallbacks callbacks = {.context = NULL};
  Run run;
  if (!run_open(&run, &plan, error))
    return false;
  bool played = run_play(&run, &callbacks, error) == RUN_DONE;
  if (!t->denial)
    verdict_repeats(&run.tally, NULL, &d->notes);
  run_close(&run);
  return played;
}

/* Says in which of the runs something failed. */
static bool explain(const Denials *d, const Denial *denial, Error *error) {
  char kind[KIND_NAME], side[WINNERS_TEXT];
  kind_name(denial->kind, kind);
  denials_side(d, denial->side, side);
  return error_prefix(error, "without moves with %s for %s: ", kind, side);
}

static bool play_denial(Denials *d, Denial *denial, Error *error) {
  Taking taking = {
      .denials = d, .seats = seats_of(d, denial->side), .denial = denial};
  if (!play_without(&taking, denial->kind, error))
    return explain(d, denial, error);
  denial->rate = estimate_rate(taking.wins, (uint64_t)d->games);
  denial->cost = sums_mean(&taking.cost);
  denial->p = sign_test(denial->won, denial->lost);
  return true;
}

/* Lists what is to be denied to whom. */
static void list_denials(Denials *d, const Kinds *kinds) {
  for (int i = 0; i < kinds->count; i++)
    for (int side = 0; side < d->game->sides; side++)
      if (kind_can_be_denied(kinds, &kinds->list[i]) &&
          kinds->list[i].sides >> side & 1)
        d->list[d->count++] = (Denial){.kind = &kinds->list[i], .side = side};
}

static bool adjust(Denials *d, Error *error) {
  double *p = calloc((size_t)d->count + 1, sizeof *p);
  if (!p)
    return error_set(error, "out of memory (coverage)");
  for (int i = 0; i < d->count; i++)
    p[i] = d->list[i].p;
  holm_adjust(p, d->count);
  for (int i = 0; i < d->count; i++)
    d->list[i].adjusted = p[i];
  free(p);
  return true;
}

bool denials_play(Denials *d, const Kinds *kinds, Error *error) {
  size_t most = (size_t)(kinds->count * d->game->sides) + 1;
  d->winners = calloc((size_t)d->games, sizeof *d->winners);
  d->list = calloc(most, sizeof *d->list);
  if (!d->winners || !d->list)
    return error_set(error, "out of memory (coverage)");
  list_denials(d, kinds);
  /* Denied to nobody: the same games as long as nothing is denied. */
  Taking all = {.denials = d};
  bool good = d->count == 0 || play_without(&all, d->list[0].kind, error);
  for (int i = 0; good && i < d->count; i++)
    good = play_denial(d, &d->list[i], error);
  return good && adjust(d, error);
}

void denials_free(Denials *d) {
  free(d->winners);
  free(d->list);
}
