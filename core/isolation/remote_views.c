#include "core/base/utf8.h"
#include "core/isolation/remote_internal.h"

/* Whether the byte of a bool that came from elsewhere is one. */
static bool view_is_bool(const bool *value) {
  unsigned char byte;
  memcpy(&byte, value, sizeof byte);
  return byte <= 1;
}

static void view_clean(char *text, size_t size) {
  text[size - 1] = '\0';
  utf8_clean_line(text);
}

static bool view_is_answer(const Game *game, Answer *a) {
  bool good = a->type <= ANSWER_WORD && view_is_bool(&a->list) &&
              view_is_bool(&a->overflow) && a->count >= 0 &&
              a->count <= ANSWERS_MAX && (a->list || a->count <= 1);
  for (int i = 0; good && i < ANSWERS_MAX; i++) {
    view_clean(a->text[i], ANSWER_TEXT);
    good = a->type != ANSWER_SEAT || i >= (a->list ? a->count : 1) ||
           (a->number[i] >= 0 && a->number[i] < game->seats);
  }
  return good;
}

void cross_answer(Message *m, const Game *game, Answer *answer) {
  cross_bytes(m, answer, sizeof *answer);
  if (!m->writing && !view_is_answer(game, answer))
    m->malformed = true;
}

static void cross_key(Message *m, const Game *game, Part *p) {
  char key[ANSWER_TEXT];
  if (m->writing) {
    message_put_text(m, p->key);
    return;
  }
  message_get_line(m, key, sizeof key);
  p->key = text_pool_find(&remote_of(game)->texts, key);
}

void cross_parts(Message *m, const Game *game, Parts *parts) {
  CROSS(m, parts->count, 0, PARTS_MAX);
  CROSS(m, parts->overflow, 0, 1);
  for (int i = 0; i < parts->count; i++) {
    Part *p = &parts->part[i];
    cross_key(m, game, p);
    CROSS(m, p->list, 0, 1);
    CROSS(m, p->count, 0, PART_TEXTS);
    for (int t = 0; t < p->count; t++)
      cross_line(m, p->text[t], sizeof p->text[t]);
  }
}
