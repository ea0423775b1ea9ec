/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * test_switch.c: the switch between machines: where frames go, and that each fault strikes exactly the frames that its
 * seed draws, whatever the order in which nodes send.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

#include "wire/addresses.h"
#include "wire/switch.h"

#define MS 1000000
#define MOST 20000

static const char *const names[] = { "a", "b", "c" };
enum { A, B, C };

/* What left the switch, what it noted, and how its ports are. */
static struct { unsigned port; uint32_t label; size_t bytes; uint8_t data[SWITCH_FRAME_MOST]; } sent[MOST];
static struct { struct switch_note note; char fault[16], detail[80]; } noted[MOST];
static size_t sent_count, note_count, seen_count;
static enum switch_sent answer[3];
static struct faults faults;
static struct wire_switch *fabric;

static uint32_t label_of(const uint8_t *frame)
{
  return (uint32_t)frame[14] << 24 | (uint32_t)frame[15] << 16 | (uint32_t)frame[16] << 8 | frame[17];
}

static enum switch_sent on_send(void *ctx, unsigned port, const uint8_t *frame, size_t bytes)
{
  (void)ctx;
  if (answer[port] != SWITCH_SENT)
    return answer[port];
  assert_true(sent_count < MOST);
  sent[sent_count].port = port;
  sent[sent_count].label = label_of(frame);
  sent[sent_count].bytes = bytes;
  memcpy(sent[sent_count++].data, frame, bytes);
  return SWITCH_SENT;
}

static void on_seen(void *ctx, int64_t time_ns, const uint8_t *frame, size_t there, size_t bytes)
{
  (void)ctx, (void)time_ns, (void)frame, (void)there, (void)bytes;
  seen_count++;
}

static void on_note(void *ctx, const struct switch_note *n)
{
  (void)ctx;
  assert_true(note_count < MOST);
  noted[note_count].note = *n;
  snprintf(noted[note_count].fault, sizeof(noted[0].fault), "%s", n->fault);
  snprintf(noted[note_count++].detail, sizeof(noted[0].detail), "%s", n->detail);
}

static void open_switch(uint64_t seed, const char *const *texts, size_t count)
{
  static const struct switch_ops ops = { on_send, on_seen, on_note };
  char error[FAULTS_ERROR_BYTES];
  faults = (struct faults){ .seed = seed };
  for (size_t i = 0; i < count; i++)
    assert_true(faults_add(&faults, texts[i], error));
  sent_count = note_count = seen_count = 0;
  memset(answer, 0, sizeof(answer));
  fabric = switch_new(&ops, NULL, names, 3, &faults);
}

/* A frame of 60 bytes from the node at a port to the node `to`; -1: to all. */
static void put(unsigned from, int to, uint32_t label, int64_t now_ns)
{
  uint8_t f[60] = { 0x52, 0x54, 0, 0, 0, (uint8_t)to, 0x52, 0x54, 0, 0, 0, (uint8_t)from, 8, 0 };
  if (to < 0)
    memset(f, 0xff, ADDRESS_BYTES);
  for (int i = 0; i < 4; i++)
    f[14 + i] = (uint8_t)(label >> (24 - 8 * i));
  switch_take(fabric, from, f, sizeof(f), sizeof(f), now_ns);
}

static void learns_and_filters(void **state)
{
  (void)state;
  open_switch(1, NULL, 0);
  put(A, B, 1, 0); /* the switch has not learnt b's port: to all others */
  assert_int_equal(sent_count, 2);
  put(B, A, 2, 0); /* a is known, and b from now on */
  put(A, B, 3, 0);
  assert_int_equal(sent_count, 4);
  assert_int_equal(sent[2].port, A);
  assert_int_equal(sent[3].port, B);
  put(C, -1, 4, 0); /* to all */
  assert_int_equal(sent_count, 6);
  put(A, A, 5, 0);  /* to a node at its own port: it has it */
  assert_int_equal(sent_count, 6);
  put(C, -1, 6, 0);
  sent_count = 0;
  uint8_t moved[60] = { 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0x52, 0x54, 0, 0, 0, B };
  switch_take(fabric, C, moved, sizeof(moved), sizeof(moved), 0); /* b's card is at c's port now */
  put(A, B, 7, 0);
  assert_int_equal(sent[sent_count - 1].port, C);
  assert_int_equal(note_count, 0);
  assert_int_equal(seen_count, 8);
  switch_free(fabric);
}

