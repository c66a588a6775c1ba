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

/* A number of `unit` millionths, of which 10^decimals make one. */
static Shown show(double number, double unit, int decimals, const char *plus) {
  Shown shown;
  if (isnan(number)) {
    snprintf(shown.text, sizeof shown.text, "%s", MISSING);
    return shown;
  }
  if (!(fabs(number) < LARGE)) {
    snprintf(shown.text, sizeof shown.text, "%s%.*g", number > 0 ? plus : "",
             SHOWN_CSV, number);
    return shown;
  }
  int64_t step = (int64_t)unit, one = power_of_ten(decimals);
  int64_t units = round_to(millionths(number), step);
  const char *sign = units == 0 ? "" : number < 0 ? "-" : plus;
  int length = snprintf(shown.text, sizeof shown.text, "%s%s", sign,
                        grouped((uint64_t)(units / one)).text);
  if (decimals)
    snprintf(shown.text + length, sizeof shown.text - (size_t)length, ".%0*d",
             decimals, (int)(units % one));
  return shown;
}

Shown shown_count(uint64_t number) {
  Shown shown;
  snprintf(shown.text, sizeof shown.text, "%s", grouped(number).text);
  return shown;
}

Shown shown_things(uint64_t number, const char *one, const char *many) {
  Shown shown;
  snprintf(shown.text, sizeof shown.text, "%s %s", grouped(number).text,
           number == 1 ? one : many);
  return shown;
}

static Shown real(double number, int decimals, const char *plus) {
  return show(number, (double)power_of_ten(SHOWN_CSV - decimals), decimals,
              plus);
}

Shown shown_real(double number, int decimals) {
  return real(number, decimals, "");
}

Shown shown_plies(double plies, int limit) {
  Shown shown;
  if (!isinf(plies))
    return shown_real(plies, 0);
  if (limit == 0) /* nothing is known */
    return shown_real(NAN, 0);
  snprintf(shown.text, sizeof shown.text, "at least %.40s",
           shown_count((uint64_t)limit).text);
  return shown;
}

Shown shown_signed(double number, int decimals) {
  return real(number, decimals, "+");
}

/* A percentage point is a hundredth. */
static Shown points(double rate, int decimals, const char *plus) {
  return show(rate, (double)power_of_ten(SHOWN_CSV - 2 - decimals), decimals,
              plus);
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
  Shown percent;
  snprintf(percent.text, sizeof percent.text, "%s%.16s%%",
           tiny   ? "<"
           : full ? ">"
                  : "",
           shown.text);
  return percent;
}

Shown shown_p_value(double p) {
  if (!(p < 0.0001))
    return shown_real(p, p < 0.001 ? 4 : 3);
  return (Shown){"<0.0001"};
}

Shown shown_p(double p) {
  Shown shown, value = shown_p_value(p);
  snprintf(shown.text, sizeof shown.text,
           value.text[0] == '<' ? "p < %.16s" : "p = %.16s",
           value.text + (value.text[0] == '<'));
  return shown;
}

/* The value and, if it has one, the interval, whose ends are shown like this.
 */
static Shown with_interval(Shown value, Estimate e, int decimals,
                           Shown (*show_end)(double, int)) {
  Shown shown;
  if (!estimate_has_interval(e))
    return value;
  snprintf(shown.text, sizeof shown.text, "%.40s (%.38s to %.38s)", value.text,
           show_end(e.low, decimals).text, show_end(e.high, decimals).text);
  return shown;
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
  Shown shown;
  if (isfinite(r.value))
    return shown_signed_estimate(r, 0);
  if (isnan(r.value) || (isinf(r.low) && isinf(r.high)))
    snprintf(shown.text, sizeof shown.text, "unknown");
  else if (r.value > 0)
    snprintf(shown.text, sizeof shown.text, "at least %.60s",
             shown_signed(r.low, 0).text);
  else
    snprintf(shown.text, sizeof shown.text, "at most %.60s",
             shown_signed(r.high, 0).text);
  return shown;
}

Shown shown_elo(Estimate r) {
  Shown shown;
  if (isfinite(r.value))
    snprintf(shown.text, sizeof shown.text, "%.30s Elo (%.30s to %.30s)",
             shown_signed(r.value, 0).text, shown_signed(r.low, 0).text,
             shown_signed(r.high, 0).text);
  else
    snprintf(shown.text, sizeof shown.text, "%.60s Elo", shown_rating(r).text);
  return shown;
}
