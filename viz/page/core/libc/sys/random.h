/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * random.h: getrandom() by what wasi-libc has; the page draws the numbers.
 */
#ifndef RANDOM_H
#define RANDOM_H

#include <unistd.h>

static inline ssize_t getrandom(void *buffer, size_t bytes, unsigned flags)
{
  (void)flags;
  return getentropy(buffer, bytes) == 0 ? (ssize_t)bytes : -1;
}

#endif
