/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * zlib.h: in place of zlib's header, the two functions of zlib that the receiving half of serial-xfer/ calls; crc.c
 * has them.
 */
#ifndef ZLIB_H
#define ZLIB_H

#include <stddef.h>

typedef long z_off_t;

/* CRC-32 of IEEE 802.3 of what `crc` is of, followed by `bytes` bytes; 0 is the CRC of nothing. */
unsigned long crc32_z(unsigned long crc, const unsigned char *data, size_t bytes);

/* The CRC of what `first` is of, followed by what `second` is of, which has `bytes` bytes. */
unsigned long crc32_combine(unsigned long first, unsigned long second, z_off_t bytes);

#endif
