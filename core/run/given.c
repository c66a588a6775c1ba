#include "core/run/given.h"

#include "core/base/need.h"
#include "core/base/utf8.h"
#include <stdlib.h>

static char *clean_copy(const char *text) {
  char *copy = need_copy(text);
  utf8_clean_line(copy);
  return copy;
}

GivenGame given_of_file(const GameFile *file, const char *path) {
  GivenGame g = {.file = clean_copy(path),
                 .seed = file->seed,
                 .index = file->index,
                 .undos = file->undos,
                 .hints = file->hints};
  for (int seat = 0; seat < file->game->seats; seat++) {
    const char *who = file->seat[seat];
    g.seat[seat] = clean_copy(who[0] ? who : SEAT_HUMAN);
    g.name[seat] = clean_copy(file->name[seat]);
  }
  return g;
}

void given_game_free(GivenGame *game) {
  free(game->file);
  for (int seat = 0; seat < SEATS_MAX; seat++) {
    free(game->seat[seat]);
    free(game->name[seat]);
  }
}

void given_add(GivenGames *list, const GivenGame *game) {
  list->game = need_more(list->game, list->count, sizeof *list->game);
  list->game[list->count++] = *game;
}

void given_free(GivenGames *list) {
  for (size_t i = 0; i < list->count; i++)
    given_game_free(&list->game[i]);
  free(list->game);
  *list = (GivenGames){NULL};
}

/* ---- in the manifest -----------------------------------------------------*/

static json_t *texts_json(char *const text[], int count) {
  json_t *list = json_array();
  for (int i = 0; i < count; i++)
    json_array_append_new(list, json_string(text[i]));
  return list;
}

json_t *given_json(const GivenGames *list, int seats) {
  json_t *json = json_array();
  for (size_t i = 0; i < list->count; i++) {
    const GivenGame *g = &list->game[i];
    json_array_append_new(json, json_pack("{s:s, s:I, s:I, s:o, s:o, s:i, s:i}",
                                          "file", g->file, "seed",
                                          (json_int_t)g->seed, "index",
                                          (json_int_t)g->index, "seats",
                                          texts_json(g->seat, seats), "names",
                                          texts_json(g->name, seats), "undos",
                                          g->undos, "hints", g->hints));
  }
  return json;
}

static bool read_texts(const json_t *list, char *text[], int count) {
  for (int i = 0; i < count; i++) {
    const char *word = json_string_value(json_array_get(list, (size_t)i));
    if (!word)
      return false;
    text[i] = clean_copy(word);
  }
  return json_array_size(list) == (size_t)count;
}

static bool read_game(GivenGame *g, json_t *json, int seats) {
  const char *file;
  json_int_t seed, index;
  json_t *seat, *name;
  if (json_unpack(json, "{s:s, s:I, s:I, s:o, s:o, s:i, s:i}", "file", &file,
                  "seed", &seed, "index", &index, "seats", &seat, "names",
                  &name, "undos", &g->undos, "hints", &g->hints) != 0)
    return false;
  g->file = clean_copy(file);
  g->seed = (uint64_t)seed;
  g->index = (uint64_t)index;
  return seed >= 0 && index >= 0 && g->undos >= 0 && g->hints >= 0 &&
         read_texts(seat, g->seat, seats) && read_texts(name, g->name, seats);
}

bool given_read(GivenGames *list, const json_t *json, int seats) {
  size_t i;
  json_t *game;
  bool good = json_is_array(json);
  json_array_foreach(json, i, game) {
    GivenGame read = {.file = NULL};
    good = good && read_game(&read, game, seats);
    given_add(list, &read);
  }
  if (!good)
    given_free(list);
  return good;
}
