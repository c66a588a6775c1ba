#include "cli/table/body.h"

#include <inttypes.h>
#include <string.h>

/* What is under a name; NULL if that is nothing, or null. */
static const json_t *body_value(const json_t *body, const char *name) {
  const json_t *value = json_object_get(body, name);
  return json_is_null(value) ? NULL : value;
}

bool body_text(const json_t *body, const char *name, const char *example,
               const char **text, Error *error) {
  const json_t *value = body_value(body, name);
  const char *found = json_string_value(value);
  if (value || example) {
    if (!found || strlen(found) != json_string_length(value))
      return error_set(error, "\"%s\" must be a string%s%s", name,
                       example ? ", such as " : "", example ? example : "");
    *text = found;
  }
  return true;
}

bool body_flag(const json_t *body, const char *name, bool required, bool *on,
               Error *error) {
  const json_t *value = body_value(body, name);
  if (value ? !json_is_boolean(value) : required)
    return error_set(error, "\"%s\" must be true or false", name);
  if (value)
    *on = json_is_true(value);
  return true;
}

bool body_number(const json_t *body, const char *name, int64_t min, int64_t max,
                 int64_t *number, Error *error) {
  const json_t *value = body_value(body, name);
  if (json_is_integer(value))
    *number = json_integer_value(value);
  return ((!value || json_is_integer(value)) && *number >= min &&
          *number <= max) ||
         error_set(error,
                   "\"%s\" must be a whole number from %" PRId64 " to %" PRId64,
                   name, min, max);
}

bool body_texts(const json_t *body, const char *name, int most,
                const char *example, const char *texts[], int *count,
                Error *error) {
  const json_t *list = body_value(body, name);
  size_t size = json_array_size(list);
  bool good = !list || (json_is_array(list) && size <= (size_t)most);
  for (size_t i = 0; good && i < size; i++)
    good = (texts[i] = json_string_value(json_array_get(list, i)));
  *count = good ? (int)size : 0;
  return good || error_set(error,
                           "\"%s\" must be a list of at most %d strings, "
                           "such as %s",
                           name, most, example);
}

bool body_seats(const json_t *body, const char *seats[SEATS_MAX], int *count,
                Error *error) {
  return body_texts(body, "seats", SEATS_MAX, "[\"human\", \"mcts\"]", seats,
                    count, error);
}
