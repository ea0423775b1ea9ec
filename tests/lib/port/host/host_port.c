/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * host_port.c: see prof_port.h.
 */
#define _GNU_SOURCE /* pthread_getattr_np */
#include "prof.h"

#include <pthread.h>
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

static uintptr_t stack_low, stack_high; /* empty until host_port_stack(): a range that ends every walk at once */

void host_port_stack(void)
{
  pthread_attr_t attributes;
  void *low;
  size_t bytes;
  if (pthread_getattr_np(pthread_self(), &attributes))
    return;
  if (!pthread_attr_getstack(&attributes, &low, &bytes)) {
    stack_low = (uintptr_t)low;
    stack_high = stack_low + bytes;
  }
  pthread_attr_destroy(&attributes);
}

void prof_port_stack(const struct prof_thread *t, uintptr_t *low, uintptr_t *high)
{
  (void)t;
  *low = stack_low;
  *high = stack_high;
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
