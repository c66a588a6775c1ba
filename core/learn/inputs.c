#include "core/learn/inputs_internal.h"

#include "core/base/need.h"
#include <stdlib.h>

/* ---- fields --------------------------------------------------------------*/

const Field *input_field(const Game *game, int layer, int field,
                         size_t *begins) {
  *begins = 0;
  for (; game && layer > 0; layer--, game = game->base)
    *begins += game->base_offset;
  const Field *f = game ? game->fields : NULL;
  for (; f && f->name && field > 0; field--)
    f++;
  return f && f->name ? f : NULL;
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
  int32_t last = change == SEATS_ALL ? INT32_MAX : seats;
  if (change == SEATS_STAY || change == SEATS_LISTED || number < 1 ||
      number > last)
    return number;
  int32_t block = (number - 1) / seats * seats, seat = (number - 1) % seats;
  return block + (seat - first + seats) % seats + 1;
}

int input_change_place(const Field *f, const InputView *view, int seats,
                       int first, int i) {
  int count = f->count ? f->count : 1, each = count / seats;
  if (f->grid)
    return grid_symmetry_image(f->grid, view->symmetry, i);
  if (view->lists != SEATS_LISTED || count % seats != 0)
    return i;
  return (i / each - first + seats) % seats * each + i % each;
}

/* ---- making them ---------------------------------------------------------*/

/* Which inputs are beside one another: neighbours on a board, numbers that
 * follow each other in a list. */
static void find_near(Inputs *in, const Field *f, int first) {
  int count = f->count ? f->count : 1;
  for (int i = 0; i < count; i++) {
    int16_t *near = in->near[first + i];
    for (int n = 0; n < INPUT_NEAR; n++) {
      int other = n == 0 ? i - 1 : n == 1 ? i + 1 : -1;
      if (f->grid)
        other = n < f->grid->directions ? f->grid->next[i][n] : -1;
      near[n] = (int16_t)(other >= 0 && other < count ? first + other : -1);
    }
  }
}

/* For each view, where the numbers of a field are. */
static void find_places(Inputs *in, const Field *f, size_t begins, int field,
                        int first) {
  int seats = in->game->seats, count = f->count ? f->count : 1;
  for (int view = 0; view < in->views; view++) {
    for (int i = 0; i < count; i++) {
      int to = view
                   ? input_change_place(f, &in->plan.view[view], seats, view, i)
                   : i;
      in->at[view][first + to] =
          (uint32_t)(begins + f->offset + (size_t)i * sizeof(int32_t));
    }
    const InputField *p = &in->plan.field[field];
    SeatChange change =
        f->grid ? in->plan.view[view].cells : in->plan.view[view].lists;
    for (int i = 0; i < 256; i++) {
      int32_t number = input_change_number(view ? change : SEATS_STAY, seats,
                                           view, p->least + i);
      int class = input_class((int64_t)number - p->least);
      in->input_of[view][field][i] =
          (uint8_t)(class < p->values ? class : p->values - 1);
    }
  }
}

static void find_images(Inputs *in, const Field *f, int first) {
  int count = f->count ? f->count : 1;
  for (int image = 0; image < in->plan.images; image++)
    for (int i = 0; i < count; i++)
      in->image[image][first + i] =
          (int16_t)(first + (f->grid ? grid_symmetry_image(
                                           f->grid, in->plan.image[image], i)
                                     : i));
}

Inputs *inputs_new(const Game *game, const InputPlan *plan) {
  Inputs *in = need(sizeof *in);
  in->game = game;
  in->plan = *plan;
  in->views = plan->alike ? game->seats : 1;
  in->at = need_array((size_t)in->views, sizeof *in->at);
  in->input_of = need_array((size_t)in->views, sizeof *in->input_of);
  in->seen = game_hides(game) ? game_start(game) : NULL;
  for (int i = 0; i < plan->fields; i++) {
    size_t begins;
    const InputField *p = &plan->field[i];
    const Field *f = input_field(game, p->layer, p->field, &begins);
    int count = f->count ? f->count : 1;
    memset(in->values + in->count, p->values, (size_t)count);
    memset(in->field + in->count, i, (size_t)count);
    find_near(in, f, in->count);
    find_places(in, f, begins, i, in->count);
    find_images(in, f, in->count);
    in->count += count;
  }
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

void inputs_read(const Inputs *in, const State *state, int seat,
                 uint8_t value[]) {
  int view = in->plan.alike ? seat : 0;
  const uint32_t *at = in->at[view];
  const char *bytes = (const char *)state;
  if (in->seen && state->outcome == PLAYING) {
    game_assign(in->game, in->seen, state);
    game_observe(in->game, in->seen, seat);
    bytes = (const char *)in->seen;
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
  CROSS(m, plan->fields, 1, INPUT_FIELDS);
  for (int i = 0; i < plan->fields; i++) {
    InputField *f = &plan->field[i];
    CROSS(m, f->layer, 0, UINT8_MAX);
    CROSS(m, f->field, 0, UINT8_MAX);
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
  }
}

static bool has_symmetries(const Field *f, const InputPlan *plan, int seats) {
  bool has = true;
  for (int i = 0; f->grid && i < plan->images; i++)
    has = has && f->grid->symmetries >> plan->image[i] & 1;
  for (int i = 0; f->grid && plan->alike && i < seats; i++)
    has = has && f->grid->symmetries >> plan->view[i].symmetry & 1;
  return has;
}

bool inputs_check(const Game *game, const InputPlan *plan, Error *error) {
  int count = 0;
  bool fits = true;
  for (int i = 0; fits && i < plan->fields; i++) {
    size_t begins;
    const InputField *p = &plan->field[i];
    const Field *f = input_field(game, p->layer, p->field, &begins);
    fits = f && has_symmetries(f, plan, game->seats);
    count += f ? f->count ? f->count : 1 : 0;
  }
  return (fits && count <= INPUTS_MAX) ||
         error_set(error,
                   "the fields of %s are not those that the weights "
                   "were learned from",
                   game->spec);
}
