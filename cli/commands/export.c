/* boardlab export: writes a page on which people play a game. */
#include "analysis/report/page_file.h"
#include "cli/catalog/catalog.h"
#include "cli/commands/command.h"
#include "cli/session/position.h"
#include "cli/studio/preview.h"
#include "cli/table/about.h"
#include "core/base/atomic_file.h"
#include "core/base/checked_file.h"
#include "core/base/json.h"
#include "core/base/need.h"
#include "core/base/source_hashes.h"
#include "core/base/version.h"
#include "core/learn/weights.h"
#include "lua/host/host.h"
#include <inttypes.h>
#include <limits.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum {
  QUESTIONS_MAX = 3,
  QUESTION_BYTES = 300,
  TITLE_BYTES = 100,
  NOTE_BYTES = 1000
};

/* The page without a game, see cli/export: what follows these tags, up to the
 * next one, is replaced. */
#define TEMPLATE "export.html"
#define TITLE_TAG "<title>"
#define GAME_TAG "<script type=\"application/json\" id=\"game\">"
static const PageKind PAGE = {
    "page", "a page of boardlab export",
    "<meta name=\"generator\" content=\"boardlab export\">"};

/* ---- what was asked for --------------------------------------------------*/

typedef struct Plan {
  char spec[SPEC_TEXT];
  const char *title, *note; /* or NULL */
  const char *question[FLAGS_MAX], *bot[FLAGS_MAX];
  int questions, bots;
  bool hints;
  char out[PATH_MAX];
} Plan;

static const char *const LEVELS[] = {"beginner", "casual", "strong",
                                     "very_strong"};

static bool check_text(const char *what, const char *text, size_t most,
                       Error *error) {
  if (!*text || strlen(text) > most)
    return error_set(error, "%s must have 1 to %zu bytes", what, most);
  for (const char *c = text; *c; c++)
    if ((unsigned char)*c < ' ')
      return error_set(error, "%s must be one line of text", what);
  return true;
}

/* "mygame.html" for games/mygame.lua:size=7. */
static bool choose_path(const Args *args, Plan *plan, Error *error) {
  const char *out = args_value(args, "out"), *spec = args->positional[0];
  const char *slash = strrchr(spec, '/'), *stem = slash ? slash + 1 : spec;
  int length = out ? snprintf(plan->out, PATH_MAX, "%s", out)
                   : snprintf(plan->out, PATH_MAX, "%.*s.html",
                              (int)strcspn(stem, ".:"), stem);
  return (length > 0 && length < PATH_MAX) ||
         error_set(error, "the name of the page is %s: --out FILE.html",
                   length > 0 ? "too long" : "empty");
}

static bool read_plan(const Args *args, Plan *plan, Error *error) {
  plan->title = args_value(args, "title");
  plan->note = args_value(args, "note");
  plan->hints = !args_value(args, "no-hints");
  plan->questions = args_values(args, "ask", plan->question);
  plan->bots = args_values(args, "bot", plan->bot);
  if (plan->bots == 0)
    plan->bots = sizeof LEVELS / sizeof *LEVELS;
  if (!args_value(args, "bot"))
    memcpy(plan->bot, LEVELS, sizeof LEVELS);
  if (plan->questions > QUESTIONS_MAX)
    return error_set(error,
                     "--ask may be given at most %d times: more "
                     "questions are not answered",
                     QUESTIONS_MAX);
  for (int i = 0; i < plan->questions; i++)
    if (!check_text("--ask", plan->question[i], QUESTION_BYTES, error))
      return false;
  return (!plan->title ||
          check_text("--title", plan->title, TITLE_BYTES, error)) &&
         (!plan->note || check_text("--note", plan->note, NOTE_BYTES, error)) &&
         choose_path(args, plan, error);
}

/* ---- the game and its bots -----------------------------------------------*/

static bool is_far(const char *name) {
  return name[0] == '/' || strncmp(name, "../", 3) == 0 || strstr(name, "/../");
}

/* Games name their files, and so does the page: as they were named here. */
static bool check_name(const char *name, Error *error) {
  return !is_far(name) ||
         error_set(error,
                   "%.600s: name it relative to the current folder or to the "
                   "library, as in games/tricks.lua, since the page and the "
                   "games that are played on it will name it so too",
                   name);
}

