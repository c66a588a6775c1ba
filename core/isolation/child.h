/* Child processes that can only compute.
 *
 * A child is forked from this process, so it has the same functions at the same
 * addresses and a copy of all memory. Before it does anything else it locks
 * itself down (lockdown.h). From then on it answers calls: the parent sends the
 * address of a function and its arguments, the child runs the function and
 * sends back the results. Meanwhile the child may ask the parent for files
 * (Broker in isolation.h). Nothing else leaves it.
 *
 *   Message *m = child_begin(child, serve_count);
 *   message_put(m, state, size);
 *   m = child_call(child, &error);           NULL if the child has died
 *   count = message_get_int(m, 1, most);
 *   if (!child_is_sane(child, &error)) …     it has sent nonsense
 *
 * Messages are exchanged through shared memory. A waiting process first spins
 * for some microseconds and then sleeps in a read on a socket, which also
 * notices when the other one dies. A Child belongs to the thread that started
 * it. */
#ifndef BOARDLAB_CORE_ISOLATION_CHILD_H
#define BOARDLAB_CORE_ISOLATION_CHILD_H

#include "core/game/job.h"

typedef struct Child Child;

/* What a call runs in the child: reads its arguments from `in` and writes its
 * results to `out`. */
typedef void ChildFunction(Message *in, Message *out);

/* ---- in the parent -------------------------------------------------------*/

/* Starts a child. `names` are the files that it may ask for, as the user wrote
 * them; the first is its name in messages. A child that needs no files, or for
 * which isolation is off, is not locked down. NULL with a message on failure.
 */
Child *child_start(const char *const names[], int count, Error *error);

/* Ends the process. NULL is allowed. */
void child_close(Child *child);

/* Begins a call: write the arguments to the message that is returned. */
Message *child_begin(Child *child, ChildFunction *function);

/* Calls the function and returns the message with its results. Returns NULL
 * with a message that names the file if the child has died or hangs; from then
 * on every call fails that way. `watch` may be NULL: what it wants reaches the
 * function by child_stop_flag and child_report. */
Message *child_call(Child *child, const JobWatch *watch, Error *error);

/* Whether the last results could be read in full. If not, kills the child. */
bool child_is_sane(Child *child, Error *error);

bool child_is_dead(const Child *child);

/* What the child last passed to child_report in the last call, or zeros. Not
 * to be trusted. */
void child_progress(const Child *child, uint64_t numbers[JOB_NUMBERS]);

/* The processor time that the child has used, in nanoseconds. */
int64_t child_cpu_time(const Child *child);

/* Surround the work of a thread that may start children while other threads do
 * the same. */
void child_begin_work(void);
void child_end_work(void);

/* ---- in the child --------------------------------------------------------*/

/* Whether this process is a child. */
bool child_is_here(void);

/* Asks the parent for a file: returns the message to write the request to, and
 * replaces it by the answer. */
Message *child_ask_begin(void);
void child_ask(void);

/* Becomes true when the parent wants the call to end early. */
const atomic_bool *child_stop_flag(void);

/* Tells the parent how far a call has come. */
void child_report(const uint64_t numbers[JOB_NUMBERS]);

/* Mark the time during which untrusted code runs, so that the parent notices
 * when it hangs. Outside of a child they do nothing. */
typedef struct ChildWatch {
  atomic_uint calls;  /* so far */
  atomic_bool inside; /* one of them */
} ChildWatch;
extern ChildWatch *child_watch; /* NULL if this is no child */

static inline void child_enter(void) {
  if (!child_watch)
    return;
  unsigned calls = /* only the child writes it: no need to lock the bus */
      atomic_load_explicit(&child_watch->calls, memory_order_relaxed);
  atomic_store_explicit(&child_watch->calls, calls + 1, memory_order_relaxed);
  atomic_store_explicit(&child_watch->inside, true, memory_order_relaxed);
}

static inline void child_leave(void) {
  if (child_watch)
    atomic_store_explicit(&child_watch->inside, false, memory_order_relaxed);
}

#endif
