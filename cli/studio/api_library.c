/* The requests about games and bots that a page can choose, and the Lua
 * reference for those who write some. */
#include "cli/studio/library.h"
#include "cli/studio/preview.h"
#include "cli/studio/routes.h"
#include "cli/table/offer.h"
#include "core/base/json.h"
#include "core/base/version.h"
#include "lua/host/host.h"
#include <string.h>

json_t *route_library(Ask *ask) {
  const Studio *studio = ask->studio;
  json_t *list = library_list(studio->library);
  if (!list)
    return ask_refuse(ask, ERROR_NO_MEMORY,
                      "out of memory or open files (listing games)");
  json_object_set_new(list, "version", json_string(version_text));
  json_object_set_new(list, "folder", json_text(studio->folder));
  json_object_set_new(list, "file", json_text(studio->file));
  return list;
}

json_t *route_game(Ask *ask) {
  const char *spec = http_query(ask->request, "spec");
  return spec ? offer_game(spec, &ask->error)
              : ask_refuse(ask, ERROR_OTHER,
                           "the query needs a game, as in ?spec=quoridor");
}

json_t *route_preview(Ask *ask) {
  const char *spec = http_query(ask->request, "spec");
  const char *path = http_query(ask->request, "path");
  return spec   ? preview_game(spec, &ask->error)
         : path ? preview_saved(path, &ask->error)
                : ask_refuse(ask, ERROR_OTHER,
                             "the query needs a game, as in ?spec=quoridor, or "
                             "a saved one, as in ?path=my.game");
}

json_t *route_bot(Ask *ask) {
  const char *spec = http_query(ask->request, "spec");
  return spec ? offer_bot(spec, http_query(ask->request, "game"), &ask->error)
              : ask_refuse(ask, ERROR_OTHER,
                           "the query needs a bot, as in ?spec=mcts");
}

json_t *route_reference(Ask *ask) {
  char *page = host_reference("page", NULL, &ask->error);
  return page ? ask_page(ask, page, strlen(page)) : NULL;
}
