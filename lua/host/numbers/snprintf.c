/* The text of numbers that are not a number, the same on every machine.
 *
 * Processors give the result of 0/0 different signs, and the C library writes
 * the sign: tostring(0/0) is "-nan" on x86 and "nan" on Arm. Lua writes every
 * number with snprintf: in tostring and string.format, which a sandbox can
 * replace, but also in the operator `..` and in error messages, which it
 * cannot. So the command defines snprintf itself, without that sign. The
 * definition of a program takes precedence over that of the C library, for the
 * calls in shared libraries as well. __snprintf_chk is what a library calls
 * that was compiled with _FORTIFY_SOURCE, as Debian's Lua is.
 *
 * The module for a plain lua5.4 does not contain this file: the program that
 * loads it has its own snprintf. */
#undef _FORTIFY_SOURCE

#include <math.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stdio.h>
#include <string.h>

#define EXPORTED __attribute__((visibility("default")))

EXPORTED int __snprintf_chk(char *text, size_t size, int flag, size_t capacity,
                            const char *format, ...);

/* Returns whether the format consists of one conversion of a double, as those
 * that Lua uses do. */
static bool is_float_format(const char *format) {
  if (*format++ != '%')
    return false;
  format += strspn(format, "-+ #.0123456789");
  return *format && strchr("aAeEfFgG", *format) && !format[1];
}

__attribute__((format(printf, 3, 4))) static int
print(char *text, size_t size, const char *format, ...) {
  va_list args;
  va_start(args, format);
  int length = vsnprintf(text, size, format, args);
  va_end(args);
  return length;
}

static int print_without_sign(char *text, size_t size, const char *format,
                              va_list args) {
  if (!is_float_format(format))
    return vsnprintf(text, size, format, args);
  double number = va_arg(args, double);
  return print(text, size, format, isnan(number) ? fabs(number) : number);
}

EXPORTED int snprintf(char *text, size_t size, const char *format, ...) {
  va_list args;
  va_start(args, format);
  int length = print_without_sign(text, size, format, args);
  va_end(args);
  return length;
}

/* `capacity` is the size of the buffer as far as the compiler knew it. */
int __snprintf_chk(char *text, size_t size, int flag, size_t capacity,
                   const char *format, ...) {
  (void)flag;
  va_list args;
  va_start(args, format);
  int length =
      print_without_sign(text, size < capacity ? size : capacity, format, args);
  va_end(args);
  return length;
}
