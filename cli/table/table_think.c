/* What is to be thought about, and what was found. */
#include "cli/table/table_internal.h"

#include "core/base/need.h"
#include <stdlib.h>

/* ---- asking --------------------------------------------------------------*/

/* The game file without moves, for whoever thinks to open. */
static char *write_head(const Table *t) {
  GameFile head = t->session.file;
  head.count = 0;
  head.gave_up = -1;
  return gamefile_text(&head, NULL);
}

static ThinkJob *make_job(Table *t, ThinkKind kind, int ply) {
  const GameFile *file = &t->session.file;
  ThinkJob *job = need(sizeof *job);
  job->count = file->count;
  job->moves = need_array((size_t)job->count, sizeof *job->moves);
  for (int i = 0; i < job->count; i++)
    memcpy(job->moves[i], t->played[i].text, sizeof job->moves[i]);
  job->kind = kind;
  job->pause = kind == THINK_MOVE && !t->once ? table_pace(t) : 0;
  job->ply = ply;
  job->opened = t->opened;
  job->index = file->index;
  job->iterations = t->hint_wanted;
  job->text = write_head(t);
  if (job->text)
    return job;
  think_job_free(job);
  return NULL;
}

static void make_room(Table *t) {
  int count = t->session.total + 1, before = t->evaluated_capacity;
  if (count <= before)
    return;
  t->evaluated_capacity = 2 * count;
  t->evaluated = need_resized(t->evaluated, (size_t)t->evaluated_capacity *
                                                sizeof *t->evaluated);
  table_forget_values(t, before);
}

/* The first position whose values are not known; -1 if there is none. */
static int next_to_evaluate(Table *t) {
  if (!t->evaluates || session_viewer(&t->session) != VIEW_ALL)
    return -1;
  make_room(t);
  for (int ply = 0; ply <= t->session.file.count; ply++)
    if (!t->evaluated[ply].tried)
      return ply;
  return -1;
}

static void ask(Table *t, ThinkKind kind, int ply) {
  if (t->asked && t->asked_for == kind && t->asked_ply == ply)
    return;
  ThinkJob *job = make_job(t, kind, ply);
  t->asked = job;
  t->waits = false;
  t->asked_for = kind;
  t->asked_ply = ply;
  t->ticket++;
  if (job)
    job->ticket = t->ticket;
  t->outside.ask(t->outside.context, job);
}

static void ask_nothing(Table *t) {
  if (!t->asked)
    return;
  t->asked = t->waits = false;
  t->ticket++;
  t->outside.ask(t->outside.context, NULL);
}

void table_think(Table *t) {
  bool shown = t->outside.is_shown(t->outside.context);
  int ply = shown ? next_to_evaluate(t) : -1;
  /* Between bots that wait before they move, values do not wait for the end. */
  bool first = ply >= 0 && table_pace(t) > 0 && !session_has_human(&t->session);
  if (shown && !t->stopped && table_waits_for_bot(t) && !first)
    ask(t, THINK_MOVE, t->session.file.count);
  else if (shown && t->hint_wanted && !t->hint_done)
    ask(t, THINK_HINT, (int)t->hint_wanted);
  else if (ply >= 0)
    ask(t, THINK_VALUES, ply);
  else
    ask_nothing(t);
}

void table_reconsider(Table *t) {
  bool asked = t->asked;
  printed_use(&t->printed);
  table_think(t);
  if (asked != t->asked)
    table_publish(t);
}

void table_stop_thinking(Table *t) {
  ask_nothing(t);
  t->once = false;
  t->hint_wanted = 0;
  t->hint_done = false;
  if (t->hint_shown)
    table_publish_hint(t, NULL);
}

/* ---- what was found -------------------------------------------------------*/

/* The bots or rules have failed where that is done: wait until a user does
 * something about it. */
static void take_failure(Table *t, const Thought *thought) {
  error_copy(&t->error, &thought->error);
  table_log(t, "%s", thought->error.message);
  if (t->asked_for == THINK_MOVE)
    t->stopped = true;
  t->hint_wanted = 0;
  t->evaluates = false;
  t->values_changed = t->values_shown;
}

static void take_forfeit(Table *t, const Thought *thought) {
  Session *s = &t->session;
  char name[PLAYER_TEXT];
  s->file.gave_up = thought->seat;
  s->file.forfeited = true;
  error_copy(&s->failure, &thought->error);
  error_copy(&t->error, &thought->error);
  session_name_player(s, thought->seat, name);
  table_log(t, "%s forfeits: %s", name, thought->error.message);
}

static void log_full(Table *t) {
  char name[PLAYER_TEXT];
  session_name_player(&t->session, t->session.state->seat, name);
  table_log(t, "%s has " BOT_IS_FULL, name);
}

static void take_move(Table *t, const Thought *thought) {
  Session *s = &t->session;
  Error error = {0};
  Move move;
  if (thought->full)
    log_full(t);
  if (game_parse(s->file.game, s->state, thought->move, &move, &error) &&
      table_play_move(t, move, &error)) {
    t->hint_wanted = 0;
    t->stopped = t->once;
    t->once = false;
    if (t->hint_shown)
      table_publish_hint(t, NULL);
    return;
  }
  error_copy(&t->error, &error);
  t->stopped = true;
}

static void take_values(Table *t, const Thought *thought) {
  make_room(t);
  Evaluated *e = &t->evaluated[t->asked_ply];
  *e = (Evaluated){.tried = true, .known = thought->known};
  memcpy(e->value, thought->value, sizeof e->value);
  memcpy(e->best, thought->move, sizeof e->best);
  table_publish_values(t);
}

/* Hints and values are events of their own: the view changes only when the
 * search is done with them. */
static bool changes_view(const Table *t, const Thought *thought) {
  bool goes_on =
      t->asked &&
      ((thought->kind == THOUGHT_HINT && t->asked_for == THINK_HINT) ||
       (thought->kind == THOUGHT_VALUES && t->asked_for == THINK_VALUES));
  return !goes_on;
}

void table_take_thought(Table *t, const Thought *thought) {
  printed_use(&t->printed);
  bool current = t->asked && thought->ticket == t->ticket;
  bool ends = thought->kind != THOUGHT_WAITS && thought->kind != THOUGHT_BEGINS;
  if (!current)
    return;
  if (thought->kind == THOUGHT_HINT) {
    t->hint_done = ends = thought->done;
    table_publish_hint(t, thought);
  } else if (thought->kind == THOUGHT_MOVE) {
    take_move(t, thought);
  } else if (thought->kind == THOUGHT_FORFEIT) {
    take_forfeit(t, thought);
  } else if (thought->kind == THOUGHT_VALUES) {
    take_values(t, thought);
  } else if (thought->kind == THOUGHT_FAILED) {
    take_failure(t, thought);
  }
  t->waits = thought->kind == THOUGHT_WAITS;
  if (ends)
    t->asked = false;
  table_think(t);
  if (changes_view(t, thought))
    table_publish(t);
}
