/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * host_port.c: see prof_port.h.
 */
#include "prof.h"

#include <stdio.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <unistd.h>

static struct prof_thread main_thread;
struct prof_thread *host_port_current = &main_thread;

void *prof_port_memory(size_t bytes)
{
  return aligned_alloc(64, (bytes + 63) & ~(size_t)63);
}

/* No samples are taken here: an empty range ends every walk at once. */
void prof_port_stack(const struct prof_thread *t, uintptr_t *low, uintptr_t *high)
{
  (void)t;
  *low = *high = 0;
}

/* Makes the code of the program writable: from the first page of the program to the end of its code. */
static void open_code(void)
{
  extern const char __executable_start[], etext[];
  const uintptr_t page = (uintptr_t)sysconf(_SC_PAGESIZE), low = (uintptr_t)__executable_start & -page;
  if (mprotect((void *)low, ((uintptr_t)etext - low + page) & -page, PROT_READ | PROT_WRITE | PROT_EXEC)) {
    perror("the program's code cannot be made writable");
    exit(1);
  }
}

void prof_port_patch(uintptr_t at, const uint8_t *code, size_t bytes)
{
  static bool open;
  if (!open)
    open_code();
  open = true;
  prof_arch_patch(at, code, bytes);
}
