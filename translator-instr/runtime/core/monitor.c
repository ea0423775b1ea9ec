/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * monitor.c: monitors and Object.wait().
 *
 * An object's lock word is 0 (free), thin (owner and depth; no thread waits) or the number of a fat monitor, which has
 * queues. It becomes fat when a thread has to wait and thin again when the last user leaves (Bacon, Konuru, Murthy,
 * Serrano, "Thin Locks", 1998, with deflation), so no monitor outlives its use and the collector need not know of
 * them.
 *
 *   thin   owner:12 depth:19 0       fat   number:31 1
 *
 * Emitted code enters and leaves a monitor that no other thread has without a call (jx.h), also while another thread is
 * inside port_lock(). All else runs inside it, so a lock word that names a fat monitor changes inside it only; any other
 * one is changed by jx_lock_change(), which fails when emitted code was faster. A thread blocks in port_wait(); the
 * thread that wakes it has first set what the waiter tests.
 */
#include "rt.h"

#include "natives.h"

extern struct jx_class jxc_java_lang_IllegalMonitorStateException, jxc_java_lang_InterruptedException;

#define DEPTH_ONE   JX_LOCK_ONCE
#define DEPTH_MASK  0xffffeu
#define OWNER_SHIFT 20
#define FAT         1u
#define LOOKS       200u  /* at a monitor that a thread on another processor is in; as long as a short method takes */
#define MONITORS    8192u /* more than threads: a thread waits for one at a time, and owns others */

_Static_assert(!(JX_LOCK_TIMES & ~DEPTH_MASK), "emitted code counts in the depth");
_Static_assert(RT_THREADS <= 1u << (32 - OWNER_SHIFT), "owners fit a thin lock");

struct queue { struct rt_thread *first, *last; };

struct monitor {
  struct jx_object *object;
  struct rt_thread *owner;
  uint32_t depth;
  uint32_t users;         /* threads that wait, on a queue or busily */
  uint32_t seekers;       /* threads that wait until its owner leaves it */
  struct queue entering, waiting;
  struct port_contended contended;
  struct monitor *next_free;
};

static struct monitor *monitors;
static struct monitor *free_monitors;

bool rt_monitors_init(void)
{
  monitors = port_table(MONITORS * sizeof *monitors);
  if (!monitors)
    return false;
  for (uint32_t i = 0; i < MONITORS; i++) {
    monitors[i].next_free = free_monitors;
    free_monitors = &monitors[i];
  }
  return true;
}

static void append_thread(struct queue *q, struct rt_thread *t)
{
  t->queue_next = NULL;
  if (q->last)
    q->last->queue_next = t;
  else
    q->first = t;
  q->last = t;
}

static void remove_thread(struct queue *q, struct rt_thread *t)
{
  struct rt_thread *before = NULL;
  struct rt_thread *at = q->first;
  while (at && at != t) {
    before = at;
    at = at->queue_next;
  }
  if (!at)
    return;
  if (before)
    before->queue_next = t->queue_next;
  else
    q->first = t->queue_next;
  if (q->last == t)
    q->last = before;
}

static uint32_t lock_word(const struct jx_object *object)
{
  return __atomic_load_n(&object->lock, __ATOMIC_ACQUIRE);
}

static struct monitor *fat_at(uint32_t lock)
{
  return lock & FAT ? &monitors[lock >> 1] : NULL;
}

static struct monitor *fat_of(const struct jx_object *object)
{
  return fat_at(lock_word(object));
}

uint32_t rt_monitor_once(uint32_t thread)
{
  return thread << OWNER_SHIFT | DEPTH_ONE;
}

static bool is_owner_thin(uint32_t lock, const struct rt_thread *t)
{
  return !(lock & FAT) && lock && lock >> OWNER_SHIFT == t->number;
}

/* Makes `m`, which is free, the monitor of an object with this lock word. False: the word has changed meanwhile. */
static bool fatten_lock(struct monitor *m, struct jx_object *object, uint32_t lock)
{
  struct monitor *const next = m->next_free;
  *m = (struct monitor){.object = object, .next_free = next};
  if (lock) {
    m->owner = rt_thread_at(lock >> OWNER_SHIFT);
    m->depth = (lock & DEPTH_MASK) / DEPTH_ONE;
  }
  if (!jx_lock_change(object, lock, (uint32_t)(m - monitors) << 1 | FAT))
    return false;
  free_monitors = next;
  return true;
}

