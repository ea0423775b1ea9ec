/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * demangle.c: see demangle.h; by libiberty, which knows the C++ ABI of gcc and clang, and both of Rust's ways.
 */
#include "demangle.h"

#include <string.h>

#include <libiberty/demangle.h>

struct text { char *out; size_t used, room; };

static void add_piece(const char *piece, size_t bytes, void *ctx)
{
  struct text *t = ctx;
  const size_t free = t->room - 1 - t->used, n = bytes < free ? bytes : free;
  memcpy(t->out + t->used, piece, n);
  t->used += n;
}

bool demangle(const char *symbol, bool arguments, char *out, size_t room)
{
  struct text t = { .out = out, .room = room };
  const int options = DMGL_ANSI | (arguments ? DMGL_PARAMS : 0);
  if (symbol[0] != '_' || (symbol[1] != 'Z' && symbol[1] != 'R'))
    return false;
  bool known = rust_demangle_callback(symbol, options, add_piece, &t);
  if (!known) {
    t.used = 0;
    known = cplus_demangle_v3_callback(symbol, options, add_piece, &t);
  }
  out[t.used] = '\0';
  return known && t.used;
}
