/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * demo.c: see demo.h.
 */
#include "demo.h"

#include "crash/panic.h"

int demo_panic(const struct workload_input *input)
{
  panic("asked for by workload=panic, with %zu bytes of input", input->bytes);
}
