#include "cli/studio/studio.h"

bool studio_open(Studio *studio, Error *error) {
  (void)studio;
  (void)error;
  return true;
}

void studio_end(Studio *studio) {
  (void)studio;
}

void studio_close(Studio *studio) {
  (void)studio;
}
