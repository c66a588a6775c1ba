/* Programs as bots: specs that begin with "exec:".
 *
 *   exec:python3 mybot.py --level 3        speaks JSON, one object per line
 *   exec,ms=100,margin=20:./engine         with options
 *   exec+ugi:…  exec+gtp,flip=true:…       speaks another protocol
 *
 * What follows the first colon is the command. scripts/bots/programs.md is the
 * protocol, and describes the options.
 *
 * Such a bot starts its program when it is opened, keeps it from game to game,
 * and starts it again after it has ended. Its seat forfeits for one of five
 * reasons, with which the message begins: "crash", "silence", "garbage",
 * "illegal move" and "time".
 *
 * A program starts only if this process was allowed to start it: no file, no
 * manifest and no child of this process can. */
#ifndef BOARDLAB_CORE_PROGRAM_PROGRAM_BOT_H
#define BOARDLAB_CORE_PROGRAM_PROGRAM_BOT_H

#include <stdbool.h>
#include <stddef.h>

/* Registers the loader of such specs. Call it before any thread starts. */
void program_bots_start(void);

/* Whether a spec names a program. */
bool program_is_spec(const char *spec);

/* Allows this process to start the program that a spec names, which a person
 * has written on the command line or in a script. Does nothing for other specs.
 * Call it before any thread starts. */
void program_allow(const char *spec);

/* The specs that it may start: the i-th from 0, or NULL; and whether a spec is
 * one of them, apart from its options. */
const char *program_allowed(size_t i);
bool program_is_allowed(const char *spec);

#endif
