/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * sites.c: switches the probes of functions on and off, one function at a time, also while profiling goes on. Only
 * where the port can write to code.
 *
 * A function has a site before its prolog and, on x86-64, one before each of its returns; they are NOPs, or calls of
 * the hooks (arch/ARCH/). What changes of a site is one instruction, so no thread ever stands inside it; a thread that
 * stands inside a hook comes back behind the site.
 *
 * On x86-64 a function of -fpatchable-function-entry has no sites before its returns, and so only one use: bursts
 * count its calls (bursts.h). It is switched like others, but its site is off outside of bursts: prefixes of the first
 * instruction, or a NOP.
 *
 * What always holds:
 *  - a function that is switched on has all its sites on; calls that were open then reach their exit hook without
 *    having been entered, and the hook sees that;
 *  - when a function is switched off, the site before its prolog is off at once, and the sites before its returns when
 *    no call of it is open any more: a call that was entered is left. The nodes of such calls have PROF_NODE_DRAINS,
 *    and a slot that no frame has, which sends their exits the slow way, where they are counted down;
 *  - with several processors code is written to only while the others stand still. The throttle and the ends of open
 *    calls then only say what is wanted, and prof_throttle_now() does it; until then the sites stay as they are, and
 *    exits of calls that were not entered are strays that are not counted;
 *  - where a thread is interrupted inside the enter hook of a function, and the function is switched off before the
 *    thread goes on, the thread opens a call that has no exit: the call ends with its caller's next probe, and counts
 *    as unwound.
 */
#include "probe.h"

#include "sites.h"
#include "hook.h"
#include "timing.h"

#ifdef PROF_PORT_PATCH

/* Addresses of the sites, listed in sections. The linker makes the symbols of their bounds; a linker script of
 * one's own must set them, as linker.ld does. */
#ifdef PROF_ARCH_RETURNS
extern const uintptr_t __start___patchable_function_entries[] __attribute__((weak));
extern const uintptr_t __stop___patchable_function_entries[] __attribute__((weak));
#define ENTRIES     __start___patchable_function_entries
#define ENTRIES_END __stop___patchable_function_entries
static const uintptr_t *const no_sites;
#define RETURNS     no_sites
#define RETURNS_END no_sites
#define ENTERED     no_sites
#define ENTERED_END no_sites
#else
extern const uintptr_t __start___patchable_function_entries[] __attribute__((weak));
extern const uintptr_t __stop___patchable_function_entries[] __attribute__((weak));
extern const uintptr_t __start___mcount_loc[] __attribute__((weak)), __stop___mcount_loc[] __attribute__((weak));
extern const uintptr_t __start___return_loc[] __attribute__((weak)), __stop___return_loc[] __attribute__((weak));
#define ENTRIES     __start___mcount_loc
#define ENTRIES_END __stop___mcount_loc
#define RETURNS     __start___return_loc
#define RETURNS_END __stop___return_loc
#define ENTERED     __start___patchable_function_entries /* of functions that have no other sites */
#define ENTERED_END __stop___patchable_function_entries
#endif

/* A function that has sites. [Q] */
struct site {
  uint32_t returns;   /* place in `returns` of its first return; they end at the next function's place */
  uint32_t open;      /* open calls that have to end before the sites of its returns are switched off */
  uint32_t flags;
  uint32_t wanted;    /* the throttle wants it off, and another processor runs */
};
enum { ENTRY_ON = 1, RETURNS_ON = 2, CHANGED = 4, THROTTLED = 8, NAMED = 16, RECORD_NONE = 32, RECORD_OUTERMOST = 64,
       ENTRY_ONLY = 128 };

static struct site *sites;      /* by address, rising; one more, for the end */
static uintptr_t *entries;      /* their addresses */
static uintptr_t *returns;      /* addresses before returns, rising */
static uint32_t site_count;
bool prof_sites_changed;
static bool sites_held;      /* the code stays as it is (prof_sites_hold()) */
static uint32_t patch_wanted; /* 1: there is something for prof_throttle_now() to do */

static size_t entry_total(void)
{
  return (size_t)(ENTRIES_END - ENTRIES) + (size_t)(ENTERED_END - ENTERED);
}

static size_t return_total(void)
{
  return (size_t)(RETURNS_END - RETURNS);
}

size_t prof_sites_memory(const struct prof_config *c)
{
  (void)c;
  return (entry_total() + return_total()) * sizeof(uintptr_t) + (entry_total() + 1) * sizeof(struct site);
}

