/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * machine.c: see machine.h. The ACPI power management control register lies where QEMU's firmware puts it; finding it
 * anywhere else takes an AML interpreter, which is why a PC may have to be switched off by hand.
 */
#include "machine.h"

#include <stdint.h>

#include "cpu.h"
#include "core/print.h"
#include "smp.h"
#include "tsc.h"

#define DEBUG_EXIT_PORT   0xF4
#define DEBUG_EXIT_FAILED 1        /* QEMU's exit status is twice this and 1 */
#define PORT_ABSENT       0xFF     /* what a port without a device reads as; isa-debug-exit reads as 0 */

#define ACPI_PM1_CONTROL  0x604    /* QEMU's pc and q35 machines with SeaBIOS */
#define ACPI_PM1_OLD      0xB004   /* QEMU before 2.0, Bochs */
#define ACPI_SLEEP_OFF    0x2000   /* SLP_EN with SLP_TYP 0, which is S5 on both */

#define POWER_OFF_US      500000   /* power supplies react within milliseconds; QEMU within its main loop */

static void power_off(void)
{
  cpu_out16(ACPI_PM1_CONTROL, ACPI_SLEEP_OFF);
  cpu_out16(ACPI_PM1_OLD, ACPI_SLEEP_OFF);
  uint64_t start = cpu_tsc();
  while (cpu_tsc() - start < tsc_from_us(POWER_OFF_US))
    cpu_pause();
}

_Noreturn void machine_exit(bool ok)
{
  print_flush();
  kprintf("exit: %s\n", ok ? "ok" : "failed");
  cpu_irq_off();
  smp_stop();
  print_drain();
  if (!ok && cpu_in8(DEBUG_EXIT_PORT) != PORT_ABSENT)
    cpu_out8(DEBUG_EXIT_PORT, DEBUG_EXIT_FAILED);
  power_off();
  kprintf("It is safe to switch the machine off now.\n");
  print_drain();
  cpu_halt();
}
