/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * returns.c: the hooks of `-fpatchable-function-entry`, on processors that keep the return address in a register.
 *
 * The compiler leaves room before a function's first instruction and changes nothing else: prolog, body and epilog are
 * those of the plain code. There is no place for an exit hook, so the enter hook keeps the return address in the node
 * of the call, and has the function return to the exit hook, which goes on to where the function should have returned.
 *
 * A call is known by its caller's stack pointer, which is the same when the function begins and when it has returned:
 * that is the `slot` of probe.h. Functions of which one was called by the other have different ones; a function that
 * ends in a tail call has the same as its successor, which takes the return address over.
 *
 * What always holds:
 *  - a call whose function returns to the exit hook has a node, and the node keeps `slot` and `back` until it does, or
 *    until a call at the same place of the stack shows that it never will; a call inside `other` has no node, and
 *    returns to its caller as ever;
 *  - when timing is stopped, calls are open that will return to the exit hook. Their nodes keep their place in the pool
 *    when timing is started again (timing.c);
 *  - a call gets a node only where its place lies on the stack of the thread in whose tree that node would be. A port that
 *    has not told of a switch would else have calls of two stacks in one tree, and a call at a place that a longjmp() has
 *    left in one tree would be taken for the call that had been there, in another tree, and return to its caller;
 *  - where a port has not told of a switch of threads, a call may have ended already for the profiler, or may be in the
 *    tree of another thread. Its function still returns to its caller: all nodes are searched;
 *  - threads whose switches are not told share a tree, and a hook may be interrupted by another thread's at any
 *    instruction; the thread whose tree it is may even exit. So a call claims its node, then writes `slot`, then `back`, and no other call writes to the two until
 *    its function has returned; the slow ways, which change the tree, have interrupts off. Times are wrong then, return
 *    addresses are not.
 */
#include "probe.h"

#include "hook.h"
#include "returns.h"
#include "sites.h"
#include "timing.h"

#if defined(PROF_ARCH_RETURNS) && defined(PROF_PORT_PATCH)

/* Returns the node of the call with that place which was entered last, among the nodes of `thread`, or of all threads
 * where that is 0. No two calls with one place are open at a time, so an earlier one has returned. */
static PROF_PROBE struct prof_node *find_last(const void *slot, uint32_t thread)
{
  uint32_t count;
  struct prof_node *last = NULL, *pool = prof_timing_nodes(&count);
  for (struct prof_node *n = pool; n < pool + count; n++)
    if (prof_probe_back(n) && prof_probe_slot(n) == (uintptr_t)slot && (!thread || n->thread == thread) &&
        (!last || n->t0 >= last->t0))
      last = n;
  return last;
}

/* Returns where the call with that place returns to, which it now does. */
static PROF_PROBE uintptr_t take_return(const struct prof_thread *t, const void *slot)
{
  struct prof_node *n = t->current;
  while (n && (prof_probe_slot(n) != (uintptr_t)slot || !prof_probe_back(n)))
    n = n->parent;
  if (!n && !(n = find_last(slot, t->id)) && !(n = find_last(slot, 0)))
    __builtin_trap(); /* the nodes were written over: there is nowhere to go on */
  const uintptr_t back = n->back;
  n->back = 0;
  return back;
}

/* Asks the port where the stack of `t` lies, which for an interrupt's context changes. Returns whether `slot` is on it, or
 * where the stack lies is not known. A call elsewhere is counted as stray. */
static PROF_PROBE __attribute__((noinline)) bool find_stack(struct prof_thread *t, const void *slot)
{
  uintptr_t low, high;
  const unsigned long irq = prof_port_irq_save();
  t->stack_low = 0;
  t->stack_bytes = UINTPTR_MAX; /* the port's function may have probes, against the manual */
  prof_port_stack(t, &low, &high);
  if (high) {
    t->stack_low = low;
    t->stack_bytes = high - low;
  }
  const bool found = prof_probe_on_stack(t, (uintptr_t)slot);
  prof_entry(t)->stray += !found;
  prof_port_irq_restore(irq);
  return found;
}

static inline bool is_on_stack(struct prof_thread *t, const void *slot)
{
  return __builtin_expect(prof_probe_on_stack(t, (uintptr_t)slot), 1) || find_stack(t, slot);
}

static PROF_PROBE void leave_now(struct prof_thread *t, const void *slot)
{
  struct prof_look look;
  prof_clock_look(t, &look);
  prof_probe_exit_slow(t, NULL, slot, look);
}

/* A call that got no node has none that could keep where it returns to. Inside `other` it ends, for the profiler, as soon
 * as it has begun. */
static PROF_PROBE bool is_refused(struct prof_thread *t, const void *slot)
{
  if (prof_probe_slot(t->current) == (uintptr_t)slot)
    return false;
  if (t->current == t->other && t->other_depth)
    leave_now(t, slot);
  return true;
}

