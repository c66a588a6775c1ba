#include "analysis/metrics/seats.h"

#include "analysis/metrics/rating_data.h"
#include "analysis/stats/rating_likelihood.h"
#include "core/base/need.h"
#include <math.h>
#include <stdlib.h>
#include <string.h>

const char *const seats_basis_names[] = {"counted", "rated", "own bots",
                                         "unknown"};

bool seats_are_mixed(const Schedule *s) {
  return s->bots > 1 && s->seatings > 1;
}

const char *seats_reason(const Schedule *s) {
  return seats_are_mixed(s) ? "different bots change seats: how often a seat "
                              "wins says nothing about the seat"
                            : NULL;
}

double seats_share(int sides, double elo) {
  double odds = pow(10, elo / 400);
  return isinf(odds) ? 1 : odds / (odds + sides - 1);
}

/* The win rate of a side minus the mean of the others, if it scores a share of
 * the points and the others the rest. */
static double advantage_of(int sides, double elo) {
  double share = seats_share(sides, elo);
  return share - (1 - share) / (sides - 1);
}

/* ---- counted -------------------------------------------------------------*/

static void count(Seats *seats, const Tally *t) {
  int live[SEATS_MAX], sides = balance_sides(t, live);
  for (int side = 0; side < seats->sides; side++)
    seats->advantage[side] = seats->elo[side] = estimate_none();
  for (int i = 0; i < sides; i++) {
    seats->advantage[live[i]] = balance_advantage(t, live[i]);
    seats->elo[live[i]] = balance_elo(t, live[i]);
  }
}

/* ---- rated ---------------------------------------------------------------*/

/* What a term does to the share of each side: the derivatives of the shares by
 * the strengths of the sides, and of these by the points of a game, which are
 * the inverse information. */
static void set_weights(Seats *seats, const RatingData *data,
                        const Ratings *r) {
  int terms = rating_terms(data), players = data->players;
  double n = rating_games(data), sum = 0;
  for (int s = 0; s < seats->sides; s++)
    sum += seats->share[s] = exp(r->at[players + s]);
  for (int s = 0; s < seats->sides; s++)
    seats->share[s] /= sum;
  for (int s = 0; s < seats->sides; s++)
    for (int k = 0; k < terms; k++) {
      double change = r->naive[players + s][k];
      for (int u = 0; u < seats->sides; u++)
        change -= seats->share[u] * r->naive[players + u][k];
      seats->weight[s * terms + k] = n * seats->share[s] * change;
    }
  memcpy(seats->at, r->at, (size_t)terms * sizeof *seats->at);
}

/* How far apart the values of two sides can be after a win. */
static void set_beyond(Seats *seats) {
  double value[SEATS_MAX];
  for (size_t i = 0; i < seats->seatings; i++)
    for (int seat = 0; seat < seats->seats; seat++) {
      seats_game(seats, i, MATCH_WIN, 1u << seat, value);
      for (int s = 1; s < seats->sides; s++)
        seats->beyond = fmax(seats->beyond, fabs(value[s] - value[0]) - 1);
    }
}

static void set_estimates(Seats *seats, const Ratings *r, uint64_t n) {
  for (int s = 0; s < seats->sides; s++) {
    Estimate e = r->side[s];
    bool known = !isnan(e.value);
    seats->elo[s] = e;
    seats->elo[s].n = n;
    seats->advantage[s] =
        known ? (Estimate){advantage_of(seats->sides, e.value),
                           advantage_of(seats->sides, e.low),
                           advantage_of(seats->sides, e.high), n}
              : estimate_none();
    seats->worst[s] = e.low;
    seats->best[s] = e.high;
    if (!known)
      seats->basis = SEATS_UNKNOWN;
  }
}

/* Whether a few games make up the variance of a share, such as the three that a
 * strong bot has lost: then no interval can be trusted. */
static bool has_few_telling(const Seats *seats, const RatingData *data) {
  enum { FEW = 6, OF = 4 };
  for (int side = 0; side < seats->sides; side++) {
    Deviations all = {0};
    for (int c = 0; c < data->contests; c++)
      for (int winner = 0; winner < seats->sides; winner++) {
        double value[SEATS_MAX];
        unsigned seat = 0;
        while (seats->side[seat] != winner)
          seat++;
        seats_game(seats, (size_t)c, MATCH_WIN, 1u << seat, value);
        deviations_add(&all, value[side] - seats->share[side],
                       data->points[c * seats->sides + winner]);
      }
    double parts = all.squares * all.squares / all.fourths;
    if (parts < FEW && parts * OF < all.n)
      return true;
  }
  return false;
}

/* Whether a share has no bound on one side, and the other tells nothing: a
 * rating that is only bounded knows nothing of games that share their opening,
 * so the exact test of the sides must agree. */
static bool has_vain_bound(const Seats *seats, const Tally *t) {
  for (int side = 0; side < seats->sides; side++) {
    Estimate e = seats->elo[side];
    if (!isfinite(e.value) &&
        (!(e.low > 0 || e.high < 0) || balance_test(t).p > 0.05))
      return true;
  }
  return false;
}

static void forget(Seats *seats) {
  seats->basis = SEATS_UNKNOWN;
  for (int s = 0; s < seats->sides; s++)
    seats->advantage[s] = seats->elo[s] = estimate_none();
}

/* Fits the ratings once more for each side as if it had won all games
 * without a result. */
