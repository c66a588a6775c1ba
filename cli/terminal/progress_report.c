#include "cli/terminal/progress_report.h"

#include "analysis/metrics/summary.h"
#include "core/base/json.h"
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <math.h>
#include <poll.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

bool progress_report_check(int descriptor, Error *error) {
  int flags = fcntl(descriptor, F_GETFL);
  if (flags >= 0 && (flags & O_ACCMODE) != O_RDONLY)
    return true;
  return error_set(error,
                   "--progress-fd %d: descriptor %d is not open for writing; "
                   "a shell opens it with %d>FILE",
                   descriptor, descriptor, descriptor);
}

static json_t *seats_json(const Run *run) {
  json_t *list = json_array();
  for (int seat = 0; seat < run->schedule.seats; seat++) {
    Estimate e = summary_seat(&run->tally, seat);
    double none = run->tally.games ? 0 : NAN;
    json_array_append_new(list, json_pack("{s:o, s:o, s:o}", "rate",
                                          json_number(e.value + none), "low",
                                          json_number(e.low + none), "high",
                                          json_number(e.high + none)));
  }
  return list;
}

/* The JSON with a newline; takes the value over. */
static char *line_of(json_t *json) {
  char *text = NULL, *line = NULL;
  if (json)
    text = json_dumps(json, JSON_COMPACT | JSON_REAL_PRECISION(6));
  size_t length = text ? strlen(text) : 0;
  if (text)
    line = realloc(text, length + 2);
  if (line)
    memcpy(line + length, "\n", 2);
  else
    free(text);
  json_decref(json);
  return line;
}

char *progress_report_line(const ProgressNumbers *n, const Run *run) {
  return line_of(json_pack("{s:I, s:I, s:o, s:o, s:s, s:o}", "games",
                           (json_int_t)n->games, "wanted",
                           (json_int_t)n->wanted, "rate", json_number(n->rate),
                           "left", json_number(n->left), "game",
                           run->schedule.game, "seats", seats_json(run)));
}

char *progress_report_verified(uint64_t done, uint64_t games) {
  return line_of(json_pack("{s:I, s:I}", "verified", (json_int_t)done, "wanted",
                           (json_int_t)games));
}

/* A pipe that can be written to has room for PIPE_BUF bytes, and takes as many
 * in one piece. */
ReportWritten progress_report_write(int descriptor, const char *line) {
  struct pollfd ready = {.fd = descriptor, .events = POLLOUT};
  size_t length = strlen(line);
  if (length > PIPE_BUF)
    return REPORT_WRITTEN;
  int found = poll(&ready, 1, 0);
  if (found == 0 || (found < 0 && errno == EINTR))
    return REPORT_BUSY;
  if (found < 0 || ready.revents & (POLLERR | POLLNVAL))
    return REPORT_CLOSED;
  ssize_t wrote = write(descriptor, line, length);
  if (wrote < 0 && (errno == EINTR || errno == EAGAIN))
    return REPORT_BUSY;
  return wrote < 0 ? REPORT_CLOSED : REPORT_WRITTEN;
}
