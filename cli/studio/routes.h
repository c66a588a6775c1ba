/* The functions that answer requests, in the order of the table in README.md.
 * api.c lists the paths that lead to them. */
#ifndef BOARDLAB_CLI_STUDIO_ROUTES_H
#define BOARDLAB_CLI_STUDIO_ROUTES_H

#include "cli/studio/studio.h"

Route route_library, route_game, route_bot;

#endif
