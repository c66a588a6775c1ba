#include "analysis/metrics/run_command.h"

#include "core/base/number.h"
#include <stdlib.h>
#include <string.h>

/* ---- words ---------------------------------------------------------------*/

/* Characters that mean nothing to a shell, anywhere in a word but in front. */
static bool is_plain(const char *word) {
  static const char PLAIN[] = "abcdefghijklmnopqrstuvwxyz"
                              "ABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789"
                              "_-+./:,=@%";
  return word[0] && word[strspn(word, PLAIN)] == '\0';
}

bool command_add(Text *command, const char *word) {
  if (!text_reserve(command, 4 * strlen(word) + 3))
    return false;
  if (command->length)
    text_add_char(command, ' ');
  if (is_plain(word)) {
    text_add_word(command, word);
    return true;
  }
  text_add_char(command, '\'');
  for (; *word; word++)
    if (*word == '\'')
      text_add_word(command, "'\\''");
    else
      text_add_char(command, *word);
  text_add_char(command, '\'');
  return true;
}

void command_print(FILE *out, const char *word) {
  Text text = {NULL};
  if (command_add(&text, word))
    fprintf(out, " %.*s", (int)text.length, text.bytes);
  free(text.bytes);
}

bool command_add_and(Text *command) {
  if (!text_reserve(command, 3))
    return false;
  text_add_word(command, " &&");
  return true;
}

bool command_add_value(Text *command, const char *flag, const char *value) {
  return !value || !*value ||
         (command_add(command, flag) && command_add(command, value));
}

bool command_add_number(Text *command, const char *flag, uint64_t value) {
  char text[TEXT_NUMBER_MAX];
  snprintf(text, sizeof text, "%llu", (unsigned long long)value);
  return command_add_value(command, flag, text);
}

/* ---- flags ---------------------------------------------------------------*/

bool command_add_out(Text *command, const char *path) {
  char name[NAME_MAX + 1];
  size_t end = strlen(path), begin;
  while (end > 1 && path[end - 1] == '/')
    end--;
  for (begin = end; begin > 0 && path[begin - 1] != '/';)
    begin--;
  snprintf(name, sizeof name, "%.*s", (int)(end - begin), path + begin);
  /* Folders without a name of their own, and one that looks like a flag. */
  bool odd = !*name || *name == '-' || strcmp(name, ".") == 0 ||
             strcmp(name, "..") == 0;
  return command_add_value(command, "--out", odd ? "run" : name);
}

/* One bot in all seats is given once, and `random` not at all. */
static bool add_seats(Text *command, const Run *run) {
  const Schedule *s = &run->schedule;
  const uint8_t *bots = schedule_bots(s, 0);
  bool good = true;
  if (s->bots > 1)
    for (int seat = 0; good && seat < s->seats; seat++)
      good = command_add_value(command, "--seat", s->bot[bots[seat]].spec);
  else if (!schedule_is_random(s))
    good = command_add_value(command, "--seat", s->bot[0].spec);
  return good && (run->plan.seating == SEATING_FIXED ||
                  command_add(command, "--rotate"));
}

bool command_add_bots(Text *command, const Run *run) {
  const Schedule *s = &run->schedule;
  bool good = true;
  if (run->plan.seating != SEATING_EVERY)
    return add_seats(command, run);
  for (int bot = 0; good && bot < s->bots; bot++)
    good = command_add_value(command, "--bot", s->bot[bot].spec);
  return good;
}

/* What the stopping rule of a test begins with. */
static const char SPRT[] = "sprt:";

bool command_add_until(Text *command, const Run *run) {
  size_t length = strlen(SPRT);
  return strncmp(run->until, SPRT, length) == 0
             ? command_add_value(command, "--sprt", run->until + length)
             : command_add_value(command, "--until", run->until);
}

/* Adds a flag for what stands behind `key` in the limits of the manifest,
 * unless it is what --help gives as the default. */
static bool add_limit(Text *command, const Run *run, const char *key,
                      const char *flag, int64_t otherwise) {
  const char *at = strstr(run->limits, key);
  char text[32];
  int64_t limit;
  if (!at)
    return true;
  at += strlen(key);
  snprintf(text, sizeof text, "%.*s", (int)strcspn(at, ","), at);
  return !number_in_range(text, 0, INT64_MAX, &limit) || limit == otherwise ||
         command_add_number(command, flag, (uint64_t)limit);
}

bool command_add_limits(Text *command, const Run *run) {
  return (run->own_limit ||
          command_add_number(command, "--max-plies",
                             (uint64_t)run->plan.max_plies)) &&
         (!run->plan.moves || command_add(command, "--moves")) &&
         add_limit(command, run, "budget=", "--budget", 10000000) &&
         add_limit(command, run, "memory=", "--memory", 64);
}

static bool add_match(Text *command, const Run *run) {
  int opening = run->plan.opening;
  return (!run->plan.pairs || command_add(command, "--pairs")) &&
         (opening == 0 ||
          command_add_number(command, "--opening", (uint64_t)opening));
}

bool command_add_shard(Text *command, const Run *run) {
  char text[32];
  if (run->plan.shards < 2)
    return true;
  snprintf(text, sizeof text, "%d/%d", run->plan.shard, run->plan.shards);
  return command_add_value(command, "--shard", text);
}

/* ---- the command ---------------------------------------------------------*/

static void note_text(void *context, const SourceHash *source) {
  bool *defined = context;
  *defined = *defined || source->text;
}

/* The command `tournament` has no --until, which scripts may ask for. */
bool command_exists(const Run *run) {
  bool defined = false;
  source_hashes_each(run->sources, note_text, &defined);
  return !defined && (run->plan.seating != SEATING_EVERY || !run->until[0] ||
                      strncmp(run->until, SPRT, strlen(SPRT)) == 0);
}

bool command_of_run(const Run *run, Text *command) {
  bool cup = run->plan.seating == SEATING_EVERY;
  uint64_t games = cup ? run->total / run->schedule.seatings : run->total;
  return command_add(command, "boardlab") &&
         command_add(command, cup ? "tournament" : "simulate") &&
         command_add(command, run->schedule.game) &&
         command_add_bots(command, run) &&
         command_add_number(command, "--games", games) &&
         command_add_until(command, run) && add_match(command, run) &&
         command_add_number(command, "--seed", run->plan.seed) &&
         command_add_limits(command, run) && command_add_shard(command, run) &&
         (!run->plan.out || command_add_out(command, run->plan.out));
}
