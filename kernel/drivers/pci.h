/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * pci.h: the configuration space of PCI devices (PCI Local Bus Specification, revision 3.0), by configuration
 * mechanism 1, which every PC has. A device's function is named by 16 bits: bus, device and function number, as PCI
 * itself packs them.
 *
 * Any context; a register costs two port accesses, with interrupts off.
 */
#ifndef PCI_H
#define PCI_H

#include <stdbool.h>
#include <stdint.h>

/* Registers, by their offset; chapter 6. */
enum pci_register { PCI_ID = 0x00, PCI_COMMAND = 0x04, PCI_HEADER = 0x0C, PCI_BAR0 = 0x10, PCI_CAPABILITIES = 0x34 };

#define PCI_COMMAND_MEMORY      0x0002u   /* it answers in memory space */
#define PCI_COMMAND_MASTER      0x0004u   /* it may reach memory itself */
#define PCI_COMMAND_NO_REQUEST  0x0400u   /* it does not request interrupts */
#define PCI_CAPABILITY_VENDOR   0x09      /* the vendor's own; appendix H */
#define PCI_BARS                6

/* Returns the 32-bit register at `offset`, a multiple of four below 256; all ones where there is no such function. */
uint32_t pci_read(uint16_t function, unsigned offset);

/* Writes the 32-bit register at `offset`, a multiple of four below 256. */
void pci_write(uint16_t function, unsigned offset, uint32_t value);

/* Finds the first function that is there, at `*at` or behind it, and sets `*at` to it. Returns false when there is
 * none. A walk begins at 0. */
bool pci_next(uint32_t *at);

/* Returns the offset of the next capability of the kind `id` behind the one at `offset` (0: of the first one); 0 when
 * there is none. */
unsigned pci_capability(uint16_t function, uint8_t id, unsigned offset);

/* Returns the address in memory that base address register `bar` gives the function; 0: none. */
uint64_t pci_memory(uint16_t function, unsigned bar);

#endif
