/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * demangle.h: names of functions as their authors wrote them, where a compiler of C++ or Rust has made a symbol of them.
 */
#ifndef HOST_DEMANGLE_H
#define HOST_DEMANGLE_H

#include <stdbool.h>
#include <stddef.h>

/* Writes the name that `symbol` stands for to `out`, which has `room` bytes, cut there; with the types of the arguments
 * where `arguments` is true and the language has them in the symbol. Returns false, with nothing written, where the
 * symbol is no mangled name. */
bool demangle(const char *symbol, bool arguments, char *out, size_t room);

#endif
