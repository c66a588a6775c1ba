#include "cli/studio/position_json.h"

#include "analysis/result/json_values.h"

static json_t *part_json(const Part *part) {
  if (!part->list)
    return json_text(part->count ? part->text[0] : "");
  json_t *list = json_array();
  for (int i = 0; i < part->count; i++)
    json_array_append_new(list, json_text(part->text[i]));
  return list;
}

json_t *position_parts(const Game *game, const State *state, Move move) {
  Parts parts = {.count = 0};
  json_t *object = json_object();
  game_describe(game, state, move, &parts);
  for (int i = 0; i < parts.count; i++)
    json_object_set_new(object, parts.part[i].key, part_json(&parts.part[i]));
  return object;
}

json_t *position_moves(const Game *game, const State *state) {
  json_t *list = json_array();
  Move *moves = game_borrow_list(game);
  int count = game_moves(game, state, moves);
  for (int i = 0; i < count; i++) {
    char text[MOVE_TEXT];
    game_format(game, state, moves[i], text);
    json_array_append_new(
        list, json_pack("{s:o, s:o}", "text", json_text(text), "parts",
                        position_parts(game, state, moves[i])));
  }
  game_return_list(game);
  return list;
}
