/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * mhd.c: see mhd.h.
 */
#include "mhd.h"

#include "base/say.h"

#include <dlfcn.h>

#define LIBRARY "libmicrohttpd.so.12" /* the ABI of the header's version, 0.9.75 */

struct mhd mhd;

/* ISO C has no conversion from void * to a function's address; POSIX promises that this store makes one. */
static bool find(void *library, const char *name, void *function)
{
  *(void **)function = dlsym(library, name);
  return *(void **)function;
}

bool mhd_load(void)
{
  void *library = dlopen(LIBRARY, RTLD_NOW);
  bool good = library;
#define FIND_(name) good = good && find(library, "MHD_" #name, &mhd.name);
  MHD_FUNCTIONS(FIND_)
#undef FIND_
  if (!good)
    say_line("--http wants GNU libmicrohttpd: %s; install package libmicrohttpd12 (apt-get install libmicrohttpd12)",
             dlerror());
  return good;
}
