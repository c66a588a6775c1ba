#include "tests/support/defects.h"

#include "tests/support/support.h"
#include <string.h>

const Rules *sound(const Game *game) {
  return rules_named(game->rules->name);
}

static Rules with_defect(const Rules *rules, const Rules *with) {
  Rules rules_with = *rules;
#define REPLACE(function)                                                      \
  if (with->function)                                                          \
  rules_with.function = with->function
  REPLACE(moves);
  REPLACE(play);
  REPLACE(format);
  REPLACE(parse);
  REPLACE(draw);
  REPLACE(hash);
  REPLACE(count);
  REPLACE(legal);
  REPLACE(random_move);
  REPLACE(playout);
  REPLACE(set);
  REPLACE(finish_edit);
  REPLACE(settings);
  REPLACE(accessors);
  REPLACE(parts);
  REPLACE(describe);
  REPLACE(scene);
  if (with->play || with->evaluate)
    rules_with.evaluate_moves = NULL; /* a shortcut through both */
  REPLACE(evaluate);
  REPLACE(evaluate_moves);
  REPLACE(features);
  REPLACE(key);
#undef REPLACE
  return rules_with;
}

void assert_found(const char *spec, const Defect *defect) {
  Game *game = open_as(spec, NULL);
  char name[MOVE_TEXT] = "";
  memcpy(name, spec, strcspn(spec, ":"));
  Rules rules = with_defect(rules_named(name), &defect->with);
  game->rules = &rules;
  Error error = {0};
  if (conform(game, 1, 20, 50, &error))
    fail_msg("%s passed, though %s", spec, defect->message);
  if (!strstr(error.message, defect->message))
    fail_msg("'%s' does not say '%s'", error.message, defect->message);
  if (!strstr(error.message, game->spec) ||
      (!strstr(error.message, " after ") &&
       !strstr(error.message, " at the start")))
    fail_msg("'%s' does not say where", error.message);
  assert_false(conform(game, 1, 20, 50, NULL));
  game_close(game);
}

void check_defects(const Defect *defects, size_t count) {
  for (const Rules *const *r = game_rules; *r; r++)
    for (size_t i = 0; i < count; i++)
      assert_found((*r)->name, &defects[i]);
}
