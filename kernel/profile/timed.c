/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * timed.c: see timed.h. A list is patterns with commas between them, each of which adds functions to those that are
 * timed, or whose calls are recorded, or with a minus before it takes some out; they count in the order in which they
 * stand. A list that begins with a minus begins with all functions. `none' is no function. Of the functions of a
 * pattern with @ before it only such calls are recorded as are not made by another function of such a pattern.
 */
#include "timed.h"

#include "options.h"
#include "core/print.h"
#include "prof.h"
#include "lib/string.h"
#include "workload.h"

#define PATTERN_BYTES 128
#define NEAR_BYTES    256

static bool refuse(const char *option, const char *pattern)
{
  static char near[NEAR_BYTES];
  size_t bytes = prof_timed_near(pattern, near, sizeof near);
  kprintf("error: option %s: no function that can be timed has a name like `%s'%s%s\n", option, pattern,
          bytes ? "; there are: " : "", near);
  kprintf("       Names are those of the tables: C functions, and methods as package.Class.method. * stands for any "
          "characters, ? for\n       one, a minus before a name takes out: %s=text_*,-text_hash*\n", option);
  return false;
}

/* Takes the first pattern off the list. False when it is too long. */
static bool next_pattern(const char *option, const char **list, size_t *bytes, char *pattern)
{
  const char *comma = memchr(*list, ',', *bytes);
  size_t length = comma ? (size_t)(comma - *list) : *bytes, taken = length + (comma != NULL);
  if (length >= PATTERN_BYTES) {
    kprintf("error: option %s: a pattern has at most %u characters\n", option, PATTERN_BYTES - 1);
    return false;
  }
  memcpy(pattern, *list, length);
  pattern[length] = '\0';
  *list += taken;
  *bytes -= taken;
  return true;
}

/* Does what a pattern of an option asks for: returns how many functions match. */
typedef uint32_t apply_fn(const char *pattern);

static uint32_t apply_timed(const char *pattern)
{
  const bool on = pattern[0] != '-';
  return prof_timed(pattern + !on, on);
}

static uint32_t apply_calls(const char *pattern)
{
  if (pattern[0] == '@')
    return prof_calls(pattern + 1, PROF_RECORD_OUTERMOST);
  return pattern[0] == '-' ? prof_calls(pattern + 1, PROF_RECORD_NONE) : prof_calls(pattern, PROF_RECORD_ALL);
}

static bool apply_list(const char *option, const char *list, size_t bytes, apply_fn *apply)
{
  static char pattern[PATTERN_BYTES];
  while (bytes) {
    if (!next_pattern(option, &list, &bytes, pattern))
      return false;
    if (strcmp(pattern, "none") != 0 && !apply(pattern))
      return refuse(option, pattern + (pattern[0] == '-' || pattern[0] == '@'));
  }
  return true;
}

bool timed_begin(const struct options *options)
{
  if (!options->timed_bytes || options->timed[0] == '-')
    prof_probes_on();
  if (options->calls_bytes && options->calls[0] != '-')
    prof_calls("*", PROF_RECORD_NONE);
  return apply_list("timed", options->timed, options->timed_bytes, apply_timed) &&
         apply_list("calls", options->calls, options->calls_bytes, apply_calls);
}
