/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * prefix.h: prefixes in place of a NOP. In the room that -fpatchable-function-entry=5 leaves before a function's first
 * instruction five prefixes of that instruction stand while its probe is off: the segment override of CS, which 64-bit
 * mode ignores (Intel SDM volume 2, 2.1.1). The function then has not one instruction more than in the plain program.
 * A NOP is one, and because of it the instructions behind it retire in other groups: the `ret` of a function of eight
 * instructions then began a group, and 2.8 % of all samples met it there, where 1.4 % do in the plain program (by_key()
 * in sorts of bench-ten, Sapphire Rapids).
 *
 * The assembler pads instructions so, too, with as many prefixes (-malign-branch-prefix-size=5). An instruction has 15
 * bytes at most, so one that may have more than ten alone is left as it is, and so are jumps, calls, and what has a
 * prefix of that kind already. Before these a NOP stands.
 */
#ifndef PROF_PREFIX_H
#define PROF_PREFIX_H

#include <stdbool.h>
#include <stdint.h>

#define PROF_PREFIX 0x2E /* CS */

/* Returns whether five prefixes may stand before the instruction at `code`, of which it reads four bytes at most. Any
 * context. */
bool prof_prefix_fits(const uint8_t *code);

#endif
