#include "core/search/solve_scc.h"

void open_fold(OpenPosition *open, Solved there, bool same) {
  uint16_t plies = (uint16_t)(there.plies + 1);
  if (there.value == VALUE_DRAW) {
    open->draw = true;
  } else if ((there.value == VALUE_WIN) == same) {
    if (!open->win || plies < open->win)
      open->win = plies;
  } else if (plies > open->loss) {
    open->loss = plies;
  }
}

/* A position may turn out to be over in so many plies. */
static bool add_event(SccWorkspace *room, MemoryBudget *budget, uint32_t open,
                      int plies) {
  if (!budget_grow(budget, (void **)&room->events, sizeof *room->events,
                   &room->event_room, room->event_count + 1))
    return false;
  room->events[room->event_count++] = (struct Event){open, room->first[plies]};
  room->first[plies] = (uint32_t)room->event_count;
  if (plies > room->last)
    room->last = plies;
  return true;
}

/* All moves are known, and all lose. */
static bool is_lost(const OpenPosition *o) {
  return !o->win && !o->draw && o->pending == 0;
}

/* An event for a position whose win or loss has just become known. */
static bool announce(OpenPosition *open, uint32_t at, SccWorkspace *room,
                     MemoryBudget *budget) {
  const OpenPosition *o = &open[at];
  if (o->win || is_lost(o))
    return add_event(room, budget, at, o->win ? o->win : o->loss);
  return true;
}

static void chain_links(OpenPosition *open, Link *links, size_t count) {
  for (size_t i = 0; i < count; i++) {
    OpenPosition *to = &open[links[i].to];
    links[i].next = to->links;
    to->links = (uint32_t)i + 1;
  }
}

/* Tells a position before this one what the move here comes to. */
static bool tell(OpenPosition *open, const Link *link, SccWorkspace *room,
                 MemoryBudget *budget) {
  OpenPosition *from = &open[link->from];
  const OpenPosition *to = &open[link->to];
  if (from->done)
    return true;
  uint16_t before = from->win;
  from->pending--;
  open_fold(from, (Solved){to->done, to->plies}, link->same);
  bool changed = from->win != before || is_lost(from);
  return !changed || announce(open, link->from, room, budget);
}

static bool settle(OpenPosition *open, Link *links, uint32_t at, int plies,
                   SccWorkspace *room, MemoryBudget *budget) {
  OpenPosition *o = &open[at];
  int wanted = o->win ? o->win : o->loss;
  if (o->done || plies != wanted) /* a quicker win was found since */
    return true;
  o->done = o->win ? VALUE_WIN : VALUE_LOSS;
  o->plies = (uint16_t)plies;
  for (uint32_t next = o->links; next; next = links[next - 1].next)
    if (!tell(open, &links[next - 1], room, budget))
      return false;
  return true;
}

static SccEnd settle_all(OpenPosition *open, Link *links, SccWorkspace *room,
                         MemoryBudget *budget) {
  for (int plies = 1; plies <= room->last; plies++) {
    if (plies == SOLVED_PLIES_MAX)
      return SCC_TOO_LONG;
    /* What follows from these takes more plies, so the list stays. */
    uint32_t next = room->first[plies];
    for (room->first[plies] = 0; next;) {
      struct Event event = room->events[next - 1];
      next = event.next;
      if (!settle(open, links, event.open, plies, room, budget))
        return SCC_FULL;
    }
  }
  return SCC_SOLVED;
}

SccEnd scc_solve(OpenPosition *open, size_t base, size_t count, Link *links,
                 size_t link_count, SccWorkspace *room, MemoryBudget *budget) {
  room->event_count = 0;
  room->last = 0;
  chain_links(open, links, link_count);
  for (size_t i = base; i < count; i++)
    if (!announce(open, (uint32_t)i, room, budget))
      return SCC_FULL;
  SccEnd end = settle_all(open, links, room, budget);
  for (size_t i = base; i < count && end == SCC_SOLVED; i++)
    if (!open[i].done) {
      open[i].done = VALUE_DRAW;
      open[i].plies = 0;
    }
  return end;
}
