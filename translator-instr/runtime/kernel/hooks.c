/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * hooks.c: the hooks of emitted code, and the sites at which they are called; hooks.h is the manual.
 *
 * A hook must leave every register alone, as the hooks of calls do (profiler/probes/arch/x86_64/fentry.c): the compiler
 * sees to that, and it uses no SSE register. What clears the stack is assembly, which saves the one that it uses.
 */
#pragma GCC target("general-regs-only")
#include "hooks.h"

#include "core/thread.h"
#include "prof.h"
#include "runtime/core/gc.h"
#include "stamps.h"

uint64_t jx_clock;

/* Cycles of a call at JX_BORN that records a birth, by Java code, and by a native method, and what the latter takes
 * more: the profiler adds the former up. Of such calls that find no room, and of one that records none, those outside
 * of what it measures of itself: an object of Java code that is not to be recorded, of a native method that no Java
 * code called, and one that such code called. */
int64_t hooks_birth_cost, hooks_around_call, hooks_around_saving;
static int64_t native_cost, native_more, birth_drop, native_drop, birth_other, native_alone, native_other;

/* What a call at JX_BORN takes more where it clears the stack below. */
static int64_t clearing_cost;

/* Of a call at JX_LOG: of one that records an event, and of any other one. */
static int64_t event_cost, event_other;

static bool exactly; /* the hooks of births look at stacks */

/* ---- births ---- */

/* For measuring: the heap has made no object yet. What the hook takes for the block of this one lies somewhere in the
 * image, and is only read. */
struct jx_object hooks_nowhere;

/* The statements between two of these need few registers together, and stay between them. */
#define IN_TURN() __asm__ volatile("" : : : "memory")

/* Moves the allocation clock on; returns what it shows then. One step for all processors. */
static inline uint64_t count_bytes(uint32_t bytes)
{
  uint64_t clock = bytes;
  __asm__ volatile(JX_BUS_LOCK "xaddq %0, %1" : "+r"(clock), "+m"(jx_clock) : : "cc");
  return clock + bytes;
}

/* Records a birth, by a way that takes *takes cycles. Returns false where there is no room. */
static inline __attribute__((always_inline)) bool record_birth(const struct jx_object *object, uint32_t site,
                                                               const int64_t *takes)
{
  struct wire_birth *b;
  if (!prof_birth_room(&b))
    return false;
  b->object = (uintptr_t)object;
  b->site = site;
  IN_TURN();
  b->class = object->class->number;
  IN_TURN();
  b->bytes = gc_slot_bytes(object);
  b->clock = count_bytes(b->bytes);
  IN_TURN();
  prof_birth_made(b, *takes);
  return true;
}

/* An object whose birth finds no room: its death is not recorded, either. */
JX_PROBE static __attribute__((noinline)) void refuse_birth(struct jx_object *object)
{
  count_bytes(gc_slot_bytes(object));
  prof_birth_refused();
  gc_ignore_death(object);
}

/* An object of code that is not to be recorded, or of a time when nothing is. */
JX_PROBE static __attribute__((noinline)) void pass_birth(struct jx_object *object)
{
  if (prof_births.on)
    count_bytes(gc_slot_bytes(object));
  gc_ignore_death(object);
}

/* These two stand between the hook and code that follows the usual calling convention: here all registers are saved.
 * `around` are the cycles that they do not measure themselves. */
static HOOKS_HOOK __attribute__((noinline)) void drop_birth(struct jx_object *object, int64_t around)
{
  const struct prof_aside aside = prof_aside_begin();
  refuse_birth(object);
  prof_births_took((uint64_t)prof_aside_end(&aside, around));
}

static HOOKS_HOOK __attribute__((noinline)) void other_birth(struct jx_object *object, int64_t around)
{
  const struct prof_aside aside = prof_aside_begin();
  pass_birth(object);
  prof_births_took((uint64_t)prof_aside_end(&aside, around));
}

/* The ways that record call nothing, and have no branch but where they part, so what they cost are constants. An object
 * that a native method makes has the site of the Java code that called the method. Returns whether it is recorded. */
static inline __attribute__((always_inline)) bool record_or_pass(struct jx_object *object, uint32_t site)
{
  if (__builtin_expect(!(site & JX_SITE_LOGGED), 0)) {
    const struct jx_frame *const frame = JX_THREAD->frame;
    if (site || !prof_births.on)
      other_birth(object, birth_other);
    else if (!frame || !frame->site)
      other_birth(object, native_alone);
    else if (!(jx_methods[jx_sites[frame->site].method].flags & JX_METHOD_OBJECTS))
      other_birth(object, native_other);
    else if (__builtin_expect(!record_birth(object, frame->site, &native_cost), 0))
      drop_birth(object, native_drop);
    else {
      prof_births_took((uint64_t)native_more);
      return true;
    }
    return false;
  }
  if (__builtin_expect(!prof_births.on, 0)) {
    other_birth(object, birth_other);
    return false;
  }
  if (__builtin_expect(!record_birth(object, site & ~JX_SITE_LOGGED, &hooks_birth_cost), 0)) {
    drop_birth(object, birth_drop);
    return false;
  }
  return true;
}

