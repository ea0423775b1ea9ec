/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * program.h: what a dump says of the program that its target ran in a language of its own: methods by address, sites
 * and classes by number, as people write them.
 *
 * Names come apart at their last point before parameters: package.Class.method(int). A class keeps what it is nested in
 * (`Map$Entry`), arrays are of the package of their elements (`int[]` of none).
 */
#ifndef PROGRAM_H
#define PROGRAM_H

#include <stdint.h>

#include "dump.h"

struct program;

struct program *program_new(const struct dump *d);
void program_free(struct program *p);

struct program_method {
  char *name;     /* package.Class.method; behind it [bridge] or [synthetic] where a compiler has made the method */
  char *where;    /* file:line, or the file; NULL: not known */
};

/* The method whose code begins at `address`; NULL when it is none. Lives as long as `p`. */
const struct program_method *program_method(const struct program *p, uint64_t address);

struct program_site {
  char *package, *class, *method;   /* "-" for none */
  char *where;                      /* file:line, file:line#2 for the second site of a line; "-" when not known */
};

/* A site or a class by its number; one that the dump does not name is called by it: "site 7". New memory; a site's is
 * freed with program_site_free(). */
struct program_site program_site(const struct program *p, uint32_t number);
void program_site_free(struct program_site *s);
char *program_class(const struct program *p, uint32_t number);

#endif