/* D. L. Shell, "A high-speed sorting procedure", CACM 2 (1959); the linker leaves little to sort. */
static void sort_addresses(uintptr_t *v, size_t n)
{
  for (size_t gap = n / 2; gap; gap /= 2)
    for (size_t i = gap; i < n; i++) {
      uintptr_t value = v[i];
      size_t k = i;
      for (; k >= gap && v[k - gap] > value; k -= gap)
        v[k] = v[k - gap];
      v[k] = value;
    }
}

/* Returns an address that a section lists. gcc's -mrecord-mcount does not align what it lists. */
static uintptr_t listed(const uintptr_t *at)
{
  uintptr_t address;
  __builtin_memcpy(&address, at, sizeof(address));
  return address;
}

/* Puts the sites from `from` to `end`, which are made ready, behind `n` others. Returns how many there are then. */
static size_t take_entries(const uintptr_t *from, const uintptr_t *end, size_t n)
{
  for (; from < end; from++)
    if (prof_hook_prepare(listed(from)))
      entries[n++] = listed(from);
  return n;
}

/* Returns how many functions begin at or before `address`. */
static PROF_PROBE uint32_t sites_until(uintptr_t address)
{
  uint32_t low = 0, high = site_count;
  while (low < high) {
    uint32_t middle = low + (high - low) / 2;
    if (entries[middle] <= address)
      low = middle + 1;
    else
      high = middle;
  }
  return low;
}

/* Returns the function whose first site is at `address`; NULL: there is none. */
static PROF_PROBE struct site *site_at(uintptr_t address)
{
  const uint32_t until = sites_until(address);
  return until && entries[until - 1] == address ? &sites[until - 1] : NULL;
}

/* Notes which functions have no sites before their returns, and so are only counted. */
static void mark_entered(void)
{
  for (const uintptr_t *e = ENTERED; e < ENTERED_END; e++) {
    struct site *s = site_at(listed(e));
    if (s)
      s->flags |= ENTRY_ONLY;
  }
}

void prof_sites_init(const struct prof_config *c, void *memory)
{
  const size_t total = entry_total(), m = return_total();
  size_t at = 0;
  (void)c;
  entries = memory;
  returns = entries + total;
  sites = (struct site *)(returns + m);
  prof_sites_changed = sites_held = false;
  const size_t n = take_entries(ENTERED, ENTERED_END, take_entries(ENTRIES, ENTRIES_END, 0));
  for (size_t i = 0; i < m; i++)
    returns[i] = listed(&RETURNS[i]);
  site_count = (uint32_t)n;
  sort_addresses(entries, n);
  sort_addresses(returns, m);
  for (size_t i = 0; i <= n; i++) {
    while (at < m && i < n && returns[at] < entries[i])
      at++;
    sites[i] = (struct site){ .returns = (uint32_t)(i < n ? at : m) };
  }
  mark_entered();
}

uintptr_t prof_site_before(uintptr_t ip)
{
  const uint32_t until = sites_until(ip);
  return until ? entries[until - 1] : 0;
}

/* Writes the sites before a function's returns. Interrupts off. */
static PROF_PROBE void write_returns(const struct site *s, bool on)
{
  for (uint32_t i = s[0].returns; i < s[1].returns; i++)
    prof_hook_patch(returns[i], PROF_HOOK_RETURN, on);
}

/* Switches the sites before a function's returns. Interrupts off. */
static PROF_PROBE void switch_returns(struct site *s, bool on)
{
  if (!sites_held)
    write_returns(s, on);
  s->flags = on ? s->flags | RETURNS_ON : s->flags & ~(uint32_t)RETURNS_ON;
}

/* Switches the site before a function's prolog. Interrupts off. */
static PROF_PROBE void switch_entry(struct site *s, bool on)
{
  if (!sites_held && !(s->flags & ENTRY_ONLY))
    prof_hook_patch(entries[s - sites], PROF_HOOK_ENTER, on);
  s->flags = on ? s->flags | ENTRY_ON : s->flags & ~(uint32_t)ENTRY_ON;
  if (prof_state.running) {
    s->flags |= CHANGED;
    PROF_WRITE(prof_sites_changed, true);
  }
}

