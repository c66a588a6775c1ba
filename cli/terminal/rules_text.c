#include "cli/terminal/rules_text.h"

/* Each text but the first begins with an empty line. */
void rules_text_print(const Game *game, FILE *out) {
  const char *space = game->rules->text[0] ? "\n" : "";
  if (game->rules->text[0])
    fprintf(out, "%s\n", game->rules->text);
  for (const Game *base = game->base; base; base = base->base) {
    const char *text = base->rules->text;
    fprintf(out, "%sA variant of %s; the other rules are unchanged%s%s\n",
            space, base->spec, text[0] ? ":\n\n" : ".", text);
    space = "\n";
  }
  const Rules *rules = game_innermost(game)->rules;
  if (rules->rules_page)
    fprintf(out, "%sThe complete rules: boardlab games %s --rules\n", space,
            rules->name);
}

void rules_page_print(const Game *game, FILE *out) {
  for (; game; game = game->base) {
    if (game->rules->rules_page)
      fputs(game->rules->rules_page, out);
    else
      fprintf(out, "%s\n\n%s\n", game->rules->title, game->rules->text);
    if (game->base)
      fprintf(out, "\nA variant of %s; the other rules are unchanged:\n\n",
              game->base->spec);
  }
}
