#include "cli/terminal/rules_text.h"

void rules_text_print(const Game *game, FILE *out) {
  fprintf(out, "%s\n", game->rules->text);
  for (const Game *base = game->base; base; base = base->base)
    fprintf(out, "\nA variant of %s; the other rules are unchanged:\n\n%s\n",
            base->spec, base->rules->text);
}