/* Sends the exits of the function's open calls the slow way; returns how many calls that are. Interrupts off. */
static PROF_PROBE uint32_t drain_calls(uintptr_t address)
{
  uint32_t open = 0;
  for (uint32_t i = 0; i < prof_state.thread_count; i++) {
    const struct prof_thread *t = prof_state.threads[i].live;
    for (struct prof_node *n = t ? t->current : NULL; n; n = n->parent)
      if ((uintptr_t)n->address == address && !prof_probe_by_name(n)) {
        n->slot = (const void *)(prof_probe_slot(n) - 1);
        n->flags |= PROF_NODE_DRAINS;
        open++;
      }
  }
  return open;
}

static PROF_PROBE void switch_off(struct site *s)
{
  switch_entry(s, false);
  s->open = drain_calls(entries[s - sites]);
  if (!s->open)
    switch_returns(s, false);
}

static PROF_PROBE void switch_on(struct site *s)
{
  s->open = 0;
  switch_returns(s, true);
  switch_entry(s, true);
}

bool prof_site_switch(uintptr_t address, bool on)
{
  struct site *s = site_at(address);
  if (!s)
    return false;
  unsigned long irq = prof_port_irq_save();
  if (on != !!(s->flags & ENTRY_ON))
    on ? switch_on(s) : switch_off(s);
  prof_port_irq_restore(irq);
  return true;
}

bool prof_site_is_on(uintptr_t address)
{
  const struct site *s = site_at(address);
  return s && s->flags & ENTRY_ON;
}

void prof_site_throttle(uintptr_t address)
{
  struct site *s = site_at(address);
  unsigned long irq = prof_port_irq_save();
  if (s && prof_processors() > 1) {
    PROF_WRITE(s->wanted, 1);
    __atomic_store_n(&patch_wanted, 1, __ATOMIC_RELEASE);
  } else if (s && s->flags & ENTRY_ON) {
    switch_off(s);
    s->flags |= THROTTLED;
  }
  prof_port_irq_restore(irq);
}

void prof_site_closed(uintptr_t address)
{
  struct site *s = site_at(address);
  unsigned long irq = prof_port_irq_save();
  if (s && PROF_READ(s->open) && !__atomic_sub_fetch(&s->open, 1, __ATOMIC_RELAXED)) {
    if (prof_processors() == 1)
      switch_returns(s, false);
    else if (!(PROF_READ(s->flags) & ENTRY_ON)) /* else a turn has switched it off, and will end */
      __atomic_store_n(&patch_wanted, 1, __ATOMIC_RELEASE);
  }
  prof_port_irq_restore(irq);
}

bool prof_throttle_wanted(void)
{
  return PROF_READ(patch_wanted) != 0;
}

uint32_t prof_throttle_now(void)
{
  uint32_t off = 0;
  unsigned long irq = prof_port_irq_save();
  (void)__atomic_exchange_n(&patch_wanted, 0, __ATOMIC_ACQ_REL);
  for (struct site *s = sites; s < sites + site_count; s++) {
    if (s->wanted && s->flags & ENTRY_ON) {
      switch_off(s);
      s->flags |= THROTTLED;
      off++;
    }
    s->wanted = 0;
    if (s->flags & RETURNS_ON && !(s->flags & ENTRY_ON) && !s->open)
      switch_returns(s, false);
  }
  prof_port_irq_restore(irq);
  return off;
}

/* ---- turns (turns.h) ---- */

uint32_t prof_sites_most(void)
{
  return (uint32_t)entry_total();
}

PROF_PROBE uint32_t prof_site_number(uintptr_t address)
{
  const struct site *s = site_at(address);
  return s ? (uint32_t)(s - sites) : PROF_SITE_NONE;
}

/* Widens *low to *high so that the sites from `from` to `end` lie within. */
static void widen_span(const uintptr_t *from, const uintptr_t *end, uintptr_t *low, uintptr_t *high)
{
  for (; from < end; from++) {
    const uintptr_t address = listed(from);
    *low = address < *low ? address : *low;
    *high = address > *high ? address : *high;
  }
}

bool prof_sites_span(uintptr_t *low, uintptr_t *high)
{
  *low = UINTPTR_MAX;
  *high = 0;
  widen_span(ENTRIES, ENTRIES_END, low, high);
  widen_span(ENTERED, ENTERED_END, low, high);
  return *low <= *high;
}

void prof_sites_hold(bool held)
{
  sites_held = held;
}

PROF_PROBE uintptr_t prof_site_address(uint32_t number)
{
  return entries[number];
}

PROF_PROBE bool prof_site_timed(uint32_t number)
{
  return sites[number].flags & ENTRY_ON;
}

