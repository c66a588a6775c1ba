#define _XOPEN_SOURCE 700 /* mkdtemp, nftw */
#include "cli/studio/card.h"

#include "analysis/experiments/experiment_files.h"
#include "analysis/experiments/study.h"
#include "analysis/result/document.h"
#include "cli/studio/folders.h"
#include "cli/studio/results.h"
#include "cli/table/about.h"
#include "core/base/json.h"
#include "core/base/need.h"
#include "core/run/made.h"
#include <errno.h>
#include <ftw.h>
#include <stdlib.h>
#include <string.h>

/* A card that was read. The study points to `dir`. */
typedef struct CardShown {
  Study study;
  char dir[PATH_MAX];
  bool kept; /* or the folder is removed with it */
  int version;
  json_t *json; /* as it is published */
} CardShown;

struct Card {
  char *spec;
  Channel *channel;
  const TaskCommands *commands;
  Turns *turns;
  Monitor monitor; /* its lock is for everything below */
  int version, awaited_version, failed_version;
  char *awaited; /* or NULL */
  const char *doing;
  json_t *error;    /* or NULL */
  CardShown *shown; /* or NULL */
};

static int remove_one(const char *path, const struct stat *about, int kind,
                      struct FTW *at) {
  (void)about, (void)kind, (void)at;
  return remove(path);
}

static void shown_free(CardShown *s) {
  if (!s)
    return;
  if (!s->kept)
    nftw(s->dir, remove_one, 16, FTW_DEPTH | FTW_PHYS);
  study_close(&s->study);
  json_decref(s->json);
  free(s);
}

Card *card_new(const char *spec, Channel *channel, const TaskCommands *commands,
               Turns *turns) {
  Card *c = need(sizeof *c);
  *c = (Card){.spec = need_copy(spec),
              .channel = channel,
              .commands = commands,
              .turns = turns};
  monitor_open(&c->monitor);
  return c;
}

void card_free(Card *c) {
  if (!c)
    return;
  monitor_close(&c->monitor);
  shown_free(c->shown);
  json_decref(c->error);
  free(c->awaited);
  free(c->spec);
  free(c);
}

/* ---- publishing, under the lock ------------------------------------------*/

static void publish(Card *c) {
  channel_publish_json(c->channel, "card",
                       json_pack("{s:i, s:s?, s:s?, s:O?, s:O?}", "version",
                                 c->version, "awaited", c->awaited, "doing",
                                 c->doing, "error", c->error, "card",
                                 c->shown ? c->shown->json : NULL));
}

static void put_error(Card *c, const Error *why) {
  json_decref(c->error);
  c->error = error_is_set(why) ? about_error("message", why) : NULL;
}

static void put_shown(Card *c, CardShown *shown) {
  shown_free(c->shown);
  c->shown = shown;
}

static void put_awaited(Card *c, const char *dir) {
  char *awaited = dir ? need_copy(dir) : NULL;
  free(c->awaited);
  c->awaited = awaited;
  c->awaited_version = c->version;
}

/* ---- a card as JSON ------------------------------------------------------*/

/* The title of a line ends in a question mark or before a colon; 0 if it has
 * none. */
static size_t title_length(const char *text) {
  size_t length = strcspn(text, "?:");
  return text[length] && text[length + 1] == ' '
             ? length + (text[length] == '?')
             : 0;
}

static json_t *line_json(const char *text) {
  size_t length = title_length(text);
  const char *rest = text + length + (text[length] == ':');
  rest += length ? strspn(rest, " ") : 0;
  char *title = need_part(text, length);
  json_t *json = json_pack("{s:o, s:o, s:b}", "title", json_text(title), "text",
                           json_text(rest), "changed", 0);
  free(title);
  return json;
}

