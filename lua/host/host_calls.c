/* Counting the calls of the rules' functions in the games of a run. */
#include "lua/host/host.h"

#include <stdlib.h>
#include <string.h>

/* ---- where games are played ----------------------------------------------*/

typedef struct Watcher {
  const Game *game;
  HostProfile before; /* the game under way */
  Error failure;
} Watcher;

static bool open_watcher(void *watcher, const void *context, const Game *game,
                         Error *error) {
  (void)context;
  ((Watcher *)watcher)->game = game;
  return host_profile_start(game, NULL, PROFILE_TIME, error);
}

static void close_watcher(void *watcher) {
  free(((Watcher *)watcher)->before.rows);
}

/* Which games make rules start again depends on those that were played before
 * in the same process: the calls that this takes do not count. */
static void begin_game(void *watcher, uint64_t index) {
  Watcher *w = watcher;
  (void)index;
  game_renew(w->game);
  free(w->before.rows);
  error_clear(&w->failure);
  host_profile_read(w->game, NULL, &w->before, &w->failure);
}

/* Rows stay where they are, so those of before come first. */
static bool end_game(void *watcher, const State *last, Message *notes,
                     Error *error) {
  Watcher *w = watcher;
  HostProfile now;
  (void)last;
  if (error_is_set(&w->failure))
    return error_copy(error, &w->failure);
  bool good = host_profile_read(w->game, NULL, &now, error);
  message_put_int(notes, good ? now.count : 0);
  for (int i = 0; good && i < now.count; i++) {
    if (i < w->before.count)
      now.rows[i].timed -= w->before.rows[i].timed;
    profile_cross_row(notes, &now.rows[i]);
  }
  free(now.rows);
  return good;
}

/* ---- all games -----------------------------------------------------------*/

static bool add_row(HostProfile *p, const ProfileRow *row) {
  for (int i = 0; i < p->count; i++)
    if (strcmp(p->rows[i].file, row->file) == 0 &&
        strcmp(p->rows[i].name, row->name) == 0) {
      p->rows[i].timed += row->timed;
      return true;
    }
  ProfileRow *rows = realloc(p->rows, (size_t)(p->count + 1) * sizeof *rows);
  if (!rows)
    return false;
  p->rows = rows;
  rows[p->count++] = *row;
  return true;
}

static bool take_notes(void *taker, uint64_t index, Message *notes,
                       Error *error) {
  int count = (int)message_get_int(notes, 0, PROFILE_ROWS_MAX);
  (void)index;
  for (int i = 0; i < count; i++) {
    ProfileRow row;
    profile_cross_row(notes, &row);
    bool counts = message_is_good(notes) && row.name[0] != '('; /* a file */
    if (counts && !add_row(taker, &row))
      return error_set(error, "out of memory (a profile)");
  }
  return true;
}

GameWatch host_count_calls(HostProfile *profile) {
  return (GameWatch){.size = sizeof(Watcher),
                     .open = open_watcher,
                     .close = close_watcher,
                     .begin = begin_game,
                     .end = end_game,
                     .take = take_notes,
                     .taker = profile};
}
