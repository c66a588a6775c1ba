/* The list of commands. */
#include "cli/commands/command.h"

#include "core/base/suggest.h"

const CommandGroup command_groups[] = {
    {"Games", {&games_command, &show_command, &perft_command, &solve_command}},
    {"Play",
     {&play_command, &replay_command, &serve_command, &export_command,
      &engine_command}},
    {"Experiments",
     {&study_command, &simulate_command, &tournament_command, &sweep_command,
      &tune_command, &ladder_command, &coverage_command, &learn_command,
      &plan_command}},
    {"Results",
     {&collect_command, &stats_command, &report_command, &compare_command,
      &merge_command}},
    {"Lua",
     {&run_command, &new_command, &check_command, &profile_command,
      &reference_command}},
    {"Tools", {&bench_command}},
    {NULL},
};

const Command *command_find(const char *name, Error *error) {
  Suggestion suggestion = {.wanted = name};
  for (const CommandGroup *g = command_groups; g->heading; g++)
    for (const Command *const *c = g->list; *c; c++) {
      if (strcmp((*c)->name, name) == 0)
        return *c;
      suggestion_offer(&suggestion, (*c)->name);
    }
  suggestion_offer(&suggestion, "--help");
  suggestion_offer(&suggestion, "--version");
  error_set(error, "there is no command '%.60s'", name);
  if (suggestion.word)
    error_add(error, "did you mean '%s'?", suggestion.word);
  error_add(error, "boardlab --help lists the commands");
  return NULL;
}
