/* Texts by number: an open hash table of the texts, each once. */
#include "lua/host/plugins/luagame_internal.h"

#include <stdlib.h>

enum { SLOTS_COUNT = 1024, WORDS_MAX = 768 };

struct Words {
  int count;
  int16_t slot[SLOTS_COUNT]; /* the number of a text, plus 1; or 0 */
  char text[WORDS_MAX][WORD_TEXT];
};

Words *words_new(void) {
  return calloc(1, sizeof(Words));
}

size_t words_memory(void) {
  return sizeof(Words);
}

void words_forget(Words *words) {
  words->count = 0;
  memset(words->slot, 0, sizeof words->slot);
}

bool words_make_room(Words *words, int count) {
  bool full = words->count + count > WORDS_MAX;
  if (full)
    words_forget(words);
  return full;
}

int32_t words_number(Words *words, const char *text) {
  size_t length = strlen(text);
  unsigned at = (unsigned)game_hash_bytes(text, length) % SLOTS_COUNT;
  while (words->slot[at] && strcmp(words->text[words->slot[at] - 1], text) != 0)
    at = (at + 1) % SLOTS_COUNT;
  if (!words->slot[at]) {
    memcpy(words->text[words->count], text, length + 1);
    words->slot[at] = (int16_t)++words->count;
  }
  return words->slot[at] - 1;
}

const char *words_text(const Words *words, int32_t number) {
  return words->text[number];
}
