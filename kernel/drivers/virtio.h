/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * virtio.h: the devices of virtual machines, as the driver sees them: "Virtual I/O Device (VIRTIO) Version 1.2",
 * OASIS Committee Specification 01, July 2022. Sections below are of that document. Over PCI (4.1), split virtqueues
 * (2.7), without interrupts: the driver polls.
 *
 * A queue carries buffers of the driver's to the device and back; each has a number, below VIRTIO_ENTRIES, and
 * belongs to the device from virtio_offer() to virtio_returned(). Memory is mapped one to one, so addresses are
 * physical ones.
 *
 * A call that is never finished, because the kernel goes down in it, costs a queue one buffer at most: the queue can
 * be used from there on. Any context; one context at a time for a queue.
 */
#ifndef VIRTIO_H
#define VIRTIO_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* Whether `id` is PCI's vendor and device number of a kind of device, 4.1.2: the kind's own, or the second one, of
 * devices that drivers before 1.0 know, too. */
#define VIRTIO_PCI_ID(kind, transitional, id)  ((id) == (0x1AF4u | (0x1040u + (kind)) << 16) || \
                                                (id) == (0x1AF4u | (transitional) << 16))

#define VIRTIO_ENTRIES 32   /* buffers of a queue; a power of two */

struct virtio_descriptor { uint64_t address; uint32_t bytes; uint16_t flags, next; };

/* What driver and device share of a queue, 2.7. */
struct virtio_ring {
  struct virtio_descriptor descriptors[VIRTIO_ENTRIES];
  struct { uint16_t flags, count, numbers[VIRTIO_ENTRIES]; } offered __attribute__((aligned(2)));
  struct { uint16_t flags, count; struct { uint32_t number, bytes; } ends[VIRTIO_ENTRIES]; }
    returned __attribute__((aligned(4)));
} __attribute__((aligned(16)));

struct virtio_queue {
  volatile struct virtio_ring *ring;
  volatile uint16_t *bell;    /* where the device hears of offers */
  uint16_t index;
  uint16_t seen;              /* returned ones that were taken */
};

struct virtio {
  volatile struct virtio_common *common;
  volatile uint8_t *bells;
  uint32_t bell_bytes;        /* from one bell to the next */
  volatile uint8_t *config;   /* what the kind of device has to say of itself */
};

/* Takes a PCI function over, and agrees with the device upon `features` and 1.0's rules. Returns NULL, or what is
 * wrong, as the end of a sentence. */
const char *virtio_begin(struct virtio *v, uint16_t function, uint64_t features);

/* Gives the device a queue, in `ring`, which is zeroed. Between virtio_begin() and virtio_ready(). Returns false when
 * the device has no such queue. */
bool virtio_add_queue(const struct virtio *v, struct virtio_queue *q, uint16_t index, struct virtio_ring *ring);

/* Tells the device that all is set up: it works from here on. */
void virtio_ready(const struct virtio *v);

/* Resets the device, which then leaves memory alone. */
void virtio_reset(const struct virtio *v);

/* Offers buffer `number`, for the device to read or to write to. The device may not know before virtio_ring_bell(). */
void virtio_offer(struct virtio_queue *q, uint16_t number, const void *data, uint32_t bytes, bool device_writes);

/* Tells the device that buffers were offered. */
void virtio_ring_bell(const struct virtio_queue *q);

/* Takes a buffer back: `*number` is which, `*bytes` how much the device wrote. Returns false when none has
 * come back. */
bool virtio_returned(struct virtio_queue *q, uint16_t *number, uint32_t *bytes);

/* Returns whether the device has returned all that it was ever offered, taken back or not. */
bool virtio_is_idle(const struct virtio_queue *q);

#endif
