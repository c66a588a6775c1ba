#include "core/learn/weights.h"

#include "core/base/given_file.h"
#include "core/base/json.h"
#include "core/base/need.h"
#include "core/base/sealed_file.h"
#include "core/base/utf8.h"
#include "core/game/spec.h"
#include <jansson.h>
#include <math.h>
#include <stdlib.h>

enum { FORMAT = 1 };

/* ---- weights as characters -----------------------------------------------*/

/* A character is six bits. Small numbers take one; a larger one follows a
 * character that says so, in two or four; as does how many zeros follow. */
static const char ALPHABET[] =
    "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+-";
enum {
  SMALL = 27, /* −27 to 27 take one character */
  CODE_ZEROS = 2 * SMALL + 1,
  CODE_MIDDLE,
  CODE_LARGE,
  MIDDLE = 1 << 11,
  LARGE = 1 << 23,
  ZEROS = 1 << 12
};

static void put_digits(Text *text, unsigned number, int digits) {
  while (digits-- > 0)
    text_add_char(text, ALPHABET[number >> 6 * digits & 63]);
}

static void put_number(Text *text, int number) {
  text_need(text, 8);
  if (number >= -SMALL && number <= SMALL) {
    put_digits(text, (unsigned)(number + SMALL), 1);
    return;
  }
  bool middle = number >= -MIDDLE && number < MIDDLE;
  put_digits(text, middle ? CODE_MIDDLE : CODE_LARGE, 1);
  put_digits(text, (unsigned)(number + (middle ? MIDDLE : LARGE)),
             middle ? 2 : 4);
}

static void put_weights(Text *text, const Network *n) {
  uint32_t count = network_weights(n);
  for (uint32_t i = 0; i < count; i++) {
    unsigned zeros = 0;
    while (i + zeros < count && n->weight[i + zeros] == 0 && zeros < ZEROS - 1)
      zeros++;
    if (zeros > 3) {
      text_need(text, 3);
      put_digits(text, CODE_ZEROS, 1);
      put_digits(text, zeros, 2);
      i += zeros - 1;
    } else
      put_number(text, n->weight[i]);
  }
}

/* Reads so many digits; -1 if they are none. */
static int get_digits(const char **at, int digits) {
  int number = 0;
  for (; digits > 0; digits--, (*at)++) {
    const char *digit = **at ? strchr(ALPHABET, **at) : NULL;
    if (!digit)
      return -1;
    number = number << 6 | (int)(digit - ALPHABET);
  }
  return number;
}

static bool get_weights(const char *at, Network *n) {
  uint32_t count = network_weights(n), i = 0;
  while (*at && i < count) {
    int code = get_digits(&at, 1), number = code - SMALL;
    if (code > CODE_LARGE || code < 0)
      return false;
    int more = code == CODE_LARGE   ? get_digits(&at, 4)
               : code >= CODE_ZEROS ? get_digits(&at, 2)
                                    : 0;
    if (more < 0 || (code == CODE_ZEROS && (uint32_t)more > count - i))
      return false;
    if (code == CODE_ZEROS) {
      i += (uint32_t)more;
      continue;
    }
    if (code > CODE_ZEROS)
      number = more - (code == CODE_MIDDLE ? MIDDLE : LARGE);
    n->weight[i++] = number;
  }
  return i == count && !*at;
}

/* The mean square of the weights that were learned takes eight steps. */
void weights_round(Network *n) {
  double squares = 0, learned = 0;
  uint32_t count = network_weights(n);
  for (uint32_t i = 0; i < count; i++) {
    squares += (double)n->weight[i] * n->weight[i];
    learned += n->weight[i] != 0;
  }
  double step = squares > 0 ? sqrt(squares / learned) / 8 : 1;
  for (uint32_t i = 0; i < count; i++) {
    double steps = round(n->weight[i] / step);
    n->weight[i] = (int32_t)(steps >= LARGE   ? LARGE - 1
                             : steps < -LARGE ? -LARGE
                                              : steps);
  }
  n->step *= step;
  network_forget(n);
}

/* ---- plans ---------------------------------------------------------------*/

static json_t *plan_json(const InputPlan *p, int seats) {
  json_t *fields = json_array(), *images = json_array(), *views = json_array();
  for (int i = 0; i < p->fields; i++) {
    const InputField *f = &p->field[i];
    json_array_append_new(fields,
                          json_pack("[iii]", f->source, f->values, f->least));
  }
  for (int i = 0; i < p->images; i++)
    json_array_append_new(images, json_integer(p->image[i]));
  for (int i = 0; p->alike && i < seats; i++)
    json_array_append_new(views, json_pack("[iiii]", p->view[i].symmetry,
                                           p->view[i].cells, p->view[i].lists,
                                           p->view[i].neutral));
  return json_pack("{s:b, s:o, s:o, s:o}", "evaluation", p->own, "fields",
                   fields, "images", images, "views", views);
}

