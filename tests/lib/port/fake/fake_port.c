/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * fake_port.c: see prof_port.h.
 */
#include "prof_port.h"

#include "prof.h"

#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

struct fake_port fake_port;

static void *memory;
static int memory_full;

void fake_port_point(void)
{
  if (fake_port.strike && fake_port.reads++ == fake_port.strike_at) {
    void (*strike)(void) = fake_port.strike;
    fake_port.strike = NULL;
    strike();
  }
}

void fake_port_irq_off(void)
{
  void (*meanwhile)(void) = fake_port.meanwhile;
  if (fake_port.meanwhile_in--)
    return;
  fake_port.meanwhile = NULL;
  meanwhile();
}

uint64_t prof_port_tsc(void)
{
  fake_port_point();
  const uint64_t now = __atomic_fetch_add(&fake_port.now, fake_port.read_cost, __ATOMIC_RELAXED); /* as rdtsc is: one */
  if (fake_port.nmi)
    fake_port_point();
  return now;
}

void *prof_port_memory(size_t bytes)
{
  memory = memory_full ? NULL : aligned_alloc(64, (bytes + 63) & ~(size_t)63);
  return memory;
}

void prof_port_stack(const struct prof_thread *t, uintptr_t *low, uintptr_t *high)
{
  (void)t;
  *low = (uintptr_t)fake_port.stack_low;
  *high = (uintptr_t)fake_port.stack_high;
}

bool prof_port_stands(const struct prof_thread *t, struct prof_stance *stance)
{
  return fake_port.stands(t, stance);
}

void prof_port_patch(uintptr_t at, const uint8_t *code, size_t bytes)
{
  const uintptr_t page = (uintptr_t)sysconf(_SC_PAGESIZE), low = at & -page;
  if (mprotect((void *)low, at + bytes - low, PROT_READ | PROT_WRITE | PROT_EXEC))
    abort();
  memcpy((void *)at, code, bytes);
}

void fake_port_reset(int full)
{
  free(memory);
  memory = NULL;
  memory_full = full;
  fake_port = (struct fake_port){ .current = fake_port.current };
}
