/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * apic.h: what this kernel takes of a PC's APICs: the processors' own timers, interrupts from one processor to
 * another, and an input of the IO-APIC that gives NMIs. Lines and devices stay with the pair of 8259s (irq.h), which
 * reach the first processor through its local APIC.
 * Sources: Intel SDM volume 3, chapter 11; Intel 82093AA (IO-APIC) data sheet.
 *
 * Interrupts off; each access is one to a device, about that of a port.
 */
#ifndef APIC_H
#define APIC_H

#include <stdbool.h>
#include <stdint.h>

/* Finds both APICs where every PC has them and turns the local one on. Returns false, with nothing changed, where one
 * is missing, is off for good, or speaks x2APIC only. At boot, when memory is mapped; a second call changes nothing.
 */
bool apic_init(void);

/* Makes an edge at input `pin` of the IO-APIC an NMI of this processor. */
void apic_nmi_on(unsigned pin);

/* Masks input `pin` of the IO-APIC: its edges do nothing. */
void apic_nmi_off(unsigned pin);

/* Measures the rate of the local timers against the time stamp counter (half a millisecond). At boot; a second call
 * does nothing. */
void apic_timer_measure(void);

/* Makes the local timer interrupt once, in `cycles` of the time stamp counter, or after the longest time that it can
 * count. After apic_timer_here(). */
void apic_timer_in(uint64_t cycles);

/* Turns on the local APIC of the calling processor, as apic_init() does on the first one. */
void apic_init_here(void);

/* Lets the calling processor's timer interrupt by `vector`. After apic_timer_measure(). */
void apic_timer_here(uint8_t vector);

/* Returns the number of the calling processor's local APIC. */
uint32_t apic_number(void);

/* Interrupts the processor whose local APIC has that number: by a vector; by an NMI; or as a processor is started, by
 * INIT and then by SIPI, which lets it begin in real mode at `page` times 4096 (Intel SDM volume 3, 9.4.4). */
void apic_send(uint32_t number, uint8_t vector);
void apic_send_nmi(uint32_t number);
void apic_send_init(uint32_t number);
void apic_send_start(uint32_t number, uint8_t page);

/* Tells the local APIC that the handler of its interrupt, the timer's, has ended. */
void apic_acknowledge(void);

#endif
