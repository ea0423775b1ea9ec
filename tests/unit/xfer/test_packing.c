/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * test_packing.c: blocks of records, packed and unpacked: the records come out as they went in, in no more room than
 * xfer_pack_bound() says, and bytes that are no block are refused.
 */
#include "fixture.h"

#include <stdlib.h>
#include <string.h>

#include "format/rice.h"
#include "pick.h"
#include "xfer.h"

static uint64_t pick64(void)
{
  uint64_t v = ((uint64_t)pick(1u << 24) << 40) ^ ((uint64_t)pick(1u << 24) << 20) ^ pick(1u << 24);
  return v >> pick(64);
}

static void every_kind_survives_packing(void **state)
{
  (void)state;
  for (int kind = 1; kind < WIRE_KIND_LIMIT; kind++) {
    const struct wire_kind_info *k = &wire_kinds[kind];
    if (!k->name)
      continue;
    const size_t rows = 257;
    uint8_t *in = calloc(rows, k->bytes), *out = malloc(rows * k->bytes);
    uint8_t *packed = malloc(xfer_pack_bound(kind, rows));
    for (size_t i = 0; i < rows; i++)
      for (unsigned c = 0; c < k->column_count; c++)
        wire_put(in + i * k->bytes + k->columns[c].offset, pick64(), k->columns[c].bytes);
    size_t bytes = xfer_pack(kind, in, rows, NULL, packed), pos = 0;
    assert_true(bytes <= xfer_pack_bound(kind, rows));
    struct xfer_block block;
    assert_int_equal(xfer_block_next(packed, bytes, &pos, &block), 1);
    assert_int_equal(pos, bytes);
    assert_int_equal(block.head.rows, rows);
    memset(out, 0, rows * k->bytes);
    assert_true(xfer_unpack(&block, out));
    assert_memory_equal(in, out, rows * k->bytes);
    assert_int_equal(xfer_block_next(packed, bytes, &pos, &block), 0);
    free(in), free(out), free(packed);
  }
}

static void the_bound_is_reached_and_not_passed(void **state)
{
  struct wire_event worst[2] = { { UINT64_MAX / 3 * 2, UINT64_MAX, UINT32_MAX, UINT32_MAX, 0 },
                                 { 1ull << 63, UINT64_MAX, UINT32_MAX, UINT32_MAX, 0 } };
  uint8_t packed[1024];
  (void)state;
  assert_true(sizeof(packed) >= xfer_pack_bound(WIRE_EVENT, 2));
  assert_true(xfer_pack(WIRE_EVENT, worst, 2, NULL, packed) <= xfer_pack_bound(WIRE_EVENT, 2));
}

static void noise_takes_few_bits_in_either_sign(void **state)
{
  static struct wire_event in[5000], out[5000];
  static uint8_t packed[5000 * 48];
  struct xfer_block block;
  (void)state;
  uint64_t up = 1ull << 50, around = 1ull << 40;
  for (size_t i = 0; i < 5000; i++) {
    up += pick(1024);
    around += (uint64_t)pick(1024) - 512;
    in[i] = (struct wire_event){ .tsc = i == 2500 ? UINT64_MAX : up, .arg = around, .event = pick(1024) };
  }
  size_t bytes = xfer_pack(WIRE_EVENT, in, 5000, NULL, packed), pos = 0;
  /* Ten random bits, half a bit of quotient and one to end it, for each of three columns, a sign for two of them, a bit
   * for each of the zeros, and a tenth of a bit for the groups. */
  assert_in_range(bytes, 0, 5000 * 37 / 8);
  assert_int_equal(xfer_block_next(packed, bytes, &pos, &block), 1);
  assert_true(xfer_unpack(&block, out));
  assert_memory_equal(in, out, sizeof(in));
}

#define KNOWN 5 /* columns of EVENT */

/* Turns a block of EVENT into one of a sender with other columns: `columns` of them, the known ones cut or unknown ones
 * added at the end. */