/* The monitor of an object, made of its thin lock when it has none. Waits while all are in use. */
static struct monitor *inflate(struct jx_object *object)
{
  for (;;) {
    const uint32_t lock = lock_word(object);
    struct monitor *m = fat_at(lock);
    if (m)
      return m;
    m = free_monitors;
    if (m && fatten_lock(m, object, lock))
      return m;
    if (!m) {
      port_unlock();
      port_yield();
      port_lock();
    }
  }
}

static void deflate_unused(struct monitor *m)
{
  if (m->owner || m->users)
    return;
  __atomic_store_n(&m->object->lock, 0, __ATOMIC_RELEASE);
  m->next_free = free_monitors;
  free_monitors = m;
}

const char *rt_monitor_name(const struct jx_object *object)
{
  const struct jx_class *class = object->class;
  return (class == class->object.class ? (const struct jx_class *)object : class)->name;
}

/* Waits busily, outside of the lock, for the end of the owner's stay: where threads run by turns that cannot come. The
 * caller is one of the monitor's users, and looks at the owner again: it may have left between the last look and the
 * lock. */
static void watch_owner(struct monitor *m)
{
  if (port_processors() == 1)
    return;
  port_unlock();
  for (uint32_t i = 0; i < LOOKS && __atomic_load_n(&m->owner, __ATOMIC_RELAXED); i++)
    port_pause();
  port_lock();
}

static void wait_for_owner(struct monitor *m, struct rt_thread *self)
{
  append_thread(&m->entering, self);
  self->waiting = RT_ENTERING;
  self->blocker = m->object;
  port_wait(INT64_MAX);
  self->waiting = RT_RUNNING;
  self->blocker = NULL;
  remove_thread(&m->entering, self);
}

/* Waits until no thread is in the monitor, and takes it. */
static void seek_monitor(struct monitor *m, struct rt_thread *self, const void *frame)
{
  struct port_contention wait;
  port_monitor_waits(&wait, &m->contended, m->object, rt_monitor_name(m->object), frame);
  m->users++;
  m->seekers++;
  while (m->owner) {
    watch_owner(m);
    if (m->owner)
      wait_for_owner(m, self);
  }
  m->seekers--;
  m->users--;
  m->owner = self;
  port_monitor_got(&wait, &m->contended);
}

/* `frame` is that of the function that Java code has called. */
static void enter_fat(struct monitor *m, struct rt_thread *self, const void *frame)
{
  if (m->owner && m->owner != self)
    seek_monitor(m, self, frame);
  m->owner = self;
  m->depth++;
}

/* Enters a monitor that is free, or that the thread is in. False: neither is so. */
static bool enter_thin(struct jx_object *object, const struct rt_thread *self)
{
  const uint32_t lock = lock_word(object);
  if (lock == 0)
    return jx_lock_change(object, 0, rt_monitor_once(self->number));
  return is_owner_thin(lock, self) && (lock & DEPTH_MASK) != DEPTH_MASK && jx_lock_change(object, lock, lock + DEPTH_ONE);
}

/* Waits busily for a monitor that another thread is in, which can only leave it soon where it runs at the same time. */
static bool take_soon(struct jx_object *object)
{
  if (port_processors() == 1)
    return false;
  uint32_t lock = lock_word(object);
  for (uint32_t i = 0; i < LOOKS && !fat_at(lock); i++) {
    if (!lock && jx_monitor_take(object))
      return true;
    port_pause();
    lock = lock_word(object);
  }
  return false;
}

void jx_monitor_enter_slow(struct jx_object *object)
{
  if (JX_UNLIKELY(!object)) {
    jx_throw_null();
    return;
  }
  struct rt_thread *self = rt_self();
  if (!is_owner_thin(lock_word(object), self) && take_soon(object))
    return;
  port_lock();
  if (!enter_thin(object, self))
    enter_fat(inflate(object), self, __builtin_frame_address(0));
  port_unlock();
}

static void leave_fat(struct monitor *m, const void *frame)
{
  if (m->seekers)
    port_monitor_left(&m->contended, frame);
  m->owner = NULL;
  if (m->entering.first)
    port_wake(m->entering.first->port);
  deflate_unused(m);
}

/* False: not the owner. */
static bool exit_locked(struct jx_object *object, struct rt_thread *self, const void *frame)
{
  const uint32_t lock = lock_word(object), left = lock - DEPTH_ONE;
  if (JX_LIKELY(is_owner_thin(lock, self)))
    return jx_lock_change(object, lock, left & DEPTH_MASK ? left : 0);
  struct monitor *m = fat_at(lock);
  if (!m || m->owner != self)
    return false;
  if (--m->depth == 0)
    leave_fat(m, frame);
  return true;
}

