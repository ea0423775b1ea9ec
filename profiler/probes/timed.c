/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * timed.c: the functions that are timed, chosen by name.
 *
 * Names come from two tables: the image's own functions are listed in the section prof_names, made from the linked
 * image's symbols by names.sh; methods of another language are named by prof_program(). A function that is in both
 * tables has its name from prof_program().
 */
#include "sites.h"

#include "state.h"
#include "timing.h"

#ifdef PROF_PORT_PATCH

/* A row for each function: its address in 8 bytes, its name, a zero byte. */
extern const uint8_t __start_prof_names[] __attribute__((weak)), __stop_prof_names[] __attribute__((weak));
#define ADDRESS_BYTES 8

/* Is called for each function that has probes and a name. */
typedef void visit_fn(void *ctx, uintptr_t address, const char *name);

static void visit_methods(const struct prof_program *p, visit_fn *visit, void *ctx)
{
  static char name[PROF_PROGRAM_NAME_BYTES];
  for (uint32_t i = 0; i < p->method_count; i++) {
    uintptr_t address = (uintptr_t)p->method(i, name).address;
    if (prof_site_name(address))
      visit(ctx, address, name);
  }
}

static void visit_symbols(visit_fn *visit, void *ctx)
{
  const uint8_t *row = __start_prof_names;
  while (row && row < __stop_prof_names) {
    uintptr_t address = (uintptr_t)wire_get(row, ADDRESS_BYTES);
    const char *name = (const char *)row + ADDRESS_BYTES;
    if (prof_site_name(address))
      visit(ctx, address, name);
    row = (const uint8_t *)name + __builtin_strlen(name) + 1;
  }
}

/* Visits each function once. */
static void visit_all(visit_fn *visit, void *ctx)
{
  const struct prof_program *program = prof_program_known();
  prof_sites_unname();
  if (program)
    visit_methods(program, visit, ctx);
  visit_symbols(visit, ctx);
}

/* ---- patterns ---- */

/* Returns whether a name matches a pattern: `*` stands for any characters, `?` for any one. */
static bool matches(const char *pattern, const char *name)
{
  const char *star = NULL, *again = name;
  while (*name) {
    if (*pattern == '*') {
      star = ++pattern;
      again = name;
    } else if (*pattern == '?' || *pattern == *name) {
      pattern++;
      name++;
    } else if (star) {
      pattern = star;
      name = ++again;
    } else {
      return false;
    }
  }
  while (*pattern == '*')
    pattern++;
  return !*pattern;
}

struct choice { const char *pattern; bool on; uint32_t count; };

static void switch_match(void *ctx, uintptr_t address, const char *name)
{
  struct choice *c = ctx;
  if (matches(c->pattern, name))
    c->count += prof_site_switch(address, c->on);
}

uint32_t prof_timed(const char *pattern, bool on)
{
  struct choice c = { pattern, on, 0 };
  if (prof_state.ready && prof_state.config.modes & WIRE_MODE_TIMING)
    visit_all(switch_match, &c);
  return c.count;
}

struct record_choice { const char *pattern; enum prof_recording how; uint32_t count; };

static void record_match(void *ctx, uintptr_t address, const char *name)
{
  struct record_choice *c = ctx;
  if (matches(c->pattern, name))
    c->count += prof_site_record(address, c->how);
}

uint32_t prof_calls(const char *pattern, enum prof_recording how)
{
  struct record_choice c = { pattern, how, 0 };
  if (!prof_state.ready || !(prof_state.config.modes & WIRE_MODE_CALLS))
    return 0;
  visit_all(record_match, &c);
  prof_timing_choose();
  return c.count;
}

/* ---- names like it ---- */

#define NEAR_NAMES 3
#define NEAR_BYTES 64  /* of a name that are compared */

struct near {
  char wanted[NEAR_BYTES];  /* the pattern without its stars */
  struct { unsigned changes; char name[NEAR_BYTES]; } best[NEAR_NAMES]; /* by changes, rising */
};

static char lower_case(char c)
{
  return c >= 'A' && c <= 'Z' ? (char)(c + ('a' - 'A')) : c;
}

static unsigned smaller_of(unsigned a, unsigned b)
{
  return a < b ? a : b;
}

/* Returns how many characters must be changed, left out or put in to make `wanted` the beginning of `name`, capitals or
 * not (V. I. Levenshtein, "Binary codes capable of correcting deletions, insertions, and reversals", 1966). */
static unsigned changes_to(const char *wanted, const char *name)
{
  unsigned row[NEAR_BYTES + 1], best = 0;
  for (unsigned i = 0; i <= NEAR_BYTES; i++)
    row[i] = i;
  for (unsigned k = 0; wanted[k]; k++) {
    unsigned corner = row[0]++;
    best = row[0];
    for (unsigned i = 0; name[i] && i < NEAR_BYTES; i++) {
      unsigned changed = corner + (lower_case(wanted[k]) != lower_case(name[i]));
      corner = row[i + 1];
      row[i + 1] = smaller_of(changed, 1 + smaller_of(corner, row[i]));
      best = smaller_of(best, row[i + 1]);
    }
  }
  return best;
}

/* Returns changes_to() for the part of the name that is nearest: a person may leave out the package, or the class. */
static unsigned changes_to_part(const char *wanted, const char *name)
{
  unsigned best = changes_to(wanted, name);
  for (; *name; name++)
    if (*name == '.' || *name == '_')
      best = smaller_of(best, changes_to(wanted, name + 1));
  return best;
}

static void keep_near(void *ctx, uintptr_t address, const char *name)
{
  struct near *near = ctx;
  unsigned changes = changes_to_part(near->wanted, name), at = NEAR_NAMES;
  (void)address;
  while (at && changes < near->best[at - 1].changes)
    at--;
  if (at == NEAR_NAMES)
    return;
  for (unsigned i = NEAR_NAMES - 1; i > at; i--)
    near->best[i] = near->best[i - 1];
  near->best[at].changes = changes;
  size_t n = 0;
  for (; name[n] && n < NEAR_BYTES - 1; n++)
    near->best[at].name[n] = name[n];
  near->best[at].name[n] = 0;
}

static size_t append_text(char *to, size_t room, size_t used, const char *text)
{
  while (*text && used + 1 < room)
    to[used++] = *text++;
  to[used] = 0;
  return used;
}

size_t prof_timed_near(const char *pattern, char *to, size_t room)
{
  static struct near near;
  size_t n = 0, used = append_text(to, room, 0, "");
  near = (struct near){ 0 };
  for (; *pattern && n < NEAR_BYTES - 1; pattern++)
    if (*pattern != '*')
      near.wanted[n++] = *pattern;
  for (size_t i = 0; i < NEAR_NAMES; i++)
    near.best[i].changes = (unsigned)n / 3 + 1; /* with more than one letter in three wrong, the name is another one */
  visit_all(keep_near, &near);
  for (size_t i = 0; i < NEAR_NAMES && near.best[i].name[0]; i++) {
    used = append_text(to, room, used, i ? ", " : "");
    used = append_text(to, room, used, near.best[i].name);
  }
  return used;
}

#endif
