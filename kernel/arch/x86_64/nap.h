/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * nap.h: a processor that sleeps with its interrupts off, until another one wakes it by a non-maskable interrupt: for a
 * wait that has become long where no interrupt may come in between (spin.c). It leaves what it does not need to others:
 * to its sibling in the same core, or, in a virtual machine, to the processor that it waits for.
 *
 * Other NMIs wake it, too: who sleeps looks again.
 */
#ifndef NAP_H
#define NAP_H

#include <stdbool.h>
#include <stdint.h>

/* Tells how an NMI is sent, by the number of a local APIC. Before a second processor runs. */
void nap_by(void (*send_nmi)(uint32_t apic));

/* Sleeps until an NMI comes; returns at once when *asleep is NULL, or has become so since it was set. Interrupts off,
 * not in an NMI. */
void nap(const void *const volatile *asleep);

/* Wakes processor `number`, behind the write of its *asleep. Cost: some accesses to the local APIC. Any context but an
 * NMI; interrupts off. */
void nap_end(uint32_t number);

/* Behind the NMI that came at the instruction *rip the processor does not fall asleep. From trap_nmi(). */
void nap_leave(uint64_t *rip);

/* Returns whether nap_end() has sent this processor an NMI, once for each: asked when nothing else explains one. NMIs
 * that come while one is taken become one, and one that nap_end() sent may come when a sample is due, and count as
 * that: the answers that are left over stand for later NMIs of a foreign cause, which are passed over then. From
 * trap_nmi(). */
bool nap_take_end(void);

#endif
