/* In a page there are no processes: files run in the engine's own instance,
 * which can do nothing but compute. So this is core/isolation without
 * isolation. */
#include "core/isolation/isolation.h"

#include "core/isolation/attempt.h"
#include "core/isolation/child.h"
#include "core/isolation/remote.h"
#include <stdlib.h>

Attempt attempt;
ChildWatch *child_watch;

void isolation_start(const Isolation *isolation) {
  loader_add(isolation->loader);
}

bool isolation_covers(const char *spec) {
  (void)spec;
  return false;
}

void attempt_forbid(void) {
}

void attempt_give_up(void) {
}

bool child_is_here(void) {
  return false;
}

/* ---- never called, as nothing is isolated --------------------------------*/

Child *child_start(const char *const names[], int count, Error *error) {
  (void)names, (void)count, (void)error;
  abort();
}

void child_close(Child *child) {
  if (child)
    abort();
}

bool child_is_dead(const Child *child) {
  (void)child;
  abort();
}

Message *child_ask_begin(void) {
  abort();
}

void child_ask(void) {
  abort();
}

bool remote_do(Child *child, JobFunction *function, void *task, size_t size,
               const JobWatch *watch, Error *error) {
  (void)child, (void)function, (void)task, (void)size, (void)watch, (void)error;
  abort();
}
