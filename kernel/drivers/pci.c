/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * pci.c: see pci.h.
 */
#include "pci.h"

#include "cpu.h"
#include "core/spin.h"

enum { ADDRESS_PORT = 0xCF8, DATA_PORT = 0xCFC };   /* section 3.2.2.3.2 */

#define ENABLE         0x80000000u
#define FUNCTIONS      0x10000u
#define ABSENT         0xFFFFFFFFu
#define HEADER_MULTI   0x00800000u   /* of PCI_HEADER: functions 1 to 7 may be there */
#define STATUS_LIST    0x00100000u   /* of PCI_COMMAND: there are capabilities */
#define LIST_MOST      48            /* what fits 256 bytes, less the header; a broken list may be a ring */
#define BAR_IO         0x1u
#define BAR_TYPE       0x6u
#define BAR_TYPE_64    0x4u
#define BAR_FLAGS      0xFu

static struct spinlock lock = SPINLOCK("PCI");   /* of the two ports */

static void select_register(uint16_t function, unsigned offset)
{
  cpu_out32(ADDRESS_PORT, ENABLE | (uint32_t)function << 8 | (offset & 0xFC));
}

uint32_t pci_read(uint16_t function, unsigned offset)
{
  unsigned long irq = spin_enter(&lock);
  select_register(function, offset);
  uint32_t value = cpu_in32(DATA_PORT);
  spin_leave(&lock, irq);
  return value;
}

void pci_write(uint16_t function, unsigned offset, uint32_t value)
{
  unsigned long irq = spin_enter(&lock);
  select_register(function, offset);
  cpu_out32(DATA_PORT, value);
  spin_leave(&lock, irq);
}

/* A device without function 0 is not there; one without HEADER_MULTI may answer for all eight. */
bool pci_next(uint32_t *at)
{
  while (*at < FUNCTIONS) {
    uint16_t first = (uint16_t)(*at & ~7u);
    bool device = pci_read(first, PCI_ID) != ABSENT;
    bool others = device && pci_read(first, PCI_HEADER) & HEADER_MULTI;
    if (*at == first ? device : others && pci_read((uint16_t)*at, PCI_ID) != ABSENT)
      return true;
    *at = others ? *at + 1 : first + 8u;
  }
  return false;
}

unsigned pci_capability(uint16_t function, uint8_t id, unsigned offset)
{
  if (!offset && !(pci_read(function, PCI_COMMAND) & STATUS_LIST))
    return 0;
  unsigned at = offset ? pci_read(function, offset) >> 8 & 0xFC : pci_read(function, PCI_CAPABILITIES) & 0xFC;
  for (int i = 0; at && i < LIST_MOST; i++) {
    uint32_t head = pci_read(function, at);
    if ((head & 0xFF) == id)
      return at;
    at = head >> 8 & 0xFC;
  }
  return 0;
}

uint64_t pci_memory(uint16_t function, unsigned bar)
{
  uint32_t low = pci_read(function, PCI_BAR0 + 4 * bar);
  if (low & BAR_IO)
    return 0;
  uint64_t high = (low & BAR_TYPE) == BAR_TYPE_64 ? pci_read(function, PCI_BAR0 + 4 * bar + 4) : 0;
  return high << 32 | (low & ~BAR_FLAGS);
}
