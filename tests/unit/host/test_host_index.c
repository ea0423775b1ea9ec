/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * test_host_index.c: by its index a dump is what it is when it is read whole; a window needs no other frames than
 * those it touches; and an index that is damaged, cut, or of another file, is not used.
 */
#include "fixture.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "dump/cursor.h"
#include "dump/index.h"

#define ROWS   6000   /* of a block: with an argument that is noise, 50 KB */
#define BLOCKS 30
#define FRAMES (BLOCKS + 4)
#define HZ     1000000000u

#define SWITCHES 10  /* of a block of a frame with blocks of two kinds */

static const char path[] = "test_host_index.jxp";
static struct wire_event events[BLOCKS * ROWS];
static bool both;    /* frames have a block of SCHED, too, behind that of events; one has a block in its events' block */
static uint8_t file[4 << 20];                     /* the whole file */
static size_t file_bytes, index_at, ends[FRAMES]; /* where its index begins, and where frames end */

static uint64_t noise(void)
{
  static uint64_t random = 88172645463325252u;
  random ^= random << 13;
  random ^= random >> 7;
  random ^= random << 17;
  return random;
}

/* ---- files ---- */

struct making { struct dump *dump; struct index *index; struct outfile file; size_t frames; };

static void on_frame(void *ctx, const struct xfer_frame *f)
{
  struct making *m = ctx;
  dump_frame(m->dump, f);
  index_frame(m->index, f);
  outfile_write(&m->file, f->wire, WIRE_FRAME_BYTES + f->head.wire_bytes);
  ends[m->frames++] = (size_t)m->file.kept;
}

static void on_text(void *ctx, const uint8_t *text, size_t bytes)
{
  (void)ctx, (void)text, (void)bytes;
  fail();
}

static void on_damage(void *ctx, const struct xfer_damage_info *info)
{
  (void)ctx, (void)info;
  fail();
}

/* The payload of a frame, the events' block of which gets one more column, which no reader knows: its bytes are that
 * block as it was. Returns the new length; `to` has room for WIRE_PLAIN_MAX bytes. */
static size_t nest(const uint8_t *plain, size_t bytes, uint8_t *to)
{
  struct xfer_block block;
  size_t pos = 0, used = 0;
  for (size_t from = 0; xfer_block_next(plain, bytes, &pos, &block) > 0; from = pos) {
    memcpy(to + used, plain + from, pos - from);
    if (block.head.kind == WIRE_EVENT) {
      wire_put(to + used + 2, block.head.columns + 1u, 2);
      wire_put(to + used + pos - from, 0, 4);
      wire_put(to + used + pos - from + 4, pos - from, 4);
      memcpy(to + used + pos - from + WIRE_COLUMN_BYTES, plain + from, pos - from);
      used += pos - from + WIRE_COLUMN_BYTES;
    }
    used += pos - from;
  }
  return used;
}

#define NESTED_FRAME (2 + 20)

static bool pass_on(void *receiver, const void *data, size_t bytes)
{
  static uint8_t plain[WIRE_PLAIN_MAX], frame[WIRE_FRAME_BYTES + WIRE_PLAIN_MAX];
  struct wire_frame head;
  if (!both || xfer_reopen(data, bytes, &head, plain) != bytes || head.seq != NESTED_FRAME) {
    xfer_receive(receiver, data, bytes);
    return true;
  }
  const size_t longer = nest(plain, head.plain_bytes, frame + WIRE_FRAME_BYTES);
  xfer_seal_frame(frame, (enum wire_frame_type)head.type, 0, head.seq, longer, longer);
  xfer_receive(receiver, frame, WIRE_FRAME_BYTES + longer);
  return true;
}

static void send_snapshot(struct xfer_sender *s, const struct wire_thread *thread)
{
  const struct wire_snapshot mark = { .threads = 1, .tsc = thread->end };
  xfer_send_aside(s, true);
  xfer_send(s, WIRE_SNAPSHOT, &mark, 1);
  xfer_send(s, WIRE_THREAD, thread, 1);
  xfer_send(s, WIRE_SNAPSHOT, &mark, 1);
  xfer_send_aside(s, false);
}

