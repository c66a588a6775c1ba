#include "core/learn/inputs_internal.h"

#include "core/base/need.h"
#include <stdlib.h>

/* ---- sources -------------------------------------------------------------*/

static Source *add_source(Sources *s) {
  if ((s->count & (s->count - 1)) == 0)
    s->source = need_resized(s->source, (s->count ? 2 * (size_t)s->count : 1) *
                                            sizeof *s->source);
  return &s->source[s->count++];
}

static void add_fields(const Game *game, size_t begins, Sources *s) {
  for (const Field *f = game->fields; f && f->name; f++)
    *add_source(s) = (Source){.name = f->name,
                              .count = f->count ? f->count : 1,
                              .grid = f->grid,
                              .at = begins + f->offset,
                              .usable = f->name[0] != '_' && !f->part};
}

static void add_feature(const Feature *f, Sources *s, Grid **grid) {
  int count = feature_count(f);
  Source *source = add_source(s);
  *source =
      (Source){.name = f->name, .count = count, .at = s->size, .usable = true};
  s->size += (size_t)count * sizeof(int32_t);
  GridShape shape = {.columns = f->columns, .rows = f->rows};
  if (f->rows && grid_init(*grid, &shape, NULL))
    source->grid = (*grid)++;
}

void sources_find(const Game *game, Sources *s) {
  size_t begins = 0;
  int features = 0;
  *s = (Sources){.size = (game->state_size + 7) / 8 * 8};
  for (const Game *g = game; g; begins += g->base_offset, g = g->base) {
    add_fields(g, begins, s);
    features += g->features;
  }
  s->grid = features ? need_array((size_t)features, sizeof *s->grid) : NULL;
  Grid *grid = s->grid;
  for (const Game *g = game; g; g = g->base)
    for (int i = 0; i < g->features; i++)
      add_feature(&g->feature[i], s, &grid);
  for (int i = 0, boards = 0; i < s->count; i++)
    s->source[i].board = s->source[i].grid ? boards++ : 0;
}

void sources_free(Sources *s) {
  free(s->source);
  free(s->grid);
}

void sources_add_features(const Game *game, char *bytes) {
  size_t begins = 0, at = (game->state_size + 7) / 8 * 8;
  for (const Game *g = game; g; begins += g->base_offset, g = g->base) {
    if (g->features && g->rules->features)
      g->rules->features(g, (const State *)(const void *)(bytes + begins),
                         (int32_t *)(void *)(bytes + at));
    for (int i = 0; i < g->features; i++)
      at += (size_t)feature_count(&g->feature[i]) * sizeof(int32_t);
  }
}

/* Numbers up to this are told apart; beyond, ever more share a class. */
enum { EXACT = 11 };

int input_class(int64_t number) {
  int class = EXACT;
  if (number <= EXACT)
    return number < 0 ? 0 : (int)number;
  for (int64_t width = 4, end = EXACT; number > end; width *= 2) {
    end += width;
    class ++;
  }
  return class < INPUT_VALUES ? class : INPUT_VALUES - 1;
}

/* ---- seats that are changed about ----------------------------------------*/

int32_t input_change_number(SeatChange change, int seats, int first,
                            int32_t number) {
  int32_t last = change == SEATS_FIRST ? seats : INT32_MAX;
  int32_t size = change == SEATS_APART ? seats + 1 : seats;
  int32_t seat = number > 0 ? (number - 1) % size : seats;
  if (change == SEATS_STAY || change == SEATS_LISTED || number > last ||
      seat >= seats)
    return number;
  return number - seat + (seat - first + seats) % seats;
}

int input_change_place(const Source *s, const InputView *view, int seats,
                       int first, int i) {
  int each = s->count / seats;
  if (s->grid)
    return grid_symmetry_image(s->grid, view->symmetry, i);
  if (view->lists != SEATS_LISTED || s->count % seats != 0)
    return i;
  return (i / each - first + seats) % seats * each + i % each;
}

/* ---- making them ---------------------------------------------------------*/

/* Which inputs are beside one another: neighbours on a board, numbers that
 * follow each other in a list. */