/* The name of a file in the library, relative to it; NULL if it is not there or
 * means another file here. The caller frees it. */
static char *name_in_library(const char *path) {
  char *file = realpath(path, NULL), *library = realpath(host_library(), NULL);
  size_t length = library ? strlen(library) : 0;
  char *name = NULL;
  if (file && library && strncmp(file, library, length) == 0 &&
      file[length] == '/') {
    char *here = realpath(file + length + 1, NULL);
    if (!here || strcmp(here, file) == 0)
      name = need_copy(file + length + 1);
    free(here);
  }
  free(file);
  free(library);
  return name;
}

/* Writes a spec as the page names it: a far path into the library without the
 * library. */
static bool name_near(const char *text, const char *what, char near[SPEC_TEXT],
                      Error *error) {
  Spec spec;
  if (!spec_read(&spec, text, what, error))
    return false;
  char *name = is_far(spec.name) ? name_in_library(spec.name) : NULL;
  if (name)
    snprintf(near, SPEC_TEXT, "%s%s%s", name, spec.options ? ":" : "",
             spec.options ? spec.options : "");
  else
    snprintf(near, SPEC_TEXT, "%s", text);
  free(name);
  return spec_read(&spec, near, what, error) && check_name(spec.name, error);
}

/* Rules may read files late: a random game is played to its end. */
static bool try_game(const Game *game, Error *error) {
  State *state = game_start(game);
  Rng rng;
  rng_seed(&rng, 1, 0);
  game_begin(game, state, &rng);
  game_playout_by_moves(game, state, &rng, game->max_plies);
  free(state);
  return game_check(game, error);
}

/* And bots in their first moves. */
static bool try_bot(Bot *bot, Error *error) {
  State *state = game_start(bot->game);
  bool good = true;
  Rng rng;
  Move move;
  rng_seed(&rng, 1, 0);
  game_begin(bot->game, state, &rng);
  for (int ply = 0; ply < bot->game->max_plies && state->outcome == PLAYING &&
                    state->seat == NATURE;
       ply++)
    game_play(bot->game, state, game_random_move(bot->game, state, &rng));
  if (state->outcome == PLAYING)
    good = bot_begin(bot, state->seat, &rng, error) &&
           bot_ask(bot, state, &rng, &move, error);
  free(state);
  return good;
}

static bool read_bot(const char *text, char near[SPEC_TEXT], Spec *spec,
                     Error *error) {
  if (!spec_read(spec, text, "bot", error))
    return false;
  if (spec->loader && spec->loader->scheme)
    return error_set(error,
                     "--bot %.400s is a program, which no browser starts: name "
                     "a built-in bot, a Lua file, or a level such as strong",
                     text);
  return name_near(text, "bot", near, error) &&
         spec_read(spec, near, "bot", error);
}

static json_t *bot_json(const Game *game, const char *given, Error *error) {
  Spec spec;
  char text[SPEC_TEXT];
  CatalogBot catalog = {.name = ""};
  Bot *bot =
      read_bot(given, text, &spec, error) ? bot_open(text, game, error) : NULL;
  if (!bot)
    return NULL;
  Error why;
  if (spec.loader && !try_bot(bot, &why)) {
    bot_close(bot);
    error_set(error, "--bot %.300s does not play: %.600s", text, why.message);
    return NULL;
  }
  catalog_bot(&spec, &catalog);
  json_t *json = about_bot(bot, &catalog, text);
  bool is_level = text_is_among(text, LEVELS);
  json_object_set_new(json, "spec", json_text(text));
  json_object_set_new(json, "kind", json_string(is_level ? "level" : "bot"));
  bot_close(bot);
  return json;
}

static json_t *bots_json(const Game *game, const Plan *plan, Error *error) {
  json_t *list = json_array();
  for (int i = 0; i < plan->bots; i++) {
    json_t *json = bot_json(game, plan->bot[i], error);
    if (!json) {
      json_decref(list);
      return NULL;
    }
    json_array_append_new(list, json);
  }
  return list;
}

/* ---- the files -----------------------------------------------------------*/

