/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * link.c: where the return address of interrupted code is, on riscv64: read from the instructions of its function, as
 * gcc and clang write them with -fno-omit-frame-pointer. A function that calls no other keeps its frame pointer on the
 * stack, and its return address in the register. Source: RISC-V Instruction Set Manual, volume I, chapters 2 and 16.
 */
#include "prof.h"

#include "probes/link.h"

#if defined(__riscv) && __riscv_xlen == 64

#define PROLOG 64 /* instructions in which a function that has a frame has made it */
#define EPILOG 24 /* instructions from the first restored register to the return, at most */

enum { RA = 1, SP = 2, S0 = 8 };

/* Returns the instruction at `at`, and in *bytes its length. */
static uint32_t read_code(uintptr_t at, uintptr_t *bytes)
{
  const uint16_t *half = (const uint16_t *)at;
  *bytes = (half[0] & 3) == 3 ? 4 : 2;
  return *bytes == 4 ? half[0] | (uint32_t)half[1] << 16 : half[0];
}

/* sd REG, n(sp); c.sdsp */
static bool is_store(uint32_t code, uint32_t reg)
{
  return (code & 0x1ff707f) == (reg << 20 | SP << 15 | 0x3023) ||
         (code < 0x10000 && (code & 0xe07f) == (0xe002 | reg << 2));
}

/* ld REG, n(sp); c.ldsp */
static bool is_load(uint32_t code, uint32_t reg)
{
  return (code & 0xfffff) == (SP << 15 | 0x3003 | reg << 7) ||
         (code < 0x10000 && (code & 0xef83) == (0x6002 | reg << 7));
}

/* addi s0, sp, n; c.addi4spn s0, n */
static bool is_frame(uint32_t code)
{
  return (code & 0xfffff) == (SP << 15 | S0 << 7 | 0x13) || (code < 0x10000 && (code & 0xe01f) == 0 && code);
}

static bool is_return(uint32_t code)
{
  return code == 0x8067 || code == 0x8082;
}

/* Branches, jumps and calls. */
static bool goes_elsewhere(uint32_t code)
{
  if (code < 0x10000)
    return (code & 3) == 1 ? (code & 0xe000) == 0xa000 || (code & 0xc000) == 0xc000
                           : (code & 0xe07f) == 0x8002 && code != 0x8002;
  return (code & 0x7f) == 0x63 || (code & 0x7f) == 0x67 || (code & 0x7f) == 0x6f;
}

/* What an epilog from `at` on still restores; false where no return follows. */
static bool read_epilog(uintptr_t at, bool *ra, bool *s0)
{
  uintptr_t bytes;
  *ra = *s0 = false;
  for (int i = 0; i < EPILOG; i++, at += bytes) {
    const uint32_t code = read_code(at, &bytes);
    if (is_return(code))
      return true;
    if (goes_elsewhere(code))
      return false;
    *ra |= is_load(code, RA);
    *s0 |= is_load(code, S0);
  }
  return false;
}

bool prof_arch_in_link(uintptr_t function, uintptr_t ip)
{
  uintptr_t at = function, bytes;
  bool saved = false, framed = false, ra, s0;
  for (int i = 0; i < PROLOG && at < ip && !framed; i++, at += bytes) {
    const uint32_t code = read_code(at, &bytes);
    saved |= is_store(code, RA);
    framed = is_frame(code);
  }
  if (!framed || !saved)
    return true;
  return read_epilog(ip, &ra, &s0) && !s0 && !ra;
}

#endif