static void send_all(struct xfer_receiver *r)
{
  static struct xfer_sender s;
  void *memory = malloc(XFER_SENDER_BYTES);
  const struct wire_meta meta[] = { { WIRE_META_TSC_HZ, HZ }, { WIRE_META_START_TSC, 0 },
                                    { WIRE_META_STOP_TSC, BLOCKS * ROWS } };
  const struct wire_thread thread = { .id = 1, .end = BLOCKS * ROWS };
  xfer_send_init(&s, memory, 7, pass_on, r);
  xfer_send(&s, WIRE_META, meta, 3);
  xfer_send_flush(&s, WIRE_FRAME_HELLO);
  xfer_send(&s, WIRE_THREAD, &thread, 1);
  xfer_send_flush(&s, WIRE_FRAME_DATA);
  s.frame_bytes = WIRE_PLAIN_MAX;
  for (size_t i = 0; i < BLOCKS; i++) {
    xfer_send(&s, WIRE_EVENT, events + i * ROWS, ROWS);
    struct wire_sched switches[SWITCHES];
    for (size_t k = 0; k < SWITCHES; k++)
      switches[k] = (struct wire_sched){ .tsc = i * SWITCHES + k, .to = 1 };
    if (both)
      xfer_send(&s, WIRE_SCHED, switches, SWITCHES);
    xfer_send_flush(&s, WIRE_FRAME_DATA);
  }
  send_snapshot(&s, &(struct wire_thread){ .id = 1, .end = 7 });
  xfer_send_flush(&s, WIRE_FRAME_END);
  free(memory);
}

static void put(const void *data, size_t bytes)
{
  FILE *f = fopen(path, "wb");
  assert_int_equal(fwrite(data, 1, bytes, f), bytes);
  assert_int_equal(fclose(f), 0);
}

/* Makes the file, as hostdump does, and reads it. */
static int make(void **state)
{
  static const struct xfer_receiver_ops ops = { .frame = on_frame, .text = on_text, .damage = on_damage };
  struct making m = { .dump = dump_new(path, DUMP_SUMMARY, 64 << 20), .index = index_new(path) };
  struct xfer_receiver *r = xfer_receive_new(&ops, &m);
  (void)state;
  for (size_t i = 0; i < BLOCKS * ROWS; i++)
    events[i] = (struct wire_event){ i, noise(), 1, 1, 0 };
  assert_true(outfile_open(&m.file, path));
  send_all(r);
  xfer_receive_end(r);
  xfer_receive_free(r);
  assert_int_equal(m.frames, FRAMES);
  index_at = (size_t)m.file.kept;
  index_write(m.index, &m.file, m.dump, 0);
  assert_true(outfile_finish(&m.file));
  index_free(m.index);
  dump_free(m.dump);
  FILE *f = fopen(path, "rb");
  file_bytes = fread(file, 1, sizeof(file), f);
  fclose(f);
  assert_true(file_bytes > index_at && file_bytes < sizeof(file));
  return 0;
}

static int make_both(void **state)
{
  both = true;
  return make(state);
}

static int make_again(void **state)
{
  both = false;
  return make(state);
}

static int drop(void **state)
{
  (void)state;
  return unlink(path);
}

/* ---- loading ---- */

static struct dump *new_dump(void)
{
  struct dump *d = dump_new(path, DUMP_ALL, 64 << 20);
  dump_index(d, -1);
  return d;
}

static struct dump *load_whole(void)
{
  struct dump *d = new_dump();
  assert_int_equal(dump_load(d), DUMP_LOADED);
  return d;
}

/* The events of `first` to `last`, which at 1 GHz are at as many nanoseconds; NULL when the index was not used. */
static struct dump *load_window(size_t first, size_t last)
{
  const struct index_window window = { (double)first / 1000, (double)last / 1000, 0 };
  struct dump *d = new_dump();
  if (index_load(d, &window))
    return d;
  dump_free(d);
  return NULL;
}

/* The whole run, by the index; NULL when that was not used. */
static struct dump *load_all(void)
{
  struct dump *d = new_dump();
  if (index_load(d, NULL))
    return d;
  dump_free(d);
  return NULL;
}

static void check_events(const struct dump *d, size_t first, size_t last)
{
  struct cursor c = cursor_begin_range(d, WIRE_EVENT, first, last);
  size_t next = first;
  for (const struct wire_event *e; (e = cursor_next(&c));)
    if (e->tsc >= first && e->tsc <= last)
      assert_memory_equal(e, &events[next++], sizeof(*e));
  cursor_end(&c);
  assert_int_equal(next, last + 1);
}

/* ---- tests ---- */

