/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * fentry.c: the hooks of gcc's `-pg -mfentry -minstrument-return=call`, on x86-64.
 *
 * The compiler puts `call __fentry__` before a function's first instruction and `call __return__` before its `ret`, and
 * changes nothing in between: prolog, body and epilog are those of the plain code, and so is the time between the
 * hooks. In return the hooks must leave every register alone: arguments on the way in, return values on the way out.
 * The compiler sees to that (no_caller_saved_registers), saving what a hook really uses; neither the port's functions
 * nor what they call may use SSE registers.
 *
 * With -mnop-mcount -mrecord-mcount and -minstrument-return=nop5 -mrecord-return the sites are NOPs of the same length,
 * listed in the sections __mcount_loc and __return_loc: a kernel whose port can write to code (PROF_PORT_PATCH) has
 * probes that cost a NOP each until they are switched on (sites.c).
 *
 * With -fpatchable-function-entry=5 instead the only site is five NOPs of a byte before a function's first instruction,
 * listed in __patchable_function_entries. They become five prefixes of that instruction (prefix.h), or one NOP, and a
 * call of prof_tally_entry() in bursts; nothing else can be done with such a function. gcc leaves all else as it is in
 * the plain program, where -pg has functions without calls keep their frame, and each call spoil all registers that a
 * call may.
 *
 * The stack when a hook runs, upwards from its frame: saved frame pointer, return address into the function, return
 * address of the function. The place of the return address of the function names the call.
 */
#include "probes/probe.h"

#include "prefix.h"
#include "probes/hook.h"
#include "probes/timing.h"
#include "probes/turns.h"

#if defined(__x86_64__) && defined(__GNUC__) && !defined(__clang__)

#define HOOK __attribute__((no_caller_saved_registers))
#define CALL       0xE8 /* opcode; a 32-bit displacement from the next instruction follows */
#define CALL_BYTES 5

/* Each on a line of the cache: elsewhere a call cost up to 4 cycles more, as the linker would have it (measured,
 * Emerald Rapids). */
#define ON_A_LINE __attribute__((aligned(64)))

HOOK PROF_PROBE ON_A_LINE void __fentry__(void);

/* With PROF_LEAN_RETURN the exit hook keeps what a function returns, and no other register that a function may change:
 * a call costs less. It depends on what the compiler puts at a function's beginning, which the assembler checks: gcc's
 * -O2 with -fno-pic does. */
#ifndef PROF_LEAN_RETURN
HOOK PROF_PROBE ON_A_LINE void __return__(void);
#else
struct returned { uint64_t rax, rdx; }; /* what a function may return in general registers */
PROF_PROBE ON_A_LINE struct returned __return__(void);
#ifndef PROF_LEAN_FRAME
#define PROF_LEAN_FRAME 4 /* bytes of code that make a frame, and nothing else: push, mov */
#endif
#endif

/* Returns the function that a hook with that frame belongs to: the hook returns behind a call at its beginning. */
static inline const void *entered(void *const *frame)
{
  return (const char *)frame[1] - CALL_BYTES;
}

/* Call a function that is marked ASIDE, and change no register but flags. A hook then is a function without calls to
 * the compiler, which need not align its stack, nor move what it keeps to registers that it would have to save. Below
 * the stack pointer such a function may keep something. */
#define ASIDE HOOK PROF_PROBE __attribute__((noinline, force_align_arg_pointer))
#define ASIDE_CALL "addq $-128, %%rsp\n\tcall %P0\n\tsubq $-128, %%rsp"
#define CALL_ASIDE_ALONE(function) __asm__ volatile(ASIDE_CALL : : "i"(function) : "memory", "cc")
#define CALL_ASIDE(function, first, second, third, fourth) \
  __asm__ volatile(ASIDE_CALL : : "i"(function), "D"(first), "S"(second), "d"(third), "c"(fourth) : "memory", "cc")

/* These stand between a hook and code that follows the usual calling convention: here all registers are saved. The
 * first one finds again what the enter hook knew, which so need not keep it in registers. */
static ASIDE void enter_slow(void)
{
  struct prof_thread *t = prof_port_thread();
  void *const *frame = *(void *const *const *)__builtin_frame_address(0); /* the hook's */
  const void *function = entered(frame);
  prof_probe_enter_slow(t, function, &frame[2], prof_probe_read(t, function, &frame[2]));
}

static ASIDE void exit_slow(struct prof_thread *t, const void *slot, uint64_t tsc, uint64_t suspended)
{
  prof_probe_exit_slow(t, NULL, slot, (struct prof_look){ .tsc = tsc, .suspended = suspended });
}