static json_t *card_json(const Study *s, const char *dir, int version) {
  Document d = {.tables = 0};
  const char *budget = made_value(s->made, "budget", 0);
  json_t *lines = json_array();
  study_document(s, &d);
  for (int i = 0; i < d.verdict.count; i++)
    json_array_append_new(lines, line_json(d.verdict.text[i]));
  document_free(&d);
  return json_pack("{s:i, s:o, s:o, s:o, s:n}", "version", version, "dir",
                   json_text(dir), "budget", json_text(budget), "lines", lines,
                   "before");
}

static bool begins_with_title(const char *text, const char *title) {
  size_t length = strlen(title);
  return length && strncmp(text, title, length) == 0 &&
         (text[length] == ' ' || text[length] == ':');
}

/* What has changed is said in sentences that begin with the title of a line. */
static void mark_changed(json_t *line, const Sentences *changes) {
  const char *title = json_string_value(json_object_get(line, "title"));
  for (int i = 0; title && i < changes->count; i++)
    if (begins_with_title(changes->text[i], title))
      json_object_set_new(line, "changed", json_true());
}

static void compare_cards(const CardShown *before, const CardShown *now) {
  Document d = {.tables = 0};
  json_t *line;
  size_t i;
  study_change(&before->study, &now->study, &d);
  json_array_foreach(json_object_get(now->json, "lines"), i, line)
      mark_changed(line, &d.verdict);
  json_object_set_new(now->json, "before",
                      json_pack("{s:i, s:o}", "version", before->version,
                                "sentences", json_sentences(&d.verdict)));
  document_free(&d);
}

static bool same_budget(const CardShown *a, const CardShown *b) {
  return json_equal(json_object_get(a->json, "budget"),
                    json_object_get(b->json, "budget"));
}

/* ---- reading one ---------------------------------------------------------*/

/* `kept`: the page may name the folder. */
static CardShown *read_card(const Card *c, const char *dir, bool kept,
                            int version, Error *error) {
  CardShown *s = need(sizeof *s);
  s->version = version;
  s->kept = kept;
  snprintf(s->dir, sizeof s->dir, "%s", dir);
  bool good = study_read(&s->study, s->dir, error);
  if (good && strcmp(s->study.game, c->spec) != 0)
    good = error_set(error, "'%.200s' is a study of %.200s, not of %.200s", dir,
                     s->study.game, c->spec);
  if (good)
    s->json = card_json(&s->study, kept ? dir : NULL, version);
  if (good)
    return s;
  shown_free(s);
  return NULL;
}

static bool is_complete(const char *dir) {
  Error why;
  if (result_kind(dir) != RESULT_STUDY)
    return false;
  json_t *manifest = experiment_files_read(dir, RESULT_STUDY, NULL, NULL, &why);
  bool complete = manifest && experiment_files_complete(manifest);
  json_decref(manifest);
  return complete;
}

/* The version that it was asked for, if that is still the one on the table. */
static int version_of(Card *c, const char *dir) {
  monitor_lock(&c->monitor);
  bool asked = c->awaited && strcmp(c->awaited, dir) == 0;
  int version = asked && c->awaited_version == c->version ? c->version : 0;
  monitor_unlock(&c->monitor);
  return version;
}

bool card_show(Card *c, const char *dir, Error *error) {
  CardShown *shown = NULL;
  if (dir && !folders_may_write(dir, error))
    return false;
  bool complete = dir && is_complete(dir);
  if (complete &&
      (!results_check(dir, error) ||
       !(shown = read_card(c, dir, true, version_of(c, dir), error))))
    return false;
  monitor_lock(&c->monitor);
  if (complete || !dir)
    put_shown(c, shown);
  put_awaited(c, complete ? NULL : dir);
  put_error(c, NULL);
  publish(c);
  monitor_unlock(&c->monitor);
  return true;
}

/* ---- after a change ------------------------------------------------------*/

void card_set_version(Card *c, int version) {
  monitor_lock(&c->monitor);
  c->version = version;
  put_error(c, NULL);
  if (c->awaited || c->shown)
    publish(c);
  monitor_unlock(&c->monitor);
}

