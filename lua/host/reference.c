/* The Lua reference: runs lua/reference. */
#include "analysis/report/page.h"
#include "core/base/version.h"
#include "lua/host/host.h"
#include <string.h>

char *host_reference(const char *what, const char *name, Error *error) {
  bool page = strcmp(what, "page") == 0;
  const char *arguments[] = {what,
                             page   ? version_text
                             : name ? name
                                    : "",
                             page_colours};
  return host_library_text("reference/main.lua", page ? 3 : 2, arguments,
                           error);
}