typedef struct Files {
  json_t *json; /* {name: text}; those of the library begin with LIBRARY */
  Error *error;
  bool good;
} Files;

/* Where the engine has its library, see cli/export/CMakeLists.txt. */
#define LIBRARY "/library/"

/* Adds a file under a name, if it is the one that was read. */
static bool add_same(Files *files, const SourceHash *source, const char *path,
                     const char *name) {
  Text text = {NULL};
  if (access(path, F_OK) != 0 || !file_read_all(path, &text, NULL))
    return false;
  bool same = source_hash(text.bytes, text.length) == source->hash;
  json_t *json = same ? json_stringn(text.bytes, text.length) : NULL;
  if (same && !json)
    files->good =
        error_set(files->error, "%.600s is not text in UTF-8: save it as UTF-8",
                  source->name);
  json_object_set_new(files->json, name, json);
  free(text.bytes);
  return same;
}

/* A file that is in the current folder and in the library may have been found
 * in either. */
static void add_file(void *context, const SourceHash *source) {
  Files *files = context;
  char path[PATH_MAX], name[PATH_MAX];
  if (!files->good || !(files->good = check_name(source->name, files->error)))
    return;
  snprintf(path, sizeof path, "%s/%s", host_library(), source->name);
  snprintf(name, sizeof name, LIBRARY "%s", source->name);
  bool in_library = add_same(files, source, path, name);
  if (!add_same(files, source, source->name, source->name) && !in_library)
    files->good =
        error_set(files->error,
                  "%.600s is no text, or has changed meanwhile: export it "
                  "again",
                  source->name);
}

static json_t *files_json(SourceHashes *sources, Error *error) {
  Files files = {json_object(), error, true};
  source_hashes_each(sources, add_file, &files);
  if (files.good)
    return files.json;
  json_decref(files.json);
  return NULL;
}

/* ---- the data ------------------------------------------------------------*/

static json_t *questions_json(const Plan *plan) {
  json_t *list = json_array();
  for (int i = 0; i < plan->questions; i++)
    json_array_append_new(list, json_text(plan->question[i]));
  return list;
}

/* What the page knows; see cli/studio/page/export.js. Its key is that under
 * which the browser keeps games. */
static json_t *game_json(const Game *game, const Plan *plan,
                         SourceHashes *sources, Error *error) {
  char key[24], spec[SPEC_TEXT];
  json_t *bots = spec_write_full(game->spec, game->rules->options, game->option,
                                 spec, error)
                     ? bots_json(game, plan, error)
                     : NULL;
  json_t *preview = bots ? preview_game(plan->spec, error) : NULL;
  weights_beside(game, NULL);
  source_hashes_use(NULL);
  json_t *files = preview ? files_json(sources, error) : NULL;
  snprintf(key, sizeof key, "%016" PRIx64,
           source_hash(spec, strlen(spec)) ^ game->sources);
  if (files)
    return json_pack("{s:s, s:s, s:o, s:o, s:o, s:o, s:o, s:b, s:o, s:o}",
                     "boardlab", version_text, "key", key, "title",
                     json_text(plan->title ? plan->title : game->rules->title),
                     "note", json_text(plan->note), "about", about_game(game),
                     "bots", bots, "preview", preview, "hints", plan->hints,
                     "questions", questions_json(plan), "files", files);
  json_decref(preview);
  json_decref(bots);
  return NULL;
}

static json_t *open_game(const Plan *plan, Error *error) {
  SourceHashes *sources = source_hashes_new();
  source_hashes_use(sources);
  Game *game = game_open(plan->spec, error);
  json_t *json = game && try_game(game, error)
                     ? game_json(game, plan, sources, error)
                     : NULL;
  source_hashes_use(NULL);
  game_close(game);
  source_hashes_free(sources);
  return json;
}

/* ---- the page ------------------------------------------------------------*/