/* Writes a list of lists of numbers, and checks them, as a message. */
static bool plan_read(const json_t *json, int seats, InputPlan *p) {
  unsigned char bytes[8192];
  Message m = {.bytes = bytes, .capacity = sizeof bytes};
  const json_t *fields = json_object_get(json, "fields"),
               *images = json_object_get(json, "images"),
               *views = json_object_get(json, "views");
  size_t i, k;
  json_t *item, *number;
  message_clear(&m);
  message_put_int(&m, json_is_true(json_object_get(json, "evaluation")));
  message_put_int(&m, (int64_t)json_array_size(fields));
  json_array_foreach(fields, i, item) json_array_foreach(item, k, number)
      message_put_int(&m, json_integer_value(number));
  message_put_int(&m, (int64_t)json_array_size(images));
  json_array_foreach(images, i, item)
      message_put_int(&m, json_integer_value(item));
  bool alike = json_array_size(views) == (size_t)seats;
  message_put_int(&m, alike);
  json_array_foreach(views, i, item) json_array_foreach(item, k, number)
      message_put_int(&m, json_integer_value(number));
  for (int seat = seats; alike && seat < SEATS_MAX; seat++)
    for (int n = 0; n < 4; n++)
      message_put_int(&m, 0);
  bool written = message_is_good(&m);
  message_rewind(&m, m.length);
  inputs_cross(&m, p);
  return written && message_is_good(&m) && m.at == m.length && p->image[0] == 0;
}

/* ---- files ---------------------------------------------------------------*/

/* The rules and options that weights are for. */
static void name_game(const Game *game, char text[SPEC_TEXT]) {
  char options[SPEC_TEXT];
  if (!options_write(game->rules->options, game->option, true, options,
                     sizeof options))
    options[0] = '\0';
  snprintf(text, SPEC_TEXT, "%s%s%.900s", game->rules->name,
           options[0] ? ":" : "", options);
}

/* A hash of the files of the rules; that of built-in rules is zero. */
static void hash_rules(const Game *game, char text[17]) {
  snprintf(text, 17, "%016llx", (unsigned long long)game->sources);
}

static json_t *curve_json(const WeightsAbout *about) {
  json_t *list = json_array();
  for (int i = 0; i < about->points; i++)
    json_array_append_new(
        list,
        json_pack("[IIiff]", (json_int_t)about->point[i].games,
                  (json_int_t)about->point[i].positions, about->point[i].played,
                  about->point[i].random, about->point[i].own));
  return list;
}

char *weights_text(const Network *n, const WeightsAbout *about) {
  const Game *game = n->inputs->game;
  char name[SPEC_TEXT], rules[17];
  Text weights = {NULL};
  name_game(game, name);
  hash_rules(game, rules);
  put_weights(&weights, n);
  json_t *json = json_pack(
      "{s:i, s:s, s:s, s:O?, s:I, s:I, s:I, s:o, s:i, s:o, s:f, s:s#}",
      "weights", FORMAT, "game", name, "rules", rules, "made", about->made,
      "seed", (json_int_t)about->seed, "games", (json_int_t)about->games,
      "positions", (json_int_t)about->positions, "curve", curve_json(about),
      "kept", about->kept, "inputs", plan_json(&n->inputs->plan, game->seats),
      "step", n->step, "values", weights.bytes, weights.length);
  free(weights.bytes);
  char *text = json_dumps(json, JSON_INDENT(1) | JSON_REAL_PRECISION(17));
  json_decref(json);
  char *sealed = sealed_text(text, strlen(text));
  free(text);
  return sealed;
}