static size_t with_columns(uint8_t *out, const uint8_t *block, unsigned columns, unsigned rows)
{
  size_t pos = WIRE_BLOCK_BYTES;
  memcpy(out, block, WIRE_BLOCK_BYTES);
  wire_put(out + 2, columns, 2);
  for (unsigned c = 0; c < columns; c++) {
    size_t bytes = c < KNOWN ? WIRE_COLUMN_BYTES + wire_get(block + pos + 4, 4) : WIRE_COLUMN_BYTES + rows;
    if (c < KNOWN) {
      memcpy(out + pos, block + pos, bytes);
    } else {
      wire_put(out + pos, WIRE_VARINT, 4);
      wire_put(out + pos + 4, rows, 4);
      memset(out + pos + WIRE_COLUMN_BYTES, 5, rows);
    }
    pos += bytes;
  }
  return pos;
}

static void columns_may_be_fewer_or_more(void **state)
{
  static struct wire_event in[3] = { { 10, 20, 1, 2, 0 }, { 11, 21, 3, 4, 0 }, { 12, 22, 5, 6, 0 } }, out[3];
  const struct wire_logged_event logged[] = { { 10, 20, 1, 2 }, { 11, 21, 3, 4 } };
  uint8_t packed[1024], changed[1024];
  struct xfer_block block;
  (void)state;
  xfer_pack(WIRE_EVENT, in, 3, NULL, packed);
  size_t pos = 0, bytes = with_columns(changed, packed, 3, 3);
  assert_int_equal(xfer_block_next(changed, bytes, &pos, &block), 1);
  assert_true(xfer_unpack(&block, out));
  assert_int_equal(out[2].event, 5);
  assert_int_equal(out[2].thread, 0);
  xfer_pack(WIRE_EVENT, logged, 2, &(struct xfer_trial){ .logged = true }, packed);
  pos = 0;
  assert_int_equal(xfer_block_next(packed, sizeof(packed), &pos, &block), 1);
  assert_int_equal(block.head.columns, 4);
  assert_true(xfer_unpack(&block, out));
  assert_memory_equal(out, in, 2 * sizeof(*in));
  xfer_pack(WIRE_EVENT, in, 3, NULL, packed);
  pos = 0;
  bytes = with_columns(changed, packed, 7, 3);
  assert_int_equal(xfer_block_next(changed, bytes, &pos, &block), 1);
  assert_int_equal(pos, bytes);
  assert_true(xfer_unpack(&block, out));
  assert_memory_equal(in, out, sizeof(in));
}

static void damaged_blocks_are_refused(void **state)
{
  struct wire_event in[40], out[40];
  uint8_t packed[4096], changed[4096];
  struct xfer_block block;
  (void)state;
  memset(in, 0, sizeof(in));
  size_t bytes = xfer_pack(WIRE_EVENT, in, 40, NULL, packed);
  for (int i = 0; i < 20000; i++) {
    size_t pos = 0, n = pick(4) ? bytes : pick((uint32_t)bytes);
    memcpy(changed, packed, bytes);
    changed[pick((uint32_t)bytes)] ^= (uint8_t)(1 << pick(8));
    /* Under the address sanitizer: no read or write outside, whatever the counts say. */
    if (xfer_block_next(changed, n, &pos, &block) == 1 && block.head.kind == WIRE_EVENT && block.head.rows <= 40)
      xfer_unpack(&block, out);
  }
  wire_put(packed + 4, 0xffffffff, 4);
  size_t pos = 0;
  assert_int_equal(xfer_block_next(packed, bytes, &pos, &block), -1);
}

/* Events that follow each other closely, or, `wild`, values that no encoding fits. */
static void fill_events(struct wire_event *rows, size_t count, bool wild)
{
  static uint64_t tsc;
  for (size_t i = 0; i < count; i++) {
    tsc += 100 + pick(1000);
    rows[i] = (struct wire_event){ tsc, i, 1 + (uint32_t)i % 3, 1, 0 };
    if (wild)
      rows[i] = (struct wire_event){ pick64() | 1ull << 63, pick64() | 1ull << 63, (uint32_t)pick64(),
                                    (uint32_t)pick64(), (uint16_t)pick64() };
  }
}

static unsigned trials;
static size_t count_trial(void *ctx, const uint8_t *data, size_t bytes)
{
  (void)ctx, (void)data;
  trials++;
  return bytes;
}

