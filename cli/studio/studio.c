#include "cli/studio/studio.h"

#include "cli/studio/library.h"

bool studio_open(Studio *studio, Error *error) {
  studio->library = library_new();
  return studio->library || error_set(error, "out of memory");
}

void studio_end(Studio *studio) {
  (void)studio;
}

void studio_close(Studio *studio) {
  library_free(studio->library);
}
