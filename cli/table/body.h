/* Reading the body of a request, a JSON object. What is missing, or null,
 * leaves the value alone; what is of another kind is refused with a message. */
#ifndef BOARDLAB_CLI_TABLE_BODY_H
#define BOARDLAB_CLI_TABLE_BODY_H

#include "core/base/error.h"
#include "core/game/game.h"
#include <jansson.h>

/* A text, borrowed from the body. If there is an example, it is required. */
bool body_text(const json_t *body, const char *name, const char *example,
               const char **text, Error *error);

bool body_flag(const json_t *body, const char *name, bool required, bool *on,
               Error *error);

/* A whole number. Its previous value must be in the range as well: one that is
 * not makes it required. */
bool body_number(const json_t *body, const char *name, int64_t min, int64_t max,
                 int64_t *number, Error *error);

/* A list of at most so many strings, which are borrowed. */
bool body_texts(const json_t *body, const char *name, int most,
                const char *example, const char *texts[], int *count,
                Error *error);

/* Who plays: "seats". */
bool body_seats(const json_t *body, const char *seats[SEATS_MAX], int *count,
                Error *error);

#endif
