/* Runs a fuzz target once on each file named, for compilers without libFuzzer:
 * the corpus includes every input that has ever failed. */
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

/* The input is in a block of exactly its size, so that sanitizers notice reads
 * beyond it. */
static int run_on_file(const char *path) {
  FILE *file = fopen(path, "rb");
  if (!file || fseek(file, 0, SEEK_END) != 0) {
    perror(path);
    if (file)
      fclose(file);
    return 1;
  }
  size_t size = (size_t)ftell(file);
  rewind(file);
  uint8_t *data = malloc(size ? size : 1);
  int failed = !data || fread(data, 1, size, file) != size;
  if (failed)
    perror(path);
  else
    LLVMFuzzerTestOneInput(data, size);
  free(data);
  fclose(file);
  return failed;
}

int main(int argc, char **argv) {
  int failed = argc < 2;
  for (int i = 1; i < argc; i++)
    failed |= run_on_file(argv[i]);
  printf("%d inputs\n", argc - 1);
  return failed;
}
