#include "core/base/utf8.h"

#include <stdint.h>
#include <string.h>

size_t utf8_char_size(const char *text) {
  const unsigned char *c = (const unsigned char *)text;
  size_t size = c[0] < 0x80                   ? 1
                : c[0] >= 0xc2 && c[0] < 0xe0 ? 2
                : c[0] >= 0xe0 && c[0] < 0xf0 ? 3
                : c[0] >= 0xf0 && c[0] < 0xf5 ? 4
                                              : 0;
  for (size_t i = 1; i < size; i++)
    if (c[i] >> 6 != 2)
      return 0;
  bool overlong =
      (c[0] == 0xe0 && c[1] < 0xa0) || (c[0] == 0xf0 && c[1] < 0x90);
  bool surrogate = c[0] == 0xed && c[1] > 0x9f;
  bool too_large = c[0] == 0xf4 && c[1] > 0x8f;
  return overlong || surrogate || too_large ? 0 : size;
}

bool utf8_is_valid(const char *text) {
  for (size_t size; *text; text += size)
    if (!(size = utf8_char_size(text)))
      return false;
  return true;
}

/* ---- printable characters ------------------------------------------------*/

/* Control characters, separators of lines and paragraphs, and Unicode's
 * Default_Ignorable_Code_Point (version 15), which includes all marks for the
 * direction of writing. Not the variation selectors U+FE00 to U+FE0F, which
 * only choose between glyphs. In ascending order. */
static const struct Range {
  uint32_t first, last;
} UNPRINTABLE[] = {
    {0x0000, 0x001f},   {0x007f, 0x009f},   {0x00ad, 0x00ad},
    {0x034f, 0x034f},   {0x061c, 0x061c},   {0x115f, 0x1160},
    {0x17b4, 0x17b5},   {0x180b, 0x180f},   {0x200b, 0x200f},
    {0x2028, 0x202e},   {0x2060, 0x206f},   {0x3164, 0x3164},
    {0xfeff, 0xfeff},   {0xffa0, 0xffa0},   {0xfff0, 0xfffb},
    {0x1bca0, 0x1bca3}, {0x1d173, 0x1d17a}, {0xe0000, 0xe0fff},
};

/* The code point of a valid UTF-8 character. */
static uint32_t code_point(const char *text, size_t size) {
  static const uint8_t FIRST_BITS[] = {0, 0x7f, 0x1f, 0x0f, 0x07};
  uint32_t code = (uint8_t)text[0] & FIRST_BITS[size];
  for (size_t i = 1; i < size; i++)
    code = code << 6 | ((uint8_t)text[i] & 0x3f);
  return code;
}

static bool is_printable(uint32_t code) {
  if (code >= ' ' && code < 0x7f)
    return true;
  for (size_t i = 0; i < sizeof UNPRINTABLE / sizeof *UNPRINTABLE; i++)
    if (code <= UNPRINTABLE[i].last)
      return code < UNPRINTABLE[i].first;
  return true;
}

size_t utf8_printable_size(const char *text) {
  size_t size = utf8_char_size(text);
  return size && is_printable(code_point(text, size)) ? size : 0;
}

bool utf8_is_printable(const char *text) {
  for (size_t size; *text; text += size)
    if (!(size = utf8_printable_size(text)))
      return false;
  return true;
}

void utf8_clean(char *text, const char *keep) {
  char *to = text;
  while (*text) {
    size_t size = utf8_char_size(text);
    size_t kept = utf8_printable_size(text);
    if (!kept && strchr(keep, *text))
      kept = 1;
    memmove(to, kept ? text : "?", kept ? kept : 1);
    to += kept ? kept : 1;
    text += size ? size : 1;
  }
  *to = '\0';
}

void utf8_clean_line(char *text) {
  for (char *c = text; *c; c++)
    if (*c == '\n' || *c == '\t')
      *c = ' ';
  utf8_clean(text, "");
}

/* Characters that a terminal draws in two columns, and marks that it puts onto
 * the character before them: the blocks that are so as a whole. */
static int character_width(uint32_t code) {
  static const struct {
    uint32_t first, last;
    int width;
  } RANGES[] = {
      {0x0300, 0x036F, 0},   {0x1100, 0x115F, 2},   {0x20D0, 0x20F0, 0},
      {0x2E80, 0x303E, 2},   {0x3041, 0xA4CF, 2},   {0xAC00, 0xD7A3, 2},
      {0xF900, 0xFAFF, 2},   {0xFE00, 0xFE0F, 0},   {0xFE30, 0xFE6F, 2},
      {0xFF00, 0xFF60, 2},   {0xFFE0, 0xFFE6, 2},   {0x1F300, 0x1F64F, 2},
      {0x1F680, 0x1F6FF, 2}, {0x1F7E0, 0x1F7EB, 2}, {0x1F900, 0x1F9FF, 2},
      {0x1FA70, 0x1FAFF, 2}, {0x20000, 0x3FFFD, 2},
  };
  for (size_t i = 0; i < sizeof RANGES / sizeof *RANGES; i++)
    if (code >= RANGES[i].first && code <= RANGES[i].last)
      return RANGES[i].width;
  return 1;
}

int utf8_width(const char *text, size_t length) {
  int width = 0;
  for (size_t i = 0, size; i < length; i += size) {
    size = utf8_char_size(text + i);
    width += size > 1 ? character_width(code_point(text + i, size)) : 1;
    size += size == 0;
  }
  return width;
}
