#include "analysis/stats/shown.h"

#include "core/base/number.h"
#include "core/base/text.h"
#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

/* ---- phrases -------------------------------------------------------------*/

Phrase phrase(const char *format, ...) {
  Phrase p;
  va_list list;
  va_start(list, format);
  vsnprintf(p.text, sizeof p.text, format, list);
  va_end(list);
  return p;
}

void phrase_add(Phrase *p, const char *format, ...) {
  size_t length = strlen(p->text);
  va_list list;
  va_start(list, format);
  vsnprintf(p->text + length, sizeof p->text - length, format, list);
  va_end(list);
}

void phrase_list(Phrase *list, int left, const char *last, const char *item) {
  const char *before = !*list->text ? "" : left ? ", " : last;
  phrase_add(list, "%s%s", before, item);
}

/* ---- numbers -------------------------------------------------------------*/

static const char MISSING[] = "–";

/* Beyond this a number of millionths does not fit 64 bits. */
static const double LARGE = 1e12;

/* A number in millionths, as a CSV file has it. */
static int64_t millionths(double number) {
  char digits[TEXT_REAL_MAX + 1];
  Text text = {.bytes = digits};
  text_add_real(&text, fabs(number), SHOWN_CSV);
  int64_t sum = 0;
  for (size_t i = 0; i < text.length; i++)
    if (digits[i] != '.')
      sum = 10 * sum + (digits[i] - '0');
  return sum;
}

/* A number divided by an even step, or by 1; ties go to the even neighbour. */
static int64_t round_to(int64_t number, int64_t step) {
  int64_t units = (number + step / 2) / step;
  bool tie = step > 1 && number % step == step / 2;
  return tie && units % 2 ? units - 1 : units;
}

static int64_t power_of_ten(int exponent) {
  int64_t power = 1;
  for (; exponent > 0; exponent--)
    power *= 10;
  return power;
}

/* A number in units of `step` millionths, of which 10^decimals make one. */
static Shown show(double number, int64_t step, int decimals, const char *plus) {
  if (isnan(number))
    return phrase("%s", MISSING);
  if (!(fabs(number) < LARGE))
    return phrase("%s%.*g", number > 0 ? plus : "", SHOWN_CSV, number);
  int64_t units = round_to(millionths(number), step);
  int64_t one = power_of_ten(decimals);
  const char *sign = units == 0 ? "" : number < 0 ? "-" : plus;
  Shown shown = phrase("%s%s", sign, grouped((uint64_t)(units / one)).text);
  if (decimals)
    phrase_add(&shown, ".%0*d", decimals, (int)(units % one));
  return shown;
}

Shown shown_count(uint64_t number) {
  return phrase("%s", grouped(number).text);
}

Shown shown_things(uint64_t number, const char *one, const char *many) {
  return phrase("%s %s", grouped(number).text, number == 1 ? one : many);
}

static Shown real(double number, int decimals, const char *plus) {
  return show(number, power_of_ten(SHOWN_CSV - decimals), decimals, plus);
}

Shown shown_real(double number, int decimals) {
  return real(number, decimals, "");
}

Shown shown_plies(double plies, int limit) {
  if (!isinf(plies))
    return shown_real(plies, 0);
  if (limit == 0) /* nothing is known */
    return shown_real(NAN, 0);
  return phrase("at least %s", shown_count((uint64_t)limit).text);
}

Shown shown_signed(double number, int decimals) {
  return real(number, decimals, "+");
}

/* A percentage point is a hundredth. */
static Shown points(double rate, int decimals, const char *plus) {
  return show(rate, power_of_ten(SHOWN_CSV - 2 - decimals), decimals, plus);
}

Shown shown_points(double difference) {
  return points(difference, 1, "");
}

Shown shown_signed_points(double difference) {
  return points(difference, 1, "+");
}

Shown shown_points_to(double difference, int decimals) {
  return points(difference, decimals, "");
}

Shown shown_signed_points_to(double difference, int decimals) {
  return points(difference, decimals, "+");
}

Shown shown_percent(double rate) {
  if (isnan(rate))
    return points(rate, 1, "");
  int64_t whole = millionths(rate);
  bool tiny = rate > 0 && whole <= 500, full = rate < 1 && whole >= 999500;
  Shown shown = points(tiny ? 0.001 : full ? 0.999 : rate, 1, "");
  return phrase("%s%s%%", tiny ? "<" : full ? ">" : "", shown.text);
}

Shown shown_p_value(double p) {
  if (!(p < 0.0001))
    return shown_real(p, p < 0.001 ? 4 : 3);
  return (Shown){"<0.0001"};
}

Shown shown_p(double p) {
  return p < 0.0001 ? phrase("p < 0.0001")
                    : phrase("p = %s", shown_p_value(p).text);
}

/* The value and, if it has one, the interval, whose ends are shown like this.
 */
static Shown with_interval(Shown value, Estimate e, int decimals,
                           Shown (*show_end)(double, int)) {
  return estimate_has_interval(e) ? phrase("%s (%s to %s)", value.text,
                                           show_end(e.low, decimals).text,
                                           show_end(e.high, decimals).text)
                                  : value;
}

Shown shown_percent_estimate(Estimate e) {
  return with_interval(shown_percent(e.value), e, 1, shown_points_to);
}

Shown shown_points_estimate_to(Estimate e, int decimals) {
  return with_interval(shown_points_to(e.value, decimals), e, decimals,
                       shown_points_to);
}

Shown shown_real_estimate(Estimate e, int decimals) {
  return with_interval(shown_real(e.value, decimals), e, decimals, shown_real);
}

Shown shown_signed_estimate(Estimate e, int decimals) {
  return with_interval(shown_signed(e.value, decimals), e, decimals,
                       shown_signed);
}

/* ---- ratings -------------------------------------------------------------*/

Shown shown_rating(Estimate r) {
  if (isfinite(r.value))
    return shown_signed_estimate(r, 0);
  double bound = r.value > 0 ? r.low : r.high;
  if (isnan(r.value) || !isfinite(bound))
    return phrase("unknown");
  return phrase(r.value > 0 ? "at least %s" : "at most %s",
                shown_signed(bound, 0).text);
}

Shown shown_elo(Estimate r) {
  if (!isfinite(r.value))
    return phrase("%s Elo", shown_rating(r).text);
  return phrase("%s Elo (%s to %s)", shown_signed(r.value, 0).text,
                shown_signed(r.low, 0).text, shown_signed(r.high, 0).text);
}
