/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * dump.h: the dump of a stopped profile in one call, and ways for its bytes where a kernel has no line to spare.
 */
#ifndef PROF_DUMP_H
#define PROF_DUMP_H

#include "prof.h"

/* Writes bytes to the line, all of them; returns false when the line is dead. */
typedef bool prof_write_fn(void *ctx, const void *data, size_t bytes);

struct prof_dump_to {
  prof_write_fn *write;
  void *ctx;            /* for `write` */
  bool text;            /* as lines of base64 between two marks, for lines that change bytes, and for terminals' logs */
  uint32_t run;         /* another number at each boot (PORTING.md, "The number of the run"); 0: made of the clock */
  const char *system;   /* the kernel's name and version, for the dump; or NULL */
};

/* Sends everything that was recorded, after prof_stop(): all frames of a dump. Takes XFER_SENDER_BYTES, 2.3 MB, from
 * the port at its first call. Returns false where the port has not got them, or when the line died. Thread context;
 * needs 3 KiB of stack. */
bool prof_dump(const struct prof_dump_to *to);

/* Returns the bytes that prof_dump() takes from the port, besides those of prof_memory(). Any context. */
size_t prof_dump_memory(void);

/* ---- ways for the bytes: `write` functions ---- */

/* Into memory: `ctx` is a struct prof_memory, whose `used` counts on. Returns false when it is full. gdb, a monitor of
 * QEMU or JTAG then write the memory to a file, and `hostdump receive --image FILE` finds the frames in it. */
struct prof_memory { uint8_t *at; size_t bytes, used; };
bool prof_write_memory(void *ctx, const void *data, size_t bytes);

/* Into a console of virtio whose registers are in memory, as on QEMU's machine `virt' (-device virtio-serial-device
 * -chardev file,id=profile,path=FILE -device virtconsole,chardev=profile). `ctx` is a struct prof_virtio, zeroed but for
 * what it says. The writer resets the device at its first call and has it alone; it waits for each 4 KiB, interrupts on
 * or off. Returns false where there is no console at `device`, or when it has failed. A console on PCI is for a driver of
 * the kernel's own. One at a time. */
struct prof_virtio {
  uintptr_t device; /* address of the device's registers, mapped as a device's */
  uint64_t offset;  /* what added to the address of a variable of the kernel gives its physical address; modulo 2^64 */
  bool started;     /* the writer's */
};
bool prof_write_virtio(void *ctx, const void *data, size_t bytes);

/* Returns the address of the first console among `count` virtio devices in memory whose registers begin at `first` and
 * lie `step` bytes apart (a device tree's nodes virtio_mmio@...); 0: none is one. Addresses where no device is may not be
 * among them. */
uintptr_t prof_virtio_find(uintptr_t first, size_t step, unsigned count);

/* Into the file jxprof.dump of the machine that a debugger or QEMU (-semihosting) runs on: Arm's semihosting, on aarch64
 * and riscv64. `ctx` is NULL. Without a debugger the first call is an exception. Kernel mode. */
bool prof_write_semihosting(void *ctx, const void *data, size_t bytes);

#endif
