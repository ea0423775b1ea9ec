/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * fuzz.h: what every harness is: a program whose one function takes any bytes and must come back. libFuzzer calls it
 * with what it invents (`make fuzz`), replay.c with the files of tests/damage/fuzz/corpus (`make test`).
 *
 * A harness has nothing to say about its input: it fails by a sanitizer's report, by fuzz_check(), by running out of
 * the memory or the time that it is given. Before an input becomes a file of the corpus its defect is mended, and it
 * gets a name that says what it was.
 */
#ifndef FUZZ_H
#define FUZZ_H

#include <stddef.h>
#include <stdint.h>

#define FUZZ_SECONDS    20   /* an input must be done by then: under sanitizers, on a busy machine */
#define FUZZ_MEMORY_MIB 1024 /* resident, sanitizers' shadow included */

/* libFuzzer's entry. The data is only lent. Returns 0. */
int LLVMFuzzerTestOneInput(const uint8_t *data, size_t bytes);

/* What must hold, whatever the input is. */
#define fuzz_check(condition) \
  do { \
    if (!(condition)) \
      __builtin_trap(); \
  } while (0)

#endif
