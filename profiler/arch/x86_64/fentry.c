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
 * The stack when a hook runs, upwards from its frame: saved frame pointer, return address into the function, return
 * address of the function. The place of the return address of the function names the call.
 */
#include "probes/probe.h"

#include "probes/hook.h"

#if defined(__x86_64__) && defined(__GNUC__) && !defined(__clang__)

#define HOOK __attribute__((no_caller_saved_registers))
#define CALL       0xE8 /* opcode; a 32-bit displacement from the next instruction follows */
#define CALL_BYTES 5

HOOK PROF_PROBE void __fentry__(void);
HOOK PROF_PROBE void __return__(void);

/* These three stand between a hook and code that follows the usual calling convention: here all registers are saved. */
static HOOK PROF_PROBE __attribute__((noinline)) void enter_slow(struct prof_thread *t, const void *function,
                                                                 const void *slot)
{
  prof_probe_enter_slow(t, function, slot);
}

static HOOK PROF_PROBE __attribute__((noinline)) void exit_slow(struct prof_thread *t, const void *slot, uint64_t t1)
{
  prof_probe_exit_slow(t, NULL, slot, t1);
}

/* These two are of the usual calling convention: __return__ needs nearly all registers itself, and has saved them. */
static PROF_PROBE __attribute__((noinline)) void check_throttle(struct prof_thread *t, struct prof_node *n, uint64_t t1,
                                                                struct prof_left left)
{
  prof_probe_follow_up(t, n, t1, left);
}

static PROF_PROBE __attribute__((noinline)) void follow_up(struct prof_thread *t, struct prof_node *n, uint64_t t1,
                                                           struct prof_left left)
{
  if (__builtin_expect(left.throttle, 0))
    check_throttle(t, n, t1, left);
  else if (__builtin_expect(!prof_probe_record(t, n, t1, left.drift), 0))
    prof_probe_record_slow(t, n, t1, left.drift);
}

void __fentry__(void)
{
  struct prof_thread *t = prof_port_thread();
  struct prof_node *parent = t->current;
  if (!parent)
    return;
  void *const *frame = __builtin_frame_address(0);
  const void *function = (const char *)frame[1] - CALL_BYTES;
  if (!prof_probe_enter(t, parent, function, &frame[2]))
    enter_slow(t, function, &frame[2]);
}

void __return__(void)
{
  struct prof_thread *t = prof_port_thread();
  struct prof_node *n = t->current;
  if (!n)
    return;
  uint64_t t1 = prof_probe_end(t);
  void *const *frame = __builtin_frame_address(0);
  if (__builtin_expect(n->slot != &frame[2], 0)) {
    exit_slow(t, &frame[2], t1);
    return;
  }
  const struct prof_left left = prof_probe_exit(t, n, t1);
  if (__builtin_expect(left.recorded | left.throttle, 0))
    follow_up(t, n, t1, left);
}

#ifdef PROF_PORT_PATCH
static const uint8_t nop[CALL_BYTES] = { 0x0F, 0x1F, 0x44, 0x00, 0x00 }; /* as gcc writes it: nopl 0(%rax,%rax,1) */

/* Bounds of the section prof_probe (probe.h). */
extern const uint8_t __start_prof_probe[], __stop_prof_probe[];

/* Bounds of the sites that have been calls of a hook; empty while no site has been one. */
static uintptr_t calls_low = UINTPTR_MAX, calls_high;

bool prof_hook_prepare(uintptr_t site)
{
  (void)site;
  return true;
}

void prof_hook_patch(uintptr_t site, enum prof_hook hook, bool on)
{
  if (on)
    prof_site_call(site, hook == PROF_HOOK_ENTER ? (uintptr_t)__fentry__ : (uintptr_t)__return__);
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
  if (at < calls_low || at > calls_high || *(const uint8_t *)at != CALL)
    return 0;
  return at + CALL_BYTES + (uintptr_t)(int32_t)wire_get((const uint8_t *)at + 1, 4);
}

bool prof_hook_called_at(uintptr_t at)
{
  const uintptr_t target = called_at(at);
  return target >= (uintptr_t)__start_prof_probe && target < (uintptr_t)__stop_prof_probe;
}

bool prof_hook_returns_to(uintptr_t address)
{
  const uintptr_t target = called_at(address - CALL_BYTES);
  return target == (uintptr_t)__fentry__ || target == (uintptr_t)__return__;
}
#endif

#endif
