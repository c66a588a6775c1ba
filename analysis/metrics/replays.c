#include "analysis/metrics/replays.h"

#include "core/base/text.h"
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static void free_replay(Replay *r) {
  free(r->first);
  free(r->moves);
  free(r->value);
  *r = (Replay){.index = 0};
}

static Replay *find(Replays *r, uint64_t index) {
  for (int i = 0; i < r->count; i++)
    if (r->list[i].index == index)
      return &r->list[i];
  return NULL;
}

/* ---- by their results ----------------------------------------------------*/

typedef struct Choice {
  Replays *to;
  const ReplaySample *sample;
  int most;
} Choice;

static bool is_aside(const ReplaySample *s, uint64_t game) {
  return s->aside && set_aside_has(s->aside, s->first + game);
}

static void choose(const Choice *c, uint64_t game, const char *why) {
  uint64_t index = c->sample->first + game;
  Replay *chosen = find(c->to, index);
  if (!chosen && c->to->count < c->most) {
    chosen = &c->to->list[c->to->count++];
    *chosen = (Replay){.index = index, .match = c->sample->matches[game]};
  }
  if (chosen && *why)
    text_append_item(chosen->why, sizeof chosen->why, why);
}

static void choose_first(const Choice *c, MatchEnd end, unsigned winners,
                         const char *why) {
  const Match *matches = c->sample->matches;
  for (uint64_t i = 0; i < c->sample->count; i++)
    if (matches[i].end == end && matches[i].plies > 0 &&
        !is_aside(c->sample, i) && (!winners || matches[i].winners & winners)) {
      choose(c, i, why);
      return;
    }
}

/* The first game that came to its end at the median length. */
static void choose_median(const Choice *c) {
  const ReplaySample *s = c->sample;
  for (uint64_t i = 0; i < s->count; i++) {
    const Match *m = &s->matches[i];
    if (m->plies == s->median && !is_aside(s, i) &&
        (m->end == MATCH_WIN || m->end == MATCH_DRAW)) {
      choose(c, i, "of median length");
      return;
    }
  }
}

/* The first of the shortest games, of the longest and of those of median
 * length. None stands out if all have the same length. */
static void choose_by_length(const Choice *c) {
  const ReplaySample *s = c->sample;
  uint64_t first = 0;
  while (first < s->count && is_aside(s, first))
    first++;
  if (first == s->count)
    return;
  uint64_t shortest = first, longest = first;
  for (uint64_t i = first; i < s->count; i++) {
    if (is_aside(s, i))
      continue;
    shortest = s->matches[i].plies < s->matches[shortest].plies ? i : shortest;
    longest = s->matches[i].plies > s->matches[longest].plies ? i : longest;
  }
  if (s->matches[shortest].plies == s->matches[longest].plies)
    return;
  choose(c, shortest, "the shortest");
  choose(c, longest, "the longest");
  choose_median(c);
}

void replays_choose(Replays *replays, const ReplaySample *sample, int wanted) {
  static const char *const ENDS[MATCH_ENDS] = {
      [MATCH_DRAW] = "the first draw",
      [MATCH_TRUNCATED] = "the first truncated",
      [MATCH_FORFEIT] = "the first forfeited"};
  char why[REPLAY_WHY];
  wanted = wanted < REPLAYS_MAX ? wanted : REPLAYS_MAX;
  const Choice c = {replays, sample, wanted};
  replays->wanted = wanted;
  if (sample->count == 0)
    return;
  for (int seat = 0; seat < sample->seats; seat++) {
    snprintf(why, sizeof why, "the first won by seat %d", seat + 1);
    choose_first(&c, MATCH_WIN, 1u << seat, why);
  }
  for (int end = MATCH_DRAW; end < MATCH_ENDS; end++)
    choose_first(&c, (MatchEnd)end, 0, ENDS[end]);
  choose_by_length(&c);
  for (uint64_t i = 0; i < sample->count && replays->count < c.most; i++)
    if (!is_aside(sample, i))
      choose(&c, i, "");
}

