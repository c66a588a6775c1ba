/* boardlab help TOPIC: a command, or a chapter of the guide. */
#include "cli/commands/command.h"

#include "cli/terminal/look.h"
#include "cli/terminal/markdown.h"
#include "core/base/suggest.h"

/* On paper; wider terminals have lines of at most COLUMNS_MAX. */
enum { COLUMNS = 80, COLUMNS_MAX = 100 };

static void chapter_print(const Chapter *chapter) {
  int columns = look_of_terminal().columns;
  columns = columns ? columns : COLUMNS;
  markdown_write(stdout, chapter->text,
                 columns < COLUMNS_MAX ? columns : COLUMNS_MAX);
}

void chapters_list(FILE *out) {
  for (const Chapter *c = chapters; c->name; c++)
    fprintf(out, "  %-15s %s\n", c->name, c->title);
}

int help_print(const char *topic, Error *error) {
  Suggestion suggestion = {.wanted = topic};
  const Command *command = command_find(topic, NULL);
  if (command) {
    command_help(command, stdout);
    return EXIT_DONE;
  }
  for (const Chapter *c = chapters; c->name; c++) {
    if (strcmp(c->name, topic) == 0) {
      chapter_print(c);
      return EXIT_DONE;
    }
    suggestion_offer(&suggestion, c->name);
  }
  for (const CommandGroup *g = command_groups; g->heading; g++)
    for (const Command *const *c = g->list; *c; c++)
      suggestion_offer(&suggestion, (*c)->name);
  error_set(error, "there is no command and no chapter '%.60s'", topic);
  if (suggestion.word)
    error_add(error, "did you mean '%s'?", suggestion.word);
  error_add(error, "boardlab help lists them");
  return EXIT_USAGE;
}
