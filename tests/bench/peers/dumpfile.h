/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * dumpfile.h: what kernel/profile/kdump.c is to the kernel: the profile of a Linux process as a .jxp file, which hostdump reads
 * with the program itself as the image (-k).
 */
#ifndef DUMPFILE_H
#define DUMPFILE_H

#include <stdbool.h>

/* Writes the dump. After prof_stop(). False when the file cannot be written. */
bool dumpfile_write(const char *path);

#endif
