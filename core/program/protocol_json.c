/* The protocol of boardlab itself: one JSON object per line. scripts/bots
 * describes it field by field. */
#include "core/base/clock.h"
#include "core/base/json.h"
#include "core/base/need.h"
#include "core/base/rng_text.h"
#include "core/base/utf8.h"
#include "core/game/frame_json.h"
#include "core/game/job.h"
#include "core/game/scene.h"
#include "core/program/program_internal.h"
#include <inttypes.h>
#include <jansson.h>
#include <stdlib.h>

enum { PROTOCOL_VERSION = 1 };

/* Adds a text, or null for "", to a list. */
static void add_item(Text *list, const char *text) {
  text_need(list, 6);
  if (list->length && list->bytes[list->length - 1] != '[')
    text_add_char(list, ',');
  if (*text)
    json_write_text(list, text);
  else
    text_add_word(list, "null");
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

/* Sends the line that was written. */
static bool say_line(ProgramBot *b, bool good, Error *why) {
  text_need(&b->line, 2);
  text_add_bytes(&b->line, "\n", 2);
  return good ? program_say(b, b->line.bytes, why)
              : error_set_code(why, ERROR_NO_MEMORY,
                               "out of memory (a question)");
}

static bool say_json(ProgramBot *b, json_t *object, Error *why) {
  b->line.length = 0;
  bool good = add_object(&b->line, object);
  return say_line(b, good, why);
}

static bool is_type(const json_t *object, const char *type) {
  const char *t = json_string_value(json_object_get(object, "t"));
  return t && strcmp(t, type) == 0;
}

/* Whether it is a message that this version does not know. */
static bool is_unknown(const json_t *object) {
  return json_is_string(json_object_get(object, "t")) &&
         !is_type(object, "ready") && !is_type(object, "move");
}

/* Reads an object of the type `type`; the caller frees it. */
static json_t *hear_json(ProgramBot *b, const char *type, Error *why) {
  const char *line = NULL;
  json_t *object = NULL;
  do {
    json_decref(object);
    if (!program_hear(b, &line, why))
      return NULL;
    object = json_loads(line, JSON_REJECT_DUPLICATES, NULL);
  } while (is_unknown(object));
  if (is_type(object, type))
    return object;
  json_decref(object);
  program_fault(b, FAULT_GARBAGE, why,
                "it should have written {\"t\":\"%s\",…} on one line, not "
                "'%.200s'; other output belongs on standard error",
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

/* What a question needs of the rules. It is one job: rules that run in another
 * process would be asked for each of these otherwise. */
typedef struct Question {
  int count; /* of legal moves */
  Move *moves;
  char *texts;    /* of them, each ended by a line feed */
  Scene *scene;   /* the picture, or */
  char *drawing;  /* the drawing of a game without pictures */
  char *settings; /* or NULL */
} Question;

static char *list_texts(const Game *game, const State *state,
                        const Move moves[], int count) {
  Text list = {NULL};
  for (int i = 0; i < count; i++) {
    char text[MOVE_TEXT];
    game_format(game, state, moves[i], text);
    utf8_clean_line(text);
    text_need(&list, MOVE_TEXT + 1);
    text_add_word(&list, text);
    text_add_char(&list, '\n');
  }
  text_need(&list, 1);
  text_add_char(&list, '\0');
  return list.bytes;
}

static void ask_rules(Game *game, const State *state, Question *q) {
  q->count = game_moves(game, state, q->moves);
  q->texts = list_texts(game, state, q->moves, q->count);
  q->drawing =
      scene_paint(game, state, q->scene) ? NULL : frame_drawing(game, state);
  q->settings = game_hides(game) ? NULL : game_settings(game, state);
}

static void free_question(Question *q) {
  free(q->texts);
  free(q->drawing);
  free(q->settings);
}

static void question_job(Job *job) {
  static Scene there; /* the process of the rules has one thread */
  Question *q = job->task;
  bool here = job_is_here(job), another = job_is_for_another(job);
  if (another) {
    q->moves = game_borrow_list(job->game);
    q->scene = &there;
  }
  if (here)
    ask_rules(job->game, job->state, q);
  if (job->cross) {
    CROSS(job->m, q->count, 1, job->game->max_moves);
    cross_bytes(job->m, q->moves, (size_t)q->count * sizeof *q->moves);
    cross_copy(job->m, &q->texts);
    cross_copy(job->m, &q->drawing);
    cross_copy(job->m, &q->settings);
    scene_cross(job->m, job->game, q->scene);
  }
  if (another) {
    game_return_list(job->game);
    free_question(q);
  }
}

/* Adds the legal moves, and keeps their texts for the answer. */
static void add_legal(Text *line, ProgramBot *b, Question *q) {
  free(b->legal_texts);
  b->legal_texts = q->texts;
  b->legal_count = 0;
  q->texts = NULL;
  for (char *at = b->legal_texts; at && *at && b->legal_count < q->count;
       b->legal_count++) {
    char *end = at + strcspn(at, "\n");
    char *next = end + (*end == '\n');
    *end = '\0';
    add_item(line, at);
    at = next;
  }
}

/* Brings the list of moves up to date, which is kept as text: a long game asks
 * for it often. */
static void list_moves(ProgramBot *b) {
  if (b->told == 0)
    b->list.length = 0;
  for (; b->told < b->count; b->told++)
    add_item(&b->list, b->played[b->told].text);
}

static void write_field(Text *line, const Field *f, const char *at) {
  for (int i = 0; i == 0 || i < f->count; i++) {
    int32_t number;
    memcpy(&number, at + (size_t)i * sizeof number, sizeof number);
    text_need(line, 2);
    if (i > 0)
      text_add_char(line, ',');
    else if (f->count)
      text_add_char(line, '[');
    json_write_number(line, number);
  }
  text_need(line, 1);
  if (f->count)
    text_add_char(line, ']');
}

/* The fields of a rule file, and of the files that it is a variant of. */
static void write_fields(Text *line, const Game *game, const State *state) {
  const char *at = (const char *)state;
  text_need(line, 1);
  text_add_char(line, '{');
  for (; game; at += game->base_offset, game = game->base)
    for (const Field *f = game->fields; f && f->name; f++) {
      text_need(line, 2);
      if (line->bytes[line->length - 1] != '{')
        text_add_char(line, ',');
      json_write_text(line, f->name);
      text_need(line, 1);
      text_add_char(line, ':');
      write_field(line, f, at + f->offset);
    }
  text_need(line, 1);
  text_add_char(line, '}');
}

/* What the seat sees: the picture of the position, the fields of its rules,
 * and the settings that make it, unless it hides something. */
static void write_view(Text *line, const Game *game, const State *seen,
                       const Question *q) {
  if (q->drawing)
    frame_write_drawing(line, q->drawing);
  else
    frame_write_scene(line, q->scene);
  text_need(line, 32);
  line->length--; /* the brace */
  text_add_word(line, ",\"fields\":");
  write_fields(line, game, seen);
  text_need(line, 32);
  if (q->settings) {
    text_add_word(line, ",\"position\":");
    json_write_text(line, q->settings);
  }
  text_need(line, 1);
  text_add_char(line, '}');
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
  char state[RNG_TEXT];
  rng_write(rng, state);
  if (b->draws)
    json_object_set_new(go, "rng", json_string(state));
  return go;
}

/* Writes a question whose fields that are no lists are in `go`. */
static bool write_go(ProgramBot *b, json_t *go, const State *seen,
                     Question *q) {
  Text *line = &b->line;
  line->length = 0;
  if (!add_object(line, go))
    return false;
  list_moves(b);
  text_need(line, b->list.length + 64);
  line->length--; /* the brace */
  text_add_word(line, ",\"moves\":[");
  if (b->list.length)
    text_add_bytes(line, b->list.bytes, b->list.length);
  text_add_word(line, "],\"legal\":[");
  add_legal(line, b, q);
  text_need(line, 16);
  text_add_word(line, "],\"view\":");
  write_view(line, b->base.game, seen, q);
  text_need(line, 1);
  text_add_char(line, '}');
  return true;
}

/* A seed is the next random number, of 53 bits: every language can read it. A
 * program that draws from boardlab's own numbers gets these instead, and hands
 * back what is left of them, as `boardlab engine` does: so it plays the very
 * games that its bot would play here. */
static bool say_go(ProgramBot *b, const State *seen, const Rng *rng,
                   Error *why) {
  const Game *game = b->base.game;
  Scene scene;
  if (!b->legal)
    b->legal = need((size_t)game->max_moves * sizeof *b->legal);
  Question q = {.moves = b->legal, .scene = &scene};
  bool asked = job_do(game, question_job, seen, &q, sizeof q, NULL, why);
  bool good = asked && write_go(b, go_json(b, seen, rng), seen, &q);
  free_question(&q);
  return asked && say_line(b, good, why);
}

/* ---- answers -------------------------------------------------------------*/

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
  else if (!rng_read(json_string_value(json_object_get(answer, "rng")), rng))
    return program_fault(b, FAULT_GARBAGE, why,
                         "its \"rng\" is not 64 hexadecimal digits");
  b->base.nodes += (uint64_t)json_integer_value(nodes);
  return program_parse(b, seen, text, move, why);
}

/* Answers to earlier questions have come too late, and are skipped. */
static bool is_late(const ProgramBot *b, const json_t *answer) {
  const json_t *id = json_object_get(answer, "id");
  return json_is_integer(id) && json_integer_value(id) >= 0 &&
         json_integer_value(id) < (json_int_t)b->id;
}

/* Reads what it has written before the question. */
static bool hear_early(ProgramBot *b, Error *why) {
  const char *line;
  bool good = true;
  while (good && clock_nanoseconds() < b->until &&
         program_read(b->program, &line, 0) == PROGRAM_DONE) {
    json_t *early = json_loads(line, JSON_REJECT_DUPLICATES, NULL);
    good = is_unknown(early) || (is_type(early, "move") && is_late(b, early));
    json_decref(early);
  }
  return good || program_fault(b, FAULT_GARBAGE, why,
                               "it wrote '%.200s' before it was asked", line);
}

static bool ask_for_move(ProgramBot *b, const State *seen, Rng *rng, Move *move,
                         Error *why) {
  if (!hear_early(b, why) || !say_go(b, seen, rng, why))
    return false;
  for (;;) {
    json_t *answer = hear_json(b, "move", why);
    const json_t *id = json_object_get(answer, "id");
    bool ours = json_integer_value(id) == (json_int_t)b->id;
    bool late = is_late(b, answer);
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
