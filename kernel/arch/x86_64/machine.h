/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * machine.h: how the machine goes down.
 */
#ifndef MACHINE_H
#define MACHINE_H

#include <stdbool.h>

/* Prints `exit: ok` or `exit: failed`, waits until the console has sent everything, and ends the machine.
 *
 *   ok       powers off: QEMU exits with status 0
 *   not ok   through the isa-debug-exit device at port 0xF4: QEMU exits with status 3; where that device is absent
 *            the machine is powered off
 *
 * Where powering off does not work it says so and halts. Any context in which kprintf() is allowed. */
_Noreturn void machine_exit(bool ok);

#endif
