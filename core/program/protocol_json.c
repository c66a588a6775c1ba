/* The protocol of boardlab itself: one JSON object per line. scripts/bots
 * describes it field by field. */
#include "core/base/json.h"
#include "core/base/utf8.h"
#include "core/game/frame_json.h"
#include "core/game/job.h"
#include "core/program/program_internal.h"
#include <inttypes.h>
#include <jansson.h>
#include <stdlib.h>

enum { PROTOCOL_VERSION = 1 };

/* Adds a text, or null for "", to a list. */
static void add_item(Text *list, const char *text) {
  text_need(list, 6 * strlen(text) + 6);
  if (list->length && list->bytes[list->length - 1] != '[')
    text_add_char(list, ',');
  if (!*text) {
    text_add_word(list, "null");
    return;
  }
  text_add_char(list, '"');
  for (; *text; text++) {
    if (*text == '"' || *text == '\\')
      text_add_char(list, '\\');
    text_add_char(list, *text);
  }
  text_add_char(list, '"');
}

static int add_bytes(const char *bytes, size_t size, void *text) {
  text_need(text, size);
  text_add_bytes(text, bytes, size);
  return 0;
}

/* Adds an object, which it takes over. */
static bool add_object(Text *line, json_t *object) {
  bool good =
      object && json_dump_callback(object, add_bytes, line, JSON_COMPACT) == 0;
  json_decref(object);
  return good;
}

/* Sends a line and frees it. */
static bool say_line(ProgramBot *b, Text *line, bool good, Error *why) {
  text_need(line, 2);
  text_add_bytes(line, "\n", 2);
  good =
      good ? program_say(b, line->bytes, why)
           : error_set_code(why, ERROR_NO_MEMORY, "out of memory (a question)");
  free(line->bytes);
  return good;
}

static bool say_json(ProgramBot *b, json_t *object, Error *why) {
  Text line = {NULL};
  bool good = add_object(&line, object);
  return say_line(b, &line, good, why);
}

/* Reads an object of the type `type`; the caller frees it. */
static json_t *hear_json(ProgramBot *b, const char *type, Error *why) {
  const char *line;
  json_error_t problem;
  if (!program_hear(b, &line, why))
    return NULL;
  json_t *object = json_loads(line, JSON_REJECT_DUPLICATES, &problem);
  const char *t = json_string_value(json_object_get(object, "t"));
  if (t && strcmp(t, type) == 0)
    return object;
  json_decref(object);
  program_fault(b, FAULT_GARBAGE, why,
                "it should have written {\"t\":\"%s\",…} on one line, not "
                "'%.200s'",
                type, line);
  return NULL;
}

static void set_positive(json_t *object, const char *key, int64_t number) {
  if (number > 0)
    json_object_set_new(object, key, json_integer(number));
}

static json_t *limits_json(const ProgramBot *b, int64_t ms) {
  json_t *limits = json_object();
  set_positive(limits, "ms", ms);
  set_positive(limits, "nodes", b->base.option[PROGRAM_NODES]);
  set_positive(limits, "iterations", b->base.option[PROGRAM_ITERATIONS]);
  return limits;
}

/* A field of `ready` that is true or false; false if there is none. */
static bool read_flag(ProgramBot *b, const json_t *ready, const char *key,
                      bool *flag, Error *why) {
  const json_t *value = json_object_get(ready, key);
  *flag = json_is_true(value);
  return !value || json_is_boolean(value) ||
         program_fault(b, FAULT_GARBAGE, why,
                       "its \"%s\" is neither true nor false", key);
}

/* Where there is something to foresee, nobody gets the random stream: nature's
 * can be worked out from it. */
static bool read_ready(ProgramBot *b, const json_t *ready, Error *why) {
  const json_t *name = json_object_get(ready, "name");
  const Game *game = b->base.game;
  if (name && !json_is_string(name))
    return program_fault(b, FAULT_GARBAGE, why, "its \"name\" is no string");
  program_set_name(b, name ? json_string_value(name) : "");
  bool good = read_flag(b, ready, "deterministic", &b->deterministic, why) &&
              read_flag(b, ready, "rng", &b->draws, why);
  b->draws = b->draws && game && !game->has_chance && !game_hides(game);
  return good;
}

static void add_clock(const ProgramBot *b, json_t *object) {
  if (b->base.option[PROGRAM_CLOCK])
    json_object_set_new(object, "clock",
                        json_pack("{s:I, s:i}", "ms",
                                  (json_int_t)program_clock_ms(b), "increment",
                                  b->base.option[PROGRAM_INCREMENT]));
}