static bool is_older(const Card *c) {
  return c->shown && c->shown->version != c->version &&
         c->failed_version != c->version;
}

bool card_is_older(Card *c) {
  monitor_lock(&c->monitor);
  bool older = is_older(c);
  monitor_unlock(&c->monitor);
  return older;
}

static void say(Card *c, const char *doing) {
  monitor_lock(&c->monitor);
  c->doing = doing;
  publish(c);
  monitor_unlock(&c->monitor);
}

/* Who waits for it, and until when. */
typedef struct Making {
  Card *card;
  Poll *poll;
  void *context;
} Making;

/* Nobody wants it any more if the card was closed, or replaced by that of this
 * version. */
static bool poll_making(void *context) {
  Making *m = context;
  return m->poll(m->context) || !card_is_older(m->card);
}

static bool make_folder(char dir[PATH_MAX], Error *error) {
  const char *parent = getenv("TMPDIR");
  snprintf(dir, PATH_MAX, "%s/boardlab-card-XXXXXX",
           parent && *parent ? parent : "/tmp");
  return mkdtemp(dir) || error_set(error, "could not create the folder %s: %s",
                                   dir, strerror(errno));
}

/* The folder of the card that is shown, if one of this version can be compared
 * with it; or "". */
static void find_like(Card *c, char like[PATH_MAX]) {
  *like = '\0';
  monitor_lock(&c->monitor);
  const json_t *budget =
      c->shown ? json_object_get(c->shown->json, "budget") : NULL;
  if (budget && strcmp(json_string_value(budget), "tiny") == 0 &&
      c->shown->study.ladder)
    snprintf(like, PATH_MAX, "%s", c->shown->dir);
  monitor_unlock(&c->monitor);
  if (!is_complete(like))
    *like = '\0';
}

/* Returns NULL if it was ended, or if it has failed: then the error says why.
 */
static CardShown *study_now(Card *c, Making *making, int version,
                            Error *error) {
  char dir[PATH_MAX], like[PATH_MAX], said[1024];
  Text output = {NULL};
  CardShown *shown = NULL;
  if (!make_folder(dir, error))
    return NULL;
  find_like(c, like);
  const char *const words[] = {"study",
                               c->spec,
                               "--budget",
                               "tiny",
                               "--out",
                               dir,
                               "--quiet",
                               "--no-print",
                               "--seed",
                               "1",
                               *like ? "--like" : NULL,
                               like,
                               NULL};
  int status =
      command_run(c->commands, words, poll_making, making, &output, error);
  if (process_succeeded(status))
    shown = read_card(c, dir, false, version, error);
  else if (status != -1)
    error_set(error, "%s",
              process_error(&output, said, sizeof said)
                  ? said
                  : "the study has failed");
  if (!shown)
    nftw(dir, remove_one, 16, FTW_DEPTH | FTW_PHYS);
  free(output.bytes);
  return shown;
}

/* Puts a card in the place of that of an earlier version, if it is still there.
 */
static void replace(Card *c, CardShown *shown, const Error *why) {
  monitor_lock(&c->monitor);
  c->doing = NULL;
  put_error(c, why);
  if (shown && is_older(c)) {
    if (same_budget(c->shown, shown))
      compare_cards(c->shown, shown);
    put_shown(c, shown);
    shown = NULL;
  }
  if (error_is_set(why))
    c->failed_version = c->version;
  publish(c);
  monitor_unlock(&c->monitor);
  shown_free(shown);
}

bool card_remake(Card *c, Poll *poll, void *context) {
  Making making = {c, poll, context};
  Error why = {0};
  CardShown *shown = NULL;
  bool mine = turns_take(c->turns, NULL, 0);
  if (!mine)
    say(c, "waiting");
  if (mine || turns_poll(c->turns, poll_making, &making)) {
    say(c, "studying");
    shown = study_now(c, &making, c->version, &why);
    turns_return(c->turns);
  }
  bool done = shown || error_is_set(&why);
  replace(c, shown, &why);
  return done;
}