static PROF_PROBE __attribute__((noinline)) uintptr_t enter_slow(struct prof_thread *t, uintptr_t function,
                                                                 uintptr_t back, const void *slot,
                                                                 const struct prof_node *read)
{
  if (back == (uintptr_t)prof_hook_return)
    back = take_return(t, slot); /* a tail call */
  const unsigned long irq = prof_port_irq_save();
  bool refused = !t->current;
  if (!refused) {
    prof_probe_enter_slow(t, (const void *)function, slot, read);
    refused = !t->current || is_refused(t, slot);
  }
  if (!refused)
    t->current->back = back;
  prof_port_irq_restore(irq);
  return refused ? back : (uintptr_t)prof_hook_return;
}

PROF_PROBE uintptr_t prof_hook_entered(uintptr_t function, uintptr_t back, const void *slot)
{
  struct prof_thread *t = prof_port_thread();
  struct prof_node *parent = t->current;
  if (!parent || !is_on_stack(t, slot))
    return back;
  struct prof_node *n = parent->next;
  if (__builtin_expect(back == (uintptr_t)prof_hook_return, 0) ||
      !prof_probe_is_next(n, parent, (const void *)function, slot) || !prof_probe_claim(n, slot))
    return enter_slow(t, function, back, slot, NULL);
  *(const void *volatile *)&n->slot = slot;
  *(volatile uintptr_t *)&n->back = back;
  if (prof_probe_open(t, n))
    return (uintptr_t)prof_hook_return;
  n->back = 0;
  return enter_slow(t, function, back, slot, n);
}

static PROF_PROBE __attribute__((noinline)) uintptr_t exit_slow(struct prof_thread *t, const void *slot,
                                                                struct prof_look look)
{
  const uintptr_t back = take_return(t, slot);
  const unsigned long irq = prof_port_irq_save();
  prof_probe_exit_slow(t, NULL, slot, look);
  prof_port_irq_restore(irq);
  return back;
}

PROF_PROBE uintptr_t prof_hook_left(const void *slot)
{
  struct prof_thread *t = prof_port_thread();
  struct prof_node *n = t->current;
  if (!n)
    return take_return(t, slot);
  struct prof_look look;
  const bool whole = prof_probe_end(t, &look);
  const uintptr_t back = prof_probe_back(n);
  if (__builtin_expect(!whole || n->slot != slot || !back, 0))
    return exit_slow(t, slot, look);
  prof_probe_leave(t, n, look);
  n->back = 0; /* a walk along the stack wants it until then */
  return back;
}

/* A frame lies below its caller's stack pointer, and above that of the function that it called. The exit hook may have
 * closed the call already, whose node is then the one that was left last. */
uintptr_t prof_hook_real_return(const struct prof_thread *t, uintptr_t back, uintptr_t frame)
{
  const struct prof_node *n = t->current;
  if (back != (uintptr_t)prof_hook_return)
    return back;
  if (n && prof_probe_slot(n->before) > frame && prof_probe_back(n->before))
    return prof_probe_back(n->before);
  while (n && prof_probe_slot(n) <= frame)
    n = n->parent;
  return n && prof_probe_back(n) ? prof_probe_back(n) : back;
}

/* ---- sites ---- */

void prof_site_call(uintptr_t site, uintptr_t hook)
{
  uint8_t code[PROF_ARCH_SITE_BYTES];
  prof_arch_site(code, site, hook);
  prof_port_patch(site, code, sizeof(code));
}

/* In the place of the NOPs comes code that only its last instruction makes a call: that one is written alone when the
 * function is switched, because a thread may stand before it. */
bool prof_hook_prepare(uintptr_t site)
{
  uint8_t code[PROF_ARCH_SITE_BYTES];
  if (!prof_arch_is_nops((const uint8_t *)site))
    return false;
  prof_arch_site(code, site, (uintptr_t)prof_hook_enter);
  prof_arch_site_off(code);
  prof_port_patch(site, code, sizeof(code));
  return true;
}

void prof_hook_patch(uintptr_t site, enum prof_hook hook, bool on)
{
  uint8_t code[PROF_ARCH_SITE_BYTES];
  (void)hook;
  prof_arch_site(code, site, (uintptr_t)prof_hook_enter);
  if (!on)
    prof_arch_site_off(code);
  prof_port_patch(site + sizeof(code) - PROF_ARCH_SITE_LAST,
                  code + sizeof(code) - PROF_ARCH_SITE_LAST, PROF_ARCH_SITE_LAST);
}

bool prof_hook_called_at(uintptr_t at)
{
  return prof_site_is_on(at - (PROF_ARCH_SITE_BYTES - PROF_ARCH_SITE_LAST));
}

/* The enter hook calls C with a frame of its own, whose return address is the function's first instruction behind its
 * site. */
bool prof_hook_returns_to(uintptr_t address)
{
  return prof_site_is_on(address - PROF_ARCH_SITE_BYTES);
}

#endif
