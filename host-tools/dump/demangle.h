/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * demangle.h: names of functions as their authors wrote them, where a compiler of C++ or Rust has made a symbol of them.
 */
#ifndef HOST_DEMANGLE_H
#define HOST_DEMANGLE_H

#include <stdbool.h>
#include <stddef.h>

/* Writes the name that `symbol` stands for to `out`, which has `room` bytes, cut there; with the types of the arguments
 * where `arguments` is true and the language has them in the symbol. Returns false, and leaves no name in `out`, where
 * the symbol is no mangled name, has more than 1024 bytes, or is made so that its name has no end. Cost: some
 * microseconds; ten milliseconds at most. */
bool demangle(const char *symbol, bool arguments, char *out, size_t room);

#endif
