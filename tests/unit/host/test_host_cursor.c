/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * test_host_cursor.c: records read again come by key, equal ones in the order of the stream, whatever order the
 * stream has; the same from records that are kept, from blocks that are put aside, and from a file; and of a range
 * only its blocks are read. Where the file cannot be read again a cursor gives the first records, by key, and the dump
 * says why there are no more.
 */
#define _GNU_SOURCE /* fileno */
#include "fixture.h"

#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "dump/cursor.h"
#include "pick.h"

#define ROWS   5000
#define BLOCKS 9

static struct wire_event events[BLOCKS * ROWS], sorted[BLOCKS * ROWS];

/* ---- streams ---- */

static uint8_t stream[4 << 20];
static size_t stream_bytes;

static bool write_stream(void *ctx, const void *data, size_t bytes)
{
  (void)ctx;
  assert_true(stream_bytes + bytes <= sizeof(stream));
  memcpy(stream + stream_bytes, data, bytes);
  stream_bytes += bytes;
  return true;
}

static void make_stream_of(const struct wire_event *all, size_t blocks, size_t rows)
{
  static struct xfer_sender s;
  void *memory = malloc(XFER_SENDER_BYTES);
  const struct wire_meta hz = { WIRE_META_TSC_HZ, 1000000000 };
  stream_bytes = 0;
  xfer_send_init(&s, memory, 7, write_stream, NULL);
  xfer_send(&s, WIRE_META, &hz, 1);
  xfer_send_flush(&s, WIRE_FRAME_HELLO);
  for (size_t i = 0; i < blocks; i++) {
    xfer_send(&s, WIRE_EVENT, all + i * rows, rows);
    xfer_send_flush(&s, WIRE_FRAME_DATA);
  }
  xfer_send_flush(&s, WIRE_FRAME_END);
  free(memory);
}

static void make_stream(void)
{
  make_stream_of(events, BLOCKS, ROWS);
}

enum where { KEPT, ASIDE, IN_FILE };

static struct dump *load(enum where where)
{
  struct dump *d = dump_new("memory", DUMP_ALL, 64 << 20);
  if (where == IN_FILE) {
    FILE *f = tmpfile();
    assert_int_equal(fwrite(stream, 1, stream_bytes, f), stream_bytes);
    assert_int_equal(fflush(f), 0);
    dump_index(d, dup(fileno(f)));
    fclose(f);
  } else if (where == ASIDE) {
    dump_index(d, -1);
  }
  struct xfer_receiver *r = xfer_receive_new(&dump_feed, d);
  xfer_receive(r, stream, stream_bytes);
  xfer_receive_end(r);
  xfer_receive_free(r);
  dump_done(d);
  assert_false(dump_incomplete(d));
  return d;
}

/* ---- what comes ---- */

static int by_time(const void *a, const void *b)
{
  const struct wire_event *x = a, *y = b;
  return x->tsc != y->tsc ? (x->tsc > y->tsc) - (x->tsc < y->tsc) : (x->arg > y->arg) - (x->arg < y->arg);
}

/* All events, by time; `arg` is their number in the stream. */
static void check(void)
{
  for (size_t i = 0; i < BLOCKS * ROWS; i++)
    events[i].arg = i;
  memcpy(sorted, events, sizeof(events));
  qsort(sorted, BLOCKS * ROWS, sizeof(*sorted), by_time);
  make_stream();
  for (enum where where = KEPT; where <= IN_FILE; where++) {
    struct dump *d = load(where);
    struct cursor c = cursor_begin(d, WIRE_EVENT);
    size_t n = 0;
    for (const struct wire_event *e; (e = cursor_next(&c)); n++)
      assert_memory_equal(e, &sorted[n], sizeof(*e));
    assert_int_equal(n, BLOCKS * ROWS);
    assert_null(cursor_next(&c));
    cursor_end(&c);
    dump_free(d);
  }
}

static void fill_rising(void)
{
  for (size_t i = 0; i < BLOCKS * ROWS; i++)
    events[i] = (struct wire_event){ .tsc = 1000 + 10 * i, .event = 1, .thread = 1 };
}

static void neighbours_may_be_swapped(void **state)
{
  (void)state;
  fill_rising();
  check();
  for (size_t i = ROWS - 1; i + 1 < BLOCKS * ROWS; i += 97) /* the first of them across the edge of two blocks */
    events[i].tsc += 15;
  for (size_t i = 50; i < BLOCKS * ROWS; i += 1000)
    events[i].tsc = events[i - 1].tsc;
  check();
}

static void any_order_is_sorted(void **state)
{
  (void)state;
  for (size_t i = 0; i < BLOCKS * ROWS; i++)
    events[i].tsc = BLOCKS * ROWS - i;
  check();
  for (size_t i = 0; i < BLOCKS * ROWS; i++)
    events[i].tsc = pick(1000);
  check();
  fill_rising();
  events[BLOCKS * ROWS - 1].tsc = 1; /* the last is the first */
  check();
}

