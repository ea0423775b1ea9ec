/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * write_virtio.c: see dump.h. A console of virtio by its registers in memory, as QEMU's `virt' machines have them, with
 * one buffer that is lent to the device and waited for: no interrupt, no allocation. Source: OASIS, "Virtual I/O Device
 * (VIRTIO) Version 1.2", sections 2.7 (split virtqueues), 3.1 (initialization), 4.2 (MMIO, with the legacy interface
 * that QEMU offers unless it is told otherwise), 5.3 (console).
 */
#include "dump.h"

#define MAGIC        0x74726976u /* "virt" */
#define CONSOLE      3
#define LEGACY       1           /* version of the registers */
#define QUEUE        1           /* of the console: what it sends; 0 is what it receives */
#define PLACES       2           /* in the queue; a power of two */
#define PAGE_BYTES   4096        /* a queue of the legacy interface begins at a page */
#define BUFFER_BYTES 4096

enum device_register {
  MAGIC_VALUE = 0x00, VERSION = 0x04, DEVICE_ID = 0x08, DRIVER_FEATURES = 0x20, DRIVER_FEATURES_SEL = 0x24,
  GUEST_PAGE_SIZE = 0x28, QUEUE_SEL = 0x30, QUEUE_NUM_MAX = 0x34, QUEUE_NUM = 0x38, QUEUE_ALIGN = 0x3c, QUEUE_PFN = 0x40,
  QUEUE_READY = 0x44, QUEUE_NOTIFY = 0x50, STATUS = 0x70, QUEUE_DESC = 0x80, QUEUE_DRIVER = 0x90, QUEUE_DEVICE = 0xa0
};
enum { ACKNOWLEDGE = 1, DRIVER = 2, DRIVER_OK = 4, FEATURES_OK = 8, NEEDS_RESET = 64 };
enum { FEATURE_VERSION_1 = 1 }; /* the lowest bit of the second 32 */

/* What the device reads, and in `used` writes. */
struct virtqueue {
  struct { uint64_t address; uint32_t bytes; uint16_t flags, next; } descriptor[PLACES];
  struct { uint16_t flags, index, ring[PLACES], used_event; } available;
  struct {
    uint16_t flags, index;
    struct { uint32_t id, bytes; } ring[PLACES];
    uint16_t available_event;
  } used __attribute__((aligned(64)));
  uint8_t buffer[BUFFER_BYTES];
};
static struct virtqueue queue __attribute__((aligned(PAGE_BYTES)));

static uint32_t get(const struct prof_virtio *v, enum device_register at)
{
  return *(volatile uint32_t *)(v->device + at);
}

static void set(const struct prof_virtio *v, enum device_register at, uint32_t value)
{
  *(volatile uint32_t *)(v->device + at) = value;
}

static void set_address(const struct prof_virtio *v, enum device_register at, const volatile void *of)
{
  const uint64_t address = (uintptr_t)of + v->offset;
  set(v, at, (uint32_t)address);
  set(v, at + 4, (uint32_t)(address >> 32));
}

uintptr_t prof_virtio_find(uintptr_t first, size_t step, unsigned count)
{
  for (unsigned i = 0; i < count; i++, first += step) {
    const struct prof_virtio v = { .device = first };
    if (get(&v, MAGIC_VALUE) == MAGIC && get(&v, DEVICE_ID) == CONSOLE)
      return first;
  }
  return 0;
}

static void set_queue(const struct prof_virtio *v, bool legacy)
{
  set(v, QUEUE_SEL, QUEUE);
  set(v, QUEUE_NUM, PLACES);
  if (legacy) {
    set(v, QUEUE_ALIGN, 64); /* of `used` */
    set(v, QUEUE_PFN, (uint32_t)(((uintptr_t)&queue + v->offset) / PAGE_BYTES));
    return;
  }
  set_address(v, QUEUE_DESC, queue.descriptor);
  set_address(v, QUEUE_DRIVER, &queue.available);
  set_address(v, QUEUE_DEVICE, &queue.used);
  set(v, QUEUE_READY, 1);
}

/* Resets the device and takes none of its features but that of the version: one port, which is open. Returns false where
 * there is no such device. */
static bool start_device(const struct prof_virtio *v)
{
  if (!v->device || get(v, MAGIC_VALUE) != MAGIC || get(v, DEVICE_ID) != CONSOLE)
    return false;
  const bool legacy = get(v, VERSION) == LEGACY;
  set(v, STATUS, 0);
  set(v, STATUS, ACKNOWLEDGE);
  set(v, STATUS, ACKNOWLEDGE | DRIVER);
  set(v, DRIVER_FEATURES_SEL, 0);
  set(v, DRIVER_FEATURES, 0);
  if (legacy) {
    set(v, GUEST_PAGE_SIZE, PAGE_BYTES);
  } else {
    set(v, DRIVER_FEATURES_SEL, 1);
    set(v, DRIVER_FEATURES, FEATURE_VERSION_1);
    set(v, STATUS, ACKNOWLEDGE | DRIVER | FEATURES_OK);
    if (!(get(v, STATUS) & FEATURES_OK))
      return false;
  }
  set_queue(v, legacy);
  set(v, STATUS, ACKNOWLEDGE | DRIVER | (legacy ? 0 : FEATURES_OK) | DRIVER_OK);
  return true;
}

/* Lends the buffer to the device and waits until it is back. Returns false where the device has failed. */
static bool send_buffer(const struct prof_virtio *v, uint32_t bytes)
{
  volatile uint16_t *const back = &queue.used.index;
  const uint16_t next = (uint16_t)(queue.available.index + 1);
  queue.descriptor[0].address = (uintptr_t)queue.buffer + v->offset;
  queue.descriptor[0].bytes = bytes;
  queue.available.ring[(next - 1) % PLACES] = 0;
  prof_arch_device_fence();
  *(volatile uint16_t *)&queue.available.index = next;
  prof_arch_device_fence();
  set(v, QUEUE_NOTIFY, QUEUE);
  while (*back != next)
    if (get(v, STATUS) & NEEDS_RESET)
      return false;
  prof_arch_device_fence();
  return true;
}

bool prof_write_virtio(void *ctx, const void *data, size_t bytes)
{
  struct prof_virtio *v = ctx;
  const uint8_t *from = data;
  if (!v->started && !(v->started = start_device(v)))
    return false;
  while (bytes) {
    const size_t part = bytes < BUFFER_BYTES ? bytes : BUFFER_BYTES;
    for (size_t i = 0; i < part; i++)
      queue.buffer[i] = from[i];
    if (!send_buffer(v, (uint32_t)part))
      return false;
    from += part;
    bytes -= part;
  }
  return true;
}
