/* The list of commands. */
#include "cli/commands/command.h"

#include "core/base/suggest.h"

const Command *const commands[] = {&games_command,
                                   &show_command,
                                   &perft_command,
                                   &solve_command,
                                   &play_command,
                                   &replay_command,
                                   &serve_command,
                                   &simulate_command,
                                   &tournament_command,
                                   &sweep_command,
                                   &tune_command,
                                   &ladder_command,
                                   &coverage_command,
                                   &plan_command,
                                   &stats_command,
                                   &report_command,
                                   &compare_command,
                                   &merge_command,
                                   &run_command,
                                   &new_command,
                                   &check_command,
                                   &profile_command,
                                   &reference_command,
                                   &bench_command,
                                   NULL};

const char *const command_headings[GROUP_COUNT] = {[GROUP_GAMES] = "Games",
                                                   [GROUP_PLAY] = "Play",
                                                   [GROUP_EXPERIMENTS] =
                                                       "Experiments",
                                                   [GROUP_RESULTS] = "Results",
                                                   [GROUP_LUA] = "Lua",
                                                   [GROUP_TOOLS] = "Tools"};

const Command *command_find(const char *name, Error *error) {
  Suggestion suggestion = {.wanted = name};
  for (const Command *const *c = commands; *c; c++) {
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