static void a_range_reads_its_blocks_only(void **state)
{
  (void)state;
  fill_rising();
  make_stream();
  struct dump *d = load(IN_FILE);
  struct cursor c = cursor_begin_range(d, WIRE_EVENT, events[3 * ROWS + 10].tsc, events[3 * ROWS + 20].tsc);
  size_t n = 0;
  for (const struct wire_event *e; (e = cursor_next(&c)); n++)
    assert_int_equal(e->tsc, events[3 * ROWS + n].tsc);
  assert_int_equal(n, ROWS);
  cursor_end(&c);
  dump_free(d);
}

/* The events from `from` to `to` by a cursor that begins again: all of them, from the first one on. */
static void check_part(struct cursor *c, size_t from, size_t to)
{
  const struct wire_event *e;
  while (from && sorted[from - 1].tsc == sorted[from].tsc)
    from--;
  cursor_restart(c, sorted[from].tsc, sorted[to].tsc);
  cursor_skip(c, sorted[from].tsc);
  for (size_t i = from; i <= to; i++) {
    e = cursor_next(c);
    assert_non_null(e);
    assert_memory_equal(e, &sorted[i], sizeof(*e));
  }
}

/* One cursor, with unpacked blocks and without, reads parts of the run in any order. */
static void a_cursor_begins_again(void **state)
{
  (void)state;
  for (int kept = 0; kept < 2; kept++)
    for (enum where where = KEPT; where <= IN_FILE; where++) {
      struct unpacked unpacked = { 0 };
      fill_rising();
      for (size_t i = 0; i < BLOCKS * ROWS; i++) {
        events[i].tsc += i % ROWS > ROWS - 100 ? 2000 : 0;
        events[i].tsc -= i % 3 == 2 ? 10 : 0;
        events[i].arg = i;
      }
      memcpy(sorted, events, sizeof(events));
      qsort(sorted, BLOCKS * ROWS, sizeof(*sorted), by_time);
      make_stream();
      struct dump *d = load(where);
      struct cursor c = cursor_begin(d, WIRE_EVENT);
      c.kept = kept ? &unpacked : NULL;
      for (int i = 0; i < 200; i++) {
        const size_t from = pick(BLOCKS * ROWS - 1000);
        check_part(&c, from, from + pick(1000));
      }
      check_part(&c, 0, BLOCKS * ROWS - 1);
      assert_null(cursor_next(&c));
      cursor_end(&c);
      unpacked_free(&unpacked);
      dump_free(d);
    }
}

/* Events of which those at the end of each block are later than the next block's first ones, loaded from a file. */
static struct dump *load_overlapping(void)
{
  fill_rising();
  for (size_t i = 0; i < BLOCKS * ROWS; i++) {
    events[i].tsc += i % ROWS > ROWS - 100 ? 2000 : 0;
    events[i].arg = i;
  }
  memcpy(sorted, events, sizeof(events));
  qsort(sorted, BLOCKS * ROWS, sizeof(*sorted), by_time);
  make_stream();
  return load(IN_FILE);
}

/* What is kept is not read again: the file is gone. Of nine blocks the last eight are kept. */
static void unpacked_blocks_are_not_read_again(void **state)
{
  (void)state;
  struct unpacked unpacked = { 0 };
  struct dump *d = load_overlapping();
  struct cursor c = cursor_begin(d, WIRE_EVENT);
  c.kept = &unpacked;
  check_part(&c, 0, BLOCKS * ROWS - 1);
  assert_int_equal(ftruncate(d->fd, 0), 0);
  check_part(&c, 2 * ROWS, BLOCKS * ROWS - 1);
  assert_null(dump_reread_error(d));
  cursor_restart(&c, 0, UINT64_MAX);
  assert_null(cursor_next(&c));
  assert_non_null(dump_reread_error(d));
  cursor_end(&c);
  unpacked_free(&unpacked);
  dump_free(d);
}

/* ---- files that cannot be read again ---- */

/* Reads all that a new cursor gives: the first events by time, and none left out. Returns how many. */
static size_t read_first(const struct dump *d)
{
  struct cursor c = cursor_begin(d, WIRE_EVENT);
  size_t n = 0;
  for (const struct wire_event *e; (e = cursor_next(&c)); n++)
    assert_memory_equal(e, &sorted[n], sizeof(*e));
  assert_null(cursor_next(&c));
  cursor_end(&c);
  return n;
}

