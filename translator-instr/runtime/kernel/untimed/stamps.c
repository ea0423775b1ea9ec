/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * stamps.c: see stamps.h; and the natives that overwrite references, as images for exact lives call them.
 */
#pragma GCC target("general-regs-only")
#include "runtime/kernel/stamps.h"

#include "core/page.h"
#include "core/processor.h"
#include "core/sched.h"
#include "cpu.h"
#include "runtime/core/gc.h"
#include "runtime/core/natives.h"

static struct stamps_stack *all;   /* Java threads */
static uint64_t switches;          /* of threads, when the stacks were looked at last */

static const uintptr_t on_stack[STAMPS_REGISTERS];

/* ---- copies ---- */

bool stamps_take_room(struct stamps_stack *s, size_t bytes)
{
  s->page_count = page_count(bytes);
  s->pages = page_alloc(s->page_count);
  return s->pages != NULL;
}

void stamps_give_room(struct stamps_stack *s)
{
  if (s->pages)
    page_free(s->pages, s->page_count);
  s->pages = NULL;
}

void stamps_begin(struct stamps_stack *s, const struct thread *thread, struct jx_thread *jx)
{
  const unsigned long irq = cpu_irq_save();
  s->thread = thread;
  s->jx = jx;
  s->high = s->at = thread->stack.high;
  s->to_copy = (uintptr_t)s->pages - thread->stack.low;
  s->next = all;
  all = s;
  cpu_irq_restore(irq);
}

JX_PROBE static void lose_word(uintptr_t word)
{
  if (word - JX_WINDOW < JX_WINDOW_BYTES)
    jx_lost(gc_find(word));
}

static inline uintptr_t *copy_of(const struct stamps_stack *s, uintptr_t at)
{
  return (uintptr_t *)(at + s->to_copy);
}

static inline void look_at_word(uintptr_t *copy, uintptr_t now)
{
  const uintptr_t before = *copy;
  if (now != before) {
    *copy = now;
    lose_word(before);
  }
}

/* The words below `sp` are none of the stack any more. */
JX_PROBE static void lose_below(struct stamps_stack *s, uintptr_t sp)
{
  for (uintptr_t at = s->at; at < sp; at += sizeof at)
    lose_word(*copy_of(s, at));
}

/* Compares the words of [from, to) with their copies. */
JX_PROBE static void compare_words(struct stamps_stack *s, uintptr_t from, uintptr_t to)
{
  for (uintptr_t at = from; at < to; at += sizeof at)
    look_at_word(copy_of(s, at), *(const uintptr_t *)at);
}

/* Looks at a stack that goes down to `sp`, up to `bound`: above it no word has changed. */
JX_PROBE static void look_at(struct stamps_stack *s, uintptr_t sp, uintptr_t bound, const uintptr_t *registers)
{
  for (unsigned i = 0; i < STAMPS_REGISTERS; i++)
    look_at_word(&s->registers[i], registers[i]);
  look_at_word(&s->exc, (uintptr_t)s->jx->exc);
  lose_below(s, sp);
  compare_words(s, sp > s->at ? sp : s->at, bound);
  for (uintptr_t at = sp; at < s->at; at += sizeof at)
    *copy_of(s, at) = *(const uintptr_t *)at;
  s->at = sp;
  s->suspended = s->thread->prof.suspended;
  s->jx->oldest = s->jx->frame ? (uintptr_t)s->jx->frame : s->high;
}

/* Returns the end of the part of the stack that code may have changed since the last look. A function may be several
 * Java methods, one inlined into the other: what they have on the stack ends where the function's own caller is kept.
 * */
JX_PROBE static uintptr_t bound_of(const struct stamps_stack *s, uintptr_t frame)
{
  while (frame <= s->jx->oldest) {
    const uintptr_t caller = *(const uintptr_t *)frame;
    if (caller <= frame || caller >= s->high)
      return s->high;
    frame = caller;
  }
  return frame < s->high ? frame : s->high;
}

