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
  PAIRS = 3,    /* games that are followed, */
  FOLLOWED = 30 /* for so many plies */
};

/* What random games have shown. */
typedef struct Look {
  const Game *game;
  InputPlan *plan;
  Sources sources;
  int32_t least[INPUT_FIELDS], most[INPUT_FIELDS];
  bool any; /* position has been looked at */
  int samples, met;
  State *sample[SAMPLES];
  State *after, *image;
  char *seen, *turned; /* copies with features */
  Move *moves;
  uint64_t *signs[2]; /* of the positions after all moves */
} Look;

static void copy(const Look *l, const State *state, char *bytes) {
  game_assign(l->game, (State *)(void *)bytes, state);
  sources_add_features(l->game, bytes);
}

/* ---- random games --------------------------------------------------------*/

/* Lists the sources in the plan, with unknown values. */
static void list_fields(Look *l) {
  for (int i = 0; i < l->sources.count && i <= UINT8_MAX; i++)
    if (l->sources.source[i].usable && l->plan->fields < INPUT_FIELDS)
      l->plan->field[l->plan->fields++] = (InputField){.source = (uint8_t)i};
}

static const Source *source_of(const Look *l, int field) {
  return &l->sources.source[l->plan->field[field].source];
}

/* Learns the range of each field from a position as a seat sees it. */
static void look_at(Look *l, const State *state, int seat) {
  State *seen = (State *)(void *)l->seen;
  game_assign(l->game, seen, state);
  game_observe(l->game, seen, seat);
  sources_add_features(l->game, l->seen);
  for (int i = 0; i < l->plan->fields; i++) {
    const Source *s = source_of(l, i);
    const int32_t *number = (const int32_t *)(void *)(l->seen + s->at);
    for (int n = 0; n < s->count; n++) {
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
    int count = source_of(l, i)->count;
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

/* ---- turning positions ---------------------------------------------------*/

/* Turns all fields and features of a position, and lets the seats go round. */
static void turn(const Look *l, const char *from, const InputView *view,
                 int first, char *to) {
  int seats = l->game->seats;
  size_t begins = 0;
  memcpy(to, from, l->sources.size);
  for (const Game *g = l->game; g; begins += g->base_offset, g = g->base) {
    State *head = (State *)(void *)(to + begins);
    if (head->seat != NATURE)
      head->seat = (uint8_t)((head->seat - first + seats) % seats);
  }
  for (int i = 0; i < l->sources.count; i++) {
    const Source *s = &l->sources.source[i];
    const int32_t *number = (const int32_t *)(const void *)(from + s->at);
    int32_t *turned = (int32_t *)(void *)(to + s->at);
    for (int n = 0; n < s->count; n++)
      turned[input_change_place(s, view, seats, first, n)] =
          input_change_number(source_change(s, view), seats, first, number[n]);
  }
}

/* What tells positions apart: whose turn it is and who has won, when the seats
 * go round until `first` is the first, and the numbers of another position. */
static uint64_t sign_of(const Look *l, const State *state, int first,
                        const char *numbers) {
  int seats = l->game->seats, turn = 0;
  unsigned winners = 0;
  if (state->outcome == PLAYING)
    turn = (game_turn(l->game, state) - first + seats) % seats;
  for (int s = 0; s < seats; s++)
    winners |= (state->winners >> s & 1u) << (s - first + seats) % seats;
  uint64_t hash =
      rng_mix((uint64_t)state->outcome << 32 | winners << 8 | (unsigned)turn);
  for (int i = 0; i < l->sources.count; i++) {
    const Source *s = &l->sources.source[i];
    size_t bytes = (size_t)s->count * sizeof(int32_t);
    hash = rng_mix(hash ^ game_hash_bytes(numbers + s->at, bytes));
  }
  return hash;
}

/* The signs of the positions after all moves; turned, if `view` is not NULL.
 * Returns their sum, which does not depend on their order. */
static uint64_t successors(Look *l, const State *state, const InputView *view,
                           int first, uint64_t signs[]) {
  int count = game_moves(l->game, state, l->moves);
  uint64_t sum = (uint64_t)count;
  for (int i = 0; i < count && !game_fault(l->game); i++) {
    game_assign(l->game, l->after, state);
    game_play(l->game, l->after, l->moves[i]);
    copy(l, l->after, l->seen);
    if (view)
      turn(l, l->seen, view, first, l->turned);
    signs[i] = sign_of(l, l->after, first, view ? l->turned : l->seen);
    sum += signs[i];
  }
  return sum;
}

/* ---- symmetries of games whose state is their fields ---------------------*/

/* Rules that fail in a turned position, which may be impossible, say that it is
 * no symmetry. */
static bool has_failed(const Look *l) {
  if (!game_fault(l->game))
    return false;
  error_clear(l->game->fault);
  return true;
}

static bool is_symmetry_of_samples(Look *l, const InputView *view, int first) {
  bool same = l->samples > 0;
  for (int i = 0; same && i < l->samples; i++) {
    const State *sample = l->sample[i];
    uint64_t wanted = successors(l, sample, view, first, l->signs[0]);
    copy(l, sample, l->seen);
    turn(l, l->seen, view, first, l->turned);
    game_assign(l->game, l->image, (const State *)(void *)l->turned);
    same = successors(l, l->image, NULL, 0, l->signs[1]) == wanted;
    same = !has_failed(l) && same;
  }
  return same;
}

/* ---- symmetries of games in C and their variants -------------------------*/

/* Their positions cannot be turned, only reached: two games are played, and
 * each move of the one is answered by the move of the other that leads to the
 * turned position. */
typedef struct Pair {
  State *game[2];
  int count[2]; /* of moves */
} Pair;

static int times(const Look *l, const Pair *p, int which, uint64_t sign) {
  int found = 0;
  for (int i = 0; i < p->count[which]; i++)
    found += l->signs[which][i] == sign;
  return found;
}

/* Plays a random move in the one and the move that answers it in the other;
 * preferably the only one that does, as several moves may lead to positions
 * that look alike. Returns false if there is none. */
static bool play_pair(Look *l, Pair *p, Rng *rng) {
  int start = (int)rng_below(rng, (uint32_t)p->count[0]), chosen = -1;
  bool sure = false;
  for (int i = 0; i < p->count[0] && !sure; i++) {
    int at = (start + i) % p->count[0];
    uint64_t sign = l->signs[0][at];
    int answers = times(l, p, 1, sign);
    sure = answers == 1 && times(l, p, 0, sign) == 1;
    if (sure || (answers && chosen < 0))
      chosen = at;
  }
  if (chosen < 0)
    return false;
  uint64_t sign = l->signs[0][chosen];
  int answer = 0;
  while (l->signs[1][answer] != sign)
    answer++;
  game_moves(l->game, p->game[0], l->moves);
  game_play(l->game, p->game[0], l->moves[chosen]);
  game_moves(l->game, p->game[1], l->moves);
  game_play(l->game, p->game[1], l->moves[answer]);
  return true;
}

static bool follow(Look *l, const InputView *view, int first, Pair *p,
                   Rng *rng) {
  char seat[24];
  int ply = 0;
  game_renew(l->game);
  game_begin(l->game, p->game[0], rng);
  game_assign(l->game, p->game[1], p->game[0]);
  snprintf(seat, sizeof seat, "seat=%d", first + 1);
  if (first && !game_edit(l->game, p->game[0], seat, NULL))
    return false;
  for (; ply < FOLLOWED && p->game[0]->outcome == PLAYING; ply++) {
    uint64_t sum[2];
    for (int i = 0; i < 2; i++) {
      sum[i] = successors(l, p->game[i], i ? NULL : view, i ? 0 : first,
                          l->signs[i]);
      p->count[i] = game_count(l->game, p->game[i]);
    }
    if (has_failed(l) || (ply >= OPENING && sum[0] != sum[1]) ||
        !play_pair(l, p, rng))
      return false;
  }
  return ply > OPENING;
}

static bool is_symmetry_of_games(Look *l, const InputView *view, int first) {
  Pair p = {.game = {game_start(l->game), game_start(l->game)}};
  bool same = true;
  Rng rng;
  for (uint64_t i = 0; same && i < PAIRS; i++) {
    rng_seed(&rng, 2, i);
    same = follow(l, view, first, &p, &rng);
  }
  free(p.game[0]);
  free(p.game[1]);
  return same;
}

/* ---- finding them --------------------------------------------------------*/

static bool is_symmetry(Look *l, const InputView *view, int first) {
  return game_innermost(l->game)->fields
             ? is_symmetry_of_samples(l, view, first)
             : is_symmetry_of_games(l, view, first);
}

/* The symmetries that all boards have. */
static unsigned board_symmetries(const Look *l) {
  unsigned all = ~0u;
  for (int i = 0; i < l->plan->fields; i++) {
    const Grid *grid = source_of(l, i)->grid;
    if (grid)
      all &= grid->symmetries;
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
  int boards = 0;
  for (int i = 0; i < l->sources.count; i++)
    boards += l->sources.source[i].grid != NULL;
  boards = boards < INPUT_BOARDS ? boards : INPUT_BOARDS;
  int most = boards ? (1 << boards) - 1 : 1; /* one at least has pieces */
  for (int s = 0; s < GRID_SYMMETRIES; s++)
    for (int cells = SEATS_ALL; symmetries >> s & 1 && cells >= 0; cells--)
      for (int lists = SEATS_LISTED; lists >= 0; lists--)
        for (int neutral = 0; neutral < most; neutral++) {
          *view = (InputView){(uint8_t)s, (uint8_t)cells, (uint8_t)lists,
                              (uint8_t)neutral};
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
  size_t moves = (size_t)game->max_moves;
  *l = (Look){.game = game,
              .plan = plan,
              .after = game_start(game),
              .image = game_start(game),
              .moves = need_array(moves, sizeof(Move)),
              .signs = {need_array(moves, sizeof(uint64_t)),
                        need_array(moves, sizeof(uint64_t))}};
  sources_find(game, &l->sources);
  l->seen = need(l->sources.size);
  l->turned = need(l->sources.size);
  list_fields(l);
  for (uint64_t i = 0; i < GAMES && !game_fault(game); i++)
    play_one(l, i);
  bool good = !game_fault(game);
  if (good)
    keep_changing(l);
  if (good && plan->fields)
    find_symmetries(l);
  plan->own = game->rules->evaluate && !game_hides(game);
  for (int i = 0; i < l->samples; i++)
    free(l->sample[i]);
  free(l->seen);
  free(l->turned);
  free(l->after);
  free(l->image);
  free(l->moves);
  free(l->signs[0]);
  free(l->signs[1]);
  sources_free(&l->sources);
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
