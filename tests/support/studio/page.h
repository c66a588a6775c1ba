/* Shared by the tests of tables in the studio: a table, and a page that listens
 * to it. Every function fails the running test if it cannot do its work. */
#ifndef BOARDLAB_TESTS_SUPPORT_STUDIO_PAGE_H
#define BOARDLAB_TESTS_SUPPORT_STUDIO_PAGE_H

#include "cli/studio/served.h"

/* A table and what a page that listens has seen of it. */
typedef struct Page {
  ServedTable *table;
  ChannelSeen seen;
  json_t *view, *hint, *evaluation;
} Page;

/* The set-up of a group of tests: Lua files can be opened, as in the command.
 */
int start_host(void **unused);

/* The caller closes the page. */
Page open_plan(const TablePlan *plan);
Page open_shared(const TablePlan *plan, const ServedShare *share);
Page open_page(const char *game, const char *first, const char *second);
void close_page(Page *page);
void check_not_opened(const TablePlan *plan, const char *message);

/* Takes over the latest news; waits for it if `milliseconds`. */
bool look(Page *page, int milliseconds);

/* What the view says. */
const json_t *get(const Page *page, const char *key);
const char *text_at(const Page *page, const char *key);
int ply_of(const Page *page);

/* Waits until something is so. */
typedef bool Condition(const Page *page);
void wait_until(Page *page, Condition *is_so);

bool is_human(const Page *page);
bool is_over(const Page *page);
bool is_stopped(const Page *page);
bool has_error(const Page *page);
bool hint_is_done(const Page *page);

/* Requests, and one that is refused with a message that contains the text. They
 * free the body. */
void ask(Page *page, const char *request, json_t *body);
void play(Page *page, const char *move);
void check_refused(Page *page, const char *request, json_t *body,
                   const char *message);

/* The answer to the request `position`; NULL with a message. */
json_t *position_at(Page *page, int ply, Error *error);

#endif