static void check_same(struct dump *d)
{
  struct dump *whole = load_whole();
  assert_non_null(d);
  assert_false(dump_incomplete(d));
  assert_int_equal(d->frames, whole->frames);
  assert_int_equal(d->wire_bytes, whole->wire_bytes);
  assert_int_equal(d->plain_bytes, whole->plain_bytes);
  assert_memory_equal(d->seen, whole->seen, sizeof(d->seen));
  assert_memory_equal(d->meta, whole->meta, sizeof(d->meta));
  assert_int_equal(dump_count(d, WIRE_THREAD), 1);
  const struct blocks *a = &whole->blocks[WIRE_EVENT], *b = &d->blocks[WIRE_EVENT];
  assert_int_equal(a->count, BLOCKS);
  assert_int_equal(b->count, BLOCKS);
  assert_memory_equal(a->all, b->all, BLOCKS * sizeof(*a->all));
  assert_int_equal(d->snapshots.count, whole->snapshots.count);
  assert_int_equal(d->snapshots.wire_bytes, whole->snapshots.wire_bytes);
  check_events(d, 0, BLOCKS * ROWS - 1);
  dump_free(whole);
  dump_free(d);
}

static void it_is_the_same_dump(void **state)
{
  (void)state;
  check_same(load_window(0, BLOCKS * ROWS - 1));
  check_same(load_all());
}

/* Of a whole run each frame is looked at, wanted or not: damage anywhere is found. */
static void every_frame_of_the_whole_is_checked(void **state)
{
  (void)state;
  for (size_t i = 0; i < FRAMES; i++) {
    file[ends[i] - 1] ^= 1;
    put(file, file_bytes);
    file[ends[i] - 1] ^= 1;
    assert_null(load_all());
  }
}

/* A caller who reads some columns alone gets them right, in the order of time. */
static void columns_are_right_alone(void **state)
{
  put(file, file_bytes);
  struct dump *d = load_all();
  (void)state;
  assert_non_null(d);
  struct cursor c = cursor_begin_columns(d, WIRE_EVENT, 0, UINT64_MAX, CURSOR_COLUMN(event, arg));
  size_t next = 0;
  for (const struct wire_event *e; (e = cursor_next(&c)); next++) {
    assert_int_equal(e->tsc, events[next].tsc);
    assert_int_equal(e->arg, events[next].arg);
  }
  assert_int_equal(next, BLOCKS * ROWS);
  cursor_end(&c);
  dump_free(d);
}

/* Frames that it does not need are made zeros: it still gets all that it wants. */
static void a_window_reads_only_its_frames(void **state)
{
  /* From within block 9 to within block 11; the blocks beside these show that nothing of the window is beyond them. */
  const size_t first = 10 * ROWS - 2000, last = 11 * ROWS + 2000;
  uint8_t *rest = malloc(file_bytes);
  size_t left = 0;
  (void)state;
  memcpy(rest, file, file_bytes);
  for (size_t i = 0; i < FRAMES; i++) {
    const bool needed = i < 2 || i >= FRAMES - 2 || (i >= 2 + 8 && i <= 2 + 12); /* call trees, of snapshots too */
    if (!needed)
      memset(rest + ends[i - 1], 0, ends[i] - ends[i - 1]);
    left += needed;
  }
  put(rest, file_bytes);
  struct dump *d = load_window(first, last);
  assert_non_null(d);
  assert_int_equal(left, 9);
  assert_int_equal(d->frames, FRAMES);
  check_events(d, first, last);
  dump_free(d);
  free(rest);
}

static void a_frame_of_the_window_is_checked(void **state)
{
  (void)state;
  file[ends[12] - 100] ^= 1;
  put(file, file_bytes);
  struct dump *d = load_window(11 * ROWS, 11 * ROWS + 10);
  assert_null(d);
  d = load_whole();
  assert_int_equal(d->lost[WIRE_EVENT], ROWS);
  file[ends[12] - 100] ^= 1;
  dump_free(d);
}

/* A bit of the index is flipped: it is not used, and nothing is lost; the dump is not called damaged. */
static void a_damaged_index_costs_nothing(void **state)
{
  (void)state;
  for (size_t at = index_at; at < file_bytes; at += at + 128 < file_bytes ? 61 : 1) {
    file[at] ^= 4;
    put(file, file_bytes);
    file[at] ^= 4;
    struct dump *d = load_window(0, 1000);
    assert_null(d);
    d = load_whole();
    assert_false(dump_incomplete(d));
    assert_true(d->damaged_behind);
    assert_int_equal(d->seen[WIRE_EVENT], BLOCKS * ROWS);
    dump_free(d);
  }
}

/* ---- an index that lies, with checksums that are right ---- */

#define EXTENTS_MOST 256

/* Finds the index's frame of EXTENT rows in `file`: its offset, and in *bytes its length. */
static size_t find_extents(size_t *bytes)
{
  for (size_t at = index_at; at < file_bytes; at += *bytes) {
    struct wire_frame f;
    wire_frame_get(&f, file + at);
    *bytes = WIRE_FRAME_BYTES + f.wire_bytes;
    if (wire_get(file + at + WIRE_FRAME_BYTES, 2) == WIRE_EXTENT)
      return at;
  }
  fail();
  return 0;
}

