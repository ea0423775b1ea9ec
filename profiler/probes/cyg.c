/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * cyg.c: the hooks that gcc's and clang's -finstrument-functions calls, on any machine.
 *
 * The compiler passes the function to both, which costs the instrumented code registers: its prolog and epilog save
 * what the plain code's did not have to, and functions that the compiler inlines are timed as well. So times are those
 * of the code as instrumented, some instructions a call more than the plain code's. On x86-64 fentry.c does better.
 */
#include "probe.h"

PROF_PROBE void __cyg_profile_func_enter(void *function, void *site);
PROF_PROBE void __cyg_profile_func_exit(void *function, void *site);

void __cyg_profile_func_enter(void *function, void *site)
{
  struct prof_thread *t = prof_port_thread();
  struct prof_node *parent = t->current;
  (void)site;
  if (parent && !prof_probe_enter(t, parent, function, NULL))
    prof_probe_enter_slow(t, function, NULL, prof_probe_read(t, function, NULL));
}

void __cyg_profile_func_exit(void *function, void *site)
{
  struct prof_thread *t = prof_port_thread();
  struct prof_node *n = t->current;
  (void)site;
  if (!n)
    return;
  struct prof_look look;
  while (!prof_probe_end(t, &look))
    ; /* what the slow way takes besides what it measures is not known here */
  if (__builtin_expect(n->address == function, 1))
    prof_probe_leave(t, n, look);
  else
    prof_probe_exit_slow(t, function, NULL, look);
}