/* ---- while they are replayed ---------------------------------------------*/

void replays_begin(Replays *r, const Game *game, const State *first,
                   uint64_t index, const Match *match) {
  free_replay(&r->current); /* if the game before did not replay */
  r->ply = 0;
  r->current = (Replay){.index = index, .match = *match};
  if (r->count == 0)
    return; /* none is wanted */
  r->current.first = game_copy(game, first);
  r->current.moves = calloc((size_t)match->plies + 1, sizeof(Move));
  r->failed = r->failed || !r->current.moves;
}

void replays_turn(Replays *r, Move move) {
  if (r->current.moves && r->ply < r->current.match.plies)
    r->current.moves[r->ply] = move;
  r->ply++;
}

static void keep_values(Replays *r, const Curve *c) {
  size_t positions = (size_t)c->positions, sides = (size_t)c->sides;
  double *value = malloc(positions * sides * sizeof *value);
  r->failed = r->failed || !value;
  for (int at = 0; value && at < c->positions; at++)
    for (int side = 0; side < c->sides; side++)
      value[(size_t)at * sides + (size_t)side] = curve_value(c, at, side);
  r->current.sides = c->sides;
  r->current.value = value;
}

static void compare(Telling *best, uint64_t index, double figure) {
  if (figure > best->figure)
    *best = (Telling){true, index, figure};
}

static bool is_telling(const Replays *r, uint64_t index) {
  return (r->changes.found && r->changes.index == index) ||
         (r->upset.found && r->upset.index == index);
}

/* Drops games that were the best for a while and have no other reason. */
static void drop_surpassed(Replays *r) {
  int kept = 0;
  for (int i = 0; i < r->count; i++)
    if (r->list[i].by_tension && !is_telling(r, r->list[i].index))
      free_replay(&r->list[i]);
    else
      r->list[kept++] = r->list[i];
  r->count = kept;
}

void replays_end(Replays *r, const Tension *t) {
  Replay *current = &r->current;
  bool measured = r->count && t->measured && !t->failed;
  if (measured)
    keep_values(r, &t->curve);
  if (measured && t->winner >= 0) {
    double behind = 0; /* how far the winner was, at worst */
    for (int at = 0; at < t->curve.positions; at++)
      behind = fmax(behind, -curve_lead(&t->curve, at, t->winner));
    compare(&r->changes, current->index,
            curve_measure(&t->curve, t->winner).changes);
    compare(&r->upset, current->index, behind);
    drop_surpassed(r);
  }
  Replay *chosen = find(r, current->index);
  if (!chosen && r->count && is_telling(r, current->index)) {
    chosen = &r->list[r->count++];
    *chosen = (Replay){.by_tension = true};
  }
  if (chosen) {
    current->by_tension = chosen->by_tension;
    memcpy(current->why, chosen->why, sizeof current->why);
    *chosen = *current;
    *current = (Replay){.index = 0};
  }
  free_replay(current);
}

/* The game to drop if there are too many: the last of those without a reason.
 */
static int least_telling(const Replays *r) {
  int last = r->count - 1;
  while (last > 0 && r->list[last].why[0])
    last--;
  return r->list[last].why[0] ? r->count - 1 : last;
}

void replays_finish(Replays *r) {
  for (int i = 0; i < r->count; i++) {
    Replay *replay = &r->list[i];
    if (r->changes.found && r->changes.index == replay->index)
      text_append_item(replay->why, sizeof replay->why, "most lead changes");
    if (r->upset.found && r->upset.index == replay->index)
      text_append_item(replay->why, sizeof replay->why, "the biggest comeback");
  }
  while (r->count > r->wanted) {
    int drop = least_telling(r);
    free_replay(&r->list[drop]);
    memmove(&r->list[drop], &r->list[drop + 1],
            (size_t)(--r->count - drop) * sizeof *r->list);
  }
}

void replays_free(Replays *r) {
  for (int i = 0; i < r->count; i++)
    free_replay(&r->list[i]);
  free_replay(&r->current);
  r->count = 0;
}
