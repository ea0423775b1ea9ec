/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * bench_decode.c: what hostdump's loader costs beside a bare loop that decompresses and unpacks the same bytes.
 *
 * Usage: bench_decode FILE: makes FILE, a dump of 10 million events, if it is not there; then both loops run in turns
 * over it in one process, and the median of the rounds' ratios is the figure. Both see the file in memory.
 * bench_decode FILE bare: prints the processor time, in seconds, that the bare loop alone takes over FILE, read from
 * memory.
 */
#define _GNU_SOURCE
#include "figure.h"

#include <lzo/lzo1x.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

#include "dump/dump.h"
#include "xfer.h"

#define EVENTS (10 * 1000 * 1000)
#define CHUNK  16384
#define ROUNDS 7

static bool write_file(void *ctx, const void *data, size_t bytes)
{
  return fwrite(data, 1, bytes, ctx) == bytes;
}

/* A pipeline's events: bursts of eight names, times that jitter, arguments that count. */
static void make_events(struct wire_event *e, uint64_t first)
{
  static uint64_t tsc = 1000000;
  static uint32_t random = 1;
  for (uint64_t i = 0; i < CHUNK; i++) {
    random = random * 1664525 + 1013904223;
    tsc += 400 + (random >> 20);
    e[i] = (struct wire_event){ .tsc = tsc, .arg = (first + i) / 8, .event = 1 + (uint32_t)(first + i) % 8,
                                .thread = 2 + (uint32_t)((first + i) / 64 % 4) };
  }
}

static void make_dump(const char *path)
{
  static struct xfer_sender s;
  static struct wire_event chunk[CHUNK];
  FILE *f = fopen(path, "wb");
  void *memory = malloc(XFER_SENDER_BYTES);
  struct wire_meta hz = { WIRE_META_TSC_HZ, 1000000000 };
  if (!f || !memory)
    exit(1);
  xfer_send_init(&s, memory, 1, write_file, f);
  xfer_send(&s, WIRE_META, &hz, 1);
  xfer_send_flush(&s, WIRE_FRAME_HELLO);
  for (uint64_t i = 0; i < EVENTS; i += CHUNK) {
    make_events(chunk, i);
    xfer_send(&s, WIRE_EVENT, chunk, CHUNK);
  }
  xfer_send_flush(&s, WIRE_FRAME_DATA);
  xfer_send_flush(&s, WIRE_FRAME_END);
  if (fclose(f) || s.dead)
    exit(1);
  free(memory);
}

static uint8_t *file;
static size_t file_bytes;

static void read_whole(const char *path)
{
  FILE *f = fopen(path, "rb");
  struct stat st;
  if (!f || fstat(fileno(f), &st) || !(file = malloc((size_t)st.st_size)) ||
      fread(file, 1, (size_t)st.st_size, f) != (size_t)st.st_size)
    exit(1);
  file_bytes = (size_t)st.st_size;
  fclose(f);
}

static double seconds(void)
{
  struct timespec t;
  clock_gettime(CLOCK_MONOTONIC, &t);
  return (double)t.tv_sec + (double)t.tv_nsec * 1e-9;
}

/* The bare loop: no search, no checks, no bookkeeping. */
static uint64_t bare(void)
{
  static uint8_t plain[WIRE_PLAIN_MAX];
  static struct { uint64_t room[16]; } rows[WIRE_ROWS_MAX]; /* for records of any kind */
  uint64_t count = 0;
  for (size_t at = 0; at < file_bytes;) {
    struct wire_frame f;
    wire_frame_get(&f, file + at);
    const uint8_t *payload = file + at + WIRE_FRAME_BYTES;
    lzo_uint n = sizeof(plain);
    if (f.flags & WIRE_FLAG_LZO)
      lzo1x_decompress(payload, f.wire_bytes, plain, &n, NULL);
    else
      memcpy(plain, payload, n = f.wire_bytes);
    struct xfer_block block;
    for (size_t pos = 0; xfer_block_next(plain, n, &pos, &block) == 1;) {
      xfer_unpack(&block, rows);
      count += WIRE_KIND_IS_OF_FRAME(block.head.kind) ? 0 : block.head.rows; /* as dump_records() counts */
    }
    at += WIRE_FRAME_BYTES + f.wire_bytes;
  }
  return count;
}

/* What hostdump does: find, verify, decompress, unpack, count. */
static uint64_t loader(const char *path)
{
  struct dump *d = dump_new(path, DUMP_ALL, (uint64_t)DUMP_MEMORY_MIB << 20);
  struct xfer_receiver *r = xfer_receive_new(&dump_feed, d);
  xfer_receive(r, file, file_bytes);
  xfer_receive_end(r);
  dump_done(d);
  uint64_t count = dump_records(d);
  xfer_receive_free(r);
  dump_free(d);
  return count;
}

static int by_value(const void *a, const void *b)
{
  double d = *(const double *)a - *(const double *)b;
  return (d > 0) - (d < 0);
}

int main(int argc, char **argv)
{
  double ratio[ROUNDS], rate[ROUNDS];
  if (argc == 3 && strcmp(argv[2], "bare") == 0) {
    read_whole(argv[1]);
    clock_t t0 = clock();
    bare();
    printf("%.3f\n", (double)(clock() - t0) / CLOCKS_PER_SEC);
    return 0;
  }
  if (argc != 2)
    return 2;
  if (access(argv[1], R_OK))
    make_dump(argv[1]);
  read_whole(argv[1]);
  for (int i = 0; i < ROUNDS; i++) {
    double t0 = seconds();
    uint64_t n = bare();
    double t1 = seconds();
    if (loader(argv[1]) != n)
      return 1;
    double t2 = seconds();
    ratio[i] = (t2 - t1) / (t1 - t0);
    rate[i] = (double)n / (t2 - t1) / 1e6;
  }
  qsort(ratio, ROUNDS, sizeof(*ratio), by_value);
  qsort(rate, ROUNDS, sizeof(*rate), by_value);
  printf("decode_rate\t%.3g\tmillion records/s\t-\tholds\n", rate[ROUNDS / 2]);
  figure_at_most("decode/bare_unpack", ratio[ROUNDS / 2], "ratio", 5);
  return 0;
}
