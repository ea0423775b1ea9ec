/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * search.h: a search by halves.
 */
#ifndef SEARCH_H
#define SEARCH_H

#include <stddef.h>
#include <stdint.h>

/* Makes `low`, a variable, the first place from it on, before `high`, of which `before` does not hold; `high` where it
 * holds of all. `before` is an expression of a place called `middle`; it holds of no place behind one of which it does
 * not. */
#define SEARCH(low, high, before) \
  do { \
    uint64_t end_ = (high); \
    while ((low) < end_) { \
      const __typeof__(low) middle = (low) + (__typeof__(low))((end_ - (low)) / 2); \
      if (before) \
        (low) = middle + 1; \
      else \
        end_ = middle; \
    } \
  } while (0)

#endif