static bool set_bounds(Seats *seats, const Tally *t, Ratings *r, Error *error) {
  bool all = balance_decided(t) == t->games;
  for (int to = 0; !all && to < seats->sides; to++) {
    RatingData data;
    if (!rating_data_of_seats(&data, t, to, error))
      return false;
    bool good = rating_data_fit(&data, t, r, error);
    rating_data_free(&data);
    if (!good)
      return false;
    for (int s = 0; s < seats->sides; s++)
      if (s == to)
        seats->best[s] = fmax(seats->best[s], r->side[s].high);
      else
        seats->worst[s] = fmin(seats->worst[s], r->side[s].low);
  }
  return true;
}

static bool rate_data(Seats *seats, const Tally *t, RatingData *data,
                      Ratings *r, Error *error) {
  if (!rating_data_fit(data, t, r, error))
    return false;
  size_t terms = (size_t)rating_terms(data);
  seats->players = data->players;
  seats->seatings = t->schedule->seatings;
  seats->player = (int *)data->player;
  data->player = NULL;
  seats->at = need_array(terms, sizeof *seats->at);
  seats->weight =
      need_array((size_t)seats->sides * terms, sizeof *seats->weight);
  set_weights(seats, data, r);
  set_estimates(seats, r, balance_decided(t));
  set_beyond(seats);
  if (seats_are_known(seats) ? has_few_telling(seats, data)
                             : has_vain_bound(seats, t))
    forget(seats);
  return set_bounds(seats, t, r, error);
}

static bool rate(Seats *seats, const Tally *t, Error *error) {
  RatingData data;
  int players;
  int *player = rating_players(t->schedule, &players);
  bool many = !player && players > RATED_MAX;
  free(player);
  if (many || balance_decided(t) == 0) {
    forget(seats);
    return true;
  }
  if (!rating_data_of_seats(&data, t, -1, error))
    return false;
  Ratings *r = need(sizeof *r);
  bool good = rate_data(seats, t, &data, r, error);
  rating_data_free(&data);
  free(r);
  return good;
}

/* ---- both ----------------------------------------------------------------*/

bool seats_make(Seats *seats, const Tally *t, Error *error) {
  const Schedule *s = t->schedule;
  *seats = (Seats){.basis = s->bots == 1      ? SEATS_COUNTED
                            : s->seatings > 1 ? SEATS_RATED
                                              : SEATS_OWN_BOTS,
                   .raised = t->raised,
                   .seats = s->seats,
                   .sides = s->sides};
  memcpy(seats->side, s->side, sizeof seats->side);
  if (seats->basis != SEATS_RATED) {
    count(seats, t);
    return true;
  }
  if (rate(seats, t, error))
    return true;
  seats_free(seats);
  return false;
}

void seats_free(Seats *seats) {
  free(seats->player);
  free(seats->at);
  free(seats->weight);
  *seats = (Seats){.basis = SEATS_COUNTED};
}

bool seats_are_known(const Seats *seats) {
  if (seats->basis != SEATS_COUNTED && seats->basis != SEATS_RATED)
    return false;
  for (int s = 0; seats->basis == SEATS_RATED && s < seats->sides; s++)
    if (!isfinite(seats->elo[s].value))
      return false;
  return true;
}

Estimate seats_gap(const Seats *seats, const Tally *t) {
  double most = 0;
  if (seats->basis == SEATS_UNKNOWN)
    return estimate_none();
  if (seats->basis != SEATS_RATED)
    return balance_gap(t);
  Estimate e = seats->advantage[0];
  if (seats->sides == 2) /* the gap is the size of the advantage */
    return (Estimate){fabs(e.value), fmax(fmax(e.low, -e.high), 0),
                      fmax(fabs(e.low), fabs(e.high)), e.n};
  for (int i = 0; i < seats->sides; i++)
    for (int j = 0; j < seats->sides; j++)
      most = fmax(most, seats->share[i] - seats->share[j]);
  return estimate_plain(most, e.n);
}

/* ---- games ---------------------------------------------------------------*/

static unsigned sides_of(const Seats *seats, unsigned winners) {
  unsigned sides = 0;
  for (; winners; winners &= winners - 1)
    sides |= 1u << seats->side[__builtin_ctz(winners)];
  return sides;
}

/* `scoring`: the sides that share the point. */
static void rate_game(const Seats *seats, size_t seating, unsigned scoring,
                      double value[]) {
  int terms = seats->players + seats->sides;
  const int *player = seats->player + seating * (size_t)seats->sides;
  double points[SEATS_MAX], expected[SEATS_MAX], sum = 0;
  for (int s = 0; s < seats->sides; s++)
    points[s] = scoring >> s & 1 ? 1.0 / __builtin_popcount(scoring) : 0;
  for (int s = 0; s < seats->sides; s++)
    sum += expected[s] =
        exp(seats->at[player[s]] + seats->at[seats->players + s]);
  for (int s = 0; s < seats->sides; s++) {
    const double *weight = seats->weight + s * terms;
    value[s] = seats->share[s];
    for (int t = 0; t < seats->sides; t++)
      value[s] += (weight[player[t]] + weight[seats->players + t]) *
                  (points[t] - expected[t] / sum);
  }
}

bool seats_game(const Seats *seats, size_t seating, MatchEnd end,
                unsigned winners, double value[SEATS_MAX]) {
  unsigned won = end == MATCH_WIN ? sides_of(seats, winners) : 0;
  if (end != MATCH_WIN && end != MATCH_DRAW)
    return false;
  if (seats->basis == SEATS_RATED)
    rate_game(seats, seating, end == MATCH_WIN ? won : (1u << seats->sides) - 1,
              value);
  for (int s = 0; seats->basis != SEATS_RATED && s < seats->sides; s++)
    value[s] = won >> s & 1;
  return true;
}
