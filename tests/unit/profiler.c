/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * profiler.c: see profiler.h.
 */
#include "fixture.h"

#include "prof_port.h"

#include "profiler.h"

void boot_profiler(const struct prof_config *config, uint64_t read_cost, const struct boot_thread *threads)
{
  for (const struct boot_thread *t = threads; t->thread; t++)
    *t->thread = (struct prof_thread){ 0 };
  fake_port_reset(0);
  fake_port.current = threads->thread;
  fake_port.read_cost = read_cost;
  fake_port.now = 1000;
  assert_true(prof_init(config));
  for (const struct boot_thread *t = threads; t->thread; t++)
    prof_thread_add(t->thread, t->name, t->flags);
}

struct prof_config boot_config(uint32_t nodes)
{
  struct prof_config c = PROF_CONFIG_DEFAULT;
  c.nodes = nodes;
  c.events = 256;
  c.samples = c.addresses = c.sched = 16;
  return c;
}

struct prof_node *child_or_null(const struct prof_node *parent, const void *function)
{
  struct prof_node *n = parent->child;
  while (n && n->address != function)
    n = n->sibling;
  return n;
}

struct prof_node *child(const struct prof_node *parent, const void *function)
{
  struct prof_node *n = child_or_null(parent, function);
  assert_non_null(n);
  return n;
}

int64_t corrected(const struct prof_node *n)
{
  return (int64_t)n->raw - n->drift_sum;
}