static bool say_hello(ProgramBot *b, Error *why) {
  const Game *game = b->base.game;
  json_t *object = json_pack("{s:s, s:i, s:s, s:i, s:o}", "t", "hello", "v",
                             PROTOCOL_VERSION, "game", game ? game->spec : "",
                             "seats", game ? game->seats : 0, "limits",
                             limits_json(b, b->base.option[PROGRAM_MS]));
  add_clock(b, object);
  if (!say_json(b, object, why))
    return false;
  json_t *ready = hear_json(b, "ready", why);
  bool good = ready && read_ready(b, ready, why);
  json_decref(ready);
  return good;
}

/* ---- questions -----------------------------------------------------------*/

/* The texts of all legal moves, each ended by a line feed: one job, as rules
 * that run in another process would be asked for each of them otherwise. */
typedef struct LegalTask {
  char *texts;
} LegalTask;

static void legal_job(Job *job) {
  LegalTask *t = job->task;
  if (job_is_here(job)) {
    Move *moves = game_borrow_list(job->game);
    int count = game_moves(job->game, job->state, moves);
    Text list = {NULL};
    for (int i = 0; i < count; i++) {
      text_need(&list, MOVE_TEXT + 1);
      game_format(job->game, job->state, moves[i], list.bytes + list.length);
      list.length += strlen(list.bytes + list.length);
      text_add_char(&list, '\n');
    }
    text_need(&list, 1);
    text_add_char(&list, '\0');
    game_return_list(job->game);
    t->texts = list.bytes;
  }
  char *made = job_is_for_another(job) ? t->texts : NULL;
  cross_copy(job->m, &t->texts);
  free(made);
}

static bool add_legal(Text *line, const Game *game, const State *state,
                      Error *why) {
  LegalTask task = {NULL};
  bool good = job_do(game, legal_job, state, &task, sizeof task, NULL, why) &&
              task.texts;
  if (good)
    utf8_clean(task.texts, "\n");
  for (char *at = task.texts; good && *at;) {
    size_t length = strcspn(at, "\n");
    char *next = at + length + (at[length] == '\n');
    at[length] = '\0';
    add_item(line, at);
    at = next;
  }
  free(task.texts);
  return good;
}

/* Brings the list of moves up to date, which is kept as text: a long game asks
 * for it often. */
static void list_moves(ProgramBot *b) {
  if (b->told == 0)
    b->list.length = 0;
  for (; b->told < b->count; b->told++)
    add_item(&b->list, b->played[b->told].text);
}

static json_t *field_json(const Field *f, const State *state, size_t offset) {
  const char *at = (const char *)state + offset;
  int32_t number;
  json_t *list = f->count ? json_array() : NULL;
  for (int i = 0; i < f->count; i++) {
    memcpy(&number, at + (size_t)i * sizeof number, sizeof number);
    json_array_append_new(list, json_integer(number));
  }
  memcpy(&number, at, sizeof number);
  return list ? list : json_integer(number);
}

/* The fields of a rule file, and of the files that it is a variant of. */
static json_t *fields_json(const Game *game, const State *state) {
  json_t *fields = json_object();
  size_t offset = 0;
  for (; game; offset += game->base_offset, game = game->base)
    for (const Field *f = game->fields; f && f->name; f++)
      json_object_set_new(fields, f->name,
                          field_json(f, state, offset + f->offset));
  return fields;
}

/* What the seat sees: the picture of the position, the fields of its rules,
 * and the settings that make it, unless it hides something. */
static json_t *view_json(const Game *game, const State *seen) {
  json_t *view = frame_json(game, seen, NULL, 0);
  json_object_set_new(view, "fields", fields_json(game, seen));
  char *settings = game_hides(game) ? NULL : game_settings(game, seen);
  if (settings)
    json_object_set_new(view, "position", json_text(settings));
  free(settings);
  return view;
}

/* The state of the random stream, 64 hexadecimal digits. */
static json_t *rng_json(const Rng *rng) {
  char text[65];
  for (int i = 0; i < 4; i++)
    snprintf(text + 16 * i, 17, "%016" PRIx64, rng->s[i]);
  return json_string(text);
}

/* The fields of a question that are not lists. */
static json_t *go_json(const ProgramBot *b, const State *seen, const Rng *rng) {
  Rng peek = *rng;
  json_t *go = json_pack("{s:s, s:I, s:i, s:I, s:o}", "t", "go", "id",
                         (json_int_t)b->id, "seat", seen->seat + 1, "seed",
                         (json_int_t)(rng_next(&peek) >> 11), "limits",
                         limits_json(b, program_ms(b)));
  if (b->start)
    json_object_set_new(go, "start", json_text(b->start));
  add_clock(b, go);
  if (b->draws)
    json_object_set_new(go, "rng", rng_json(rng));
  return go;
}

/* A seed is the next random number, of 53 bits: every language can read it. A
 * program that draws from boardlab's own numbers gets these instead, and hands
 * back what is left of them, as `boardlab engine` does: so it plays the very
 * games that its bot would play here. */
