#define _DEFAULT_SOURCE /* gmtime_r */
#include "analysis/report/report_head.h"

#include "analysis/stats/shown.h"
#include "core/base/number.h"
#include "core/run/made.h"
#include <stdarg.h>
#include <stdlib.h>
#include <time.h>

/* ---- texts ---------------------------------------------------------------*/

void head_short_title(const Head *head, char title[GAME_TITLE]) {
  snprintf(title, GAME_TITLE, "%s", made_text(head->made, "title"));
  size_t length = strlen(title);
  char *author = strstr(title, " (");
  if (author && author > title && title[length - 1] == ')')
    *author = '\0';
}

void head_options(const char *spec, char options[SPEC_TEXT]) {
  const char *from = strchr(spec, ':');
  size_t length = 0;
  for (from = from ? from + 1 : ""; *from && length + 2 < SPEC_TEXT; from++) {
    options[length++] = *from;
    if (*from == ',')
      options[length++] = ' ';
  }
  options[length] = '\0';
}

/* Whether SOURCE_DATE_EPOCH (reproducible-builds.org) is a date. */
static bool read_date(const char *text, int64_t *seconds) {
  return number_in_range(text, 0, INT64_C(253402300799), seconds);
}

bool head_check_date(Error *error) {
  const char *fixed = getenv("SOURCE_DATE_EPOCH");
  int64_t seconds;
  return !fixed || read_date(fixed, &seconds) ||
         error_set(error,
                   "SOURCE_DATE_EPOCH is '%.60s': set it to the page's date in "
                   "seconds since 1970, such as 1700000000, or unset it",
                   fixed);
}

void head_date(char date[HEAD_DATE]) {
  const char *fixed = getenv("SOURCE_DATE_EPOCH");
  int64_t seconds;
  if (!fixed || !read_date(fixed, &seconds))
    seconds = (int64_t)time(NULL);
  time_t when = (time_t)seconds;
  struct tm day;
  if (!gmtime_r(&when, &day) ||
      strftime(date, HEAD_DATE, "%Y-%m-%d", &day) == 0)
    date[0] = '\0';
}

/* ---- facts ---------------------------------------------------------------*/

void head_fact(Head *head, const char *label, const char *format, ...) {
  char text[4 * SPEC_TEXT];
  va_list list;
  va_start(list, format);
  vsnprintf(text, sizeof text, format, list);
  va_end(list);
  if (!head->facts)
    head->facts = json_array();
  if (*text)
    json_array_append_new(head->facts,
                          json_pack("[s, o]", label, json_text(text)));
}

void head_fact_game(Head *head) {
  char options[SPEC_TEXT];
  head_options(made_game(head->made), options);
  head_fact(head, "Game", "%s", made_text(head->made, "title"));
  head_fact(head, "Options", "%s", *options ? options : "the defaults");
}

static void fact_openings(Head *head, int alike) {
  uint64_t plies = made_number(head->made, "opening");
  Phrase text = {""}, which = phrase("ply");
  if (alike == 2)
    phrase_add(&text, "shared by pairs of games");
  else if (alike > 2)
    phrase_add(&text, "shared by rounds of %d games", alike);
  if (plies > 1)
    which = shown_things(plies, "ply", "plies");
  if (plies)
    phrase_add(&text, "%sthe first %s random", *text.text ? ", " : "",
               which.text);
  head_fact(head, "Openings", "%s", text.text);
}

void head_fact_rest(Head *head, int alike, int max_plies) {
  char date[HEAD_DATE];
  bool own_limit = !made_value(head->made, "max-plies", 0);
  head_date(date);
  fact_openings(head, alike);
  if (made_value(head->made, "seed", 0))
    head_fact(head, "Seed", "%llu",
              (unsigned long long)made_number(head->made, "seed"));
  if (max_plies)
    head_fact(head, "Ply limit", "%s%s", shown_count((uint64_t)max_plies).text,
              own_limit ? " (the game’s own)" : "");
  else
    head_fact(head, "Ply limit", "each game’s own");
  head_fact(head, "Played by", "%s", made_build(head->made).text);
  head_fact(head, "Page written", "%s", date);
}

/* ---- the head ------------------------------------------------------------*/

json_t *head_json(Head *h) {
  const char *why = NULL;
  char *command = h->made ? made_command(h->made, h->dir, &why) : NULL;
  json_t *json = json_pack(
      "{s:o, s:o, s:o, s:o, s:o, s:o, s:o, s:s?}", "title", json_text(h->title),
      "game", json_text(made_text(h->made, "title")), "conclusion",
      json_conclusion(&h->verdict), "findings", json_findings(&h->verdict),
      "notes", json_sentences(&h->notes), "facts",
      h->facts ? h->facts : json_array(), "command",
      command ? json_text(command) : json_null(), "no_command", why);
  free(command);
  json_decref(h->made);
  *h = (Head){.facts = NULL};
  return json;
}
