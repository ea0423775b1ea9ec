/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * timeorder.h: records in the order of their time stamps. Interrupts log into the same buffers as the threads that
 * they interrupt, so neighbours may have changed places.
 */
#ifndef TIMEORDER_H
#define TIMEORDER_H

#include <stddef.h>
#include <stdint.h>

/* Indexes of `count` records of `stride` bytes by time; `records` points to the first one's TSC, a uint64_t; equal times keep their
 * order. New memory. One pass when they are in order already. */
uint32_t *timeorder(const void *records, size_t count, size_t stride);

#endif
