/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * timed.c: see timed.h. A list is patterns with commas between them, each of which adds functions to those that are
 * timed, or with a minus before it takes some out; they count in the order in which they stand. A list that begins
 * with a minus begins with all functions. `none' is no function.
 */
#include "timed.h"

#include "options.h"
#include "core/print.h"
#include "prof.h"
#include "lib/string.h"
#include "workload.h"

#define PATTERN_BYTES 128
#define NEAR_BYTES    256

static bool refuse(const char *pattern)
{
  static char near[NEAR_BYTES];
  size_t bytes = prof_timed_near(pattern, near, sizeof near);
  kprintf("error: option timed: no function that can be timed has a name like `%s'%s%s\n", pattern,
          bytes ? "; there are: " : "", near);
  kprintf("       Names are those of the tables: C functions, and methods as package.Class.method. * stands for any "
          "characters, ? for\n       one, a minus before a name takes out: timed=text_*,-text_hash*\n");
  return false;
}

/* Takes the first pattern off the list. False when it is too long. */
static bool next_pattern(const char **list, size_t *bytes, char *pattern)
{
  const char *comma = memchr(*list, ',', *bytes);
  size_t length = comma ? (size_t)(comma - *list) : *bytes, taken = length + (comma != NULL);
  if (length >= PATTERN_BYTES) {
    kprintf("error: option timed: a pattern has at most %u characters\n", PATTERN_BYTES - 1);
    return false;
  }
  memcpy(pattern, *list, length);
  pattern[length] = '\0';
  *list += taken;
  *bytes -= taken;
  return true;
}

static bool apply(const char *pattern)
{
  bool on = pattern[0] != '-';
  if (strcmp(pattern, "none") == 0 || prof_timed(pattern + !on, on))
    return true;
  return refuse(pattern + !on);
}

bool timed_begin(const struct options *options)
{
  static char pattern[PATTERN_BYTES];
  const char *list = options->timed;
  size_t bytes = options->timed_bytes;
  if (!bytes || list[0] == '-')
    prof_probes_on();
  while (bytes)
    if (!next_pattern(&list, &bytes, pattern) || !apply(pattern))
      return false;
  return true;
}
