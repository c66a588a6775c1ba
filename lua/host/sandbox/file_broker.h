/* The file broker: how a child process gets Lua files, and how what it prints
 * gets out.
 *
 * A child may open no files, so it asks its parent. The parent gives it the
 * files that the user named, and files that are named by one of those it has
 * given already: from the folder of the file that names them, or from the
 * library. It gives nothing else, whatever the child asks for. What the child
 * prints is cleaned and goes to stderr or a sink (limits.h). */
#ifndef BOARDLAB_LUA_HOST_SANDBOX_FILE_BROKER_H
#define BOARDLAB_LUA_HOST_SANDBOX_FILE_BROKER_H

#include "core/isolation/isolation.h"
#include "lua/host/sandbox/plugin.h"

/* The parent's side. */
extern const Broker file_broker;

/* The child's side: as source_find, or source_locate if `plugin` is NULL; and
 * as source_read. */
bool file_broker_find(const char *name, const char *plugin,
                      char path[PATH_TEXT], Error *error);
char *file_broker_read(const char *path, size_t *size, Error *error);

/* Prints a text shorter than PRINT_MAX. */
enum { PRINT_MAX = PATH_TEXT };
void file_broker_print(const char *text);

#endif
