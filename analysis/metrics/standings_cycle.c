/* The shortest cycle among the bots of which each beats the next. */
#include "analysis/metrics/standings.h"
#include <string.h>

/* By places in the standings. */
typedef struct Beats {
  int bots;
  double score[BOTS_MAX][BOTS_MAX]; /* 0 if the bot of the row is not shown to
                                       beat that of the column */
} Beats;

/* A step has a direction: at the level of 5% it needs a two-sided p of 10%. */
static int step_of(const HeadToHead *head, bool adjusted) {
  if (adjusted)
    return head_to_head_ahead(head, head->adjusted);
  return head->p < 0.1 && !head->undone ? (head->score.value > 0.5 ? 1 : -1)
                                        : 0;
}

static void find_beats(const Standings *st, const BotPair pairs[],
                       bool adjusted, Beats *b) {
  memset(b, 0, sizeof *b);
  b->bots = st->bots;
  for (int i = 0, n = 0; i < st->bots; i++)
    for (int j = i + 1; j < st->bots; j++, n++) {
      const HeadToHead *head = &pairs[n].head;
      int ahead = step_of(head, adjusted);
      if (ahead > 0)
        b->score[i][j] = head->score.value;
      else if (ahead < 0)
        b->score[j][i] = 1 - head->score.value;
    }
}

/* Searches breadth first for the nearest bot that beats the start, from the
 * start along those that are beaten. `from` is the bot before each one that was
 * found; returns the number of bots of the cycle, and its last one. */
static int search(const Beats *b, int start, int from[], int *last) {
  int found[BOTS_MAX], depth[BOTS_MAX] = {0}, count = 0;
  found[count++] = start;
  depth[start] = 1;
  for (int i = 0; i < count; i++)
    for (int next = 0; next < b->bots; next++) {
      if (b->score[found[i]][next] == 0)
        continue;
      if (next == start) {
        *last = found[i];
        return depth[found[i]];
      }
      if (depth[next])
        continue;
      depth[next] = depth[found[i]] + 1;
      from[next] = found[i];
      found[count++] = next;
    }
  return 0;
}

Cycle standings_cycle(const Standings *st, const BotPair pairs[],
                      bool adjusted) {
  Beats beats;
  Cycle cycle = {0};
  find_beats(st, pairs, adjusted, &beats);
  for (int start = 0; start < st->bots; start++) {
    int from[BOTS_MAX], at, next = start;
    int length = search(&beats, start, from, &at);
    if (length == 0 || (cycle.length && length >= cycle.length))
      continue;
    cycle.length = length;
    for (int i = length - 1; i >= 0; i--) {
      cycle.bot[i] = st->order[at];
      cycle.score[i] = beats.score[at][next];
      next = at;
      at = i ? from[at] : at;
    }
  }
  return cycle;
}
