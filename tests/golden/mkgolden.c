/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * mkgolden.c: makes the streams that the tests of hostdump read, without a kernel: `mkgolden NAME [apart] >STREAM`.
 * With `apart`, each block behind the hello has a frame of its own: a frame that gets lost then takes one kind along.
 * `mkgolden processors truth' writes what play.h knows of that dump.
 *
 * Each is small enough to check its tables by hand, and the same bytes come out every time. Console text stands before,
 * between and behind the frames. dumps.h lists them, dumps_*.c make them, of what pieces.h has.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "dumps.h"
#include "pieces.h"
#include "play.h"

/* The runs are numbered by their place in the list of dumps. */
#define FIRST_RUN 0x90000000u

static const struct { const char *name; void (*make)(struct xfer_sender *s); } dumps[] = {
#define ROW(name) { #name, make_##name },
  DUMPS(ROW)
#undef ROW
};

static bool write_out(void *ctx, const void *data, size_t bytes)
{
  return fwrite(data, 1, bytes, ctx) == bytes;
}

/* Returns the exit status. */
static int make_dump(size_t dump)
{
  struct xfer_sender s;
  void *memory = calloc(1, XFER_SENDER_BYTES);
  if (!memory)
    return 1;
  xfer_send_init(&s, memory, FIRST_RUN + (uint32_t)dump, write_out, stdout);
  dumps[dump].make(&s);
  free(memory);
  return fflush(stdout) != 0 || s.dead;
}

static int write_truth(void)
{
  size_t count;
  play_schedule(&count);
  play_truth(stdout);
  return fflush(stdout) != 0;
}

static int say_usage(void)
{
  fprintf(stderr, "usage: mkgolden NAME [apart] >STREAM, with NAME one of");
  for (size_t i = 0; i < COUNT(dumps); i++)
    fprintf(stderr, " %s", dumps[i].name);
  fputc('\n', stderr);
  return 2;
}

int main(int argc, char **argv)
{
  golden_apart = argc == 3 && strcmp(argv[2], "apart") == 0;
  if (argc == 3 && strcmp(argv[1], "processors") == 0 && strcmp(argv[2], "truth") == 0)
    return write_truth();
  for (size_t i = 0; (argc == 2 || golden_apart) && i < COUNT(dumps); i++)
    if (strcmp(argv[1], dumps[i].name) == 0)
      return make_dump(i);
  return say_usage();
}