static bool say_go(ProgramBot *b, const State *seen, const Rng *rng,
                   Error *why) {
  const Game *game = b->base.game;
  Text line = {NULL};
  bool good = add_object(&line, go_json(b, seen, rng));
  list_moves(b);
  text_need(&line, b->list.length + 64);
  line.length -= good; /* the brace */
  text_add_word(&line, ",\"moves\":[");
  if (b->list.length)
    text_add_bytes(&line, b->list.bytes, b->list.length);
  text_add_word(&line, "],\"legal\":[");
  good = good && add_legal(&line, game, seen, why);
  text_need(&line, 16);
  text_add_word(&line, "],\"view\":");
  good = good && add_object(&line, view_json(game, seen));
  text_need(&line, 1);
  text_add_char(&line, '}');
  return say_line(b, &line, good, why);
}

/* ---- answers -------------------------------------------------------------*/

static bool read_rng(const char *text, Rng *rng) {
  if (!text || strlen(text) != 64 || text[strspn(text, "0123456789abcdef")])
    return false;
  for (int i = 0; i < 4; i++) {
    char part[17] = "";
    memcpy(part, text + 16 * i, 16);
    rng->s[i] = strtoull(part, NULL, 16);
  }
  return rng->s[0] | rng->s[1] | rng->s[2] | rng->s[3];
}

static bool read_move(ProgramBot *b, json_t *answer, const State *seen,
                      Rng *rng, Move *move, Error *why) {
  const char *text = json_string_value(json_object_get(answer, "move"));
  const json_t *nodes = json_object_get(answer, "nodes");
  const json_t *value = json_object_get(answer, "value");
  if (!text)
    return program_fault(b, FAULT_GARBAGE, why,
                         "its answer must have a \"move\", a string");
  if (nodes && (!json_is_integer(nodes) || json_integer_value(nodes) < 0 ||
                json_integer_value(nodes) > PROGRAM_NODES_MAX))
    return program_fault(
        b, FAULT_GARBAGE, why,
        "its \"nodes\" must be a whole number from 0 to %" PRId64,
        PROGRAM_NODES_MAX);
  double number = json_number_value(value);
  if (value && !(json_is_number(value) && number >= 0 && number <= 1))
    return program_fault(b, FAULT_GARBAGE, why,
                         "its \"value\" is not a number from 0 to 1");
  if (!b->draws)
    rng_next(rng);
  else if (!read_rng(json_string_value(json_object_get(answer, "rng")), rng))
    return program_fault(b, FAULT_GARBAGE, why,
                         "its \"rng\" is not 64 hexadecimal digits");
  b->base.nodes += (uint64_t)json_integer_value(nodes);
  return program_parse(b, seen, text, move, why);
}

/* Answers to earlier questions have come too late, and are skipped. */
static bool ask_for_move(ProgramBot *b, const State *seen, Rng *rng, Move *move,
                         Error *why) {
  if (!say_go(b, seen, rng, why))
    return false;
  for (;;) {
    json_t *answer = hear_json(b, "move", why);
    const json_t *id = json_object_get(answer, "id");
    bool ours = json_integer_value(id) == (json_int_t)b->id;
    bool late = json_is_integer(id) && json_integer_value(id) >= 0 &&
                json_integer_value(id) < (json_int_t)b->id;
    bool good = answer && ours && read_move(b, answer, seen, rng, move, why);
    if (answer && !ours && !late)
      program_fault(b, FAULT_GARBAGE, why,
                    "its answer must have the \"id\" of the question");
    json_decref(answer);
    if (!answer || ours || !late)
      return good;
  }
}

/* Waits for the late answer, so that the next game begins with a program that
 * listens; one that does not answer starts anew. */
static void say_stop(ProgramBot *b) {
  json_t *stop = json_pack("{s:s, s:I}", "t", "stop", "id", (json_int_t)b->id),
         *answer;
  bool ours = !say_json(b, stop, NULL);
  program_wait_late(b);
  while (!ours && (answer = hear_json(b, "move", NULL))) {
    ours =
        json_integer_value(json_object_get(answer, "id")) == (json_int_t)b->id;
    json_decref(answer);
  }
}

static void say_end(ProgramBot *b, unsigned winners) {
  json_t *list = json_array();
  for (int seat = 0; seat < SEATS_MAX; seat++)
    if (winners >> seat & 1)
      json_array_append_new(list, json_integer(seat + 1));
  say_json(b,
           json_pack("{s:s, s:I, s:o}", "t", "end", "id", (json_int_t)b->id,
                     "winners", list),
           NULL);
}

const Protocol protocol_json = {.scheme = "exec",
                                .hello = say_hello,
                                .go = ask_for_move,
                                .stop = say_stop,
                                .end = say_end,
                                .quit = "{\"t\":\"quit\"}\n"};