/* It is installed with the library, or in the folder of the build. */
static bool read_template(Text *text, Error *error) {
  char path[PATH_MAX];
  snprintf(path, sizeof path, "%s/" TEMPLATE, host_library());
  if (access(path, F_OK) == 0)
    return file_read_all(path, text, error);
  if (access(BOARDLAB_TEMPLATE, F_OK) == 0)
    return file_read_all(BOARDLAB_TEMPLATE, text, error);
  return error_set(error,
                   "this boardlab has no page to put games into, because it "
                   "was built without emscripten: install emscripten and build "
                   "it again, or take " TEMPLATE " from a package of boardlab "
                   "%s and put it into %.400s",
                   version_text, host_library());
}

/* Appends the page up to a tag, and goes on after what follows it. */
static bool add_until(Text *page, const char **at, const char *tag,
                      Error *error) {
  const char *found = strstr(*at, tag);
  const char *next = found ? strchr(found + strlen(tag), '<') : NULL;
  if (!next)
    return error_set(error, TEMPLATE " is damaged: it has no %s", tag);
  size_t length = (size_t)(found - *at) + strlen(tag);
  if (!text_reserve(page, length))
    return error_set(error, "out of memory (a page)");
  text_add_bytes(page, *at, length);
  *at = next;
  return true;
}

/* Appends a text, whose signs mean nothing in HTML. */
static void add_plain(Text *page, const char *text) {
  text_need(page, 5 * strlen(text));
  for (const char *c = text; *c; c++)
    if (*c == '&')
      text_add_word(page, "&amp;");
    else if (*c == '<')
      text_add_word(page, "&lt;");
    else
      text_add_char(page, *c);
}

static bool fill_template(Text *page, const char *at, const json_t *game,
                          Error *error) {
  if (!add_until(page, &at, TITLE_TAG, error))
    return false;
  add_plain(page, json_string_value(json_object_get(game, "title")));
  if (!add_until(page, &at, GAME_TAG, error))
    return false;
  if (!page_add_json(page, game) || !text_reserve(page, strlen(at)))
    return error_set(error, "out of memory (a page)");
  text_add_word(page, at);
  return true;
}

static bool write_page(const Plan *plan, const json_t *game, size_t *size,
                       Error *error) {
  Text template = {NULL}, page = {NULL};
  bool good = page_may_replace(plan->out, &PAGE, error) &&
              read_template(&template, error) && text_reserve(&template, 1);
  if (good)
    text_add_char(&template, '\0');
  good = good && fill_template(&page, template.bytes, game, error) &&
         atomic_file_write(plan->out, page.bytes, page.length, error);
  *size = page.length;
  free(template.bytes);
  free(page.bytes);
  return good;
}

static int export_run(const Args *args, Error *error) {
  Plan plan = {.spec = ""};
  size_t size;
  if (!args_limits(args, error) || !read_plan(args, &plan, error))
    return EXIT_USAGE;
  json_t *game = name_near(args->positional[0], "game", plan.spec, error)
                     ? open_game(&plan, error)
                     : NULL;
  bool good = game && write_page(&plan, game, &size, error);
  json_decref(game);
  if (!good)
    return EXIT_FAILED;
  printf("%s: %.2f MB\n"
         "Open it in a browser, or send it: it needs no network. Put the games "
         "that come back\ninto a folder: boardlab collect FOLDER --out RUN\n",
         plan.out, (double)size / 1e6);
  return EXIT_DONE;
}

const Command export_command = {
    .name = "export",
    .summary = "write a page on which people play a game, to be sent",
    .positional = "GAME",
    .flags =
        (const Flag[]){
            {"out", "FILE", "page to write (default: NAME.html)"},
            {"title", "TEXT", "the heading (default: the title of the game)"},
            {"note", "TEXT",
             "a line from you to whoever plays, shown before the game"},
            {"bot", "BOT",
             "who can be played against, repeatable: a level (beginner,\n"
             "casual, strong, very_strong) or a bot (default: the levels)",
             .repeatable = true},
            {"ask", "QUESTION",
             "asked when a game is over, at most three times; one that\n"
             "ends with a range, as in \"Was it fun? 1-5\", has these\n"
             "numbers to choose from",
             .repeatable = true},
            {"no-hints", NULL, "without hints"},
            PRINT_FLAG,
            ISOLATION_FLAG,
            {NULL}},
    .example = "boardlab export mygame.lua --ask \"Was it fun? 1-5\"",
    .run = export_run,
};
