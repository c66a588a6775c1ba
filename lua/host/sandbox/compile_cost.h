/* What compiling a text costs, in units of work (plugin.h).
 *
 * Lua's compiler takes linear time for most texts, but not for all, and nothing
 * can stop it. So the cost of a text is found out beforehand, by a look at its
 * words; it is never less than what the compiler does:
 *
 * - It goes through a list of jumps for each jump that it adds, as in the chain
 *   `a or a or …`.
 * - It looks for each name among the local variables and upvalues of the
 *   function and of all functions around it. */
#ifndef BOARDLAB_LUA_HOST_SANDBOX_COMPILE_COST_H
#define BOARDLAB_LUA_HOST_SANDBOX_COMPILE_COST_H

#include <stddef.h>
#include <stdint.h>

int64_t compile_cost(const char *text, size_t size);

#endif