static size_t read_extents(size_t at, size_t bytes, struct wire_extent *rows)
{
  struct xfer_block block;
  size_t pos = 0;
  assert_int_equal(xfer_block_next(file + at + WIRE_FRAME_BYTES, bytes - WIRE_FRAME_BYTES, &pos, &block), 1);
  assert_true(block.head.rows <= EXTENTS_MOST && xfer_unpack(&block, rows));
  return block.head.rows;
}

/* Writes the file with other EXTENT rows in its index, whose frame in `file` is at `at`. */
static void put_with_extents(size_t at, size_t bytes, const struct wire_extent *rows, size_t count)
{
  uint8_t *other = malloc(file_bytes + (1 << 20));
  memcpy(other, file, at);
  const size_t packed = xfer_pack(WIRE_EXTENT, rows, count, NULL, other + at + WIRE_FRAME_BYTES);
  xfer_seal_frame(other + at, WIRE_FRAME_INDEX, 0, 0, packed, packed);
  const size_t end = at + WIRE_FRAME_BYTES + packed, rest = file_bytes - at - bytes;
  memcpy(other + end, file + at + bytes, rest);
  put(other, end + rest);
  free(other);
}

/* Whether the window shows its events, each once; false where that it cannot is known, so that the file is read
 * whole. */
static bool shows_window(size_t first, size_t last)
{
  struct dump *d = load_window(first, last);
  size_t next = first;
  if (!d)
    return false;
  struct cursor c = cursor_begin_range(d, WIRE_EVENT, first, last);
  for (const struct wire_event *e; (e = cursor_next(&c));)
    if (e->tsc >= first && e->tsc <= last && !dump_reread_error(d))
      assert_memory_equal(e, &events[next++], sizeof(*e));
  cursor_end(&c);
  const bool whole = !dump_reread_error(d);
  if (whole)
    assert_int_equal(next, last + 1);
  dump_free(d);
  return whole;
}

/* One bit in seventeen of each row about events is wrong in turn, other ones from row to row. */
static void an_index_that_lies_hides_nothing(void **state)
{
  struct wire_extent rows[EXTENTS_MOST];
  size_t bytes, at = find_extents(&bytes), seen_through = 0, lies = 0;
  const size_t count = read_extents(at, bytes, rows), first = 10 * ROWS - 20, last = 11 * ROWS + 20;
  (void)state;
  put_with_extents(at, bytes, rows, count);
  assert_true(shows_window(first, last));
  for (size_t i = 0; i < count; i++)
    for (size_t bit = i % 17; bit < 8 * sizeof(rows[0]) && rows[i].kind == WIRE_EVENT; bit += 17) {
      uint8_t *byte = (uint8_t *)&rows[i] + bit / 8;
      *byte ^= (uint8_t)(1 << bit % 8);
      put_with_extents(at, bytes, rows, count);
      seen_through += !shows_window(first, last);
      *byte ^= (uint8_t)(1 << bit % 8);
      lies++;
    }
  assert_true(lies > 500 && seen_through > lies / 2);
}

static void a_file_that_is_cut_is_read_whole(void **state)
{
  const size_t cuts[] = { ends[5], ends[5] + 7, ends[FRAMES - 1], ends[FRAMES - 1] + 1, file_bytes - 40, file_bytes - 1 };
  (void)state;
  for (size_t i = 0; i < sizeof(cuts) / sizeof(cuts[0]); i++) {
    put(file, cuts[i]);
    struct dump *d = load_window(0, 1000);
    assert_null(d);
    d = load_whole();
    assert_int_equal(dump_incomplete(d), cuts[i] < index_at);
    check_events(d, 0, 3 * ROWS);
    dump_free(d);
  }
}

static void an_index_of_another_file_is_not_used(void **state)
{
  const size_t shorter = file_bytes - ends[1];
  uint8_t *other = malloc(2 * file_bytes);
  (void)state;
  memcpy(other, file, file_bytes);
  memcpy(other + file_bytes, file, file_bytes);
  put(other, 2 * file_bytes);
  assert_null(load_window(0, 1000));
  put(file + ends[1], shorter); /* its first frames are gone */
  assert_null(load_window(0, 1000));
  memset(other, 0, ends[0]);    /* and its first frame is another one */
  put(other, file_bytes);
  assert_null(load_window(0, 1000));
  free(other);
}

