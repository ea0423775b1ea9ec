/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * test_guess.c: columns that are written as the difference to a guess: they come back as they were, an allocator's
 * habits take next to no room, and damage is never read outside of its block.
 */
#include "fixture.h"

#include <signal.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

#include "pick.h"
#include "format/guess.h"
#include "xfer.h"

#define ROWS 4000

static struct wire_birth births[ROWS], out[ROWS];
static uint8_t packed[ROWS * 80];

/* What a program in a loop does: sites in turn, each with its class and size, slots of a size one after the other, and
 * `noise` cycles more or less from one birth to the next. */
static void make_births(uint32_t noise)
{
  static const uint32_t bytes[] = { 32, 48, 32, 64, 24, 48, 400 };
  uint64_t clock = 0, tsc = 1000000, next[7];
  for (unsigned i = 0; i < 7; i++)
    next[i] = 0x40000000 + ((uint64_t)bytes[i] << 24);
  for (unsigned i = 0; i < ROWS; i++) {
    unsigned k = i % 7;
    unsigned first = k == 2 ? 0 : k == 5 ? 1 : k; /* sizes that two sites share come from the same slots */
    clock += bytes[k];
    tsc += 100 + 10 * k + (noise ? pick(noise) : 0);
    births[i] = (struct wire_birth){ .site = 10 + k, .class = 3 + k / 2, .bytes = bytes[k], .thread = 2, .clock = clock,
                                     .object = next[first], .tsc = tsc };
    next[first] += bytes[k];
  }
}

static struct guess room;
static const struct xfer_trial guessing = { .guess = &room };

static size_t pack_and_compare(void)
{
  struct xfer_block block;
  size_t bytes = xfer_pack(WIRE_BIRTH, births, ROWS, &guessing, packed), pos = 0;
  assert_int_equal(xfer_block_next(packed, bytes, &pos, &block), 1);
  memset(out, 0xff, sizeof(out));
  assert_true(xfer_unpack(&block, out));
  assert_memory_equal(births, out, sizeof(births));
  return bytes;
}

static void a_program_in_a_loop_takes_a_bit_a_column(void **state)
{
  (void)state;
  make_births(0);
  assert_in_range(pack_and_compare(), 1, ROWS * 9 / 8); /* seven columns of one bit, and a tenth for the groups */
}

/* Each column alone: also one that is guessed from others comes out right, since they are unpacked, too. */
static void columns_come_back_one_by_one(void **state)
{
  const struct wire_kind_info *k = &wire_kinds[WIRE_BIRTH];
  struct xfer_block block;
  size_t pos = 0;
  (void)state;
  make_births(256);
  const size_t bytes = xfer_pack(WIRE_BIRTH, births, ROWS, &guessing, packed);
  assert_int_equal(xfer_block_next(packed, bytes, &pos, &block), 1);
  for (unsigned c = 0; c < k->column_count; c++) {
    memset(out, 0xff, sizeof(out));
    assert_true(xfer_unpack_columns(&block, out, UINT64_C(1) << c));
    for (unsigned i = 0; i < ROWS; i++)
      assert_memory_equal((const char *)&births[i] + k->columns[c].offset, (const char *)&out[i] + k->columns[c].offset,
                          k->columns[c].bytes);
  }
}

static void noise_in_time_costs_its_bits_only(void **state)
{
  (void)state;
  make_births(256);
  assert_in_range(pack_and_compare(), 1, ROWS * 20 / 8); /* eight bits, two of sign and quotient, two of the rests */
}

static void strange_births_come_back(void **state)
{
  (void)state;
  for (int round = 0; round < 20; round++) {
    for (unsigned i = 0; i < ROWS; i++)
      births[i] = (struct wire_birth){ .site = pick(5) ? pick(3) : UINT32_MAX - pick(9), .class = pick(4),
                                       .bytes = pick(3) * 0x7fffffffu, .thread = pick(2), .clock = pick(2) ? UINT64_MAX : i,
                                       .object = (uint64_t)pick(1u << 24) << (40 * pick(2)), .tsc = (uint64_t)-1 << pick(64) };
    pack_and_compare();
  }
}

/* ---- two threads that pack at once ---- */

static uint8_t *second_page;
static long page_bytes;

/* A second thread packs births of its own while the first one is in the middle of a column, as it may wherever the
 * first one is preempted: here where the first one reads the first record of a page that cannot be read. */
