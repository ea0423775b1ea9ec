/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * walk.c: along the frames of a stack, from where a thread is outwards.
 *
 * The walk trusts nothing: a frame must lie in the thread's stack, be aligned, and lie above the one before. A walk
 * that fails keeps what it found and says so. It lies with the probes, for probes of locks walk, too (lock.c).
 */
#include "probes/probe.h"

#include "records.h"

#include "probes/hook.h"
#include "probes/link.h"
#include "probes/returns.h"
#include "probes/sites.h"

/* A walk along the frames of a stack, [low, high). Frames are as gcc's and clang's -fno-omit-frame-pointer builds them
 * (PROF_ARCH_FRAME_CALLER, PROF_ARCH_FRAME_RETURN). */
struct walk {
  const struct prof_thread *thread;
  uintptr_t low, high;
  struct wire_stack *out;
  uint16_t room;          /* of `out`, addresses */
  struct prof_walked done;
};

PROF_PROBE static inline bool has_word(const struct walk *w, uintptr_t at)
{
  return at >= w->low && at < w->high && w->high - at >= sizeof(uintptr_t);
}

PROF_PROBE static inline void add_address(struct walk *w, uintptr_t address)
{
  if (w->done.depth < w->room)
    w->out[w->done.depth++].address = address;
  else
    w->done.cut = true;
}

/* Adds the return address at `slot`. Where a hook returns there, the function itself has no frame yet, or none any
 * more: the function's own return address lies beside. */
PROF_PROBE static inline __attribute__((always_inline)) void add_return(struct walk *w, uintptr_t slot)
{
  const uintptr_t address = *(const uintptr_t *)slot, next = slot + (uintptr_t)PROF_ARCH_HOOK_RETURN;
  add_address(w, prof_hook_real_return(w->thread, address, slot));
  if (has_word(w, next) && prof_hook_returns_to(address))
    add_address(w, *(const uintptr_t *)next);
}

/* Returns whether a frame has its caller's frame pointer in place of a return address: no code lies on a stack. */
PROF_PROBE static bool is_leaf_frame(const struct walk *w, uintptr_t slot)
{
#ifdef PROF_ARCH_LEAF_FRAMES
  const uintptr_t word = *(const uintptr_t *)slot;
  return word > slot && word <= w->high;
#else
  (void)w, (void)slot;
  return false;
#endif
}

#define FRAME_LOWEST \
  (PROF_ARCH_FRAME_CALLER < PROF_ARCH_FRAME_RETURN ? PROF_ARCH_FRAME_CALLER : PROF_ARCH_FRAME_RETURN)

/* Returns whether there is a frame at `fp`; false at the outermost one. Its two words lie beside each other, above
 * w->low. */
PROF_PROBE static inline bool is_frame(struct walk *w, uintptr_t fp)
{
  const uintptr_t lowest = fp + (uintptr_t)FRAME_LOWEST;
  if (!fp)
    return false;
  if (fp % sizeof(uintptr_t) == 0 && lowest >= w->low && lowest < w->high && w->high - lowest >= 2 * sizeof(uintptr_t))
    return *(const uintptr_t *)(fp + (uintptr_t)PROF_ARCH_FRAME_RETURN) != 0;
  w->done.astray = true;
  return false;
}

#ifdef PROF_ARCH_RETURNS
extern const uint8_t __start_prof_probe[], __stop_prof_probe[];

PROF_PROBE static bool is_probe_code(uintptr_t ip)
{
  return ip >= (uintptr_t)__start_prof_probe && ip < (uintptr_t)__stop_prof_probe;
}

/* Returns whether the return address is in its register, as far as the function is known. A hook that calls C has a
 * frame. */
PROF_PROBE static bool is_in_link(const struct prof_place *p)
{
  const uintptr_t function = prof_site_before(p->ip);
  if (!p->link || is_probe_code(p->ip))
    return p->link && !is_probe_code(p->link);
  return function && prof_arch_in_link(function, p->ip);
}

/* Adds the return address that is in its register. Returns the frame pointer from which the walk goes on. */
PROF_PROBE static uintptr_t add_innermost(struct walk *w, const struct prof_place *p)
{
  if (is_in_link(p))
    add_address(w, prof_hook_real_return(w->thread, p->link, p->sp - 1));
  return p->fp;
}
#else
/* Adds the return address that has no frame yet, or none any more, and returns the frame pointer. */
PROF_PROBE static uintptr_t add_innermost(struct walk *w, const struct prof_place *p)
{
  const uintptr_t slot = p->sp ? prof_port_return_slot(p->ip, p->sp) : 0;
  if (slot && has_word(w, slot))
    add_return(w, slot);
  return p->fp;
}
#endif

/* Adds the return addresses from a frame pointer outwards. */
PROF_PROBE static void add_frames(struct walk *w, uintptr_t fp)
{
  while (!w->done.cut && is_frame(w, fp)) {
    const uintptr_t slot = fp + (uintptr_t)PROF_ARCH_FRAME_RETURN;
    if (is_leaf_frame(w, slot)) {
      fp = *(const uintptr_t *)slot;
    } else {
      add_return(w, slot);
      fp = *(const uintptr_t *)(fp + (uintptr_t)PROF_ARCH_FRAME_CALLER);
    }
    w->low = slot + sizeof(uintptr_t); /* the stack grows down: the caller's frame is above */
  }
}

PROF_PROBE static struct walk begin_walk(const struct prof_thread *t, struct wire_stack *out, uint16_t room)
{
  struct walk w = { .thread = t, .out = out, .room = room };
  prof_port_stack(t, &w.low, &w.high);
  return w;
}

PROF_PROBE struct prof_walked prof_walk_place(const struct prof_thread *t, const struct prof_place *p, struct wire_stack *out,
                                   uint16_t room)
{
  if (p->user) {
    out->address = WIRE_ADDRESS_USER;
    return (struct prof_walked){ .depth = 1 };
  }
  struct walk w = begin_walk(t, out, room);
  add_address(&w, p->ip);
  add_frames(&w, add_innermost(&w, p));
  return w.done;
}

PROF_PROBE struct prof_walked prof_walk_frames(const struct prof_thread *t, uintptr_t fp, struct wire_stack *out, uint16_t room)
{
  struct walk w = begin_walk(t, out, room);
  add_frames(&w, fp);
  return w.done;
}
