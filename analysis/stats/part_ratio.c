#include "analysis/stats/part_ratio.h"

#include <math.h>

void part_sums_add(PartSums *s, double x, double y, double X, double Y) {
  pairs_add(&s->part, x, y);
  s->xX += x * X;
  s->xY += x * Y;
  s->yX += y * X;
  s->yY += y * Y;
}

/* Sums over games of residuals u = e − d y. */
typedef struct Residuals {
  double e, y, ee, ey, yy;
} Residuals;

/* All d with (Σe − d Σy)² ≤ z² Σ(e − d y)²: between the roots of
 * a d² − 2 b d + c, unless a ≤ 0, when it is not bounded. */
static Estimate solve(const Residuals *r, double z, double value, uint64_t n) {
  double a = r->y * r->y - z * z * r->yy;
  double b = r->e * r->y - z * z * r->ey;
  double c = r->e * r->e - z * z * r->ee;
  if (a <= 0)
    return estimate_plain(value, n);
  double half = sqrt(fmax(b * b - a * c, 0)) / a;
  return (Estimate){value, b / a - half, b / a + half, n};
}

static double ratio(const Pairs *p) {
  return p->y > 0 ? p->x / p->y : 0;
}

Estimate share_ratio(const Pairs *p, double share, double z) {
  if (p->y == 0)
    return estimate_plain(NAN, p->n);
  double more = p->y / (double)p->n;
  const Residuals r = {.e = p->x + share * more,
                       .y = p->y + more,
                       .ee = p->xx + share * more * more,
                       .ey = p->xy + share * more * more,
                       .yy = p->yy + more * more};
  return estimate_clamp(solve(&r, z, ratio(p), p->n), 0, 1);
}

/* Wilson's interval of the ratio, with the variance between games. Those with
 * many moves weigh more, so they count as fewer games (Kish 1965). */
static Estimate wilson(const Pairs *p, double z) {
  double r = ratio(p);
  double squares = fmax(p->xx - 2 * r * p->xy + r * r * p->yy, 0);
  return estimate_clamp(
      estimate_bounded_mean_z(r, squares / p->yy, p->y * p->y / p->yy, z), 0,
      1);
}

/* The smallest interval that holds both, if there are both; the other moves by
 * `shift` first. */
static Estimate hull(Estimate one, Estimate other, double shift) {
  if (!estimate_has_interval(one))
    return one;
  return (Estimate){one.value, fmin(one.low, other.low + shift),
                    fmax(one.high, other.high + shift), one.n};
}

Estimate winner_ratio(const Pairs *p, double share, double z) {
  if (p->y == 0)
    return estimate_plain(NAN, p->n);
  return hull(share_ratio(p, share, z), wilson(p, z), 0);
}

Estimate part_difference(const PartSums *s, const Pairs *whole, double z) {
  const Pairs *p = &s->part;
  if (p->y == 0)
    return estimate_plain(NAN, p->n);
  double R = ratio(whole), more = p->y / (double)p->n, q = p->y / whole->y;
  double all = whole->xx - 2 * R * whole->xy + R * R * whole->yy;
  double both = s->xX - R * s->xY - R * s->yX + R * R * s->yY;
  const Residuals r = {.e = p->x - R * p->y,
                       .y = p->y + more,
                       .ee = p->xx - 2 * R * p->xy + R * R * p->yy -
                             2 * q * both + q * q * all +
                             R * (1 - R) * more * more,
                       .ey = p->xy - R * p->yy - q * (s->yX - R * s->yY),
                       .yy = p->yy + more * more};
  Estimate e = estimate_clamp(solve(&r, z, ratio(p) - R, p->n), -R, 1 - R);
  return hull(e, wilson(p, z), -R);
}