static void pack_meanwhile(int signal)
{
  static struct guess other_room;
  static const struct xfer_trial other = { .guess = &other_room };
  static uint8_t other_packed[ROWS * 80];
  (void)signal;
  mprotect(second_page, (size_t)page_bytes, PROT_READ | PROT_WRITE);
  xfer_pack(WIRE_BIRTH, births + ROWS / 2, ROWS / 2, &other, other_packed);
}

/* Called between two passes over a column. */
static size_t take_page_away(void *ctx, const uint8_t *data, size_t bytes)
{
  (void)ctx, (void)data;
  mprotect(second_page, (size_t)page_bytes, PROT_NONE);
  return bytes;
}

static void two_that_pack_at_once_do_not_meet(void **state)
{
  const struct xfer_trial disturbed = { .compressed_bytes = take_page_away, .guess = &room };
  static uint8_t as_packed_alone[sizeof(packed)];
  struct sigaction before, action = { .sa_handler = pack_meanwhile };
  (void)state;
  make_births(50);
  page_bytes = sysconf(_SC_PAGESIZE);
  uint8_t *pages = mmap(NULL, (size_t)(2 * page_bytes), PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  assert_ptr_not_equal(pages, MAP_FAILED);
  second_page = pages + page_bytes;
  const size_t rows = (size_t)(2 * page_bytes) / sizeof(births[0]);
  assert_true(rows <= ROWS);
  memcpy(pages, births, rows * sizeof(births[0]));
  size_t bytes = xfer_pack(WIRE_BIRTH, pages, rows, &guessing, as_packed_alone);
  sigaction(SIGSEGV, &action, &before);
  assert_int_equal(xfer_pack(WIRE_BIRTH, pages, rows, &disturbed, packed), bytes);
  sigaction(SIGSEGV, &before, NULL);
  assert_memory_equal(packed, as_packed_alone, bytes);
  munmap(pages, (size_t)(2 * page_bytes));
}

/* A caller that gives no room for guesses gets another encoding. */
static void without_room_nothing_is_guessed(void **state)
{
  struct xfer_block block;
  size_t pos = 0;
  (void)state;
  make_births(0);
  size_t bytes = xfer_pack(WIRE_BIRTH, births, ROWS, NULL, packed);
  assert_int_equal(xfer_block_next(packed, bytes, &pos, &block), 1);
  assert_true(xfer_unpack(&block, out));
  assert_memory_equal(births, out, sizeof(births));
}

static void damage_stays_inside(void **state)
{
  struct xfer_block block;
  static uint8_t changed[sizeof(packed)];
  (void)state;
  make_births(50);
  size_t bytes = xfer_pack(WIRE_BIRTH, births, 200, &guessing, packed);
  for (int i = 0; i < 20000; i++) {
    size_t pos = 0, n = pick(4) ? bytes : pick((uint32_t)bytes);
    memcpy(changed, packed, bytes);
    changed[pick((uint32_t)bytes)] ^= (uint8_t)(1 << pick(8));
    if (xfer_block_next(changed, n, &pos, &block) == 1 && block.head.kind == WIRE_BIRTH && block.head.rows <= ROWS)
      xfer_unpack(&block, out);
  }
}

static void what_nobody_can_guess_is_refused(void **state)
{
  struct xfer_block block;
  struct wire_event event[2] = { { .tsc = 1 }, { .tsc = 2 } };
  size_t bytes = xfer_pack(WIRE_EVENT, event, 2, NULL, packed), pos = 0;
  (void)state;
  wire_put(packed + WIRE_BLOCK_BYTES, WIRE_GUESS, 4);
  assert_int_equal(xfer_block_next(packed, bytes, &pos, &block), 1);
  assert_false(xfer_unpack(&block, event));
}

int main(void)
{
  const struct CMUnitTest tests[] = {
    cmocka_unit_test(a_program_in_a_loop_takes_a_bit_a_column),
    cmocka_unit_test(columns_come_back_one_by_one),
    cmocka_unit_test(noise_in_time_costs_its_bits_only),
    cmocka_unit_test(strange_births_come_back),
    cmocka_unit_test(two_that_pack_at_once_do_not_meet),
    cmocka_unit_test(without_room_nothing_is_guessed),
    cmocka_unit_test(damage_stays_inside),
    cmocka_unit_test(what_nobody_can_guess_is_refused),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