static void read_about(const json_t *json, WeightsAbout *about) {
  const json_t *curve = json_object_get(json, "curve");
  size_t i;
  json_t *point;
  *about = (WeightsAbout){
      .seed = (uint64_t)json_integer_value(json_object_get(json, "seed")),
      .games = (uint64_t)json_integer_value(json_object_get(json, "games")),
      .positions =
          (uint64_t)json_integer_value(json_object_get(json, "positions")),
      .made = json_incref(json_object_get(json, "made"))};
  json_array_foreach(curve, i, point) if (about->points < WEIGHTS_POINTS) {
    WeightsPoint *p = &about->point[about->points++];
    double share[2];
    for (int k = 0; k < 2; k++) {
      share[k] = json_number_value(json_array_get(point, (size_t)k + 3));
      share[k] = share[k] >= -1 && share[k] <= 1 ? share[k] : -1;
    }
    json_int_t played = json_integer_value(json_array_get(point, 2));
    *p = (WeightsPoint){
        .games = (uint64_t)json_integer_value(json_array_get(point, 0)),
        .positions = (uint64_t)json_integer_value(json_array_get(point, 1)),
        .played = played > 0 && played < INT32_MAX ? (int)played : 0,
        .random = share[0],
        .own = share[1]};
  }
  json_int_t kept = json_integer_value(json_object_get(json, "kept"));
  about->kept = kept > 0 && kept < about->points ? (int)kept : 0;
}

static void refuse_game(const char *file, const char *wanted, const char *name,
                        Error *error) {
  char text[SPEC_TEXT];
  snprintf(text, sizeof text, "%s", wanted);
  utf8_clean_line(text);
  error_set_code(error, ERROR_UNKNOWN_GAME,
                 "%.200s was learned for %.300s, not for %.300s", file, text,
                 name);
}

static Network *read_network(const Game *game, const char *file,
                             const json_t *json, Error *error) {
  InputPlan plan = {0};
  char name[SPEC_TEXT], rules[17];
  const char *wanted = json_string_value(json_object_get(json, "game")),
             *learned = json_string_value(json_object_get(json, "rules")),
             *values = json_string_value(json_object_get(json, "values"));
  double step = json_number_value(json_object_get(json, "step"));
  name_game(game, name);
  hash_rules(game, rules);
  if (!wanted || !learned ||
      json_integer_value(json_object_get(json, "weights")) != FORMAT)
    error_set(error, "%.200s is no file of weights: boardlab learn writes such",
              file);
  else if (strcmp(wanted, name) != 0)
    refuse_game(file, wanted, name, error);
  else if (strcmp(learned, rules) != 0)
    error_set(error,
              "%.200s was learned before the rules of %.300s were changed: "
              "learn again, or use the rules as they were",
              file, name);
  else if (!values || !(step > 0 && step < 1e6) ||
           !plan_read(json_object_get(json, "inputs"), game->seats, &plan))
    error_set(error, "%.200s is damaged", file);
  else if (inputs_check(game, &plan, error)) {
    Network *n = network_new(game, &plan);
    n->step = step;
    if (get_weights(values, n))
      return n;
    error_set(error, "%.200s is damaged: it does not have %u weights", file,
              (unsigned)network_weights(n));
    network_free(n);
  }
  return NULL;
}

Network *weights_read(const Game *game, const char *name, const char *json,
                      size_t length, WeightsAbout *about, Error *error) {
  json_t *root = json_loadb(json, length, 0, NULL);
  Network *n = read_network(game, name, root, error);
  if (n && about)
    read_about(root, about);
  json_decref(root);
  return n;
}

Network *weights_open(const Game *game, int file, WeightsAbout *about,
                      Error *error) {
  const GivenFile *given = given_file_get(file);
  Text text = {given->text, given->length, given->length};
  return sealed_text_check(given->name, &text, error)
             ? weights_read(game, given->name, given->text, given->length,
                            about, error)
             : NULL;
}

bool weights_use(const Game *game, int file, Evaluator **evaluate,
                 void **context, Error *error) {
  if (!file)
    return true;
  *context = weights_open(game, file, NULL, error);
  *evaluate = network_evaluate;
  return *context;
}

/* ---- beside a game -------------------------------------------------------*/

/* A name that cannot be written in a spec is none. */
static bool name_beside(const Game *game, char name[SPEC_TEXT]) {
  Spec spec;
  if (!spec_read(&spec, game->spec, "game", NULL))
    return false;
  size_t length = strlen(spec.name);
  if (!spec.loader)
    snprintf(name, SPEC_TEXT, "games/%.200s.weights", spec.name);
  else if (!spec.loader->extension)
    return false;
  else
    snprintf(name, SPEC_TEXT, "%.*s.weights",
             (int)(length - strlen(spec.loader->extension)), spec.name);
  return strlen(name) < OPTION_TEXT && !strpbrk(name, ",:=");
}

int weights_beside(const Game *game, Error *error) {
  char name[SPEC_TEXT];
  Error why = {0};
  int file = name_beside(game, name) ? given_file(name, NULL) : 0;
  Network *n = file ? weights_open(game, file, NULL, &why) : NULL;
  network_free(n);
  if (file && !n && why.code != ERROR_UNKNOWN_GAME)
    error_copy(error, &why);
  return n ? file : 0;
}
