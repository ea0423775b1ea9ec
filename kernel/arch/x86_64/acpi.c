/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * acpi.c: see acpi.h. Section numbers are those of the ACPI Specification 6.5. Firmware is not trusted: each table must
 * have its signature, a sensible length and a sum of 0, and lengths within a table must stay inside.
 */
#include "acpi.h"

#include <stdbool.h>

#include "paging.h"
#include "lib/string.h"

/* Where firmware may put the root pointer (5.2.5.1): the first KiB of the extended BIOS data area, whose segment is at
 * EBDA_SEGMENT, and the BIOS's read-only memory. */
#define EBDA_SEGMENT  0x40Eu
#define EBDA_BYTES    1024u
#define ROM_START     0xE0000u
#define ROM_END       0x100000u
#define ROOT_STEP     16u

#define TABLE_MOST    (1u << 20)   /* real tables have some KiB */

/* 5.2.5.3 */
struct root_pointer {
  char signature[8];
  uint8_t sum, maker[6], revision;
  uint32_t table;         /* of 32-bit addresses */
  uint32_t bytes;         /* from here on since revision 2 */
  uint64_t wide_table;    /* of 64-bit addresses */
  uint8_t wide_sum, reserved[3];
} __attribute__((packed));
#define ROOT_FIRST_BYTES 20u /* of these the first sum is 0 */

/* 5.2.6 */
struct table {
  char signature[4];
  uint32_t bytes;         /* of the whole table, this header included */
  uint8_t revision, sum, maker[6], maker_table[8];
  uint32_t maker_revision, compiler, compiler_revision;
} __attribute__((packed));

/* 5.2.12: behind the header and eight bytes, entries that begin with a type and a length. */
#define MADT_HEAD        8u
enum { ENTRY_APIC = 0 };
struct entry_apic { uint8_t type, bytes, processor, apic; uint32_t flags; } __attribute__((packed));
#define APIC_ENABLED     1u

static bool sums_to_zero(const void *data, size_t bytes)
{
  const uint8_t *p = data;
  uint8_t sum = 0;
  for (size_t i = 0; i < bytes; i++)
    sum = (uint8_t)(sum + p[i]);
  return sum == 0;
}

static const struct root_pointer *given; /* by the boot loader */

static bool is_root(const struct root_pointer *r)
{
  return memcmp(r->signature, "RSD PTR ", sizeof r->signature) == 0 && sums_to_zero(r, ROOT_FIRST_BYTES);
}

void acpi_root(const void *pointer, size_t bytes)
{
  const struct root_pointer *r = pointer;
  if (bytes >= ROOT_FIRST_BYTES && is_root(r) && (r->revision < 2 || bytes >= sizeof *r))
    given = r;
}

static const struct root_pointer *find_root(uintptr_t start, uintptr_t end)
{
  for (uintptr_t at = start; at + sizeof(struct root_pointer) <= end; at += ROOT_STEP) {
    const struct root_pointer *r = (const struct root_pointer *)at;
    if (is_root(r))
      return r;
  }
  return NULL;
}

/* Returns the table at `address`, mapped whole; NULL where there is none that is sound. */
static const struct table *table_at(uint64_t address, const char signature[4])
{
  const struct table *t = (const struct table *)(uintptr_t)address;
  if (!address || !paging_map_device((uintptr_t)address, sizeof *t))
    return NULL;
  if (memcmp(t->signature, signature, sizeof t->signature) != 0 || t->bytes < sizeof *t || t->bytes > TABLE_MOST)
    return NULL;
  return paging_map_device((uintptr_t)address, t->bytes) && sums_to_zero(t, t->bytes) ? t : NULL;
}

/* Returns the table with that signature among those that a root table lists by addresses of `width` bytes. */
static const struct table *find_table(const struct table *root, size_t width, const char signature[4])
{
  const uint8_t *list = (const uint8_t *)(root + 1);
  for (size_t i = 0; i < (root->bytes - sizeof *root) / width; i++) {
    uint64_t address = 0;
    memcpy(&address, list + i * width, width);
    const struct table *t = table_at(address, signature);
    if (t)
      return t;
  }
  return NULL;
}

/* Returns where the extended BIOS data area is; 0: not known. The page of its address is mapped for this only, so that
 * a NULL pointer faults. */
static uintptr_t read_ebda(void)
{
  if (!paging_map_device(0, 1))
    return 0;
  uint16_t segment; /* in assembler: for C an address below the first page is a mistake */
  asm volatile("movw (%1), %0" : "=r"(segment) : "r"((uintptr_t)EBDA_SEGMENT));
  paging_unmap(0, 1);
  return (uintptr_t)segment << 4;
}

/* Where a PC's BIOS puts the root pointer. */
static const struct root_pointer *search_root(void)
{
  if (!paging_map_device(ROM_START, ROM_END - ROM_START))
    return NULL;
  const uintptr_t ebda = read_ebda();
  const struct root_pointer *r = NULL;
  if (ebda && paging_map_device(ebda, EBDA_BYTES))
    r = find_root(ebda, ebda + EBDA_BYTES);
  return r ? r : find_root(ROM_START, ROM_END);
}

static const struct table *find_madt(void)
{
  const struct root_pointer *r = given ? given : search_root();
  if (!r)
    return NULL;
  const struct table *root = r->revision >= 2 ? table_at(r->wide_table, "XSDT") : NULL;
  if (root)
    return find_table(root, sizeof(uint64_t), "APIC");
  root = table_at(r->table, "RSDT");
  return root ? find_table(root, sizeof(uint32_t), "APIC") : NULL;
}

size_t acpi_processors(uint32_t *apics, size_t room)
{
  const struct table *madt = find_madt();
  size_t count = 0;
  if (!madt || madt->bytes < sizeof *madt + MADT_HEAD)
    return 0;
  const uint8_t *at = (const uint8_t *)(madt + 1) + MADT_HEAD, *end = (const uint8_t *)madt + madt->bytes;
  while (end - at >= 2 && at[1] >= 2 && at[1] <= end - at) {
    const struct entry_apic *e = (const struct entry_apic *)at;
    if (e->type == ENTRY_APIC && e->bytes >= sizeof *e && e->flags & APIC_ENABLED) {
      if (count < room)
        apics[count] = e->apic;
      count++;
    }
    at += at[1];
  }
  return count;
}
