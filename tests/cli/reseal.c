/* Gives sealed files that a test has edited the checksum of their new contents:
 * reseal FILE... */
#include "tests/support/files.h"

int main(int count, char *arguments[]) {
  for (int i = 1; i < count; i++)
    reseal(arguments[i]);
  return 0;
}
