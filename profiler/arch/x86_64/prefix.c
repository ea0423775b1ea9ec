/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * prefix.c: see prefix.h. Lengths are those of Intel SDM volume 2, appendix A: of an operand in memory, ModRM, SIB and
 * four bytes of displacement; before the opcode, a REX and one of the prefixes 66, F2 and F3.
 */
#include "prefix.h"

#include "probes/probe.h"

static inline __attribute__((always_inline)) bool is_within(uint8_t value, uint8_t low, uint8_t high)
{
  return value >= low && value <= high;
}

/* Whether the operand of an instruction with a ModRM has no displacement, or one of a byte. */
static PROF_PROBE bool has_short_operand(uint8_t modrm)
{
  const uint8_t mod = modrm >> 6, rm = modrm & 7;
  return mod == 3 || mod == 1 || (mod == 0 && rm != 4 && rm != 5);
}

/* Of opcodes behind 0F, those with a ModRM and nothing behind its operand: moves, arithmetic of vectors, conditions. */
static PROF_PROBE bool fits_two_bytes(uint8_t opcode)
{
  return is_within(opcode, 0x10, 0x17) || is_within(opcode, 0x28, 0x2F) || is_within(opcode, 0x40, 0x6F) ||
         is_within(opcode, 0x7E, 0x7F) || is_within(opcode, 0x90, 0x9F) || opcode == 0xAF ||
         is_within(opcode, 0xB6, 0xB7) || is_within(opcode, 0xBC, 0xBF) || is_within(opcode, 0xD0, 0xFE);
}

PROF_PROBE bool prof_prefix_fits(const uint8_t *code)
{
  const bool prefixed = *code == 0x66 || *code == 0xF2 || *code == 0xF3;
  code += prefixed;
  code += (*code & 0xF0) == 0x40; /* REX */
  const uint8_t opcode = code[0], modrm = code[1], extension = modrm >> 3 & 7;
  if (opcode == 0x0F)
    return fits_two_bytes(modrm);
  if (opcode < 0x40)
    return (opcode & 7) < 6; /* add, or, adc, sbb, and, sub, xor, cmp; the rest are prefixes */
  if (is_within(opcode, 0xB8, 0xBF))
    return !prefixed; /* REX.W makes its constant one of eight bytes */
  switch (opcode) {
  case 0x63: case 0x8D: case 0xD0: case 0xD1: case 0xD2: case 0xD3: /* movslq, lea, shifts */
  case 0x6B: case 0x80: case 0x83: case 0xC0: case 0xC1: case 0xC6: /* with a byte behind the operand */
  case 0x98: case 0x99: case 0xA8: case 0xA9:                       /* cltq, cqto, test */
    return true;
  case 0x69: case 0x81: case 0xC7:                                  /* with four bytes behind the operand */
    return has_short_operand(modrm);
  case 0xF6: case 0xF7:                                             /* not, neg, mul, div; `test` has a constant */
    return extension >= 2;
  case 0xFE: case 0xFF:                                             /* inc, dec; the rest are jumps and calls */
    return extension <= 1;
  default:                                                          /* push, pop; test, xchg, mov; mov of a byte */
    return is_within(opcode, 0x50, 0x5F) || is_within(opcode, 0x84, 0x8B) || is_within(opcode, 0xB0, 0xB7);
  }
}
