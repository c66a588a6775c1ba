/* Entries of an overview that has no room for all of them: some become cards.
 */
#include "analysis/report/report_entries.h"

#include <string.h>

static bool on_card(json_t *metric) {
  static const char *const SCOPES[] = {"run", "seat", "side", "bot"};
  const char *scope = json_string_value(json_array_get(metric, 0));
  for (size_t i = 0; scope && i < sizeof SCOPES / sizeof *SCOPES; i++)
    if (strcmp(scope, SCOPES[i]) == 0)
      return true;
  return false;
}

static json_t *card_metrics(json_t *metrics) {
  json_t *list = json_array(), *metric;
  size_t i;
  json_array_foreach(metrics, i, metric) {
    if (on_card(metric))
      json_array_append(list, metric);
  }
  return list;
}

/* ---- the last position ---------------------------------------------------*/

static size_t length_of(json_t *replay) {
  return json_array_size(json_object_get(replay, "moves"));
}

static bool is_won(json_t *replay) {
  return strstr(json_string_value(json_object_get(replay, "label")), " in ");
}

/* Of the games that were won, or of all if none was, the one of median length;
 * NULL without games. */
static json_t *typical(json_t *replays) {
  bool any_won = false;
  size_t count = json_array_size(replays), chosen = 0;
  for (size_t i = 0; i < count; i++)
    any_won = any_won || is_won(json_array_get(replays, i));
  for (size_t i = 0; i < count; i++)
    chosen += !any_won || is_won(json_array_get(replays, i));
  for (size_t i = 0; i < count; i++) {
    json_t *one = json_array_get(replays, i);
    size_t shorter = 0;
    if (any_won && !is_won(one))
      continue;
    for (size_t k = 0; k < count; k++) {
      json_t *other = json_array_get(replays, k);
      bool before = length_of(other) == length_of(one)
                        ? k < i
                        : length_of(other) < length_of(one);
      shorter += before && (!any_won || is_won(other));
    }
    if (shorter == (chosen - 1) / 2)
      return one;
  }
  return NULL;
}

static json_t *last_of(json_t *list, size_t count) {
  json_t *last = json_array();
  size_t size = json_array_size(list);
  for (size_t i = size < count ? 0 : size - count; i < size; i++)
    json_array_append(last, json_array_get(list, i));
  return last;
}

/* A game with its last move and the positions before and after it. */
static json_t *card_replays(json_t *replays) {
  json_t *game = typical(replays), *list = json_array();
  if (!game)
    return list;
  json_array_append_new(
      list,
      json_pack("{s:O, s:o, s:o}", "label", json_object_get(game, "label"),
                "moves", last_of(json_object_get(game, "moves"), 1), "frames",
                last_of(json_object_get(game, "frames"), 2)));
  return list;
}

/* ---- the entries ---------------------------------------------------------*/

/* An entry that is not about a run is small, and its own card. */
static json_t *card_of(json_t *entry) {
  json_t *card = json_copy(entry), *metrics = json_object_get(entry, "metrics");
  if (!metrics)
    return card;
  json_object_set_new(card, "card", json_true());
  json_object_set_new(card, "metrics", card_metrics(metrics));
  json_object_set_new(card, "replays",
                      card_replays(json_object_get(entry, "replays")));
  return card;
}

static size_t bytes_of(json_t *entry) {
  return json_dumpb(entry, NULL, 0, JSON_COMPACT | JSON_REAL_PRECISION(9));
}

void report_fit(json_t *entries, size_t room) {
  size_t i, used = 0;
  json_t *entry, *cards = json_array();
  json_array_foreach(entries, i, entry) {
    json_array_append_new(cards, card_of(entry));
    used += bytes_of(json_array_get(cards, i));
  }
  json_array_foreach(entries, i, entry) {
    json_t *card = json_array_get(cards, i);
    size_t whole = used - bytes_of(card) + bytes_of(entry);
    if (whole <= room)
      used = whole;
    else
      json_array_set(entries, i, card);
  }
  json_decref(cards);
}
