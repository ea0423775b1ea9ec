/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * virtio.c: see virtio.h.
 */
#include "virtio.h"

#include "paging.h"
#include "io_timeout.h"
#include "pci.h"

/* Device status, 2.1. */
enum { ACKNOWLEDGE = 1, DRIVER = 2, DRIVER_OK = 4, FEATURES_OK = 8, FAILED = 128 };

#define FEATURE_VERSION_1  (1ull << 32)   /* 6: not the interface before 1.0 */
#define DESCRIPTOR_WRITE   2              /* 2.7.5: the device writes */
#define OFFERED_QUIET      1              /* 2.7.6: no interrupts, please */
#define RESET_SECONDS      1              /* QEMU's has happened when the write returns */

/* 4.1.4.3. */
struct virtio_common {
  uint32_t device_feature_select, device_feature, driver_feature_select, driver_feature;
  uint16_t config_vector, queues;
  uint8_t status, generation;
  uint16_t queue_select, queue_size, queue_vector, queue_enable, queue_bell;
  uint32_t queue_descriptors[2], queue_offered[2], queue_returned[2];   /* addresses, low half first; 4.1.3.1 */
};
_Static_assert(offsetof(struct virtio_common, queue_select) == 22, "as the specification has it");
_Static_assert(sizeof(struct virtio_common) == 56, "as the specification has it");

/* The vendor capabilities, 4.1.4: offsets in them, and the kinds that matter here. */
enum { CAP_KIND = 0, CAP_BAR = 4, CAP_OFFSET = 8, CAP_BYTES = 12, CAP_BELL_BYTES = 16 };
enum { COMMON = 1, BELLS = 2, CONFIG = 4 };

static void barrier(void)
{
  __atomic_thread_fence(__ATOMIC_SEQ_CST);
}

/* The capability of a kind; 0: none. A device may offer several, the best first. */
static unsigned find(uint16_t function, unsigned kind)
{
  unsigned at = 0;
  while ((at = pci_capability(function, PCI_CAPABILITY_VENDOR, at)))
    if (pci_read(function, at + CAP_KIND) >> 24 == kind && (pci_read(function, at + CAP_BAR) & 0xFF) < PCI_BARS)
      return at;
  return 0;
}

/* Maps what the capability at `at` stands for; NULL: nothing there, or no memory for page tables. */
static volatile void *map(uint16_t function, unsigned at)
{
  uint64_t base = at ? pci_memory(function, pci_read(function, at + CAP_BAR) & 0xFF) : 0;
  uint64_t address = base + pci_read(function, at + CAP_OFFSET);
  if (!base || !paging_map_device(address, pci_read(function, at + CAP_BYTES)))
    return NULL;
  return (volatile void *)address;
}

void virtio_reset(const struct virtio *v)
{
  struct io_timeout timeout = { 0 };
  v->common->status = 0;
  while (v->common->status && !io_timeout_passed(&timeout, RESET_SECONDS))
    ;
}

/* Says which of the device's features are wanted; false when they are not all there. */
static bool agree(const struct virtio *v, uint64_t features)
{
  for (uint32_t half = 0; half < 2; half++) {
    uint32_t wanted = (uint32_t)(features >> 32 * half);
    v->common->device_feature_select = half;
    if ((v->common->device_feature & wanted) != wanted)
      return false;
    v->common->driver_feature_select = half;
    v->common->driver_feature = wanted;
  }
  v->common->status |= FEATURES_OK;
  return v->common->status & FEATURES_OK;
}

const char *virtio_begin(struct virtio *v, uint16_t function, uint64_t features)
{
  unsigned bells = find(function, BELLS);
  uint32_t command = pci_read(function, PCI_COMMAND) & 0xFFFF;
  pci_write(function, PCI_COMMAND, command | PCI_COMMAND_MEMORY | PCI_COMMAND_MASTER | PCI_COMMAND_NO_REQUEST);
  v->common = map(function, find(function, COMMON));
  v->config = map(function, find(function, CONFIG));
  v->bells = map(function, bells);
  if (!v->common || !v->config || !v->bells)
    return "has only the interface from before virtio 1.0 (QEMU: without disable-modern=on)";
  v->bell_bytes = pci_read(function, bells + CAP_BELL_BYTES);
  virtio_reset(v);
  v->common->status = ACKNOWLEDGE;
  v->common->status |= DRIVER;
  if (agree(v, features | FEATURE_VERSION_1))
    return NULL;
  v->common->status |= FAILED;
  return "lacks a feature that is needed";
}

static void put_address(volatile uint32_t *field, const volatile void *address)
{
  field[0] = (uint32_t)(uintptr_t)address;
  field[1] = (uint32_t)((uintptr_t)address >> 32);
}

bool virtio_add_queue(const struct virtio *v, struct virtio_queue *q, uint16_t index, struct virtio_ring *ring)
{
  volatile struct virtio_common *common = v->common;
  common->queue_select = index;
  if (index >= common->queues || common->queue_size < VIRTIO_ENTRIES)
    return false;
  ring->offered.flags = OFFERED_QUIET;
  common->queue_size = VIRTIO_ENTRIES;
  put_address(common->queue_descriptors, ring->descriptors);
  put_address(common->queue_offered, &ring->offered);
  put_address(common->queue_returned, &ring->returned);
  common->queue_enable = 1;
  volatile uint8_t *bell = v->bells + common->queue_bell * (size_t)v->bell_bytes;
  *q = (struct virtio_queue){ .ring = ring, .bell = (volatile uint16_t *)bell, .index = index };
  return true;
}

void virtio_ready(const struct virtio *v)
{
  v->common->status |= DRIVER_OK;
}

void virtio_offer(struct virtio_queue *q, uint16_t number, const void *data, uint32_t bytes, bool device_writes)
{
  volatile struct virtio_ring *ring = q->ring;
  ring->descriptors[number].address = (uintptr_t)data;
  ring->descriptors[number].bytes = bytes;
  ring->descriptors[number].flags = device_writes ? DESCRIPTOR_WRITE : 0;
  ring->offered.numbers[ring->offered.count % VIRTIO_ENTRIES] = number;
  barrier();
  ring->offered.count++;
}

/* A device that asks not to be told is told all the same, which is allowed (2.7.10) and costs little here: the
 * queues are short. */
void virtio_ring_bell(const struct virtio_queue *q)
{
  barrier();
  *q->bell = q->index;
}

bool virtio_returned(struct virtio_queue *q, uint16_t *number, uint32_t *bytes)
{
  if (q->ring->returned.count == q->seen)
    return false;
  barrier();
  uint16_t at = q->seen % VIRTIO_ENTRIES;
  *number = (uint16_t)(q->ring->returned.ends[at].number % VIRTIO_ENTRIES);
  *bytes = q->ring->returned.ends[at].bytes;
  barrier();
  q->seen++;
  return true;
}

bool virtio_is_idle(const struct virtio_queue *q)
{
  return q->ring->returned.count == q->ring->offered.count;
}
