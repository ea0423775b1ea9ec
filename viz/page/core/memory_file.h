/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * memory_file.h: the file that a page was given, in the module's memory. The functions of base/file.h read it: its
 * descriptor is MEMORY_FILE, and there is no other file.
 */
#ifndef MEMORY_FILE_H
#define MEMORY_FILE_H

#include <stddef.h>
#include <stdint.h>

#define MEMORY_FILE 100 /* no descriptor of the C library, which opens none */

/* So many bytes are to come: room for them is made at once, where there is as much. More may come. */
void memory_file_expect(size_t bytes);

/* Room for the next `bytes` bytes, good until the next call of a function of this file. */
void *memory_file_room(size_t bytes);

/* The first `bytes` bytes of that room are the file's. */
void memory_file_add(size_t bytes);

/* What there is, *bytes of it. Good until more comes. */
const uint8_t *memory_file(size_t *bytes);

#endif
