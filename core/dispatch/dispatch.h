/* Which of two copies of the code a program runs: see dispatch.cmake. The
 * linker lets calls of `entry` reach __wrap_entry instead; __real_entry is the
 * copy for every x86-64 machine, entry_v3 the one for x86-64-v3. */
#ifndef BOARDLAB_CORE_DISPATCH_DISPATCH_H
#define BOARDLAB_CORE_DISPATCH_DISPATCH_H

#include <stdbool.h>

/* Asks the processor, and whether the system saves the registers of AVX. The
 * first two generations of AMD's Zen deposit bits so slowly that the copy
 * without that instruction is faster on them: see bits.h. */
static inline bool dispatch_has_v3(void) {
  return __builtin_cpu_supports("x86-64-v3") && !__builtin_cpu_is("znver1") &&
         !__builtin_cpu_is("znver2");
}

#endif