/* What of the call of `n` that has just been left was the profiler's: the hook does not keep what the node has. */
static inline int64_t drift_of(const struct prof_node *n)
{
  return n->drift + prof_costs.inner;
}

static ASIDE void throttle(struct prof_node *n, int64_t time, int64_t drift)
{
  prof_probe_throttle(prof_port_thread(), n, n->t0 + (uint64_t)(time + drift));
}

static ASIDE void record_slow(struct prof_node *n, int64_t time, int64_t drift, const int64_t *cost)
{
  prof_probe_record_slow(prof_port_thread(), n, n->t0 + (uint64_t)(time + drift), drift, *cost);
}

#ifdef PROF_PORT_PATCH
static HOOK PROF_PROBE __attribute__((noinline)) void add_to_turn(struct prof_node *n, uint64_t raw)
{
  prof_turn_add(n, raw);
}
#endif

void __fentry__(void)
{
  struct prof_thread *t = prof_port_thread();
  struct prof_node *parent = t->current;
  if (!parent)
    return;
  void *const *frame = __builtin_frame_address(0);
  if (!prof_probe_enter(t, parent, entered(frame), &frame[2]))
    CALL_ASIDE_ALONE(enter_slow);
}

/* Leaves a call whose exit hook has that frame. Whether there is an open call shows behind the clock: a branch before
 * the fence is waited for, which took 2.5 cycles of each call (measured, Emerald Rapids). */
static inline __attribute__((always_inline)) void leave(void *const *frame)
{
  struct prof_thread *t = prof_port_thread();
  struct prof_node *n = PROF_READ(t->current);
  struct prof_look look;
  struct prof_left left;
  __asm__ volatile("" : : "r"(frame)); /* it is made before the clock is read, for samples */
  const bool whole = prof_probe_end(t, &look);
  if (__builtin_expect(!n, 0))
    return;
  if (__builtin_expect(!whole || n->slot != &frame[2], 0)) {
    CALL_ASIDE(exit_slow, t, &frame[2], look.tsc, look.suspended);
    return;
  }
  const int64_t *cost = prof_probe_exit(t, n, look, &left);
  if (__builtin_expect(cost != NULL, 0))
    CALL_ASIDE(record_slow, n, left.time, drift_of(n), cost);
  if (__builtin_expect(prof_probe_count(n, left.time), 0))
    CALL_ASIDE(throttle, n, left.time, drift_of(n), 0);
}

#ifndef PROF_LEAN_RETURN
void __return__(void)
{
  leave(__builtin_frame_address(0));
}
#else
/* In: what the function returns. Out: the same, and what any function leaves alone. What other registers hold is
 * nothing that a caller knows of: gcc's -pg has each call obey the calling convention (it turns -fipa-ra off). What was
 * in the two is taken over first of all, which the assembler checks. */
struct returned __return__(void)
{
  struct returned returned;
  __asm__ volatile(".if . - __return__ > %c2\n\t"
                   ".error \"fentry.c: with these options the compiler puts other code before what __return__ keeps; "
                   "leave PROF_LEAN_RETURN away\"\n\t"
                   ".endif" : "=a"(returned.rax), "=d"(returned.rdx) : "i"(PROF_LEAN_FRAME) : "memory");
  leave(__builtin_frame_address(0));
  return returned;
}
#endif

#ifdef PROF_PORT_PATCH
/* ---- fenced hooks (probes/turns.h) ---- */

void prof_fenced_entry(void);
HOOK PROF_PROBE ON_A_LINE void prof_fenced_return(void);
PROF_PROBE __attribute__((used)) void prof_fenced_enter(const void *behind, const void *slot);

/* In: the stack as for every hook. Out: nothing changed but flags.
 *
 *   lfence        the caller's unfinished work ends outside of the time stamps: without this fence a leaf of 9 cycles
 *                 was charged 4 more (measured, Zen 4)
 *   frame, registers that a call may change, prof_fenced_enter(return address into the function, place of the
 *                 function's return address), which waits for all of this and reads the clock last: without that fence
 *                 the clock was read while the hook still looked for the node, and what was left of the search differed
 *                 from function to function by 2 cycles (measured, Sapphire Rapids)
 *   lfence        the function begins when the clock has been read: without it a body of up to 45 cycles ran beside the
 *                 hook, and the raw time was the same whatever it did */
