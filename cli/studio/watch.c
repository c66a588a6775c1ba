#include "cli/studio/watch.h"

#include "cli/studio/monitor.h"
#include "cli/table/offer.h"
#include "core/base/beneath.h"
#include "core/base/need.h"
#include "core/base/source_hashes.h"
#include "core/game/spec.h"
#include "lua/host/host.h"
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

struct Watch {
  WatchPlan plan;
  char *spec;
  Monitor monitor;
  atomic_bool stopped;
  _Atomic TrialMode mode;
  /* The thread's own: */
  int version;           /* of the files */
  SourceHashes *sources; /* that this version was loaded from */
  Error error;           /* why it could not be opened; or not set */
  double looked, opened; /* when the files were last looked at and opened */
  int tried;             /* the version that was tried last, */
  TrialMode tried_mode;  /* so */
};

static const double PACE = 0.25; /* seconds between two looks at the files */
/* In looks: between a change and reading the files, so that an editor can
 * finish writing them; and between two attempts at files that cannot be opened,
 * since what is missing may be a file that was never read. */
static const double SETTLE = 0.4, AGAIN = 8;

/* ---- the files -----------------------------------------------------------*/

bool watch_suits(const char *text) {
  Spec spec;
  if (!spec_read(&spec, text, "game", NULL) || !spec.loader)
    return false;
  int file = open_beneath("", spec.name);
  if (file >= 0)
    close(file);
  return file >= 0;
}

/* Opens the game, to find out what it is loaded from and whether it can be. */
static void open_version(Watch *w) {
  source_hashes_free(w->sources);
  w->sources = source_hashes_new();
  error_clear(&w->error);
  source_hashes_use(w->sources);
  if (offer_allows(w->spec, &w->error))
    game_close(game_open(w->spec, &w->error));
  source_hashes_use(NULL);
  w->opened = clock_seconds();
}

static void pause_for(double seconds) {
  struct timespec time = {0, (long)(seconds * 1e9)};
  nanosleep(&time, NULL);
}

/* What cannot be opened is tried again. Returns whether it fails otherwise. */
static bool fails_otherwise(Watch *w) {
  Error before = w->error;
  open_version(w);
  return strcmp(before.message, w->error.message) != 0;
}

/* Whether files have new contents. Those that are being written, or replaced by
 * others, have some for a moment only. */
static bool have_changed(const Watch *w) {
  if (!host_sources_changed(w->sources))
    return false;
  pause_for(SETTLE * w->plan.pace);
  return host_sources_changed(w->sources);
}

static void tell_version(Watch *w) {
  if (w->plan.card)
    card_set_version(w->plan.card, w->version);
}

/* Looks at the files. If they have changed, reloads the game. */
static bool look(Watch *w) {
  double now = clock_seconds();
  if (now - w->looked < w->plan.pace)
    return false;
  w->looked = now;
  if (have_changed(w))
    open_version(w);
  else if (!error_is_set(&w->error) || now - w->opened < AGAIN * w->plan.pace ||
           !fails_otherwise(w))
    return false;
  w->version++;
  tell_version(w);
  w->plan.reload(w->plan.context);
  return true;
}

/* ---- the thread ----------------------------------------------------------*/

/* Whether what is made of this version is no longer useful. */
static bool poll_trial(void *context) {
  Watch *w = context;
  return w->stopped || look(w) || w->mode != w->tried_mode ||
         channel_listeners(w->plan.channel) == 0;
}

/* Tries the current version, unless that was done. A trial that was ended is
 * repeated. */
static void try_version(Watch *w, Trial *trial) {
  TrialMode mode = w->mode;
  if ((w->tried == w->version && w->tried_mode == mode) ||
      channel_listeners(w->plan.channel) == 0)
    return;
  w->tried = w->version;
  w->tried_mode = mode;
  if (!trial_run(trial, w->version, mode, &w->error))
    w->tried = 0;
}

/* Remakes the card of a version that was tried and passed. */
static void remake_card(Watch *w, const Trial *trial) {
  if (w->plan.card && w->tried == w->version && w->tried_mode == w->mode &&
      trial_passed(trial) && card_is_older(w->plan.card) &&
      channel_listeners(w->plan.channel) > 0)
    card_remake(w->plan.card, poll_trial, w);
}

static void wait_to_look(Watch *w) {
  monitor_lock(&w->monitor);
  if (!w->stopped)
    monitor_wait(&w->monitor, clock_seconds() + w->plan.pace);
  monitor_unlock(&w->monitor);
}

static void *watch_run(void *context) {
  Watch *w = context;
  Trial *trial = trial_new(w->spec, w->plan.channel, w->plan.commands,
                           w->plan.turns, poll_trial, w);
  open_version(w);
  while (!w->stopped) {
    look(w);
    try_version(w, trial);
    remake_card(w, trial);
    wait_to_look(w);
  }
  trial_free(trial);
  return NULL;
}

/* ---- from outside --------------------------------------------------------*/

static void watch_free(Watch *w) {
  monitor_close(&w->monitor);
  source_hashes_free(w->sources);
  free(w->spec);
  free(w);
}

Watch *watch_start(const WatchPlan *plan) {
  Watch *w = need(sizeof *w);
  *w = (Watch){.plan = *plan, .spec = need_copy(plan->spec), .version = 1};
  w->plan.pace = plan->pace > 0 ? plan->pace : PACE;
  monitor_open(&w->monitor);
  tell_version(w);
  if (monitor_start(&w->monitor, watch_run, w))
    return w;
  watch_free(w);
  return NULL;
}

void watch_stop(Watch *w) {
  if (!w)
    return;
  w->stopped = true;
  watch_free(w);
}

void watch_set_mode(Watch *w, TrialMode mode) {
  monitor_lock(&w->monitor);
  w->mode = mode;
  monitor_tell(&w->monitor);
}
