/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * jx_natives.h: the native methods that are called in a particular way: those with a fast form, and the quiet ones. The
 * translator (jxtr/analyse/effects.c) reads these lists, and the runtime (runtime/core/natives.c) compares them with
 * the headers that define the fast forms, so a list and a definition cannot disagree.
 *
 * To add a fast form: a row here, and `static inline bool jxf_<class>_<method>(...)` in a header that emitted code
 * includes. A row without a definition, or with other parameters, does not compile; tests/java/hosted names a
 * definition without a row; test_jxtr_natives compares a row with the method in the library.
 */
#ifndef JX_NATIVES_H
#define JX_NATIVES_H

#include "jx.h"

/* F(class, method, parameters): native methods that have a fast form (jx.h, "Names in C"). Each is static, of a class
 * that has nothing to initialise. The parameters are the native's, then, unless it is void, where the result goes. */
#define JX_FAST_NATIVES(F)                                                                                            \
  F(java_lang_Bits, count, (int64_t, int32_t *))                                                                      \
  F(java_lang_Bits, leadingZeros, (int64_t, int32_t *))                                                               \
  F(java_lang_Bits, trailingZeros, (int64_t, int32_t *))                                                              \
  F(java_lang_Chars, hash, (struct jx_object *, int32_t *))                                                           \
  F(java_lang_Chars, same, (struct jx_object *, struct jx_object *, int32_t *))                                       \
  F(java_lang_Chars, sameAt, (struct jx_object *, int32_t, struct jx_object *, int32_t *))                            \
  F(jx_mem_BigEndian, get16, (struct jx_object *, int32_t, int32_t *))                                                \
  F(jx_mem_BigEndian, get32, (struct jx_object *, int32_t, int32_t *))                                                \
  F(jx_mem_BigEndian, put16, (struct jx_object *, int32_t, int32_t))                                                  \
  F(jx_mem_BigEndian, put32, (struct jx_object *, int32_t, int32_t))                                                  \
  F(jx_mem_BigEndian, get32s, (struct jx_object *, int32_t, struct jx_object *, int32_t))                             \
  F(jx_mem_BigEndian, put32s, (struct jx_object *, int32_t, struct jx_object *, int32_t))                             \
  F(jx_mem_BigEndian, sum16, (struct jx_object *, int32_t, int32_t, int32_t *))                                       \
  F(jx_hw_Hardware, in8, (int32_t, int32_t *))                                                                        \
  F(jx_hw_Hardware, out8, (int32_t, int32_t))                                                                         \
  F(jx_hw_Hardware, read32, (int32_t, struct jx_object *, int32_t, int32_t))                                          \
  F(jx_hw_Hardware, write32, (int32_t, struct jx_object *, int32_t, int32_t))                                         \
  F(jx_prof_EventLog, log, (int32_t, int64_t))

/* Q(class, method): native methods that return without an exception, call no Java, allocate nothing and wait for
 * nothing. Where their class needs no initialisation, emitted code calls them without a frame and does not test for an
 * exception afterwards. */
#define JX_QUIET_NATIVES(Q)                                                                                           \
  Q(java_lang_Chars, hash)                                                                                            \
  Q(java_lang_Chars, same)                                                                                            \
  Q(java_lang_Chars, sameAt)                                                                                          \
  Q(java_lang_System, nanoTime)                                                                                       \
  Q(java_lang_System, currentTimeMillis)                                                                              \
  Q(jx_prof_EventLog, log)                                                                                            \
  Q(jx_prof_MessageLog, isOn)                                                                                         \
  Q(jx_prof_MessageLog, log)

#endif