static void takes_no_garbage(void **state)
{
  static const uint8_t zeros[4000];
  uint8_t group[60] = { 0x52, 0x54, 0, 0, 0, B, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff };
  (void)state;
  open_switch(1, NULL, 0);
  switch_take(fabric, A, zeros, 0, 0, 0);
  switch_take(fabric, A, zeros, 13, 13, 0);
  switch_take(fabric, A, zeros, 4000, 4000, 0);
  switch_take(fabric, A, zeros, 60, 60, 0);        /* no sender */
  switch_take(fabric, A, group, 60, 60, 0);        /* all as a sender */
  switch_take(fabric, A, zeros, 4000, 70000, 0);
  static const char *const want[] = { "runt", "runt", "giant", "sender", "sender", "giant" };
  assert_int_equal(note_count, 6);
  for (size_t i = 0; i < 6; i++)
    assert_string_equal(noted[i].fault, want[i]);
  assert_int_equal(sent_count, 0);
  assert_int_equal(seen_count, 6);
  for (uint32_t i = 0; i < 5000; i++) { /* inventing senders pushes out others, and costs no memory */
    uint8_t f[60] = { 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 2, 0, 0, 0, (uint8_t)(i >> 8), (uint8_t)i };
    sent_count = 0;
    switch_take(fabric, A, f, sizeof(f), sizeof(f), 0);
    assert_int_equal(sent_count, 2);
  }
  switch_free(fabric);
}

static void waits_for_a_busy_node(void **state)
{
  (void)state;
  open_switch(1, NULL, 0);
  put(B, -1, 0, 0);
  answer[B] = SWITCH_BUSY;
  sent_count = 0;
  for (uint32_t i = 0; i < SWITCH_QUEUE_MOST + 3; i++)
    put(A, B, i, 0);
  assert_int_equal(sent_count, 0);
  assert_int_equal(note_count, 3);
  assert_string_equal(noted[0].fault, "full");
  assert_true(switch_waits(fabric, B));
  answer[B] = SWITCH_SENT;
  switch_writable(fabric, B, 0);
  assert_false(switch_waits(fabric, B));
  assert_int_equal(sent_count, SWITCH_QUEUE_MOST);
  for (uint32_t i = 0; i < SWITCH_QUEUE_MOST; i++)
    assert_int_equal(sent[i].label, i);
  answer[B] = SWITCH_ABSENT;
  put(A, B, 7, 0);
  assert_string_equal(noted[3].fault, "absent");
  assert_int_equal(noted[3].note.to, B);
  assert_int_equal(switch_counts(fabric, B)->lost, 4);
  switch_free(fabric);
}

/* Node a sends `count` frames to all, each 1 ms behind the one before: b gets them wherever a flipped bit leads. */
static void send_many(uint32_t count, bool with_others)
{
  put(B, -1, 0, 0);
  sent_count = 0;
  for (uint32_t i = 1; i <= count; i++) {
    switch_turn(fabric, i * MS);
    for (uint32_t k = 0; with_others && k < i % 3; k++)
      put(C, A, 0, i * MS);
    put(A, -1, i, i * MS);
  }
}

/* The labels of the frames of a that got to b, in order, into `got`. */
static size_t arrived(uint32_t *got)
{
  size_t n = 0;
  for (size_t i = 0; i < sent_count; i++)
    if (sent[i].port == B)
      got[n++] = sent[i].label;
  return n;
}

/* Frames of a that the notes name with a fault. */
static size_t struck(const char *fault, bool *hit)
{
  size_t n = 0;
  memset(hit, 0, MOST * sizeof(*hit));
  for (size_t i = 0; i < note_count; i++)
    if (strcmp(noted[i].fault, fault) == 0 && noted[i].note.from == A) {
      hit[noted[i].note.of_node] = true;
      n++;
    }
  return n;
}

static bool hit[MOST], again[MOST];
static uint32_t got[MOST];

