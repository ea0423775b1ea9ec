/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * demangle.c: see demangle.h; by libiberty, which knows the C++ ABI of gcc and clang, and both of Rust's ways.
 *
 * A symbol of some hundred bytes can stand for a name without end, for a part of it may refer to two others, twice
 * each. So libiberty is left as soon as the room is full: what it has allocated then is on the stack, but for the
 * letters of one identifier of Rust's in punycode. Where it would be busy without a byte of the name, the symbol stays
 * as it is: where it looks for packs of C++ (d_find_pack() in cp-demangle.c goes through all that a part refers to).
 * Rust's lifetimes in paths that are not written are made few.
 */
#include "demangle.h"

#include "base/mem.h"

#include <setjmp.h>
#include <stdint.h>
#include <string.h>

#include <libiberty/demangle.h>

#define SYMBOL_BYTES 1024u    /* longer ones of C++ libiberty leaves alone, too (DEMANGLE_RECURSION_LIMIT) */
#define PARTS        100000u  /* of a name, each as often as it is referred to; a long one has some thousands */
#define STEPS        4000000u /* in search of packs: ten milliseconds */

struct text {
  char *out;
  size_t used, room;
  bool changed;  /* the symbol was, before it was written */
  jmp_buf full;
};

static void add_piece(const char *piece, size_t bytes, void *ctx)
{
  struct text *t = ctx;
  const size_t free = t->room - 1 - t->used, n = bytes < free ? bytes : free;
  memcpy(t->out + t->used, piece, n);
  t->used += n;
  if (n < bytes)
    longjmp(t->full, 1);
}

struct parts { uint32_t all, packs; };

/* Has the part others in its left and right? The list is d_find_pack()'s. */
static bool is_inner(enum demangle_component_type type)
{
  switch (type) {
    case DEMANGLE_COMPONENT_LAMBDA:
    case DEMANGLE_COMPONENT_NAME:
    case DEMANGLE_COMPONENT_OPERATOR:
    case DEMANGLE_COMPONENT_BUILTIN_TYPE:
    case DEMANGLE_COMPONENT_EXTENDED_BUILTIN_TYPE:
    case DEMANGLE_COMPONENT_SUB_STD:
    case DEMANGLE_COMPONENT_CHARACTER:
    case DEMANGLE_COMPONENT_FUNCTION_PARAM:
    case DEMANGLE_COMPONENT_TEMPLATE_PARAM:
    case DEMANGLE_COMPONENT_UNNAMED_TYPE:
    case DEMANGLE_COMPONENT_FIXED_TYPE:
    case DEMANGLE_COMPONENT_DEFAULT_ARG:
    case DEMANGLE_COMPONENT_NUMBER:
    case DEMANGLE_COMPONENT_EXTENDED_OPERATOR:
    case DEMANGLE_COMPONENT_CTOR:
    case DEMANGLE_COMPONENT_DTOR:
      return false;
    default:
      return true;
  }
}

/* Counts the parts of `c`, each as often as it is referred to, up to PARTS. */
static void count_parts(const struct demangle_component *c, struct parts *found)
{
  while (c && found->all < PARTS) {
    found->all++;
    found->packs += c->type == DEMANGLE_COMPONENT_PACK_EXPANSION || c->type == DEMANGLE_COMPONENT_UNARY;
    if (!is_inner(c->type))
      return;
    count_parts(c->u.s_binary.left, found);
    c = c->u.s_binary.right;
  }
}

static bool ends_in_time(const char *symbol, int options)
{
  void *memory;
  struct parts found = { 0 };
  if (strlen(symbol) > SYMBOL_BYTES)
    return false;
  const struct demangle_component *c = cplus_demangle_v3_components(symbol, options, &memory);
  if (!c) /* an older way to write `sr', of which the callback alone knows */
    return !strstr(symbol, "Dp") && !strstr(symbol, "sp") && !strstr(symbol, "sZ") && !strstr(symbol, "sP");
  count_parts(c, &found);
  mem_free_of_library(memory);
  return found.packs == 0 ? found.all < PARTS : found.all < STEPS / found.packs && found.all < PARTS;
}

/* Makes lifetimes few where there are many, "for<'a, 'b, ...>" in a type of functions or traits: F or D, G, a number of
 * at least three digits, of which each becomes a 0. The same bytes may be of a crate's hash, which is not written, or
 * of an identifier. Returns whether there were such bytes. */
static bool make_lifetimes_few(char *symbol)
{
  bool found = false;
  static const char digits[] = "0123456789abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ";
  for (char *at = symbol + 1; (at = strchr(at, 'G')) != NULL; at++) {
    const size_t length = strspn(at + 1, digits);
    if ((at[-1] != 'F' && at[-1] != 'D') || length < 3 || at[1 + length] != '_')
      continue;
    memset(at + 1, '0', length);
    found = true;
  }
  return found;
}

static bool write_rust(const char *symbol, int options, struct text *t)
{
  char copy[SYMBOL_BYTES + 1];
  const size_t length = strlen(symbol);
  if (length > SYMBOL_BYTES)
    return false;
  memcpy(copy, symbol, length + 1);
  t->changed = make_lifetimes_few(copy);
  return rust_demangle_callback(copy, options, add_piece, t);
}

static bool write_name(const char *symbol, int options, struct text *t)
{
  if (symbol[1] == 'R')
    return write_rust(symbol, options, t);
  if (rust_demangle_callback(symbol, options, add_piece, t))
    return true;
  t->used = 0;
  return ends_in_time(symbol, options) && cplus_demangle_v3_callback(symbol, options, add_piece, t);
}

bool demangle(const char *symbol, bool arguments, char *out, size_t room)
{
  struct text t = { .out = out, .room = room };
  if (symbol[0] != '_' || (symbol[1] != 'Z' && symbol[1] != 'R'))
    return false;
  if (setjmp(t.full) == 0 && !write_name(symbol, DMGL_ANSI | (arguments ? DMGL_PARAMS : 0), &t))
    t.used = 0;
  t.out[t.used] = '\0';
  return t.used > 0 && (!t.changed || !strstr(t.out, "G000")); /* an identifier has lost its letters */
}
