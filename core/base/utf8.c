#include "core/base/utf8.h"

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
