#include "core/search/levels.h"

#include "core/base/csv.h"
#include "core/search/bots.h"
#include <stdlib.h>

extern const char levels_csv[]; /* levels.csv */

typedef struct Search {
  const char *name;
  char game[SPEC_TEXT]; /* without its options */
  char last[SPEC_TEXT]; /* the level of the row before */
  Level *level;
  bool found;
} Search;

/* game,level,bot,score,games; the rows of any game, which is called *, come
 * first. */
static bool read_level(void *context, const CsvRow *row, Error *error) {
  Search *s = context;
  const char *const *field = row->field;
  if (row->number == 0)
    return csv_check_header(row, "game,level,bot,score,games", error);
  bool here = strcmp(field[0], s->game) == 0 || strcmp(field[0], "*") == 0;
  if (here && strcmp(field[1], s->name) == 0) {
    *s->level = (Level){.score = strtod(field[3], NULL),
                        .games = (int)strtol(field[4], NULL, 10)};
    snprintf(s->level->bot, SPEC_TEXT, "%s", field[2]);
    snprintf(s->level->below, SPEC_TEXT, "%s",
             strcmp(s->name, "beginner") == 0 ? "random" : s->last);
    s->found = true;
  }
  snprintf(s->last, SPEC_TEXT, "%s", field[1]);
  return true;
}

static bool find(const char *name, const char *spec, Level *level) {
  Search search = {.name = name, .level = level};
  snprintf(search.game, SPEC_TEXT, "%.*s", (int)strcspn(spec, ":"), spec);
  Error ignored; /* that the table can be read is tested */
  CsvReader *reader = csv_reader_new("levels.csv", read_level, &search);
  if (csv_reader_feed(reader, levels_csv, strlen(levels_csv), &ignored))
    csv_reader_finish(reader, &ignored);
  csv_reader_free(reader);
  return search.found;
}

bool level_find(const char *name, const Game *game, Level *level) {
  return find(name, game ? game->spec : "", level);
}

/* ---- the bots ------------------------------------------------------------*/

static void stand_for(const BotKind *kind, const Game *game,
                      char spec[SPEC_TEXT]) {
  Level level;
  snprintf(spec, SPEC_TEXT, "%s",
           level_find(kind->name, game, &level) ? level.bot : "random");
}

static const Option NONE[] = {{NULL}};

#define LEVEL(word, text)                                                      \
  const BotKind word##_kind = {.name = #word,                                  \
                               .summary = text,                                \
                               .options = NONE,                                \
                               .bot_size = sizeof(Bot),                        \
                               .stand_for = stand_for}

LEVEL(beginner, "an opponent that suits the game: scores about 80% against "
                "random");
LEVEL(casual, "the same, about 80% against beginner");
LEVEL(strong, "the same, about 80% against casual");
LEVEL(very_strong, "the same, about 80% against strong");

const char *level_name_in(const char *bot, const char *game) {
  static const BotKind *const LEVELS[] = {&beginner_kind, &casual_kind,
                                          &strong_kind, &very_strong_kind};
  Level level;
  for (int i = 0; i < 4; i++) {
    const char *name = LEVELS[i]->name;
    if (strcmp(bot, name) == 0 ||
        (find(name, game, &level) && strcmp(bot, level.bot) == 0))
      return name;
  }
  return NULL;
}

const char *level_name(const char *bot, const Game *game) {
  return level_name_in(bot, game ? game->spec : "");
}
