/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * ack.c: see ack.h.
 */
#include "ack.h"

/* "idle" and numbers of ten digits, each behind a blank. */
_Static_assert(4 + (4 + 2 * ACK_RANGES) * 11 <= SEALED_TEXT, "the longest ack must fit a sealed line");

void ack_write(const struct ack *a, struct checked_line *out)
{
  checked_line_begin(out, a->idle ? "idle" : "ack");
  checked_line_number(out, a->run);
  checked_line_number(out, a->token);
  checked_line_number(out, a->low);
  checked_line_number(out, a->high);
  for (uint32_t i = 0; i < a->ranges; i++) {
    checked_line_number(out, a->missing[i].first);
    checked_line_number(out, a->missing[i].count);
  }
  checked_line_end(out);
}

static bool take_range(const char **at, const char *end, struct ack *a, uint64_t from)
{
  struct ack_range *r = &a->missing[a->ranges];
  if (a->ranges == ACK_RANGES || !checked_line_take_number(at, end, &r->first) ||
      !checked_line_take_number(at, end, &r->count))
    return false;
  a->ranges++;
  return r->first >= from && r->count && (uint64_t)r->first + r->count <= a->high;
}

bool ack_read(const char *text, size_t bytes, struct ack *a)
{
  const char *at = text, *end = text + bytes;
  uint64_t from;
  *a = (struct ack){ .idle = checked_line_take_word(&at, end, "idle") };
  if ((!a->idle && !checked_line_take_word(&at, end, "ack")) || !checked_line_take_number(&at, end, &a->run) ||
      !checked_line_take_number(&at, end, &a->token) || !checked_line_take_number(&at, end, &a->low) ||
      !checked_line_take_number(&at, end, &a->high) || a->high < a->low)
    return false;
  for (from = a->low; at < end; from = (uint64_t)a->missing[a->ranges - 1].first + a->missing[a->ranges - 1].count)
    if (!take_range(&at, end, a, from))
      return false;
  return true;
}

bool ack_misses(const struct ack *a, uint32_t seq)
{
  for (uint32_t i = 0; i < a->ranges; i++)
    if (seq >= a->missing[i].first && seq - a->missing[i].first < a->missing[i].count)
      return true;
  return false;
}
