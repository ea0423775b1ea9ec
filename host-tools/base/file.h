/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * file.h: reads and writes files, whatever signals come.
 */
#ifndef FILE_H
#define FILE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/types.h>

/* Reads `bytes` bytes of a file from offset `at` on. Returns how many it has read, which are fewer at the end of the
 * file only; -1: the file cannot be read (errno). */
ssize_t file_read_at(int fd, uint64_t at, void *to, size_t bytes);

/* The size of the file; false where it is no regular file. */
bool file_size(int fd, uint64_t *bytes);

/* Writes `bytes` bytes at the file's position; waits where the file is a pipe or terminal that another program which
 * shares it has made non-blocking. Returns false when they cannot all be written (errno). */
bool file_write(int fd, const void *from, size_t bytes);

#endif