__asm__(".pushsection prof_probe,\"ax\",@progbits\n"
        ".globl prof_fenced_entry\n"
        ".type prof_fenced_entry, @function\n"
        "prof_fenced_entry:\n"
        "  lfence\n"
        "  pushq %rbp\n"
        "  movq %rsp, %rbp\n"
        "  pushq %rax\n  pushq %rcx\n  pushq %rdx\n  pushq %rsi\n  pushq %rdi\n"
        "  pushq %r8\n  pushq %r9\n  pushq %r10\n  pushq %r11\n"
        "  movq 8(%rbp), %rdi\n"
        "  leaq 16(%rbp), %rsi\n"
        "  call prof_fenced_enter\n"
        "  popq %r11\n  popq %r10\n  popq %r9\n  popq %r8\n"
        "  popq %rdi\n  popq %rsi\n  popq %rdx\n  popq %rcx\n  popq %rax\n"
        "  popq %rbp\n"
        "  lfence\n"
        "  ret\n"
        ".size prof_fenced_entry, .-prof_fenced_entry\n"
        ".popsection\n");

/* Has a call that was entered the slow way begin anew: then it costs what others do between its time stamps. */
static inline void begin_again(struct prof_thread *t, const void *slot)
{
  struct prof_node *n = t->current;
  if (!n || n->slot != slot || n->flags & WIRE_NODE_OTHER)
    return; /* it has no node */
  const uint64_t before = n->t0;
  PROF_WRITE(n->flags, n->flags | PROF_NODE_FENCED);
  PROF_WRITE(n->drift, 0);
  const uint64_t now = prof_clock(t);
  prof_node_drift(n->parent, (int64_t)(now - before));
  PROF_WRITE(n->t0, now);
}

/* Counts a call, and changes nothing else but flags. */
void prof_count_entry(void);
__asm__(".pushsection prof_probe,\"ax\",@progbits\n"
        ".globl prof_count_entry\n"
        ".type prof_count_entry, @function\n"
        "prof_count_entry:\n"
        "  incq prof_turn_counted(%rip)\n"
        "  ret\n"
        ".size prof_count_entry, .-prof_count_entry\n"
        ".popsection\n");

/* Adds 1 to the count of the function (probes/bursts.h), and changes nothing else but flags. */
void prof_tally_entry(void);
__asm__(".pushsection prof_probe,\"ax\",@progbits\n"
        ".globl prof_tally_entry\n"
        ".type prof_tally_entry, @function\n"
        "prof_tally_entry:\n"
        "  pushq %rax\n"
        "  movq 8(%rsp), %rax\n" /* where the function goes on: PROF_BURST_SITE behind its beginning */
        "  andq $-4, %rax\n"
        "  addq prof_burst_base(%rip), %rax\n"
        "  incl (%rax)\n"
        "  popq %rax\n"
        "  ret\n"
        ".size prof_tally_entry, .-prof_tally_entry\n"
        ".popsection\n");

/* Enters a call that a turn looks at. */
void prof_fenced_enter(const void *behind, const void *slot)
{
  struct prof_thread *t = prof_port_thread();
  struct prof_node *parent = t->current;
  if (!parent)
    return;
  const void *function = (const char *)behind - CALL_BYTES;
  struct prof_node *n = parent->next;
  const bool reads = prof_probe_is_next(n, parent, function, slot);
  if (reads) {
    n->slot = slot;
    PROF_WRITE(n->flags, n->flags | PROF_NODE_FENCED);
    prof_arch_drain();
    if (prof_probe_open(t, n))
      return;
  }
  prof_probe_enter_slow(t, function, slot, reads ? n : NULL);
  begin_again(t, slot);
}

/* Leaves a call as __return__() does. What a call took that the fenced hook entered, and in which no probe ran, goes
 * to the turn, too. The function is done, and registers are saved, before the hook reads anything: else what it reads
 * of the thread waited for these stores where the stack and the thread had the same place within a page, and all calls
 * of a function took 5.4 counts more in such a run (Emerald Rapids). */
