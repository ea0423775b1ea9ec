/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * multiboot.h: what the boot loader tells the kernel, copied to where it stays.
 *
 * The loader's own tables lie anywhere in free memory, so multiboot_read() must run before anything is allocated.
 * Sources: Multiboot Specification 0.6.96, section 3.3; Multiboot2 Specification 2.0, section 3.6.
 */
#ifndef MULTIBOOT_H
#define MULTIBOOT_H

/* What a loader says it is, in EAX. */
#define MULTIBOOT_LOADER   0x2BADB002
#define MULTIBOOT2_LOADER  0x36D76289

#ifndef __ASSEMBLER__
#include <stddef.h>
#include <stdint.h>

/* Physical memory [start, end), in bytes. */
struct boot_range { uint64_t start, end; };

#define BOOT_RANGES_MAX   64   /* a PC's firmware reports about ten */
#define BOOT_MODULES_MAX  8
#define BOOT_ROOT_MAX     36   /* bytes of ACPI's root pointer */
#define BOOT_COMMAND_MAX  1024 /* bytes, terminator included; GRUB and QEMU pass no longer lines than a few hundred */

/* ACPI's root pointer, as the loader found it; of 0 bytes: the loader says nothing of it. */
struct boot_root { uint8_t pointer[BOOT_ROOT_MAX]; size_t bytes; };

struct boot_info {
  struct boot_range ram[BOOT_RANGES_MAX];         /* usable memory, as the loader gave it */
  size_t ram_count;
  struct boot_range modules[BOOT_MODULES_MAX];    /* must be left alone */
  size_t module_count;
  size_t modules_ignored;                         /* more than BOOT_MODULES_MAX: their memory is not protected */
  char command_line[BOOT_COMMAND_MAX];            /* options only: the image's file name is taken off */
  size_t command_bytes;                           /* its length before it was cut to fit */
  struct boot_root roots[2];                      /* ACPI 1's, and the wide one of ACPI 2 and later */
};

/* Reads the information at physical address `address`, of the loader that calls itself `loader`: one of the above.
 * Returns NULL when it has no memory map at all. Once, at boot, with low memory mapped. */
const struct boot_info *multiboot_read(uint32_t address, uint32_t loader);
#endif

#endif