static void throw_not_owner(void)
{
  rt_throw(&jxc_java_lang_IllegalMonitorStateException, "current thread is not owner");
}

/* Throws nothing when an exception is pending: the pending one says more. */
void jx_monitor_exit_slow(struct jx_object *object)
{
  struct rt_thread *self = rt_self();
  port_lock();
  bool left = object && exit_locked(object, self, __builtin_frame_address(0));
  port_unlock();
  if (!left && !JX_EXC)
    throw_not_owner();
}

const struct rt_thread *rt_monitor_owner(const struct jx_object *object)
{
  const uint32_t lock = lock_word(object);
  const struct monitor *m = fat_at(lock);
  return m ? m->owner : lock ? rt_thread_at(lock >> OWNER_SHIFT) : NULL;
}

bool rt_monitor_owned(const struct jx_object *object)
{
  port_lock();
  const bool owned = rt_monitor_owner(object) == rt_self();
  port_unlock();
  return owned;
}

/* Waits as the owner of `m`, and owns it as deeply afterwards. */
static void wait_as_owner(struct monitor *m, struct rt_thread *self, int64_t deadline_ns, const void *frame)
{
  uint32_t depth = m->depth;
  append_thread(&m->waiting, self);
  m->users++;
  self->notified = false;
  self->waiting = RT_WAITING;
  self->timed = deadline_ns != INT64_MAX;
  self->blocker = m->object;
  m->depth = 0;
  leave_fat(m, frame);
  while (!self->notified && !self->interrupted && port_nanos() < deadline_ns)
    port_wait(deadline_ns);
  self->waiting = RT_RUNNING;
  self->blocker = NULL;
  remove_thread(&m->waiting, self);
  enter_fat(m, self, frame);
  m->users--;
  m->depth = depth;
}

static void throw_interrupted(struct rt_thread *self, const char *message)
{
  self->interrupted = false;
  rt_throw(&jxc_java_lang_InterruptedException, message);
}

void jxn_java_lang_Object_waitMillis(struct jx_object *self, int64_t millis)
{
  struct rt_thread *t = rt_self();
  port_lock();
  struct monitor *m = rt_monitor_owned(self) ? inflate(self) : NULL;
  bool interrupted = m && t->interrupted;
  if (m && !interrupted) {
    bool for_ever = millis == 0 || millis > INT64_MAX / 1000000;
    wait_as_owner(m, t, for_ever ? INT64_MAX : rt_deadline_after(millis * 1000000),
                  __builtin_frame_address(0));
    interrupted = t->interrupted && !t->notified;
  }
  port_unlock();
  if (!m)
    throw_not_owner();
  else if (interrupted)
    throw_interrupted(t, NULL);
}

static void notify_first(struct monitor *m)
{
  struct rt_thread *t = m->waiting.first;
  remove_thread(&m->waiting, t);
  t->notified = true;
  port_wake(t->port);
}

static void notify_waiters(struct jx_object *object, bool all)
{
  port_lock();
  bool owned = rt_monitor_owned(object);
  struct monitor *m = owned ? fat_of(object) : NULL;
  while (m && m->waiting.first) {
    notify_first(m);
    if (!all)
      break;
  }
  port_unlock();
  if (!owned)
    throw_not_owner();
}

void jxn_java_lang_Object_notify(struct jx_object *self)
{
  notify_waiters(self, false);
}

void jxn_java_lang_Object_notifyAll(struct jx_object *self)
{
  notify_waiters(self, true);
}

bool rt_sleep(int64_t nanos)
{
  struct rt_thread *self = rt_self();
  port_lock();
  int64_t deadline = rt_deadline_after(nanos);
  self->waiting = RT_SLEEPING;
  self->timed = true;
  while (!self->interrupted && port_nanos() < deadline)
    port_wait(deadline);
  self->waiting = RT_RUNNING;
  bool interrupted = self->interrupted;
  self->interrupted = false;
  port_unlock();
  return !interrupted;
}

void rt_monitor_interrupt(struct rt_thread *t)
{
  t->interrupted = true;
  if (t->waiting == RT_WAITING || t->waiting == RT_SLEEPING || t->waiting == RT_PARKED)
    port_wake(t->port);
}
