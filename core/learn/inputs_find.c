/* Finding the inputs of a game, by random games: which numbers change, and how
 * positions can be turned. */
#include "core/learn/inputs_internal.h"

#include "core/base/need.h"
#include "core/game/job.h"
#include <stdlib.h>

enum {
  GAMES = 64,
  SAMPLES = 48, /* positions on which symmetries are tried, */
  OPENING = 3,  /* none of the first ones, where sides may be swapped */
  LAYERS = 9,
};

/* What random games have shown. */
typedef struct Look {
  const Game *game;
  InputPlan *plan;
  int32_t least[INPUT_FIELDS], most[INPUT_FIELDS];
  bool any; /* position has been looked at */
  int samples, met;
  State *sample[SAMPLES];
  State *seen, *turned, *after;
  Move *moves;
} Look;

/* ---- random games --------------------------------------------------------*/

/* Lists the fields of all layers in the plan, with unknown values. */
static void list_fields(Look *l) {
  const Game *game = l->game;
  for (int layer = 0; game && layer < LAYERS; layer++, game = game->base) {
    const Field *f = game->fields;
    for (int i = 0; f && f[i].name && l->plan->fields < INPUT_FIELDS; i++)
      if (f[i].name[0] != '_' && !f[i].part)
        l->plan->field[l->plan->fields++] =
            (InputField){.layer = (uint8_t)layer, .field = (uint8_t)i};
  }
}

static const int32_t *numbers_of(const Look *l, int field, const State *state,
                                 int *count, const Field **f) {
  size_t begins;
  const InputField *p = &l->plan->field[field];
  *f = input_field(l->game, p->layer, p->field, &begins);
  *count = (*f)->count ? (*f)->count : 1;
  return (const int32_t *)((const char *)state + begins + (*f)->offset);
}

/* Learns the range of each field from a position as a seat sees it. */
static void look_at(Look *l, const State *state, int seat) {
  game_assign(l->game, l->seen, state);
  game_observe(l->game, l->seen, seat);
  for (int i = 0; i < l->plan->fields; i++) {
    int count;
    const Field *f;
    const int32_t *number = numbers_of(l, i, l->seen, &count, &f);
    for (int n = 0; n < count; n++) {
      bool first = !l->any && n == 0;
      if (first || number[n] < l->least[i])
        l->least[i] = number[n];
      if (first || number[n] > l->most[i])
        l->most[i] = number[n];
    }
  }
  l->any = true;
}

/* Keeps each position with the same chance. */
static void keep_sample(Look *l, const State *state, Rng *rng) {
  int place = l->samples;
  if (l->samples == SAMPLES) {
    place = (int)rng_below(rng, (uint32_t)++l->met);
    if (place < SAMPLES)
      game_assign(l->game, l->sample[place], state);
    return;
  }
  l->met = ++l->samples;
  l->sample[place] = game_copy(l->game, state);
}

static void play_one(Look *l, uint64_t index) {
  const Game *game = l->game;
  State *state = l->after;
  Rng rng;
  rng_seed(&rng, 1, index);
  game_renew(game);
  game_begin(game, state, &rng);
  for (int ply = 0; ply < game->max_plies && state->outcome == PLAYING; ply++) {
    int seat = game_turn(game, state);
    look_at(l, state, seat < 0 ? 0 : seat);
    if (state->seat != NATURE && ply >= OPENING)
      keep_sample(l, state, &rng);
    game_play(game, state, game_random_move(game, state, &rng));
  }
}

/* Leaves out what never changes. */
static void keep_changing(Look *l) {
  int kept = 0, inputs = 0;
  for (int i = 0; i < l->plan->fields; i++) {
    int count;
    const Field *f;
    numbers_of(l, i, l->after, &count, &f);
    int class = input_class((int64_t)l->most[i] - l->least[i]);
    if (class == 0 || inputs + count > INPUTS_MAX)
      continue;
    l->plan->field[kept] = l->plan->field[i];
    l->plan->field[kept].least = l->least[i];
    l->plan->field[kept++].values = (uint8_t)(class + 1);
    inputs += count;
  }
  l->plan->fields = kept;
}

/* ---- symmetries ----------------------------------------------------------*/

/* Turns all fields of a position, and lets the seats go round. */
static void turn(const Look *l, const State *state, const InputView *view,
                 int first, State *turned) {
  int seats = l->game->seats;
  game_assign(l->game, turned, state);
  const Game *game = l->game;
  size_t at = 0;
  for (int layer = 0; game; layer++) {
    State *head = (State *)((char *)turned + at);
    if (head->seat != NATURE)
      head->seat = (uint8_t)((head->seat - first + seats) % seats);
    for (int i = 0; game->fields && game->fields[i].name; i++) {
      size_t begins;
      const Field *f = input_field(l->game, layer, i, &begins);
      const int32_t *from =
          (const int32_t *)((const char *)state + begins + f->offset);
      int32_t *to = (int32_t *)((char *)turned + begins + f->offset);
      for (int n = 0; n < (f->count ? f->count : 1); n++)
        to[input_change_place(f, view, seats, first, n)] = input_change_number(
            f->grid ? view->cells : view->lists, seats, first, from[n]);
    }
    at += game->base_offset;
    game = game->base;
  }
}

/* What tells positions apart: whose turn it is and who has won, when the seats
 * go round until `first` is the first, and the fields of another position. */
