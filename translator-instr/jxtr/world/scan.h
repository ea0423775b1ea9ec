/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * scan.h: the class files that lie in the folders of the class path, also those that no code refers to.
 */
#ifndef SCAN_H
#define SCAN_H

#include <stdbool.h>

/* Calls `take` for each class file below the folders of `path`, separated by colons, in the order of their names, with the
 * name that a class there must have, and the file's path. */
void scan_classes(const char *path, void (*take)(const char *name, const char *file));

#endif