/* Clears the stack from here on down, for a hook: xmm0 stands below the return address meanwhile, in two words that are
 * cleared last. */
#define STRING(number) STRING_OF(number)
#define STRING_OF(text) #text
__asm__(".pushsection prof_probe, \"ax\", @progbits\n"
        ".type clear_stack, @function\nclear_stack:\n\t"
        "sub $16, %rsp\n\tmovups %xmm0, (%rsp)\n\t"
        "xorps %xmm0, %xmm0\n\t"
        ".set offset, 0\n\t"
        ".rept " STRING(HOOKS_CLEARED) " / 2\n\t"
        ".set offset, offset - 16\n\t"
        "movups %xmm0, offset(%rsp)\n\t"
        ".endr\n\t"
        "movups (%rsp), %xmm0\n\tmovq $0, (%rsp)\n\tmovq $0, 8(%rsp)\n\t"
        "add $16, %rsp\n\tret\n"
        ".size clear_stack, . - clear_stack\n\t.popsection");

void hooks_born(struct jx_object *object, uint32_t site)
{
  const uintptr_t frame = (uintptr_t)__builtin_frame_address(0);
  if (__builtin_expect(frame >= JX_THREAD->clear_from, 0)) {
    __asm__ volatile("call clear_stack" : : : "memory", "cc");
    JX_THREAD->clear_from = frame + 1;
    prof_births_took((uint64_t)clearing_cost);
    prof_drift(clearing_cost);
  }
  record_or_pass(object, site);
}

/* For births.c, whose hook has interrupts off and leaves registers alone itself. */
JX_PROBE bool hooks_record(struct jx_object *object, uint32_t site)
{
  return record_or_pass(object, site);
}

/* ---- events ---- */

/* All registers are saved here, as in drop_birth(). */
static HOOKS_HOOK __attribute__((noinline)) void other_event(void)
{
  const struct prof_aside aside = prof_aside_begin();
  if (prof_events.on)
    prof_event_refused();
  prof_aside_end(&aside, event_other);
}

void hooks_logged(uint32_t event, uint64_t argument)
{
  if (__builtin_expect(!prof_events.on || !prof_event_try(event, argument, event_cost), 0))
    other_event();
}

/* ---- the sites: their addresses are in a section for each hook ---- */

extern const uintptr_t __start___born_loc[] __attribute__((weak)), __stop___born_loc[] __attribute__((weak));
extern const uintptr_t __start___born_call_loc[] __attribute__((weak)), __stop___born_call_loc[] __attribute__((weak));
extern const uintptr_t __start___log_loc[] __attribute__((weak)), __stop___log_loc[] __attribute__((weak));

/* Writes calls of `hook` over the NOPs. */
PROF_UNTIMED static void put_calls(const uintptr_t *site, const uintptr_t *end, uintptr_t hook)
{
  for (; site < end; site++)
    prof_site_call(*site, hook);
}

/* A loop that passes such a site in each turn. All loops have one shape: what they tell of is in its registers before
 * they begin. */
#define LOOP(name, site, told, second)                                                                               \
  JX_PROBE static void name(uint32_t n)                                                                              \
  {                                                                                                                  \
    uintptr_t first = (told);                                                                                        \
    uint32_t with = (second);                                                                                        \
    __asm__ volatile("" : "+D"(first), "+S"(with));                                                                  \
    for (uint32_t i = 0; i < n; i++)                                                                                 \
      site(first, with);                                                                                             \
  }

#define PASS(first, with) __asm__ volatile(".byte 0x0f, 0x1f, 0x44, 0x00, 0x00" : : "D"(first), "S"(with) : "memory")

LOOP(pass_sites, PASS, 0, 0)
LOOP(tell_births, JX_BORN, (uintptr_t)&hooks_nowhere, JX_SITE_LOGGED)
LOOP(tell_others, JX_BORN, (uintptr_t)&hooks_nowhere, 1)
LOOP(tell_natives, JX_BORN, (uintptr_t)&hooks_nowhere, 0)
LOOP(log_events, JX_LOG, 0, 0)

/* The same where each birth clears the stack. */
#define TO_CLEAR() (JX_THREAD->clear_from = 0)
#define PASS_TO_CLEAR(first, with) do { TO_CLEAR(); PASS(first, with); } while (0)
#define TELL_TO_CLEAR(first, with) do { TO_CLEAR(); JX_BORN(first, with); } while (0)
LOOP(pass_to_clear, PASS_TO_CLEAR, 0, 0)
LOOP(tell_to_clear, TELL_TO_CLEAR, (uintptr_t)&hooks_nowhere, JX_SITE_LOGGED)

/* The same where a place is shaped as a call. */
#define PASS_CALLED(first, with) JX_CALL_SHAPED("", first, with)
LOOP(pass_called, PASS_CALLED, 0, 0)
LOOP(tell_births_called, JX_BORN_CALLED, (uintptr_t)&hooks_nowhere, JX_SITE_LOGGED)
LOOP(tell_others_called, JX_BORN_CALLED, (uintptr_t)&hooks_nowhere, 1)

