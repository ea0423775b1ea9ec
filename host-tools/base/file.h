/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * file.h: reads a file at a place.
 */
#ifndef FILE_H
#define FILE_H

#include <stddef.h>
#include <stdint.h>
#include <sys/types.h>

/* Reads `bytes` bytes of a file from offset `at` on. Returns how many it has read, which are fewer at the end of the
 * file only; -1: the file cannot be read (errno). A signal does not end it. */
ssize_t file_read_at(int fd, uint64_t at, void *to, size_t bytes);

#endif