static uint64_t signature(const Look *l, const State *state, int first,
                          const State *fields) {
  int seats = l->game->seats, turn = 0;
  unsigned winners = 0;
  if (state->outcome == PLAYING)
    turn = (game_turn(l->game, state) - first + seats) % seats;
  for (int s = 0; s < seats; s++)
    winners |= (state->winners >> s & 1u) << (s - first + seats) % seats;
  uint64_t hash =
      rng_mix((uint64_t)state->outcome << 32 | winners << 8 | (unsigned)turn);
  const Game *game = l->game;
  for (int layer = 0; game; layer++, game = game->base)
    for (int i = 0; game->fields && game->fields[i].name; i++) {
      size_t begins;
      const Field *f = input_field(l->game, layer, i, &begins);
      const char *numbers = (const char *)fields + begins + f->offset;
      size_t count = (size_t)(f->count ? f->count : 1);
      hash = rng_mix(hash ^ game_hash_bytes(numbers, count * sizeof(int32_t)));
    }
  return hash;
}

/* The positions after all moves, as a number that does not depend on their
 * order; turned, if `view` is not NULL. */
static uint64_t successors(Look *l, const State *state, const InputView *view,
                           int first) {
  int count = game_moves(l->game, state, l->moves);
  uint64_t sum = (uint64_t)count;
  for (int i = 0; i < count && !game_fault(l->game); i++) {
    game_assign(l->game, l->after, state);
    game_play(l->game, l->after, l->moves[i]);
    if (view)
      turn(l, l->after, view, first, l->seen);
    sum += signature(l, l->after, first, view ? l->seen : l->after);
  }
  return sum;
}

/* Rules that fail in a turned position, which may be impossible, say that it is
 * no symmetry. */
static bool is_symmetry(Look *l, const InputView *view, int first) {
  for (int i = 0; i < l->samples; i++) {
    const State *sample = l->sample[i];
    uint64_t wanted = successors(l, sample, view, first);
    turn(l, sample, view, first, l->turned);
    bool same = successors(l, l->turned, NULL, 0) == wanted;
    if (game_fault(l->game)) {
      error_clear(l->game->fault);
      same = false;
    }
    if (!same)
      return false;
  }
  return l->samples > 0;
}

/* The symmetries that all boards have. */
static unsigned board_symmetries(const Look *l) {
  unsigned all = ~0u;
  for (int i = 0; i < l->plan->fields; i++) {
    int count;
    const Field *f;
    numbers_of(l, i, l->after, &count, &f);
    if (f->grid)
      all &= f->grid->symmetries;
  }
  return all == ~0u ? 1 : all;
}

static void find_images(Look *l, unsigned symmetries) {
  l->plan->images = 1;
  for (int s = 1; s < GRID_SYMMETRIES; s++) {
    InputView view = {.symmetry = (uint8_t)s};
    if (symmetries >> s & 1 && is_symmetry(l, &view, 0))
      l->plan->image[l->plan->images++] = (uint8_t)s;
  }
}

static bool find_view(Look *l, unsigned symmetries, int seat) {
  InputView *view = &l->plan->view[seat];
  for (int s = 0; s < GRID_SYMMETRIES; s++)
    for (int cells = SEATS_ALL; symmetries >> s & 1 && cells >= 0; cells--)
      for (int lists = SEATS_LISTED; lists >= 0; lists--) {
        *view = (InputView){(uint8_t)s, (uint8_t)cells, (uint8_t)lists};
        if (is_symmetry(l, view, seat))
          return true;
      }
  *view = (InputView){0};
  return false;
}

static void find_symmetries(Look *l) {
  unsigned symmetries = board_symmetries(l);
  find_images(l, symmetries);
  l->plan->alike = l->game->seats > 1;
  for (int seat = 1; l->plan->alike && seat < l->game->seats; seat++)
    l->plan->alike = find_view(l, symmetries, seat);
}

/* ---- all of it -----------------------------------------------------------*/

static bool find_here(const Game *game, InputPlan *plan, Error *error) {
  memset(plan, 0, sizeof *plan);
  Look *l = need(sizeof *l);
  *l = (Look){.game = game,
              .plan = plan,
              .seen = game_start(game),
              .turned = game_start(game),
              .after = game_start(game),
              .moves = need_array((size_t)game->max_moves, sizeof(Move))};
  list_fields(l);
  for (uint64_t i = 0; i < GAMES && !game_fault(game); i++)
    play_one(l, i);
  bool good = !game_fault(game);
  if (good)
    keep_changing(l);
  if (good && plan->fields)
    find_symmetries(l);
  for (int i = 0; i < l->samples; i++)
    free(l->sample[i]);
  free(l->seen);
  free(l->turned);
  free(l->after);
  free(l->moves);
  free(l);
  if (!good)
    return error_copy(error, game_failure(game));
  return plan->fields > 0 ||
         error_set(error,
                   "%s declares nothing to learn from: no board and no other "
                   "field whose values change",
                   game->spec);
}

static void find_job(Job *job) {
  InputPlan *plan = job->task;
  bool found = false;
  if (job_is_here(job)) {
    found = find_here(job->game, plan, job->error);
    job_end(job, found);
  }
  if (CROSS(job->m, found, 0, 1))
    inputs_cross(job->m, plan);
}

bool inputs_find(const Game *game, InputPlan *plan, Error *error) {
  return job_do(game, find_job, NULL, plan, sizeof *plan, NULL, error) &&
         inputs_check(game, plan, error);
}