static void find_near(Inputs *in, const Source *s, int first) {
  for (int i = 0; i < s->count; i++) {
    int16_t *near = in->near[first + i];
    for (int n = 0; n < INPUT_NEAR; n++) {
      int other = n == 0 ? i - 1 : n == 1 ? i + 1 : -1;
      if (s->grid)
        other = n < s->grid->directions ? s->grid->next[i][n] : -1;
      near[n] = (int16_t)(other >= 0 && other < s->count ? first + other : -1);
    }
  }
}

static void name_places(Inputs *in, const Source *s, int first) {
  for (int i = 0; i < s->count; i++) {
    InputPlace *p = &in->place[first + i];
    *p = (InputPlace){.field = s->name, .column = (int16_t)i};
    if (s->grid)
      *p = (InputPlace){s->name, s->grid->column[i], s->grid->row[i],
                        (int16_t)s->grid->shape.columns,
                        (int16_t)s->grid->shape.rows};
  }
}

/* Boards of the same size lie above one another. */
static void find_above(Inputs *in, const Sources *sources) {
  const InputPlan *p = &in->plan;
  int first[INPUT_FIELDS], at = 0;
  for (int i = 0; i < p->fields; i++) {
    first[i] = at;
    at += sources->source[p->field[i].source].count;
  }
  for (int i = 0; i < p->fields; i++) {
    const Source *s = &sources->source[p->field[i].source];
    int other = -1;
    for (int k = 1; k < p->fields && other < 0; k++) {
      int next = (i + k) % p->fields;
      const Source *t = &sources->source[p->field[next].source];
      if (s->grid && t->grid && s->count == t->count)
        other = first[next];
    }
    for (int cell = 0; cell < s->count; cell++)
      in->above[first[i] + cell] = (int16_t)(other < 0 ? -1 : other + cell);
  }
}

/* For each view, where the numbers of a field are. */
static void find_places(Inputs *in, const Source *s, int field, int first) {
  int seats = in->game->seats;
  for (int view = 0; view < in->views; view++) {
    const InputView *v = &in->plan.view[view];
    for (int i = 0; i < s->count; i++) {
      int to = view ? input_change_place(s, v, seats, view, i) : i;
      in->at[view][first + to] =
          (uint32_t)(s->at + (size_t)i * sizeof(int32_t));
    }
    const InputField *p = &in->plan.field[field];
    SeatChange change = source_change(s, v);
    for (int i = 0; i < 256; i++) {
      int64_t shown = (int64_t)p->least + i;
      int32_t number =
          input_change_number(view ? change : SEATS_STAY, seats, view,
                              (int32_t)(shown < INT32_MAX ? shown : INT32_MAX));
      int class = input_class((int64_t)number - p->least);
      in->input_of[view][field][i] =
          (uint8_t)(class < p->values ? class : p->values - 1);
    }
  }
}

static void find_images(Inputs *in, const Source *s, int first) {
  for (int image = 0; image < in->plan.images; image++)
    for (int i = 0; i < s->count; i++)
      in->image[image][first + i] =
          (int16_t)(first + (s->grid ? grid_symmetry_image(
                                           s->grid, in->plan.image[image], i)
                                     : i));
}

static void add_field(Inputs *in, const Source *s, int field) {
  int first = in->count;
  memset(in->values + first, in->plan.field[field].values, (size_t)s->count);
  memset(in->field + first, field, (size_t)s->count);
  name_places(in, s, first);
  find_near(in, s, first);
  find_places(in, s, field, first);
  find_images(in, s, first);
  in->count += s->count;
}

Inputs *inputs_new(const Game *game, const InputPlan *plan) {
  Inputs *in = need(sizeof *in);
  Sources sources;
  sources_find(game, &sources);
  in->game = game;
  in->plan = *plan;
  in->views = plan->alike ? game->seats : 1;
  in->at = need_array((size_t)in->views, sizeof *in->at);
  in->input_of = need_array((size_t)in->views, sizeof *in->input_of);
  if (game_hides(game) || sources.grid)
    in->seen = need(sources.size);
  for (int i = 0; i < plan->fields; i++)
    add_field(in, &sources.source[plan->field[i].source], i);
  find_above(in, &sources);
  sources_free(&sources);
  return in;
}

