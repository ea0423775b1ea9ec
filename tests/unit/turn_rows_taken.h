/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * turn_rows_taken.h: the rows that turns or bursts have handed out, for test_turns.c and test_bursts.c. All here is
 * PROF_UNTIMED, as everything there but the functions under test.
 */
#ifndef TURN_ROWS_TAKEN_H
#define TURN_ROWS_TAKEN_H

#include "fixture.h"
#include "probes/turns.h"

#include <string.h>

static struct wire_turn rows[1 << 16];
static size_t row_count;

PROF_UNTIMED static void take_rows(void *ctx, enum wire_kind kind, const void *from, size_t count)
{
  (void)ctx;
  assert_int_equal(kind, WIRE_TURN);
  assert_true(row_count + count <= sizeof(rows) / sizeof(rows[0]));
  memcpy(rows + row_count, from, count * sizeof(rows[0]));
  row_count += count;
}

static const struct prof_sink row_sink = { .records = take_rows };

/* Stops, and takes all rows that were made since prof_start(). */
PROF_UNTIMED static void collect(void)
{
  row_count = 0;
  prof_stop();
  prof_turns_collect(&row_sink);
  assert_int_equal(prof_turns_tally().made, row_count);
  assert_int_equal(prof_turns_tally().dropped, 0);
}

PROF_UNTIMED static size_t rows_of(enum wire_turn_what what)
{
  size_t n = 0;
  for (size_t i = 0; i < row_count; i++)
    n += rows[i].what == what;
  return n;
}

#endif