/* Returns the cycles of a site of `loop` that nothing takes out by itself, beside a site of `plain`, while `log`
 * records, with or without room. All records go to one place. */
PROF_UNTIMED static int64_t measure_beside(struct prof_log *log, enum prof_log_room room, void (*loop)(uint32_t n),
                                           void (*plain)(uint32_t n))
{
  const struct prof_log before = *log;
  log->on = true;
  log->mask = 0;
  prof_log_force(log, room);
  const int64_t surplus = prof_measure_surplus(loop, plain);
  *log = before;
  prof_log_force(log, PROF_ROOM_AS_IS);
  return surplus;
}

PROF_UNTIMED static int64_t measure_site(struct prof_log *log, enum prof_log_room room, void (*loop)(uint32_t n))
{
  return measure_beside(log, room, loop, pass_sites);
}

/* Returns the cycles, as measure_site() does, of a birth by a native method that was called by Java code whose births
 * are to be recorded, or are not. Where the program has no such code what is returned does not matter. */
PROF_UNTIMED static int64_t measure_native(struct jx_thread *caller, bool recorded, enum prof_log_room room)
{
  struct jx_frame frame = { .site = 1 };
  while (frame.site < jx_site_count &&
         !(jx_methods[jx_sites[frame.site].method].flags & JX_METHOD_OBJECTS) == recorded)
    frame.site++;
  if (frame.site >= jx_site_count)
    return 0;
  caller->frame = &frame;
  return measure_site(&prof_births, room, tell_natives);
}

/* Of a thread that is no Java thread yet. */
PROF_UNTIMED static void measure_births(struct jx_thread *by, enum prof_log_room all)
{
  int64_t cost[2] = { measure_site(&prof_births, all, tell_births) };
  birth_drop = measure_site(&prof_births, PROF_NO_ROOM, tell_births);
  birth_other = measure_site(&prof_births, PROF_NO_ROOM, tell_others);
  native_alone = measure_site(&prof_births, PROF_NO_ROOM, tell_natives);
  native_other = measure_native(by, false, PROF_NO_ROOM);
  native_drop = measure_native(by, true, PROF_NO_ROOM);
  cost[1] = measure_native(by, true, all);
  clearing_cost = measure_beside(&prof_births, all, tell_to_clear, pass_to_clear) - cost[0];
  hooks_birth_cost = cost[0];
  native_cost = cost[1];
  native_more = cost[1] - cost[0];
}

/* The same for exact lives, by a thread whose stack is looked at. Where Java code has a frame its hook does what it
 * does at most births. The hooks measure all but what is around that. */
PROF_UNTIMED static void measure_exact_births(struct jx_thread *by, enum prof_log_room all)
{
  struct jx_frame frame = { NULL, 0 };
  const int64_t around = measure_beside(&prof_births, PROF_NO_ROOM, tell_others_called, pass_called);
  hooks_around_saving = measure_site(&prof_births, PROF_NO_ROOM, tell_others);
  by->frame = jx_walked(&frame);
  hooks_birth_cost = measure_beside(&prof_births, all, tell_births_called, pass_called);
  hooks_around_call = around;
}

static struct jx_thread caller; /* who makes the objects whose births are measured */

PROF_UNTIMED static void measure_all_births(void)
{
  const enum prof_log_room all = prof_births.capacity ? PROF_ALWAYS_ROOM : PROF_NO_ROOM;
  hooks_nowhere.class = jx_main_class;
  thread_set_local(&caller);
  if (exactly) {
    measure_exact_births(&caller, all);
    stamps_end_measuring();
  } else {
    measure_births(&caller, all);
  }
  prof_births_cost(hooks_birth_cost);
  thread_set_local(NULL);
  jx_clock = 0;
  prof_cpu()->birth_cycles = 0;
}

/* Both ways through hooks_logged(): with room in the log, and without. */
PROF_UNTIMED static void measure_events(void)
{
  const int64_t cost = measure_site(&prof_events, PROF_ALWAYS_ROOM, log_events);
  event_other = measure_site(&prof_events, PROF_NO_ROOM, log_events);
  event_cost = cost;
}

bool hooks_are_exact(void)
{
  return exactly;
}

PROF_UNTIMED void hooks_begin(uint32_t modes)
{
  hooks_birth_cost = native_cost = native_more = birth_drop = native_drop = birth_other = 0;
  clearing_cost = native_alone = native_other = hooks_around_call = hooks_around_saving = 0;
  event_cost = event_other = 0;
  if (modes & WIRE_MODE_OBJECTS) {
    exactly = modes & WIRE_MODE_EXACT && jx_has_stamps() && stamps_begin_measuring(&caller);
    put_calls(__start___born_loc, __stop___born_loc, (uintptr_t)(exactly ? hooks_born_saving : hooks_born));
    put_calls(__start___born_call_loc, __stop___born_call_loc, (uintptr_t)(exactly ? hooks_born_exactly : hooks_born));
    measure_all_births();
  }
  if (modes & WIRE_MODE_EVENTS) {
    put_calls(__start___log_loc, __stop___log_loc, (uintptr_t)hooks_logged);
    measure_events();
  }
}