PROF_PROBE void prof_site_await(uint32_t number)
{
  sites[number].open++;
}

/* Writes all sites of a function. Interrupts off. */
static PROF_PROBE void patch_site(struct site *s, enum prof_hook enter, enum prof_hook leave)
{
  for (uint32_t i = s[0].returns; i < s[1].returns; i++)
    prof_hook_patch(returns[i], leave, true);
  prof_hook_patch(entries[s - sites], enter, true);
  s->flags |= RETURNS_ON;
}

PROF_PROBE void prof_site_turn(uint32_t number, enum prof_site_turn how)
{
  struct site *s = &sites[number];
  PROF_WRITE(prof_sites_changed, true); /* exits without an entry are to be expected from now on */
  switch (how) {
  case PROF_SITE_OFF:
    prof_hook_patch(entries[number], s->flags & ENTRY_ONLY ? PROF_HOOK_TALLY : PROF_HOOK_ENTER, false);
    if (!s->open && s->flags & RETURNS_ON) {
      write_returns(s, false);
      s->flags &= ~(uint32_t)RETURNS_ON;
    }
    break;
  case PROF_SITE_TALLIED:
    prof_hook_patch(entries[number], PROF_HOOK_TALLY, true);
    break;
  case PROF_SITE_COUNTED:
    if (!s->open)
      switch_returns(s, false);
    prof_hook_patch(entries[number], PROF_HOOK_COUNT, true);
    break;
  case PROF_SITE_FENCED:
    patch_site(s, PROF_HOOK_FENCED_ENTER, PROF_HOOK_FENCED_RETURN);
    break;
  case PROF_SITE_AS_BEFORE:
    if (s->flags & ENTRY_ON && !(s->flags & ENTRY_ONLY)) { /* else it was switched off meanwhile */
      s->open = 0;
      patch_site(s, PROF_HOOK_ENTER, PROF_HOOK_RETURN);
    }
    break;
  }
}

/* The call trees are new, so no open call is waited for any more. */
void prof_sites_start(void)
{
  for (struct site *s = sites; s < sites + site_count; s++) {
    if (s->open)
      switch_returns(s, false);
    s->open = s->wanted = 0;
    s->flags &= ~(uint32_t)(CHANGED | THROTTLED);
  }
  prof_sites_changed = false;
}

uint32_t prof_site_flags(uintptr_t address)
{
  const struct site *s = PROF_READ(prof_sites_changed) ? site_at(address) : NULL; /* else no function is CHANGED */
  if (!s || !(s->flags & CHANGED))
    return 0;
  return WIRE_NODE_PART | (s->flags & THROTTLED ? WIRE_NODE_THROTTLED : 0);
}

bool prof_site_record(uintptr_t address, enum prof_recording how)
{
  static const uint32_t bits[] = { [PROF_RECORD_OUTERMOST] = RECORD_OUTERMOST, [PROF_RECORD_NONE] = RECORD_NONE };
  struct site *s = site_at(address);
  if (s)
    s->flags = (s->flags & ~(uint32_t)(RECORD_NONE | RECORD_OUTERMOST)) | bits[how];
  return s;
}

PROF_PROBE enum prof_recording prof_site_recording(uintptr_t address)
{
  const struct site *s = site_at(address);
  if (!s || !(s->flags & (RECORD_NONE | RECORD_OUTERMOST)))
    return PROF_RECORD_ALL;
  return s->flags & RECORD_NONE ? PROF_RECORD_NONE : PROF_RECORD_OUTERMOST;
}

bool prof_site_name(uintptr_t address)
{
  struct site *s = site_at(address);
  if (!s || s->flags & NAMED)
    return false;
  s->flags |= NAMED;
  return true;
}

void prof_sites_unname(void)
{
  for (uint32_t i = 0; i < site_count; i++)
    sites[i].flags &= ~(uint32_t)NAMED;
}

uint32_t prof_sites_count(uint32_t *on)
{
  *on = 0;
  for (uint32_t i = 0; i < site_count; i++)
    *on += !!(sites[i].flags & ENTRY_ON);
  return site_count;
}

uint32_t prof_sites_entered(void)
{
  uint32_t count = 0;
  for (uint32_t i = 0; i < site_count; i++)
    count += !!(sites[i].flags & ENTRY_ONLY);
  return count;
}

void prof_probes_on(void)
{
  for (uint32_t i = 0; i < site_count; i++)
    prof_site_switch(entries[i], true);
}

#endif
