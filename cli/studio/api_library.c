/* The requests about games and bots that a page can choose, and the Lua
 * reference for those who write some. */
#include "analysis/result/json_values.h"
#include "cli/studio/about.h"
#include "cli/studio/library.h"
#include "cli/studio/routes.h"
#include "core/base/version.h"
#include "lua/host/host.h"
#include <string.h>

static void answer(HttpReply *reply, json_t *json, const Error *why) {
  reply->status = json ? 200 : 400;
  reply->json = json ? json : about_error(why);
}

void route_library(Studio *studio, const HttpRequest *request, const char *id,
                   HttpReply *reply) {
  (void)request;
  (void)id;
  json_t *list = library_list(studio->library);
  if (!list) {
    http_refuse(reply, 500, "out of memory or of open files (listing games)");
    return;
  }
  json_object_set_new(list, "version", json_string(version_text));
  json_object_set_new(list, "folder", json_text(studio->folder));
  json_object_set_new(list, "file",
                      studio->file ? json_text(studio->file) : json_null());
  answer(reply, list, NULL);
}

/* The spec of the query; NULL with a refusal. */
static const char *read_spec(const HttpRequest *request, const char *needs,
                             HttpReply *reply) {
  const char *spec = http_query(request, "spec");
  if (!spec)
    http_refuse(reply, 400, "the query needs %s", needs);
  return spec;
}

void route_game(Studio *studio, const HttpRequest *request, const char *id,
                HttpReply *reply) {
  const char *spec = read_spec(request, "a game, as in ?spec=quoridor", reply);
  Error why = {0};
  (void)studio;
  (void)id;
  if (spec)
    answer(reply, library_game(spec, &why), &why);
}

void route_bot(Studio *studio, const HttpRequest *request, const char *id,
               HttpReply *reply) {
  const char *spec = read_spec(request, "a bot, as in ?spec=mcts", reply);
  Error why = {0};
  (void)studio;
  (void)id;
  if (spec)
    answer(reply, library_bot(spec, http_query(request, "game"), &why), &why);
}

void route_reference(Studio *studio, const HttpRequest *request, const char *id,
                     HttpReply *reply) {
  Error why = {0};
  (void)studio, (void)request, (void)id;
  char *page = host_reference("page", NULL, &why);
  if (!page) {
    http_refuse(reply, 500, "%s", why.message);
    return;
  }
  *reply = (HttpReply){.status = 200,
                       .text = page,
                       .size = strlen(page),
                       .type = "text/html; charset=utf-8",
                       .is_report = true};
}
