/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * agesort.h: sorts objects by age, in place, in time proportional to their number.
 */
#ifndef AGESORT_H
#define AGESORT_H

#include <stddef.h>
#include <stdint.h>

struct agesort_object {
  uint64_t key;     /* age << 1, and 1 when it was seen no longer: of equal age those that died come first */
  uint32_t kin;     /* the caller's */
  uint32_t bytes;
};

/* Ages are cut into stretches, 128 to an octave, so that a caller can sort some of them at a time: age a is in
 * stretch agesort_stretch(a) < AGESORT_STRETCHES, an older one in no earlier one. */
#define AGESORT_STRETCHES ((64 - 7 + 1) << 7)
unsigned agesort_stretch(uint64_t age);

void agesort(struct agesort_object *objects, size_t count);

#endif
