/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * slices.h: the same CRC-32 as xfer_crc32(), ten times as fast, for a host that has 8 KiB for its tables (M. Kounavis
 * and F. Berry, "A Systematic Approach to Building High Performance Software-based CRC Generators", ISCC 2005:
 * slicing by eight).
 */
#ifndef SLICES_H
#define SLICES_H

#include <stddef.h>
#include <stdint.h>

uint32_t slices_crc32(uint32_t crc, const void *data, size_t bytes);

#endif
