/* Text: a buffer of bytes that grows.
 *
 * A Text that is all zero is empty. Its owner frees `bytes`. The text is not
 * NUL-terminated.
 *
 * Every game of a run ends with writing a row, so writing must be cheap: the
 * caller reserves space for a whole row once, and the text_add_ functions then
 * write without checking. A Text belongs to one thread. */
#ifndef BOARDLAB_CORE_BASE_TEXT_H
#define BOARDLAB_CORE_BASE_TEXT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* Appends to a NUL-terminated text in `size` bytes; what does not fit is cut
 * off. The second puts ", " before it unless the text is empty. */
__attribute__((format(printf, 3, 4))) void text_append(char *text, size_t size,
                                                       const char *format, ...);
void text_append_item(char *text, size_t size, const char *item);

/* Whether a text ends so, and whether it is in a list that ends with NULL. */
bool text_ends_in(const char *text, const char *end);
bool text_is_among(const char *text, const char *const list[]);

typedef struct Text {
  char *bytes;
  size_t length, capacity;
} Text;

/* Makes sure that `more` bytes can be added. Returns false, with the text
 * unchanged, when out of memory. */
bool text_reserve(Text *text, size_t more);

/* The same for what a constant bounds, such as a row; see need.h. */
void text_need(Text *text, size_t more);

/* The functions below need reserved space: one byte, the length of the text, or
 * at most these numbers of bytes for a number. */
enum { TEXT_NUMBER_MAX = 24, TEXT_REAL_MAX = 340 };

static inline void text_add_char(Text *text, char c) {
  text->bytes[text->length++] = c;
}

void text_add_bytes(Text *text, const char *bytes, size_t length);
void text_add_word(Text *text, const char *word);
void text_add_digits(Text *text, uint64_t number);

/* Most numbers in a row have one digit. */
static inline void text_add_number(Text *text, uint64_t number) {
  if (number < 10)
    text_add_char(text, (char)('0' + number));
  else
    text_add_digits(text, number);
}

/* A number with `places` decimal places. If `places` is negative, -places of
 * them, but none for a whole number. Zero never has a minus sign. NaN adds
 * nothing. */
void text_add_real(Text *text, double number, int places);

#endif
