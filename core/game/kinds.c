#include "core/game/kinds.h"

const char *const KIND_NAMES[] = {"score", "counter", "die",
                                  "deck",  "hand",    NULL};

bool kind_allows(const Field *f, int32_t number) {
  const FieldKind *k = f->kind;
  if (!k || k->places || k->type == KIND_SCORE || k->type == KIND_COUNTER)
    return true;
  if (k->type == KIND_DECK && (f->count == 0 || k->each == 1))
    return number >= 0;
  return number >= KIND_HIDDEN && (!k->names || number <= k->name_count);
}

/* A field that is being shown. */
typedef struct Showing {
  const Field *field;
  const int32_t *numbers;
  Scene *scene;
} Showing;

static void add_item(const Showing *s, int seat, SceneShape shape,
                     const char *label, int count, const char *group) {
  SceneHeld held = {.count = count};
  held.piece =
      (ScenePiece){.seat = (int8_t)seat, .size = 3, .shape = (uint8_t)shape};
  scene_set_label(held.piece.label, label);
  scene_set_label(held.group, group);
  for (char *c = held.group; *c; c++)
    *c = *c == '_' ? ' ' : *c;
  scene_add_held(s->scene, held);
}

/* The name of a card, a face or a counter, or its number. */
static const char *name_of(const Showing *s, int32_t value, char number[16]) {
  const FieldKind *k = s->field->kind;
  if (value >= 1 && value <= k->name_count)
    return k->names[value - 1];
  snprintf(number, 16, "%d", value);
  return number;
}

static void add_card(const Showing *s, int seat, int32_t card,
                     const char *group) {
  char number[16];
  add_item(s, seat, SCENE_CARD, name_of(s, card, number), 1, group);
}

static void add_pile(const Showing *s, int seat, int cards, const char *label,
                     const char *group) {
  if (cards > 0)
    add_item(s, seat, SCENE_BACK, label, cards, group);
  else
    add_item(s, seat, SCENE_EMPTY, "", 1, group);
}

/* Cards in slots. Those face down in a hand are one pile; on the table each
 * lies in its place and shows its number, unless they are many. */
static void show_slots(const Showing *s, int seat, int from, int count) {
  enum { FEW = 12 };
  const int32_t *card = s->numbers + from;
  const char *group = s->field->name;
  bool piled = s->field->kind->type == KIND_HAND || count > FEW, empty = true;
  int backs = 0;
  for (int i = 0; i < count; i++)
    backs += card[i] < 0;
  for (int i = 0; i < count; i++) {
    char slot[16];
    snprintf(slot, sizeof slot, "%d", i + 1);
    if (card[i] > 0)
      add_card(s, seat, card[i], group);
    else if (card[i] < 0 && backs) {
      add_pile(s, seat, piled ? backs : 1, piled ? "" : slot, group);
      backs = piled ? 0 : backs;
    }
    empty = empty && card[i] == 0;
  }
  if (empty)
    add_pile(s, seat, 0, "", group);
}

static int count_cards(const Showing *s, int32_t value) {
  int cards = 0;
  for (int i = 0; i < s->field->count; i++)
    cards += s->numbers[i] == value;
  return cards;
}

/* The cards that have a value, and as a pile those that have another. */
static void show_place(const Showing *s, int seat, int32_t open, int32_t pile,
                       const char *group, bool may_be_empty) {
  int cards = count_cards(s, open), backs = count_cards(s, pile);
  for (int i = 0; cards && i < s->field->count; i++)
    if (s->numbers[i] == open)
      add_card(s, seat, i + 1, group);
  if (backs > 0 || (cards == 0 && may_be_empty))
    add_pile(s, seat, backs, "", group);
}

/* Cards that are not seen may be anywhere: then nothing is said to be empty. */
static void show_places(const Showing *s, int seat) {
  const int32_t nothing = INT32_MIN;
  bool known = count_cards(s, KIND_HIDDEN) == 0;
  if (seat != SCENE_NOBODY) {
    show_place(s, seat, seat + 1, KIND_HIDDEN - (seat + 1),
               KIND_NAMES[KIND_HAND], known);
    return;
  }
  for (const KindPlace *p = s->field->kind->places; p->name; p++)
    show_place(s, seat, p->pile ? nothing : p->value,
               p->pile ? p->value : nothing, p->name, known);
  show_place(s, seat, nothing, KIND_HIDDEN, "not seen", false);
}

static void show_number(const Showing *s, int seat, int32_t value, int which) {
  const FieldKind *k = s->field->kind;
  const char *group = s->field->name;
  char number[16];
  snprintf(number, sizeof number, "%d", value);
  if (k->type == KIND_DECK)
    add_pile(s, seat, value, "", group);
  else if (k->type == KIND_DIE)
    add_item(s, seat, SCENE_DIE,
             value == 0  ? ""
             : value < 0 ? "?"
                         : name_of(s, value, number),
             1, group);
  else
    add_item(s, seat, k->type == KIND_SCORE ? SCENE_SCORE : SCENE_COUNTER,
             number, 1, which < k->name_count ? k->names[which] : group);
}

/* Shows what a seat has, or nobody. */
static void show_field(const Showing *s, int seat) {
  const FieldKind *k = s->field->kind;
  int count = s->field->count ? s->field->count : 1;
  int from = seat > 0 ? seat * k->each : 0;
  if (k->places) {
    show_places(s, seat);
    return;
  }
  if ((seat == SCENE_NOBODY) != (k->each == 0))
    return;
  count = k->each ? k->each : count;
  if (k->type == KIND_HAND ||
      (k->type == KIND_DECK && (k->each ? k->each > 1 : s->field->count > 0)))
    show_slots(s, seat, from, count);
  else
    for (int i = 0; i < count; i++)
      show_number(s, seat, s->numbers[from + i], i);
}

/* Nobody comes after all seats. */
static int rank(const SceneHeld *held) {
  return held->piece.seat == SCENE_NOBODY ? SEATS_MAX : held->piece.seat;
}

/* Keeps the order of what is a seat's. */
static void sort_held(Scene *scene) {
  for (int i = 1; i < scene->held_count; i++) {
    SceneHeld held = scene->held[i];
    int at = i;
    for (; at > 0 && rank(&scene->held[at - 1]) > rank(&held); at--)
      scene->held[at] = scene->held[at - 1];
    scene->held[at] = held;
  }
}

void scene_add_kinds(const Field fields[], const State *state, int seats,
                     Scene *scene) {
  for (int seat = SCENE_NOBODY; seat < seats; seat++)
    for (int type = 0; type < KINDS; type++)
      for (const Field *f = fields; f->name; f++) {
        const char *at = (const char *)state + f->offset;
        const Showing s = {f, (const int32_t *)at, scene};
        if (f->kind && f->kind->type == type)
          show_field(&s, seat);
      }
  sort_held(scene);
}
