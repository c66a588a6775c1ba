#include "core/base/utf8.h"
#include "core/game/scene.h"
#include "core/isolation/remote_internal.h"

/* Whether the byte of a bool that came from elsewhere is one. */
static bool view_is_bool(const bool *value) {
  unsigned char byte;
  memcpy(&byte, value, sizeof byte);
  return byte <= 1;
}

static bool view_is_on_board(const Scene *scene, Cell at) {
  return at.column >= 0 && at.column < scene->columns && at.row >= 0 &&
         at.row < scene->rows;
}

static bool view_is_seat(const Game *game, int seat) {
  return seat >= SCENE_NOBODY && seat < game->seats;
}

static bool view_is_piece(const Game *game, ScenePiece *p) {
  p->label[sizeof p->label - 1] = '\0';
  utf8_clean_line(p->label);
  return view_is_seat(game, p->seat) && p->size >= 1 && p->size <= 3 &&
         p->shape <= SCENE_SQUARE;
}

static bool view_is_count(int count, int most) {
  return count >= 0 && count <= most;
}

/* Whether the numbers of parts keep to the limits of a Scene. */
static bool view_has_room(const Scene *s) {
  return view_is_count(s->shaded_count, SCENE_CELLS) &&
         view_is_count(s->highlight_count, SCENE_CELLS) &&
         view_is_count(s->piece_count, SCENE_PIECES) &&
         view_is_count(s->wall_count, SCENE_WALLS) &&
         view_is_count(s->mark_count, SCENE_MARKS) &&
         view_is_count(s->edge_count, SCENE_EDGES) &&
         view_is_count(s->held_count, SCENE_HELD) &&
         view_is_count(s->moved_count, SCENE_MOVED) &&
         view_is_count(s->note_count, SCENE_NOTES);
}

static bool view_are_marks(const Game *game, Scene *s) {
  bool good = true;
  for (int i = 0; good && i < s->mark_count; i++) {
    SceneMark *mark = &s->mark[i];
    mark->label[sizeof mark->label - 1] = '\0';
    utf8_clean_line(mark->label);
    good = view_is_on_board(s, mark->at) && view_is_seat(game, mark->seat);
  }
  for (int i = 0; good && i < s->edge_count; i++)
    good = s->edge[i].side < SCENE_SIDES && view_is_seat(game, s->edge[i].seat);
  for (int i = 0; good && i < s->held_count; i++)
    good = view_is_piece(game, &s->held[i].piece) && s->held[i].count >= 1;
  for (int i = 0; good && i < s->moved_count; i++)
    good = view_is_on_board(s, s->moved[i]);
  return good;
}

/* Whether a scene that came from elsewhere keeps to the limits of a Scene. */
static bool view_is_scene(const Game *game, Scene *s) {
  bool good = view_is_bool(&s->overflow) && view_is_bool(&s->down) &&
              view_is_bool(&s->hex) && view_is_count(s->columns, SCENE_CELLS) &&
              view_is_count(s->rows, SCENE_CELLS) &&
              s->columns * s->rows <= SCENE_CELLS && view_has_room(s) &&
              view_are_marks(game, s);
  for (int i = 0; good && i < s->shaded_count; i++)
    good = view_is_on_board(s, s->shaded[i]);
  for (int i = 0; good && i < s->highlight_count; i++)
    good = view_is_on_board(s, s->highlight[i]);
  for (int i = 0; good && i < s->wall_count; i++)
    good = view_is_on_board(s, s->wall[i].at) &&
           view_is_bool(&s->wall[i].vertical) && s->wall[i].length >= 1 &&
           s->wall[i].length <= BOARD_SIDE_MAX;
  for (int i = 0; good && i < s->piece_count; i++)
    good = view_is_on_board(s, s->piece[i].at) &&
           view_is_piece(game, &s->piece[i]);
  for (int i = 0; good && i < s->note_count; i++) {
    s->note[i][SCENE_TEXT - 1] = '\0';
    utf8_clean_line(s->note[i]);
  }
  return good;
}

void cross_scene(Message *m, const Game *game, Scene *scene) {
  cross_bytes(m, scene, sizeof *scene);
  if (!m->writing && !view_is_scene(game, scene))
    m->malformed = true;
}

static bool view_is_answer(const Game *game, Answer *a) {
  bool good = a->type <= ANSWER_WORD && view_is_bool(&a->list) &&
              view_is_bool(&a->overflow) && a->count >= 0 &&
              a->count <= ANSWERS_MAX && (a->list || a->count <= 1);
  for (int i = 0; good && i < ANSWERS_MAX; i++) {
    a->text[i][ANSWER_TEXT - 1] = '\0';
    utf8_clean_line(a->text[i]);
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