void inputs_free(Inputs *in) {
  if (!in)
    return;
  free(in->at);
  free(in->input_of);
  free(in->seen);
  free(in);
}

/* ---- reading -------------------------------------------------------------*/

int inputs_role(const Game *game, const State *state, int seat) {
  const uint8_t *bytes = (const uint8_t *)state;
  int role = seat;
  for (const Game *g = game; g->base; g = g->base) {
    int inner = 0;
    if (g->base->seats != game->seats)
      return seat;
    while (inner < g->seats && bytes[g->holder_offset + (size_t)inner] != role)
      inner++;
    if (inner < g->seats)
      role = inner;
    bytes += g->base_offset;
  }
  return role;
}

void inputs_read(const Inputs *in, const State *state, int seat, int role,
                 uint8_t value[]) {
  int view = in->plan.alike ? role : 0;
  const uint32_t *at = in->at[view];
  const char *bytes = (const char *)state;
  if (in->seen) {
    State *seen = (State *)(void *)in->seen;
    game_assign(in->game, seen, state);
    if (state->outcome == PLAYING)
      game_observe(in->game, seen, seat);
    sources_add_features(in->game, in->seen);
    bytes = in->seen;
  }
  for (int i = 0; i < in->count; i++) {
    int32_t number;
    int field = in->field[i];
    memcpy(&number, bytes + at[i], sizeof number);
    int64_t index = (int64_t)number - in->plan.field[field].least;
    index = index < 0 ? 0 : index > 255 ? 255 : index;
    value[i] = in->input_of[view][field][index];
  }
}

/* ---- plans from elsewhere ------------------------------------------------*/

void inputs_cross(Message *m, InputPlan *plan) {
  CROSS(m, plan->own, 0, 1);
  CROSS(m, plan->fields, 1, INPUT_FIELDS);
  for (int i = 0; i < plan->fields; i++) {
    InputField *f = &plan->field[i];
    CROSS(m, f->source, 0, UINT8_MAX);
    CROSS(m, f->values, 2, INPUT_VALUES);
    CROSS(m, f->least, INT32_MIN, INT32_MAX);
  }
  CROSS(m, plan->images, 1, INPUT_IMAGES);
  for (int i = 0; i < plan->images; i++)
    CROSS(m, plan->image[i], 0, GRID_SYMMETRIES - 1);
  CROSS(m, plan->alike, 0, 1);
  for (int seat = 0; plan->alike && seat < SEATS_MAX; seat++) {
    InputView *v = &plan->view[seat];
    CROSS(m, v->symmetry, 0, GRID_SYMMETRIES - 1);
    CROSS(m, v->cells, SEATS_STAY, SEATS_ALL);
    CROSS(m, v->lists, SEATS_STAY, SEATS_LISTED);
    CROSS(m, v->neutral, 0, (1 << INPUT_BOARDS) - 1);
  }
}

static bool has_symmetries(const Source *s, const InputPlan *plan, int seats) {
  bool has = true;
  for (int i = 0; s->grid && i < plan->images; i++)
    has = has && s->grid->symmetries >> plan->image[i] & 1;
  for (int i = 0; s->grid && plan->alike && i < seats; i++)
    has = has && s->grid->symmetries >> plan->view[i].symmetry & 1;
  return has;
}

bool inputs_check(const Game *game, const InputPlan *plan, Error *error) {
  int count = 0;
  bool fits = !plan->own || game->rules->evaluate;
  Sources sources;
  sources_find(game, &sources);
  for (int i = 0; fits && i < plan->fields; i++) {
    int at = plan->field[i].source;
    const Source *s = at < sources.count ? &sources.source[at] : NULL;
    fits = s && s->usable && has_symmetries(s, plan, game->seats);
    count += fits ? s->count : 0;
  }
  sources_free(&sources);
  return (fits && count <= INPUTS_MAX) ||
         error_set(error,
                   "the fields of %s are not those that the weights "
                   "were learned from",
                   game->spec);
}
