/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * acpi.h: the processors of the machine, as its firmware lists them: the Multiple APIC Description Table of the ACPI
 * Specification 6.5, section 5.2.12.
 */
#ifndef ACPI_H
#define ACPI_H

#include <stddef.h>
#include <stdint.h>

/* Has acpi_processors() begin at the root pointer that a boot loader has found, `bytes` long, which the caller keeps:
 * where the firmware is UEFI it lies at no fixed place. One that is not sound is ignored. */
void acpi_root(const void *pointer, size_t bytes);

/* Writes the numbers of the local APICs of all processors that can be used, in the table's order, to `apics`, at most
 * `room`. Returns how many there are, which may be more; 0 where the firmware has no such table, or a broken one. Maps
 * what it reads. At boot, interrupts off, when memory is mapped. */
size_t acpi_processors(uint32_t *apics, size_t room);

#endif