static void drops_exactly(void **state)
{
  static const char *const texts[] = { "drop=1/10@a" };
  (void)state;
  open_switch(7, texts, 1);
  send_many(3000, false);
  const size_t n = struck("drop", hit), came = arrived(got);
  assert_in_range(n, 240, 360); /* 300 +- 3.6 sigma; the seed is fixed */
  assert_int_equal(came, 3000 - n);
  for (size_t i = 0; i < came; i++)
    assert_false(hit[got[i]]);
  switch_free(fabric);
  open_switch(7, texts, 1); /* the same frames of a, whatever others send between them */
  send_many(3000, true);
  assert_int_equal(struck("drop", again), n);
  assert_memory_equal(hit, again, sizeof(hit));
  switch_free(fabric);
  open_switch(8, texts, 1);
  send_many(3000, false);
  struck("drop", again);
  assert_memory_not_equal(hit, again, sizeof(hit));
  switch_free(fabric);
}

static void duplicates_and_flips_exactly(void **state)
{
  static const char *const texts[] = { "duplicate=5%@a", "flip=0.05@a" };
  (void)state;
  open_switch(3, texts, 2);
  send_many(2000, false);
  const size_t doubled = struck("duplicate", hit), flips = struck("flip", again);
  assert_in_range(doubled, 65, 135);
  assert_in_range(flips, 65, 135);
  assert_int_equal(sent_count, 2 * (2000 + doubled));
  uint32_t at = 0;
  for (uint32_t i = 1; i <= 2000; i++)
    for (int copy = hit[i] ? 2 : 1; copy; copy--, at += 2) {
      uint8_t f[60] = { 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0x52, 0x54, 0, 0, 0, A, 8, 0, 0, 0, (uint8_t)(i >> 8),
                        (uint8_t)i };
      unsigned bits = 0;
      for (size_t k = 0; k < 60; k++)
        bits += (unsigned)__builtin_popcount(f[k] ^ sent[at].data[k]);
      assert_int_equal(bits, again[i] ? 1 : 0);
    }
  for (size_t i = 0; i < note_count; i++) {
    unsigned byte, bit;
    if (strcmp(noted[i].fault, "flip") == 0) {
      assert_int_equal(sscanf(noted[i].detail, "byte %u bit %u", &byte, &bit), 2);
      assert_true(byte < 60 && bit < 8);
    }
  }
  switch_free(fabric);
}

static void delays_and_reorders_exactly(void **state)
{
  static const char *const late[] = { "delay=1/10:20ms..30ms@a" }, *const mixed[] = { "reorder=1/10:3@a" };
  (void)state;
  open_switch(5, late, 1);
  send_many(1000, false);
  size_t n = struck("delay", hit);
  assert_in_range(n, 65, 135);
  assert_in_range(1000 - arrived(got), 1, 10);  /* the last ones are still held */
  switch_turn(fabric, 1031 * MS);
  assert_int_equal(arrived(got), 1000);
  memset(again, 0, sizeof(again));
  for (size_t i = 0; i < 1000; i++) {
    assert_false(again[got[i]]);
    again[got[i]] = true;
    for (size_t k = 0; k < i; k++)              /* what is not delayed overtakes no other that is not */
      assert_true(hit[got[k]] || hit[got[i]] || got[k] < got[i]);
  }
  switch_free(fabric);
  open_switch(5, mixed, 1);
  send_many(1000, false);
  assert_in_range(struck("reorder", hit), 65, 135);
  switch_flush(fabric, 1001 * MS);
  assert_int_equal(arrived(got), 1000);
  for (size_t i = 0; i < 1000; i++)
    if (hit[got[i]] && got[i] + 3 <= 1000) {    /* behind those of the next three frames that no fault holds */
      size_t before = 0;
      for (size_t k = 0; k < i; k++)
        before += got[k] > got[i] && got[k] <= got[i] + 3;
      size_t free_ones = 0;
      for (uint32_t k = got[i] + 1; k <= got[i] + 3; k++)
        free_ones += !hit[k];
      assert_int_equal(before, free_ones);
    }
  switch_free(fabric);
  open_switch(5, mixed, 1);                     /* one that nothing follows waits only so long */
  send_many(1, false);
  int64_t now_ns = MS;
  for (uint32_t i = 2; !struck("reorder", hit); i++)
    put(A, B, i, now_ns += MS);
  const size_t waits = arrived(got);
  assert_int_equal(switch_turn(fabric, now_ns), now_ns + SWITCH_REORDER_NS);
  switch_turn(fabric, now_ns + SWITCH_REORDER_NS - 1);
  assert_int_equal(arrived(got), waits);
  assert_true(switch_turn(fabric, now_ns + SWITCH_REORDER_NS) == SWITCH_NEVER);
  assert_int_equal(arrived(got), waits + 1);
  switch_free(fabric);
}