static void a_file_that_shrinks_gives_what_is_before(void **state)
{
  (void)state;
  struct dump *d = load_overlapping();
  assert_int_equal(read_first(d), BLOCKS * ROWS);
  assert_null(dump_reread_error(d));
  assert_int_equal(ftruncate(d->fd, (off_t)stream_bytes / 2), 0);
  const size_t n = read_first(d);
  assert_in_range(n, 3 * ROWS, BLOCKS * ROWS / 2);
  assert_non_null(dump_reread_error(d));
  assert_non_null(strstr(dump_reread_error(d), "the frame at offset "));
  /* The fifth of nine blocks lies in the middle. */
  assert_non_null(strstr(dump_reread_error(d), "no more than 20000 of 45000 event records"));
  /* It is put back, but who reads later must not see more than who has read before. */
  assert_int_equal(pwrite(d->fd, stream, stream_bytes, 0), stream_bytes);
  assert_int_equal(read_first(d), n);
  dump_free(d);
}

static void the_first_failure_is_kept(void **state)
{
  (void)state;
  struct dump *d = load_overlapping();
  struct cursor far = cursor_begin(d, WIRE_EVENT);
  for (size_t i = 0; i < 6 * ROWS; i++)
    assert_memory_equal(cursor_next(&far), &sorted[i], sizeof(*sorted));
  assert_int_equal(ftruncate(d->fd, (off_t)stream_bytes * 3 / 4), 0);
  const size_t n = read_first(d);
  char *error = strdup(dump_reread_error(d));
  assert_int_equal(ftruncate(d->fd, (off_t)stream_bytes / 4), 0);
  const size_t less = read_first(d);
  assert_in_range(less, 1, n - 1);
  assert_string_equal(dump_reread_error(d), error);
  free(error);
  size_t i = 6 * ROWS; /* a cursor that stands further on ends in order, too */
  for (const struct wire_event *e; (e = cursor_next(&far)); i++)
    assert_memory_equal(e, &sorted[i], sizeof(*e));
  assert_in_range(i, 6 * ROWS, BLOCKS * ROWS - 1);
  cursor_end(&far);
  dump_free(d);
}

static void a_read_error_ends_no_program(void **state)
{
  (void)state;
  struct dump *d = load_overlapping();
  const int folder = open("/", O_RDONLY | O_DIRECTORY | O_CLOEXEC);
  assert_int_equal(dup2(folder, d->fd), d->fd); /* whose bytes cannot be read */
  assert_int_equal(read_first(d), 0);
  assert_non_null(strstr(dump_reread_error(d), "Is a directory"));
  close(folder);
  dump_free(d);
}

static void a_file_that_changes_gives_what_is_before(void **state)
{
  static const uint8_t zeros[64];
  (void)state;
  struct dump *d = load_overlapping();
  assert_int_equal(pwrite(d->fd, zeros, sizeof(zeros), (off_t)stream_bytes / 2), sizeof(zeros));
  assert_in_range(read_first(d), 3 * ROWS, BLOCKS * ROWS / 2);
  assert_non_null(strstr(dump_reread_error(d), "changed"));
  dump_free(d);
}

/* A dump to be read within a budget, and how many records came. */
struct limited_read { struct dump *dump; size_t count; };

static void read_limited(void *limited)
{
  struct limited_read *l = limited;
  l->count = read_first(l->dump);
}

static void too_little_memory_to_sort_ends_no_program(void **state)
{
  enum { MANY = 40, ALL = MANY * ROWS };
  struct wire_event *all = calloc(ALL, sizeof(*all));
  (void)state;
  assert_true(ALL > 2 * WIRE_ROWS_MAX + ROWS); /* so many may always be sorted */
  for (size_t i = 0; i < ALL; i++)
    all[i] = (struct wire_event){ .tsc = i < ROWS ? i : 2 * ROWS + i, .event = 1, .arg = i };
  all[ALL - 1].tsc = ROWS; /* until it comes, none behind it can be given away */
  memcpy(sorted, all, ROWS * sizeof(*sorted));
  make_stream_of(all, MANY, ROWS);
  struct dump *d = load(IN_FILE);
  struct limited_read limited = { .dump = d };
  struct mem_budget budget = { .most = 2 * WIRE_ROWS_MAX * 5 * sizeof(*all) }; /* of such a window, not of a larger */
  assert_true(mem_try(&budget, read_limited, &limited));
  assert_int_equal(limited.count, ROWS);
  assert_non_null(strstr(dump_reread_error(d), "give --memory a larger number"));
  dump_free(d);
  free(all);
}

int main(void)
{
  const struct CMUnitTest tests[] = {
    cmocka_unit_test(neighbours_may_be_swapped),
    cmocka_unit_test(any_order_is_sorted),
    cmocka_unit_test(a_range_reads_its_blocks_only),
    cmocka_unit_test(a_cursor_begins_again),
    cmocka_unit_test(unpacked_blocks_are_not_read_again),
    cmocka_unit_test(a_file_that_shrinks_gives_what_is_before),
    cmocka_unit_test(the_first_failure_is_kept),
    cmocka_unit_test(a_read_error_ends_no_program),
    cmocka_unit_test(a_file_that_changes_gives_what_is_before),
    cmocka_unit_test(too_little_memory_to_sort_ends_no_program),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
