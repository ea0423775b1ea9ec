/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * sha1.h: the hash function SHA-1 (FIPS 180-4), for the numbers that Java's serialization and RMI give classes and
 * methods. It protects nothing here.
 */
#ifndef SHA1_H
#define SHA1_H

#include <stddef.h>
#include <stdint.h>

/* Returns the first eight bytes of the hash of `count` bytes as a number, the first byte lowest: so the Java platform
 * makes a serialVersionUID, and the number of a remote method. */
int64_t sha1_number(const uint8_t *bytes, size_t count);

#endif
