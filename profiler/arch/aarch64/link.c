/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * link.c: where the return address of interrupted code is, on aarch64: read from the instructions of its function, as
 * gcc and clang write them with -fno-omit-frame-pointer. A function that calls no other has no frame, and its return
 * address in the register. Source: Arm Architecture Reference Manual, chapter C4.
 */
#include "prof.h"

#include "probes/link.h"

#ifdef __aarch64__

#define PROLOG 64 /* instructions in which a function that has a frame has made it */
#define EPILOG 24 /* instructions from the first restored register to the return, at most */

/* add x29, sp, n; mov x29, sp */
static bool is_frame(uint32_t code)
{
  return (code & 0xffc003ff) == 0x910003fd;
}

/* ldp x29, x30, [sp, n]; ldp x29, x30, [sp], n */
static bool is_load(uint32_t code)
{
  return (code & 0xffc07fff) == 0xa9407bfd || (code & 0xffc07fff) == 0xa8c07bfd;
}

/* ret; retaa, retab */
static bool is_return(uint32_t code)
{
  return code == 0xd65f03c0 || (code & 0xfffffbff) == 0xd65f0bff;
}

/* Branches, jumps and calls. */
static bool goes_elsewhere(uint32_t code)
{
  return (code & 0x7c000000) == 0x14000000 || (code & 0xfe000000) == 0x54000000 ||
         (code & 0x7c000000) == 0x34000000 || (code & 0xfe000000) == 0xd6000000;
}

/* Returns whether nothing but a return follows `at` in which the frame would still be needed. */
static bool has_left(const uint32_t *at)
{
  for (int i = 0; i < EPILOG; i++, at++) {
    if (is_return(*at))
      return true;
    if (goes_elsewhere(*at) || is_load(*at))
      return false;
  }
  return false;
}

bool prof_arch_in_link(uintptr_t function, uintptr_t ip)
{
  const uint32_t *at = (const uint32_t *)function, *end = (const uint32_t *)ip;
  for (int i = 0; i < PROLOG && at < end; i++, at++)
    if (is_frame(*at))
      return has_left(end);
  return true;
}

#endif