/* Of a thread that does not run, which has run since the last look or has not. */
JX_PROBE static void look_at_other(struct stamps_stack *s)
{
  const uintptr_t sp = s->thread->sp & ~(uintptr_t)7;
  if (sp != s->at || s->suspended != s->thread->prof.suspended)
    look_at(s, sp, s->high, on_stack);
}

JX_PROBE static void look_at_others(const struct thread *self)
{
  if (processors[0].switches == switches)
    return;
  switches = processors[0].switches;
  for (struct stamps_stack *s = all; s; s = s->next)
    if (s->thread != self)
      look_at_other(s);
}

JX_PROBE static struct stamps_stack *stack_of(const struct thread *thread)
{
  struct stamps_stack *s = all;
  while (s && s->thread != thread)
    s = s->next;
  return s;
}

JX_PROBE void stamps_look(uintptr_t sp, uintptr_t frame, const uintptr_t *registers)
{
  const unsigned long irq = cpu_irq_save();
  const struct thread *self = processors[0].current;
  struct stamps_stack *s = stack_of(self);
  look_at_others(self);
  if (s)
    look_at(s, sp, bound_of(s, frame), registers);
  cpu_irq_restore(irq);
}

JX_PROBE __attribute__((noinline)) void stamps_look_all(void)
{
  uintptr_t sp;
  __builtin_unwind_init();
  __asm__ volatile("mov %%rsp, %0" : "=r"(sp));
  stamps_look(sp, (uintptr_t)__builtin_frame_address(0), on_stack);
}

void stamps_end(struct stamps_stack *s)
{
  const unsigned long irq = cpu_irq_save();
  struct stamps_stack **at = &all;
  while (*at != s)
    at = &(*at)->next;
  *at = s->next;
  lose_below(s, s->high);
  lose_word(s->exc);
  for (unsigned i = 0; i < STAMPS_REGISTERS; i++)
    lose_word(s->registers[i]);
  cpu_irq_restore(irq);
}

/* ---- natives that overwrite references ---- */

void jxe_java_lang_System_arraycopy(struct jx_object *from, int32_t from_at, struct jx_object *to, int32_t to_at,
                                    int32_t count);
int32_t jxe_java_util_concurrent_atomic_AtomicReference_exchange(struct jx_object *self, struct jx_object *expected,
                                                                 struct jx_object *now);
int32_t jxe_java_util_concurrent_atomic_AtomicReferenceArray_exchange(struct jx_object *array, int32_t index,
                                                                      struct jx_object *expected,
                                                                      struct jx_object *now);

/* Before the copy: the references that it overwrites are lost when it is over, and no object is made meanwhile. A range
 * that is not in the array is the native's to refuse. */
void jxe_java_lang_System_arraycopy(struct jx_object *from, int32_t from_at, struct jx_object *to, int32_t to_at,
                                    int32_t count)
{
  if (to && to->class->flags & JX_CLASS_REFS && to_at >= 0 && count >= 0 &&
      (uint32_t)to_at + (uint32_t)count <= to->length)
    for (int32_t i = 0; i < count; i++)
      jx_lost(JX_ELEMENTS(to, struct jx_object *)[to_at + i]);
  jxn_java_lang_System_arraycopy(from, from_at, to, to_at, count);
}

/* Where they change nothing they note a loss too much, which is harmless: an object that is reachable loses more. */
int32_t jxe_java_util_concurrent_atomic_AtomicReference_exchange(struct jx_object *self, struct jx_object *expected,
                                                                 struct jx_object *now)
{
  jx_lost(expected);
  return jxn_java_util_concurrent_atomic_AtomicReference_exchange(self, expected, now);
}

int32_t jxe_java_util_concurrent_atomic_AtomicReferenceArray_exchange(struct jx_object *array, int32_t index,
                                                                      struct jx_object *expected,
                                                                      struct jx_object *now)
{
  jx_lost(expected);
  return jxn_java_util_concurrent_atomic_AtomicReferenceArray_exchange(array, index, expected, now);
}
