/* A page starts no programs: specs that begin with "exec:" name nothing. */
#include "core/program/program_bot.h"

void program_bots_start(void) {
}

bool program_is_spec(const char *spec) {
  (void)spec;
  return false;
}

bool program_is_allowed(const char *spec) {
  (void)spec;
  return false;
}
