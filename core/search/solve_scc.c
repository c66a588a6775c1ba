#include "core/search/solve_scc.h"

void open_position_add(OpenPosition *open, SolvedValue value, bool same_side) {
  uint16_t plies = (uint16_t)(value.plies + 1);
  if (value.value == VALUE_DRAW) {
    open->draw = true;
  } else if ((value.value == VALUE_WIN) == same_side) {
    if (!open->win || plies < open->win)
      open->win = plies;
  } else if (plies > open->loss) {
    open->loss = plies;
  }
}

/* All moves are solved, and all lose. */
static bool is_lost(const OpenPosition *o) {
  return !o->win && !o->draw && o->pending == 0;
}

/* Adds an event for a position that has just become won or lost. */
static bool schedule(const OpenPosition *open, uint32_t at,
                     SccWorkspace *workspace, MemoryBudget *budget) {
  const OpenPosition *o = &open[at];
  bool good = true;
  if (!o->win && !is_lost(o))
    return true;
  BUDGET_GROW(budget, workspace->events, workspace->event_capacity,
              workspace->event_count + 1, &good);
  if (!good)
    return false;
  int plies = o->win ? o->win : o->loss;
  workspace->events[workspace->event_count++] =
      (SccEvent){at, workspace->first[plies]};
  workspace->first[plies] = (uint32_t)workspace->event_count;
  if (plies > workspace->last)
    workspace->last = plies;
  return true;
}

static void chain_links(OpenPosition *open, Link *links, size_t count) {
  for (size_t i = 0; i < count; i++) {
    OpenPosition *to = &open[links[i].to];
    links[i].next_in = to->links_in;
    to->links_in = (uint32_t)i + 1;
  }
}

/* Passes the value of a solved position back to one that leads to it. */
static bool pass_back(OpenPosition *open, const Link *link,
                      SccWorkspace *workspace, MemoryBudget *budget) {
  OpenPosition *from = &open[link->from];
  const OpenPosition *to = &open[link->to];
  if (from->value)
    return true;
  uint16_t before = from->win;
  from->pending--;
  open_position_add(from, (SolvedValue){to->value, to->plies}, link->same_side);
  bool changed = from->win != before || is_lost(from);
  return !changed || schedule(open, link->from, workspace, budget);
}

/* Handles an event: the position is solved, unless a quicker win was found
 * after the event was scheduled. */
static bool resolve(OpenPosition *open, const Link *links, uint32_t at,
                    int plies, SccWorkspace *workspace, MemoryBudget *budget) {
  OpenPosition *o = &open[at];
  if (o->value || plies != (o->win ? o->win : o->loss))
    return true;
  o->value = o->win ? VALUE_WIN : VALUE_LOSS;
  o->plies = (uint16_t)plies;
  for (uint32_t next = o->links_in; next; next = links[next - 1].next_in)
    if (!pass_back(open, &links[next - 1], workspace, budget))
      return false;
  return true;
}

static SccStatus resolve_all(OpenPosition *open, const Link *links,
                             SccWorkspace *workspace, MemoryBudget *budget) {
  for (int plies = 1; plies <= workspace->last; plies++) {
    if (plies == SOLVED_PLIES_MAX)
      return SCC_TOO_LONG;
    /* New events take more plies, so this list does not change meanwhile. */
    uint32_t next = workspace->first[plies];
    for (workspace->first[plies] = 0; next;) {
      SccEvent event = workspace->events[next - 1];
      next = event.next;
      if (!resolve(open, links, event.open, plies, workspace, budget))
        return SCC_FULL;
    }
  }
  return SCC_SOLVED;
}

SccStatus scc_solve(OpenPosition *open, size_t base, size_t count, Link *links,
                    size_t link_count, SccWorkspace *workspace,
                    MemoryBudget *budget) {
  workspace->event_count = 0;
  workspace->last = 0;
  chain_links(open, links, link_count);
  for (size_t i = base; i < count; i++)
    if (!schedule(open, (uint32_t)i, workspace, budget))
      return SCC_FULL;
  SccStatus status = resolve_all(open, links, workspace, budget);
  for (size_t i = base; i < count && status == SCC_SOLVED; i++)
    if (!open[i].value) {
      open[i].value = VALUE_DRAW;
      open[i].plies = 0;
    }
  return status;
}
