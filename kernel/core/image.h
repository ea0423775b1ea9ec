/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * image.h: the bounds that linker.ld and entry.S give to the parts of the kernel image. Addresses only: the
 * objects have no contents of their own. All but the build-id lie on page boundaries.
 */
#ifndef IMAGE_H
#define IMAGE_H

#include <stdbool.h>
#include <stdint.h>

#define KERNEL_SYSTEM "JX profiling microkernel 0.1"

extern const uint8_t __image_start[], __image_end[];
extern const uint8_t __text_start[], __text_end[];
extern const uint8_t __rodata_start[], __rodata_end[];
extern const uint8_t __build_id_start[], __build_id_end[];  /* the whole ELF note, header included */
extern const uint8_t boot_guard[], boot_stack[], boot_stack_end[];

/* Returns whether `address` lies in the kernel's code. Any context. */
static inline bool image_is_text(uintptr_t address)
{
  return address >= (uintptr_t)__text_start && address < (uintptr_t)__text_end;
}

#endif
