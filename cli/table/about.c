#include "cli/table/about.h"

#include "cli/session/rules_text.h"
#include "core/base/json.h"
#include "core/base/need.h"
#include "core/game/game.h"
#include "core/search/levels.h"
#include <limits.h>
#include <stdlib.h>

/* ---- options -------------------------------------------------------------*/

static const char *const TYPES[] = {[OPTION_INT] = "int",
                                    [OPTION_REAL] = "real",
                                    [OPTION_FLAG] = "flag",
                                    [OPTION_WORD] = "word",
                                    [OPTION_FILE] = "file"};

static json_t *option_value(const Option *o, int value) {
  char text[OPTION_TEXT];
  switch (o->type) {
  case OPTION_REAL:
    return json_real(value / (double)OPTION_ONE);
  case OPTION_FLAG:
    return json_boolean(value);
  case OPTION_WORD:
    return json_text(o->words[value]);
  case OPTION_FILE:
    option_format(o, value, text);
    return json_text(text);
  case OPTION_INT:
    break;
  }
  return json_integer(value);
}

static json_t *option_json(const Option *o, const int values[], int value) {
  json_t *json = json_pack(
      "{s:o, s:s, s:o, s:o, s:o, s:o}", "name", json_text(o->name), "type",
      TYPES[o->type], "default", option_value(o, option_default(o, values)),
      "value", option_value(o, value), "help", json_text(o->help), "derived",
      json_text(o->derived));
  if (json && o->type == OPTION_WORD)
    json_object_set_new(json, "words", json_texts(o->words, INT_MAX));
  if (json && (o->type == OPTION_INT || o->type == OPTION_REAL)) {
    json_object_set_new(json, "min", option_value(o, o->min));
    json_object_set_new(json, "max", option_value(o, o->max));
    json_object_set_new(json, "step", option_value(o, o->step ? o->step : 1));
  }
  return json;
}

static json_t *options_json(const Option table[], const int values[]) {
  json_t *list = json_array();
  for (int i = 0; table[i].name; i++)
    json_array_append_new(list, option_json(&table[i], values, values[i]));
  return list;
}

/* ---- games ---------------------------------------------------------------*/

/* The file of a spec, or null. */
static json_t *file_of(const char *text) {
  Spec spec;
  bool is_file = spec_read(&spec, text, "game", NULL) && spec.loader;
  return json_text(is_file ? spec.name : NULL);
}

static json_t *full_spec(const char *spec, const Option table[],
                         const int values[]) {
  char full[SPEC_TEXT];
  return json_text(spec_write_full(spec, table, values, full, NULL) ? full
                                                                    : spec);
}

static json_t *rules_json(const Game *game) {
  char *text = NULL;
  size_t size = 0;
  FILE *out = need_stream(&text, &size);
  rules_text_print(game, out);
  need_close(out);
  json_t *json = json_text(text);
  free(text);
  return json;
}

static json_t *sides_json(const Game *game) {
  json_t *list = json_array();
  for (int seat = 0; seat < game->seats; seat++)
    json_array_append_new(list, json_integer(game->side[seat]));
  return list;
}

json_t *about_game(const Game *game) {
  const Rules *rules = game->rules;
  const char *keys[PART_KEYS_MAX];
  int count = game_part_keys(game, keys);
  return json_pack(
      "{s:o, s:o, s:o, s:o, s:o, s:i, s:o, s:o, s:o, s:o, s:o, s:b, s:b, s:o}",
      "spec", json_text(game->spec), "full",
      full_spec(game->spec, rules->options, game->option), "title",
      json_text(rules->title), "summary", json_text(rules->summary), "file",
      file_of(game->spec), "seats", game->seats, "sides", sides_json(game),
      "options", options_json(rules->options, game->option), "text",
      rules_json(game), "notation", json_text(game_notation(game)), "set_help",
      json_text(rules->set_help), "hides", game_hides(game), "chance",
      game->has_chance, "part_keys", json_texts(keys, count));
}

/* ---- bots ----------------------------------------------------------------*/

static json_t *level_json(const Level *level) {
  return json_pack("{s:o, s:f, s:i}", "below", json_text(level->below), "score",
                   level->score, "games", level->games);
}

/* Options of programs stand elsewhere, and levels have none. */
json_t *about_bot(const Bot *bot, const CatalogBot *catalog,
                  const char *asked) {
  static const Option NONE[] = {{NULL}};
  Level level;
  bool known = level_find(asked, bot->game, &level);
  bool is_level = known && strcmp(level.bot, asked) != 0;
  const Option *options = bot->program ? NONE : bot->kind->options;
  return json_pack("{s:o, s:o, s:o, s:o, s:o, s:o, s:o, s:o}", "spec",
                   json_text(bot->spec), "full",
                   full_spec(bot->spec, options, bot->option), "title",
                   json_text(catalog->name[0]                ? catalog->name
                             : bot->program && *bot->program ? bot->program
                                                             : bot->kind->name),
                   "summary", json_text(catalog->summary), "plays",
                   json_text(catalog->plays[0] ? catalog->plays : NULL), "file",
                   file_of(bot->spec), "options",
                   options_json(is_level ? NONE : options, bot->option),
                   "level", known ? level_json(&level) : json_null());
}

/* ---- errors --------------------------------------------------------------*/

json_t *about_error(const char *key, const Error *error) {
  return json_pack("{s:o, s:o}", key, json_text(error->message), "trace",
                   json_text(error->trace[0] ? error->trace : NULL));
}
