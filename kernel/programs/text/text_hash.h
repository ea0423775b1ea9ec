/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * text_hash.h: FNV-1a with 64 bits, the checksum and the word hash of the workload `text`.
 *
 * Source: Fowler, Noll, Vo; draft-eastlake-fnv, section 2 (offset basis and prime). Not cryptographic: it finds
 * mistakes, not malice. Pure: any context. Cost: a multiplication and an xor for each byte.
 */
#ifndef TEXT_HASH_H
#define TEXT_HASH_H

#include <stddef.h>
#include <stdint.h>

#define TEXT_HASH_START 0xcbf29ce484222325u

/* Goes on hashing from `hash` (TEXT_HASH_START at first) over `bytes` bytes. */
uint64_t text_hash(uint64_t hash, const uint8_t *data, size_t bytes);

/* Goes on hashing over the eight bytes of `number`, least significant first. */
uint64_t text_hash_number(uint64_t hash, uint64_t number);

#endif
