/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * atomic.c: java.util.concurrent.atomic: one instruction for each step, so that it holds wherever a thread switch
 * falls. What is changed is the only field of its object, or an element whose index Java has checked.
 */
#include "natives.h"

/* An int lies in the header, what is larger behind it (jxtr/world/layout.c). */
#define INT_FIELD(self) ((int32_t *)&(self)->length)
#define FIELD(self, type) (&JX_ELEMENTS(self, type)[0])

static bool exchange_int(int32_t *at, int32_t expected, int32_t now)
{
  return __atomic_compare_exchange_n(at, &expected, now, false, __ATOMIC_SEQ_CST, __ATOMIC_SEQ_CST);
}

static bool exchange_long(int64_t *at, int64_t expected, int64_t now)
{
  return __atomic_compare_exchange_n(at, &expected, now, false, __ATOMIC_SEQ_CST, __ATOMIC_SEQ_CST);
}

static bool exchange_reference(struct jx_object **at, struct jx_object *expected, struct jx_object *now)
{
  return __atomic_compare_exchange_n(at, &expected, now, false, __ATOMIC_SEQ_CST, __ATOMIC_SEQ_CST);
}

int32_t jxn_java_util_concurrent_atomic_AtomicInteger_compareAndSet(struct jx_object *self, int32_t expected,
                                                                    int32_t now)
{
  return exchange_int(INT_FIELD(self), expected, now);
}

int32_t jxn_java_util_concurrent_atomic_AtomicInteger_getAndSet(struct jx_object *self, int32_t now)
{
  return __atomic_exchange_n(INT_FIELD(self), now, __ATOMIC_SEQ_CST);
}

int32_t jxn_java_util_concurrent_atomic_AtomicInteger_getAndAdd(struct jx_object *self, int32_t more)
{
  return __atomic_fetch_add(INT_FIELD(self), more, __ATOMIC_SEQ_CST);
}

int32_t jxn_java_util_concurrent_atomic_AtomicLong_compareAndSet(struct jx_object *self, int64_t expected,
                                                                 int64_t now)
{
  return exchange_long(FIELD(self, int64_t), expected, now);
}

int64_t jxn_java_util_concurrent_atomic_AtomicLong_getAndSet(struct jx_object *self, int64_t now)
{
  return __atomic_exchange_n(FIELD(self, int64_t), now, __ATOMIC_SEQ_CST);
}

int64_t jxn_java_util_concurrent_atomic_AtomicLong_getAndAdd(struct jx_object *self, int64_t more)
{
  return __atomic_fetch_add(FIELD(self, int64_t), more, __ATOMIC_SEQ_CST);
}

int32_t jxn_java_util_concurrent_atomic_AtomicReference_exchange(struct jx_object *self, struct jx_object *expected,
                                                                 struct jx_object *now)
{
  return exchange_reference(FIELD(self, struct jx_object *), expected, now);
}

int32_t jxn_java_util_concurrent_atomic_AtomicIntegerArray_exchange(struct jx_object *array, int32_t index,
                                                                    int32_t expected, int32_t now)
{
  return exchange_int(&JX_ELEMENTS(array, int32_t)[index], expected, now);
}

int32_t jxn_java_util_concurrent_atomic_AtomicLongArray_exchange(struct jx_object *array, int32_t index,
                                                                 int64_t expected, int64_t now)
{
  return exchange_long(&JX_ELEMENTS(array, int64_t)[index], expected, now);
}

int32_t jxn_java_util_concurrent_atomic_AtomicReferenceArray_exchange(struct jx_object *array, int32_t index,
                                                                      struct jx_object *expected,
                                                                      struct jx_object *now)
{
  return exchange_reference(&JX_ELEMENTS(array, struct jx_object *)[index], expected, now);
}
