/* The command chooses its copy of the code: see dispatch.h. */
#include "core/dispatch/dispatch.h"

int main_v3(int argc, char **argv);
int __real_main(int argc, char **argv);
int __wrap_main(int argc, char **argv);

int __wrap_main(int argc, char **argv) {
  return dispatch_has_v3() ? main_v3(argc, argv) : __real_main(argc, argv);
}
