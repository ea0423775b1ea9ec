/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * own.c: the functions that a compiler calls for assignments and loops, in the kit, for kernels that have none. They are
 * weak: those of a kernel are taken where there are any. In a tree where the sources are compiled one by one the kernel
 * has them.
 */
#include "probes/probe.h"

#include "state.h"

#ifdef JXPROF_KIT
#define PLAIN PROF_PROBE PROF_PLAIN_LOOPS __attribute__((weak))

void *memcpy(void *to, const void *from, size_t bytes);
void *memmove(void *to, const void *from, size_t bytes);
void *memset(void *to, int byte, size_t bytes);
int memcmp(const void *a, const void *b, size_t bytes);
size_t strlen(const char *text);
#if defined(__riscv) && !defined(__riscv_zbb)
int __clzdi2(unsigned long value);
int __ctzdi2(unsigned long value);
#endif

PLAIN void *memcpy(void *to, const void *from, size_t bytes)
{
  uint8_t *t = to;
  const uint8_t *f = from;
  if (((uintptr_t)t | (uintptr_t)f) % 8 == 0)
    for (; bytes >= 8; bytes -= 8, t += 8, f += 8)
      *(uint64_t __attribute__((may_alias)) *)(void *)t = *(const uint64_t __attribute__((may_alias)) *)(const void *)f;
  while (bytes--)
    *t++ = *f++;
  return to;
}

PLAIN void *memmove(void *to, const void *from, size_t bytes)
{
  uint8_t *t = to;
  const uint8_t *f = from;
  if ((uintptr_t)t - (uintptr_t)f >= bytes)
    return memcpy(to, from, bytes);
  while (bytes--)
    t[bytes] = f[bytes];
  return to;
}

PLAIN void *memset(void *to, int byte, size_t bytes)
{
  uint8_t *t = to;
  const uint64_t word = (uint8_t)byte * 0x0101010101010101u;
  if ((uintptr_t)t % 8 == 0)
    for (; bytes >= 8; bytes -= 8, t += 8)
      *(uint64_t __attribute__((may_alias)) *)(void *)t = word;
  while (bytes--)
    *t++ = (uint8_t)byte;
  return to;
}

PLAIN int memcmp(const void *a, const void *b, size_t bytes)
{
  const uint8_t *p = a, *q = b;
  for (; bytes; bytes--, p++, q++)
    if (*p != *q)
      return *p - *q;
  return 0;
}

PLAIN size_t strlen(const char *text)
{
  size_t n = 0;
  while (text[n])
    n++;
  return n;
}

#if defined(__riscv) && !defined(__riscv_zbb)
/* Of libgcc: how many zeros are above the highest bit that is set, and below the lowest one. */
PLAIN int __clzdi2(unsigned long value)
{
  return 63 - (int)prof_arch_log2(value);
}

PLAIN int __ctzdi2(unsigned long value)
{
  return (int)prof_arch_log2(value & -value);
}
#endif
#endif
