#include "cli/studio/studio.h"

#include "cli/studio/library.h"
#include "cli/studio/results.h"
#include "cli/studio/tables.h"
#include "cli/studio/tasks.h"

/* A person who opens the page waits for the list of games. */
static const double LIST_SECONDS = 3;

bool studio_open(Studio *studio, Error *error) {
  studio->library = library_new(LIST_SECONDS);
  studio->results = results_new();
  studio->tables = tables_new(studio->commands, error);
  if (studio->tables)
    studio->tasks = tasks_new(studio->commands, error);
  if (studio->tasks)
    return true;
  studio_close(studio);
  return false;
}

void studio_end(Studio *studio) {
  library_end(studio->library);
  tables_end(studio->tables);
  results_end(studio->results);
  tasks_end(studio->tasks);
}

void studio_close(Studio *studio) {
  tables_free(studio->tables);
  tasks_free(studio->tasks);
  results_free(studio->results);
  library_free(studio->library);
}