/* A block that is said to be of another kind, to be empty, or to be there twice: the file is read whole. */
static void a_block_is_not_hidden_nor_doubled(void **state)
{
  struct wire_extent rows[EXTENTS_MOST];
  size_t bytes, at = find_extents(&bytes);
  const size_t count = read_extents(at, bytes, rows), first = 10 * ROWS - 20, last = 11 * ROWS + 20;
  (void)state;
  for (size_t i = 0; i < count; i++) {
    const struct wire_extent right = rows[i];
    if (right.kind != WIRE_EVENT)
      continue;
    rows[i].kind = WIRE_KIND_LIMIT + 1;
    put_with_extents(at, bytes, rows, count);
    shows_window(first, last);
    rows[i] = right;
    rows[i].rows = 0;
    put_with_extents(at, bytes, rows, count);
    shows_window(first, last);
    rows[i] = right;
    if (i && rows[i].at > rows[i - 1].at) { /* of one frame */
      rows[i].at = rows[i - 1].at;
      put_with_extents(at, bytes, rows, count);
      assert_false(shows_window(first, last));
    }
    rows[i] = right;
  }
}

/* The extent of block `i` of events. */
static struct wire_extent *extent_of(struct wire_extent *rows, size_t i)
{
  for (;; rows++)
    if (rows->kind == WIRE_EVENT && i-- == 0)
      return rows;
}

/* A block is left out of a frame whose other blocks are told of, and another one, beside which the window does not lie,
 * is said to have its rows, so that the sum is right. */
static void a_block_that_is_left_out_is_missed(void **state)
{
  struct wire_extent rows[EXTENTS_MOST];
  size_t bytes, at = find_extents(&bytes);
  const size_t count = read_extents(at, bytes, rows), first = 10 * ROWS + 20, last = 11 * ROWS - 20;
  (void)state;
  assert_true(shows_window(first, last));
  for (size_t i = 0; i < BLOCKS; i++) {
    read_extents(at, bytes, rows);
    extent_of(rows, i == 10 ? 11 : i)->rows += ROWS;
    extent_of(rows, 10)->kind = WIRE_RUN;
    put_with_extents(at, bytes, rows, count);
    assert_false(shows_window(first, last));
  }
}

/* A block is left out, and another one told of twice: at its own place, and at one within it, where bytes of a column
 * that no reader knows are a block, too. */
static void a_block_within_a_block_is_none(void **state)
{
  struct wire_extent rows[EXTENTS_MOST];
  size_t bytes, at = find_extents(&bytes);
  const size_t count = read_extents(at, bytes, rows);
  (void)state;
  struct wire_extent *e = extent_of(rows, 20);
  assert_int_equal(e[-1].kind, WIRE_PLACE);
  assert_int_equal(e[1].kind, WIRE_SCHED);
  e[-1] = e[0];
  const uint64_t length = (e[1].at - e[0].at - WIRE_COLUMN_BYTES) / 2;
  e[0].at += (uint32_t)length + WIRE_COLUMN_BYTES;
  extent_of(rows, 10)->kind = WIRE_RUN;
  put_with_extents(at, bytes, rows, count);
  struct dump *d = load_all();
  assert_non_null(d);
  struct cursor c = cursor_begin(d, WIRE_EVENT);
  while (cursor_next(&c))
    ;
  cursor_end(&c);
  assert_non_null(dump_reread_error(d));
  dump_free(d);
  assert_false(shows_window(10 * ROWS + 20, 11 * ROWS - 20));
  assert_false(shows_window(20 * ROWS + 20, 21 * ROWS - 20));
}

int main(void)
{
  const struct CMUnitTest tests[] = {
    cmocka_unit_test(it_is_the_same_dump),
    cmocka_unit_test(every_frame_of_the_whole_is_checked),
    cmocka_unit_test(columns_are_right_alone),
    cmocka_unit_test(a_window_reads_only_its_frames),
    cmocka_unit_test(a_frame_of_the_window_is_checked),
    cmocka_unit_test(a_damaged_index_costs_nothing),
    cmocka_unit_test(an_index_that_lies_hides_nothing),
    cmocka_unit_test(a_block_is_not_hidden_nor_doubled),
    cmocka_unit_test(a_file_that_is_cut_is_read_whole),
    cmocka_unit_test(an_index_of_another_file_is_not_used),
    cmocka_unit_test_setup_teardown(a_block_that_is_left_out_is_missed, make_both, make_again),
    cmocka_unit_test_setup_teardown(a_block_within_a_block_is_none, make_both, make_again),
  };
  return cmocka_run_group_tests(tests, make, drop);
}
