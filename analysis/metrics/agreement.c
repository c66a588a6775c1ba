#include "analysis/metrics/agreement.h"

#include "analysis/metrics/tension.h"

/* The game that is replayed may be closed before the bot is. */
static bool open_bot(Agreement *a, const Game *game, Error *error) {
  if (!a->game)
    a->game = game_open(game->spec, error);
  if (a->game && !a->bot)
    a->bot = bot_open(a->spec, a->game, error);
  return a->bot;
}

static unsigned seats_of_humans(const Schedule *s, uint64_t index) {
  unsigned seats = 0;
  const uint8_t *bots = schedule_bots(s, schedule_seating(s, index));
  for (int seat = 0; seat < s->seats; seat++)
    seats |= (unsigned)schedule_bot_is_human(s, bots[seat]) << seat;
  return seats;
}

bool agreement_begin(Agreement *a, const Game *game, uint64_t index,
                     const Match *match, Error *error) {
  rng_seed(&a->rng, a->seed ^ UINT64_C(0x6167726565), index);
  a->index = index;
  a->seats = schedule_has_humans(a->schedule)
                 ? seats_of_humans(a->schedule, index)
                 : ~0u;
  a->plies = match->plies;
  a->ply = 0;
  for (int i = 0; i < THIRDS; i++)
    a->third[i].position.offered = 0;
  return !a->spec || open_bot(a, game, error);
}

/* Nobody chooses where nature moves, or where one move is legal, but the game
 * goes on. */
void agreement_turn(Agreement *a, const Game *game, const State *state,
                    Move move, int legal) {
  int third = (int)((int64_t)a->ply++ * THIRDS / a->plies);
  if (!a->spec || state->seat == NATURE || legal < 2 || third >= THIRDS ||
      !(a->seats >> state->seat & 1))
    return;
  Asked *asked = &a->third[third];
  if (drawn_offer(&asked->position, game, state, &a->rng)) {
    asked->made = move;
    asked->legal = legal;
  }
}

static bool ask(Agreement *a, const State *state, Move *move, Error *error) {
  Error why;
  bool good = bot_begin(a->bot, state->seat, &a->rng, &why) &&
              bot_ask(a->bot, state, &a->rng, move, &why);
  bot_end(a->bot, 0);
  return good ||
         error_set(error, "the bot %.200s, asked about game %llu: %.700s",
                   a->spec, (unsigned long long)a->index, why.message);
}

static void add(AgreementSums *sums, double same, double by_chance) {
  sums_add(&sums->same, same);
  sums_add(&sums->by_chance, by_chance);
}

/* The positions of a game are not independent: their mean is one number. */
static void add_mean(AgreementSums *sums, const AgreementSums *of_game) {
  if (of_game->same.n)
    add(sums, sums_mean(&of_game->same).value,
        sums_mean(&of_game->by_chance).value);
}

bool agreement_end(Agreement *a, const Game *game, Error *error) {
  AgreementSums whole = {0}, seat[SEATS_MAX] = {0};
  for (int i = 0; i < THIRDS; i++) {
    const Asked *asked = &a->third[i];
    Move move;
    if (asked->position.offered == 0)
      continue;
    const State *state = asked->position.state;
    if (!ask(a, state, &move, error))
      return false;
    double same = move == asked->made, by_chance = 1.0 / asked->legal;
    add(&a->by_third[i], same, by_chance);
    add(&seat[state->seat], same, by_chance);
    add(&whole, same, by_chance);
  }
  add_mean(&a->all, &whole);
  for (int i = 0; i < game->seats; i++)
    add_mean(&a->by_seat[i], &seat[i]);
  return true;
}

void agreement_free(Agreement *a) {
  if (a->bot)
    bot_close(a->bot);
  if (a->game)
    game_close(a->game);
  for (int i = 0; i < THIRDS; i++)
    drawn_free(&a->third[i].position);
  *a = (Agreement){.seed = 0};
}

/* ---- metrics -------------------------------------------------------------*/

static void add_metrics(const AgreementSums *s, const char *key, Metrics *m) {
  if (s->same.n == 0)
    return;
  metrics_add(m, "agreement", key, "agreement_rate", tension_rate(&s->same));
  metrics_add(m, "agreement", key, "chance_rate",
              estimate_plain(sums_mean(&s->by_chance).value, s->by_chance.n));
}

void agreement_metrics(const Agreement *a, Metrics *m) {
  for (int i = 0; i < THIRDS; i++)
    add_metrics(&a->by_third[i], third_keys[i], m);
  add_metrics(&a->all, "all", m);
  if (a->spec && a->all.same.n == 0)
    metrics_add_reason(m, "agreement", "all", "agreement_rate", estimate_none(),
                       "nobody had a choice in these games");
  for (int seat = 0; seat < SEATS_MAX; seat++)
    add_metrics(&a->by_seat[seat], phrase("seat %d", seat + 1).text, m);
}