static void a_choice_stands_for_as_long_as_it_fits(void **state)
{
  enum { ROWS = 3000 };
  static struct wire_event in[ROWS], out[ROWS];
  static uint8_t packed[ROWS * 64], fresh[ROWS * 64];
  struct xfer_choice choices[XFER_COLUMNS] = { 0 };
  const struct xfer_trial trial = { .compressed_bytes = count_trial, .choices = choices };
  unsigned tried = 0;
  (void)state;
  assert_true(sizeof(packed) >= xfer_pack_bound(WIRE_EVENT, ROWS));
  for (unsigned b = 0; b < 64; b++) {
    const bool wild = b == 20 || b == 40;
    struct xfer_block block;
    size_t pos = 0;
    trials = 0;
    fill_events(in, ROWS, wild);
    size_t bytes = xfer_pack(WIRE_EVENT, in, ROWS, &trial, packed);
    assert_true(bytes <= xfer_pack_bound(WIRE_EVENT, ROWS));
    tried += trials > 0;
    assert_true(4 * bytes <= 5 * xfer_pack(WIRE_EVENT, in, ROWS, NULL, fresh) + 4 * 4 * 64);
    assert_int_equal(xfer_block_next(packed, bytes, &pos, &block), 1);
    assert_true(xfer_unpack(&block, out));
    assert_memory_equal(in, out, sizeof in);
  }
  assert_in_range(tried, 5, 10);   /* each sixteenth block, and at the wild values and the block after them */
}

/* Groups of one parameter, of short quotients and of those that escape, one behind the other; and each cut of them ends
 * where its bytes do. */
static void groups_of_each_parameter_come_back(void **state)
{
  (void)state;
  enum { GROUPS = 4 };
  static uint8_t bytes[GROUPS * RICE_GROUP * 12 + 64];
  for (unsigned spread = 1; spread <= 64; spread++) {
    uint64_t in[GROUPS][RICE_GROUP], out[RICE_GROUP];
    struct rice_bits w = { .out = bytes };
    for (unsigned g = 0; g < GROUPS; g++) {
      uint64_t all = 0;
      unsigned k;
      for (unsigned i = 0; i < RICE_GROUP; i++)
        all |= in[g][i] = pick(40) ? pick64() >> (64 - spread) : pick64();
      rice_group_bits(in[g], RICE_GROUP, all, &k);
      rice_put_group(&w, in[g], RICE_GROUP, k);
    }
    rice_put_end(&w);
    const size_t size = (size_t)(w.out - bytes);
    for (size_t cut = 0; cut <= size; cut++) {
      uint8_t *copy = malloc(cut ? cut : 1); /* the sanitizer sees what is read behind it */
      memcpy(copy, bytes, cut);
      struct rice_bits r = { .in = copy, .end = copy + cut };
      unsigned good = 0;
      while (good < GROUPS && rice_get_group(&r, out, RICE_GROUP))
        assert_memory_equal(out, in[good++], sizeof(out));
      assert_true((good == GROUPS) == (cut == size));
      assert_true(cut < size || (r.in == r.end && r.held < 8));
      free(copy);
    }
  }
}

/* The longest values that are not escaped, one behind the other, and escaped ones among them. */
static void the_longest_values_come_back(void **state)
{
  (void)state;
  static uint8_t bytes[RICE_GROUP * 12 + 64];
  for (unsigned k = 0; k <= 32; k++)
    for (unsigned escaped = 0; escaped < 2; escaped++) {
      uint64_t in[RICE_GROUP], out[RICE_GROUP];
      struct rice_bits w = { .out = bytes };
      for (unsigned i = 0; i < RICE_GROUP; i++)
        in[i] = (uint64_t)(RICE_ESCAPE - !(escaped && i % 5 == 4)) << k | (pick64() & ((1ull << k) - 1));
      rice_put_group(&w, in, RICE_GROUP, k);
      rice_put_end(&w);
      struct rice_bits r = { .in = bytes, .end = w.out };
      assert_true(rice_get_group(&r, out, RICE_GROUP));
      assert_memory_equal(out, in, sizeof(out));
    }
}

int main(void)
{
  const struct CMUnitTest tests[] = {
    cmocka_unit_test(every_kind_survives_packing),
    cmocka_unit_test(groups_of_each_parameter_come_back),
    cmocka_unit_test(the_longest_values_come_back),
    cmocka_unit_test(the_bound_is_reached_and_not_passed),
    cmocka_unit_test(noise_takes_few_bits_in_either_sign),
    cmocka_unit_test(columns_may_be_fewer_or_more),
    cmocka_unit_test(damaged_blocks_are_refused),
    cmocka_unit_test(a_choice_stands_for_as_long_as_it_fits),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