void prof_fenced_return(void)
{
  prof_arch_drain();
  struct prof_thread *t = prof_port_thread();
  struct prof_node *n = t->current;
  if (!n)
    return;
  struct prof_look look;
  const bool whole = prof_probe_end(t, &look);
  void *const *frame = __builtin_frame_address(0);
  if (__builtin_expect(!whole || n->slot != &frame[2], 0)) {
    exit_slow(t, &frame[2], look.tsc, look.suspended);
    return;
  }
  const uint64_t t1 = look.tsc - look.suspended;
  const bool fenced = n->flags & PROF_NODE_FENCED;
  const int64_t inner = fenced ? prof_costs.fenced_inner : prof_costs.inner;
  const int64_t *outer = fenced ? &prof_costs.fenced_outer : &prof_costs.outer;
  if (fenced && !n->drift)
    add_to_turn(n, t1 - n->t0);
  PROF_WRITE(n->flags, n->flags & ~PROF_NODE_FENCED);
  struct prof_left left;
  if (prof_probe_exit_with(t, n, t1, inner, outer, &left))
    throttle(n, left.time, left.drift);
  if (prof_probe_is_recorded(n, left.time))
    record_slow(n, left.time, left.drift, &prof_costs.long_call);
}

static const uint8_t nop[CALL_BYTES] = { 0x0F, 0x1F, 0x44, 0x00, 0x00 }; /* as gcc writes it: nopl 0(%rax,%rax,1) */

/* Bounds of the section prof_probe (probe.h). */
extern const uint8_t __start_prof_probe[], __stop_prof_probe[];

/* Bounds of the sites that have been calls of a hook; empty while no site has been one. */
static uintptr_t calls_low = UINTPTR_MAX, calls_high;

static const uint8_t prefixes[CALL_BYTES] = { PROF_PREFIX, PROF_PREFIX, PROF_PREFIX, PROF_PREFIX, PROF_PREFIX };

/* Switches off a site that bursts call from: a thread may stand before it or behind it, where it comes back to from the
 * call, and nowhere else. With prefixes the first instruction of the function begins at both places. */
static PROF_PROBE void close_room(uintptr_t site)
{
  prof_port_patch(site, prof_prefix_fits((const uint8_t *)site + CALL_BYTES) ? prefixes : nop, CALL_BYTES);
}

bool prof_hook_prepare(uintptr_t site)
{
  static const uint8_t room[CALL_BYTES] = { 0x90, 0x90, 0x90, 0x90, 0x90 };
  const void *code = (const void *)site;
  if (!__builtin_memcmp(code, room, CALL_BYTES))
    close_room(site);
  return *(const uint8_t *)site == CALL || !__builtin_memcmp(code, nop, CALL_BYTES) ||
         !__builtin_memcmp(code, prefixes, CALL_BYTES);
}

void prof_hook_patch(uintptr_t site, enum prof_hook hook, bool on)
{
  static void (*const hooks[])(void) = { [PROF_HOOK_ENTER] = __fentry__,
    [PROF_HOOK_RETURN] = (void (*)(void))__return__, [PROF_HOOK_FENCED_ENTER] = prof_fenced_entry,
    [PROF_HOOK_FENCED_RETURN] = (void (*)(void))prof_fenced_return,
    [PROF_HOOK_COUNT] = prof_count_entry, [PROF_HOOK_TALLY] = prof_tally_entry };
  if (on)
    prof_site_call(site, (uintptr_t)hooks[hook]);
  else if (hook == PROF_HOOK_TALLY)
    close_room(site);
  else
    prof_port_patch(site, nop, CALL_BYTES);
}

void prof_site_call(uintptr_t site, uintptr_t hook)
{
  uint8_t code[CALL_BYTES] = { CALL };
  calls_low = site < calls_low ? site : calls_low;
  calls_high = site > calls_high ? site : calls_high;
  wire_put(code + 1, hook - (site + CALL_BYTES), 4);
  prof_port_patch(site, code, CALL_BYTES);
}

/* Returns where the call at address `at` leads to; 0: there is no call, or no hook is called so far away from the
 * sites. */
static uintptr_t called_at(uintptr_t at)
{
  int32_t distance;
  if (at < calls_low || at > calls_high || *(const uint8_t *)at != CALL)
    return 0;
  __builtin_memcpy(&distance, (const uint8_t *)at + 1, sizeof(distance)); /* one instruction: walks ask for each frame */
  return at + CALL_BYTES + (uintptr_t)distance;
}

bool prof_hook_called_at(uintptr_t at)
{
  const uintptr_t target = called_at(at);
  return target >= (uintptr_t)__start_prof_probe && target < (uintptr_t)__stop_prof_probe;
}

bool prof_hook_returns_to(uintptr_t address)
{
  const uintptr_t target = called_at(address - CALL_BYTES);
  return target == (uintptr_t)__fentry__ || target == (uintptr_t)__return__ ||
         target == (uintptr_t)prof_fenced_entry || target == (uintptr_t)prof_fenced_return ||
         target == (uintptr_t)prof_count_entry || target == (uintptr_t)prof_tally_entry;
}
#endif

#endif
