/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * bench_off.c: what probes cost that are compiled in and off: a five-byte NOP before each function's first instruction
 * and before each return. Usage: bench_off FILE.
 *
 * The kernel's text workload indexes the beginning of FILE, by code with the sites and by the same code without, in turns; the ratio is
 * taken within each round, and the median of the rounds is the figure.
 */
#include "figure.h"
#include "off_job.h"
#include "prof_port.h"

#include <stdlib.h>

#define ROUNDS 201
#define PIECE  65536 /* bytes of the text: a millisecond, which most rounds have undisturbed */

static int by_value(const void *a, const void *b)
{
  double d = *(const double *)a - *(const double *)b;
  return (d > 0) - (d < 0);
}

static uint8_t *read_whole(const char *path, size_t *bytes)
{
  FILE *f = fopen(path, "rb");
  uint8_t *text = NULL;
  if (f && fseek(f, 0, SEEK_END) == 0 && (*bytes = (size_t)ftell(f)) && (text = malloc(*bytes))) {
    rewind(f);
    if (fread(text, 1, *bytes, f) == *bytes) {
      fclose(f);
      return text;
    }
  }
  fprintf(stderr, "bench_off: %s cannot be read, or is empty\n", path);
  exit(1);
}

static double cycles(uint64_t (*job)(const uint8_t *, size_t, struct text_batch *), const uint8_t *text, size_t bytes,
                     uint64_t *digest)
{
  static struct text_batch batch;
  uint64_t begun = prof_port_tsc();
  *digest = job(text, bytes, &batch);
  return (double)(prof_port_tsc() - begun);
}

/* Of the two the one that goes first has colder caches: they take turns. */
static double round_ratio(int round, const uint8_t *text, size_t bytes)
{
  uint64_t a, b;
  double sites, plain;
  if (round % 2) {
    sites = cycles(off_job_sites, text, bytes, &a);
    plain = cycles(off_job_plain, text, bytes, &b);
  } else {
    plain = cycles(off_job_plain, text, bytes, &b);
    sites = cycles(off_job_sites, text, bytes, &a);
  }
  if (!a || a != b) {
    fprintf(stderr, "bench_off: the two came to different results\n");
    exit(1);
  }
  return sites / plain;
}

int main(int argc, char **argv)
{
  static double ratio[ROUNDS];
  size_t bytes;
  if (argc != 2) {
    fprintf(stderr, "usage: bench_off FILE\n");
    return 2;
  }
  const uint8_t *text = read_whole(argv[1], &bytes);
  bytes = bytes < PIECE ? bytes : PIECE;
  for (int i = 0; i < ROUNDS; i++)
    ratio[i] = round_ratio(i, text, bytes);
  qsort(ratio, ROUNDS, sizeof(*ratio), by_value);
  figure_at_most("probes_off", 100 * (ratio[ROUNDS / 2] - 1), "%", 1);
  return 0;
}
