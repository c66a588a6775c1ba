/* A bot for any game: plays the last legal move. It reads no JSON, only the two fields that it needs: "id" comes
 * before anything that a game can name, and moves contain neither quotes nor brackets.
 *
 *   cc -O2 -o last scripts/bots/last.c
 *   boardlab simulate dorix --seat exec:./last --seat random */
#define _GNU_SOURCE
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

int main(void) {
  char *line = NULL;
  size_t size = 0;
  setvbuf(stdout, NULL, _IOLBF, 0);
  while (getline(&line, &size, stdin) > 0) {
    const char *id = strstr(line, "\"id\":"), *legal = strstr(line, "\"legal\":[");
    if (strstr(line, "\"t\":\"hello\"")) {
      puts("{\"t\":\"ready\",\"name\":\"last 1.0\",\"deterministic\":true}");
    } else if (id && legal) {
      const char *end = strchr(legal, ']'), *move = end - 2;
      while (*move != '"')
        move--;
      printf("{\"t\":\"move\",\"id\":%d,\"move\":%.*s}\n", atoi(id + 5), (int)(end - move), move);
    }
  }
  free(line);
  return 0;
}