static void cuts_a_node_off(void **state)
{
  static const char *const frames[] = { "cut=b@3..5" }, *const times[] = { "cut=b@2s..3s" };
  (void)state;
  open_switch(1, frames, 1);
  put(B, -1, 1, 0);
  put(A, B, 2, 0);
  put(A, B, 3, 0);  /* not to b */
  put(B, A, 4, 0);  /* not from b */
  put(A, B, 5, 0);
  assert_int_equal(note_count, 2);
  assert_int_equal(noted[0].note.to, B);
  assert_int_equal(noted[1].note.to, -1);
  assert_int_equal(sent[sent_count - 1].label, 5);
  switch_free(fabric);
  open_switch(1, times, 1);
  for (uint32_t i = 0; i < 5; i++)
    put(B, -1, i, 50 + i * 1000 * (int64_t)MS);
  assert_int_equal(note_count, 1);
  assert_int_equal(noted[0].note.frame, 3);
  switch_free(fabric);
}

static void holds_no_more_than_it_may(void **state)
{
  static const char *const texts[] = { "delay=1:10s" };
  (void)state;
  open_switch(1, texts, 1);
  for (uint32_t i = 0; i < SWITCH_HELD_MOST + 10; i++)
    put(A, B, i, 0);
  assert_int_equal(sent_count, 2 * 10);
  assert_string_equal(noted[note_count - 1].fault, "full");
  switch_free(fabric);
}

static void refuses_what_is_no_fault(void **state)
{
  static const char *const wrong[] = {
    "", "drop", "drop=", "drop=2", "drop=1/0", "drop=-1", "drop=101%", "drop=1/2:3", "drop=1/2@", "drop=1/2@a b",
    "fly=1/2", "delay=1/2", "delay=1/2:5", "delay=1/2:5ms..2ms", "delay=1/2:0ms", "delay=1/2:-1ms", "reorder=1/2:0",
    "reorder=1/2:x", "cut=b", "cut=b@5", "cut=b@0..5", "cut=b@5..5", "cut=b@2s..1s", "cut=b@1..2s", "cut=@1..2",
    "drop=nan", "drop=1/2@aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa",
    "delay=0."
    "0000000000000000000000000000000000000000000000000000000000000000000000"
    "0000000000000000000000000000000000000000000000000000000000000000000001:5s"
  };
  char error[FAULTS_ERROR_BYTES];
  struct faults f = { 0 };
  (void)state;
  for (size_t i = 0; i < sizeof(wrong) / sizeof(wrong[0]); i++) {
    if (faults_add(&f, wrong[i], error))
      fail_msg("`%s` was taken", wrong[i]);
    assert_true(strlen(error) > 0);
  }
  assert_int_equal(f.count, 0);
  while (faults_add(&f, "drop=1/2", error))
    ;
  assert_int_equal(f.count, FAULTS_MOST);
}

int main(void)
{
  const struct CMUnitTest tests[] = {
    cmocka_unit_test(learns_and_filters),
    cmocka_unit_test(takes_no_garbage),
    cmocka_unit_test(waits_for_a_busy_node),
    cmocka_unit_test(drops_exactly),
    cmocka_unit_test(duplicates_and_flips_exactly),
    cmocka_unit_test(delays_and_reorders_exactly),
    cmocka_unit_test(cuts_a_node_off),
    cmocka_unit_test(holds_no_more_than_it_may),
    cmocka_unit_test(refuses_what_is_no_fault),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
