/* What a server works on: a folder, the games on its tables, and the commands
 * that it started; and the functions that answer requests.
 *
 * The current folder of the process is the served folder, so that specs of
 * games and names of runs mean the same here as on the command line in that
 * folder. Requests are answered on several threads at a time. */
#ifndef BOARDLAB_CLI_STUDIO_STUDIO_H
#define BOARDLAB_CLI_STUDIO_STUDIO_H

#include "cli/studio/http.h"

typedef struct Library Library;           /* what there is to choose from */
typedef struct Tables Tables;             /* the games that are open */
typedef struct Results Results;           /* reports and games of runs */
typedef struct Tasks Tasks;               /* the commands that were started */
typedef struct TaskCommands TaskCommands; /* those that can be started */

typedef struct Studio {
  const char *folder; /* its absolute path */
  const char *file;   /* the Lua file in it that serve was given, or NULL */
  const TaskCommands *commands;
  Library *library;
  Tables *tables;
  Results *results;
  Tasks *tasks;
} Studio;

/* Opens what is in a studio whose folder, file and commands are set, and closes
 * it: ends all streams first (studio_end), then, when no request is answered
 * any more, all games and commands. */
bool studio_open(Studio *studio, Error *error);
void studio_end(Studio *studio);
void studio_close(Studio *studio);

/* Answers a request: the handler of the server, whose context is the Studio. */
void studio_answer(void *studio, const HttpRequest *request, HttpReply *reply);

#endif
