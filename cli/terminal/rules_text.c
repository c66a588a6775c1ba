#include "cli/terminal/rules_text.h"

void rules_text_print(const Game *game, FILE *out) {
  fprintf(out, "%s\n", game->rules->text);
  for (const Game *base = game->base; base; base = base->base)
    fprintf(out, "\nA variant of %s; the other rules are unchanged:\n\n%s\n",
            base->spec, base->rules->text);
  while (game->base)
    game = game->base;
  if (game->rules->rules_page)
    fprintf(out, "\nThe complete rules: boardlab games %s --rules\n",
            game->rules->name);
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
