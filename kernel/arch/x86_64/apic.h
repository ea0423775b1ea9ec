/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * apic.h: what this kernel takes of a PC's APICs: the processor's own timer, and an input of the IO-APIC that gives
 * NMIs. Lines and devices stay with the pair of 8259s (irq.h), which reach the processor through the local APIC.
 * Sources: Intel SDM volume 3, chapter 11; Intel 82093AA (IO-APIC) data sheet.
 *
 * Interrupts off; each access is one to a device, about that of a port.
 */
#ifndef APIC_H
#define APIC_H

#include <stdbool.h>
#include <stdint.h>

/* Finds both APICs where every PC has them and turns the local one on. Returns false, with nothing changed, where one
 * is missing, is off for good, or speaks x2APIC only. Once, at boot, when memory is mapped. */
bool apic_init(void);

/* Makes an edge at input `pin` of the IO-APIC an NMI of this processor. */
void apic_nmi_on(unsigned pin);

/* Masks input `pin` of the IO-APIC: its edges do nothing. */
void apic_nmi_off(unsigned pin);

/* Measures the local timer's rate against the time stamp counter (half a millisecond); after that it can interrupt by
 * `vector`. */
void apic_timer_start(uint8_t vector);

/* Makes the local timer interrupt once, in `cycles` of the time stamp counter, or after the longest time that it can
 * count. After apic_timer_start(). */
void apic_timer_in(uint64_t cycles);

/* Tells the local APIC that the handler of its interrupt, the timer's, has ended. */
void apic_acknowledge(void);

#endif
