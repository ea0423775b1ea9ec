/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * replay.c: runs a harness over files, without a fuzzer: `fuzz_NAME FILE...`. Prints `ok` for each file that came
 * back in time and within the memory of fuzz.h, in the form that tests/lib/all.sh counts. A crash ends the program, and
 * the last line without `ok` behind it names the file.
 */
#include "fuzz.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <unistd.h>

static uint8_t *read_whole(const char *path, size_t *bytes)
{
  FILE *f = fopen(path, "rb");
  uint8_t *data = NULL;
  size_t room = 0, n;
  *bytes = 0;
  if (!f) {
    perror(path);
    exit(2);
  }
  do {
    room = room ? 2 * room : 4096;
    data = realloc(data, room);
    if (!data)
      exit(2);
    n = fread(data + *bytes, 1, room - *bytes, f);
    *bytes += n;
  } while (n);
  fclose(f);
  return data;
}

/* Runs one file; the harness sees a block of exactly its size, so that a read behind it is caught. */
static void run(const char *path)
{
  size_t bytes;
  uint8_t *data = read_whole(path, &bytes), *exact = malloc(bytes ? bytes : 1);
  if (!exact)
    exit(2);
  memcpy(exact, data, bytes);
  free(data);
  alarm(FUZZ_SECONDS);
  LLVMFuzzerTestOneInput(exact, bytes);
  alarm(0);
  free(exact);
}

int main(int argc, char **argv)
{
  struct rusage use;
  for (int i = 1; i < argc; i++) {
    printf("# %s\n", argv[i]);
    fflush(stdout);
    run(argv[i]);
    printf("ok %s\n", argv[i]);
  }
  getrusage(RUSAGE_SELF, &use);
  if (use.ru_maxrss <= FUZZ_MEMORY_MIB * 1024L)
    return 0;
  printf("not ok %s took %ld MiB of memory, more than %d\n", argv[0], use.ru_maxrss / 1024, FUZZ_MEMORY_MIB);
  return 1;
}
