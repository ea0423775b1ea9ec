/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * virtio_serial.c: see virtio_serial.h. Sections are those of VIRTIO 1.2.
 *
 * The device tells by messages in its control queue which ports there are, what they are called, and whether a program
 * holds their other end. Each port has two queues. All are made when the line is opened, since a device's queues are
 * set up before it works (3.1.1); only our port's are used.
 */
#include "virtio_serial.h"

#include "cpu.h"
#include "lib/format.h"
#include "input.h"
#include "core/page.h"
#include "crash/panic.h"
#include "io_timeout.h"
#include "pci.h"
#include "core/spin.h"
#include "lib/string.h"
#include "core/thread.h"
#include "core/timer.h"
#include "virtio.h"

#define KIND              3        /* 5.3.1 */
#define KIND_TRANSITIONAL 0x1003   /* 4.1.2.1 */
#define MULTIPORT         (1ull << 1)
#define PORTS_OFFSET      4        /* in the device's config: the number of ports, 32 bits */
#define PORTS_MOST        32       /* QEMU has 31; ports behind these are not looked at */

/* 5.3.2: queues 0 and 1 are port 0's, 2 and 3 carry messages, and then come port 1's. */
enum { CONTROL_IN = 2, CONTROL_OUT = 3, QUEUES = 2 * PORTS_MOST + 2 };
#define PORT_IN(port)  ((port) ? 2 * (port) + 2 : 0)
#define PORT_OUT(port) (PORT_IN(port) + 1)

/* 5.3.6.2. The name follows a message of PORT_NAME, without an end. */
enum event { DEVICE_READY, PORT_ADD, PORT_REMOVE, PORT_READY, CONSOLE_PORT, RESIZE, PORT_OPEN, PORT_NAME };
struct message { uint32_t port; uint16_t event, value; };
#define MESSAGE_BYTES  64   /* room for a message and a name; longer names are not ours */

#define OUT_BYTES      (VIRTIO_SERIAL_BYTES / VIRTIO_ENTRIES)
#define IN_BYTES       512  /* the host's frames are smaller; a power of two below INPUT_BYTES */
#define IN_BUFFERS     (INPUT_BYTES / IN_BYTES)
#define NAMES_SECONDS  1    /* QEMU has told its names when DEVICE_READY returns */

/* The device reads and writes all of this. */
struct shared {
  struct virtio_ring rings[QUEUES];
  uint8_t control_in[VIRTIO_ENTRIES][MESSAGE_BYTES];
  uint8_t in[IN_BUFFERS][IN_BYTES];
  uint8_t out[VIRTIO_ENTRIES][OUT_BYTES];
  struct message control_out;
};

static struct shared *shared;
static struct virtio device;
static struct virtio_queue queues[QUEUES];

static int port;                  /* ours; -1: not found yet */
static uint32_t added, held;      /* ports there are; whose other end is held: a bit each */
static uint16_t unused[VIRTIO_ENTRIES];   /* buffers of `out` that are not on their way */
static unsigned unused_count;

static struct mutex line = MUTEX("virtio line");
static bool lock_broken, listening;
static bool dead = true;
static struct input input;
static struct spinlock receiving = SPINLOCK("virtio receiving");   /* of what take_received() does */

static const char missing[] =
  "line=virtio: this machine has no port named " VIRTIO_SERIAL_NAME ": its virtio-serial device %s. Give QEMU\n"
  "       -device virtio-serial -chardev pipe,id=jx,path=LINE -device virtserialport,chardev=jx,name="
  VIRTIO_SERIAL_NAME "\n"
  "       where LINE.in and LINE.out are FIFOs (mkfifo), or leave line= away, for the serial port.";

/* ---- messages ---- */

/* Waits for the device to have read it. */
static bool send_message(uint32_t to_port, enum event event, uint16_t value)
{
  struct io_timeout timeout = { 0 };
  uint16_t number;
  uint32_t bytes;
  shared->control_out = (struct message){ .port = to_port, .event = (uint16_t)event, .value = value };
  virtio_offer(&queues[CONTROL_OUT], 0, &shared->control_out, sizeof(struct message), false);
  virtio_ring_bell(&queues[CONTROL_OUT]);
  while (!virtio_returned(&queues[CONTROL_OUT], &number, &bytes))
    if (io_timeout_ends(&timeout))
      return false;
  return true;
}

static void heed_message(const uint8_t *text, uint32_t bytes)
{
  struct message m;
  memcpy(&m, text, sizeof m);
  if (bytes < sizeof m || m.port >= PORTS_MOST)
    return;
  const uint32_t bit = 1u << m.port;
  const size_t name_bytes = sizeof(VIRTIO_SERIAL_NAME) - 1;
  switch (m.event) {
  case PORT_ADD: added |= bit; break;
  case PORT_REMOVE: held &= ~bit; break;
  case PORT_OPEN: held = m.value ? held | bit : held & ~bit; break;
  case PORT_NAME:
    /* QEMU sends a zero behind the name. */
    if (bytes >= sizeof m + name_bytes && memcmp(text + sizeof m, VIRTIO_SERIAL_NAME, name_bytes) == 0 &&
        (bytes == sizeof m + name_bytes || !text[sizeof m + name_bytes]))
      port = (int)m.port;
    break;
  }
}

/* Takes the messages that have come. */
static void take_messages(void)
{
  uint16_t number;
  uint32_t bytes;
  while (virtio_returned(&queues[CONTROL_IN], &number, &bytes)) {
    heed_message(shared->control_in[number], bytes < MESSAGE_BYTES ? bytes : MESSAGE_BYTES);
    virtio_offer(&queues[CONTROL_IN], number, shared->control_in[number], MESSAGE_BYTES, true);
    virtio_ring_bell(&queues[CONTROL_IN]);
  }
}

/* ---- opening ---- */

/* The kernel goes down. */
static void break_lock(void)
{
  lock_broken = true;
}

static bool add_queues(void)
{
  uint32_t ports = *(volatile uint32_t *)(device.config + PORTS_OFFSET);
  uint16_t count = (uint16_t)(ports < PORTS_MOST ? 2 * ports + 2 : QUEUES);
  for (uint16_t i = 0; i < count; i++)
    if (!virtio_add_queue(&device, &queues[i], i, &shared->rings[i]))
      return false;
  return true;
}

/* Lets the device tell its ports, and answers, until ours is among them. */
static bool find_port(void)
{
  struct io_timeout timeout = { 0 };
  uint32_t answered = 0;
  for (uint16_t i = 0; i < VIRTIO_ENTRIES; i++)
    virtio_offer(&queues[CONTROL_IN], i, shared->control_in[i], MESSAGE_BYTES, true);
  virtio_ring_bell(&queues[CONTROL_IN]);
  send_message(0, DEVICE_READY, 1);
  while (port < 0 && !io_timeout_passed(&timeout, NAMES_SECONDS)) {
    take_messages();
    for (uint32_t i = 0; i < PORTS_MOST; i++)
      if ((added & ~answered) >> i & 1)
        send_message(i, PORT_READY, 1);
    answered = added;
  }
  return port >= 0;
}

/* Looks for our port at a device. Returns NULL when it is found, or what the device lacks. */
static const char *try_device(uint16_t function)
{
  memset(shared, 0, sizeof(*shared));
  port = -1;
  added = held = 0;
  const char *lack = virtio_begin(&device, function, MULTIPORT);
  if (lack)
    return lack;
  if (!add_queues())
    return "has too few queues, or too small ones";
  virtio_ready(&device);
  if (find_port())
    return NULL;
  virtio_reset(&device);
  return "has no port of this name";
}

const char *virtio_serial_open(void)
{
  static char problem[512];
  const char *lack = NULL;
  bool found = false;
  shared = page_alloc(page_count(sizeof(*shared)));
  if (!shared)
    return "line=virtio: there is no memory for its buffers; give the machine more (QEMU: -m)";
  for (uint32_t at = 0; !found && pci_next(&at); at++)
    if (VIRTIO_PCI_ID(KIND, KIND_TRANSITIONAL, pci_read((uint16_t)at, PCI_ID)))
      found = !(lack = try_device((uint16_t)at));
  if (!found) {
    page_free(shared, page_count(sizeof(*shared)));
    ksnprintf(problem, sizeof problem, missing, lack ? lack : "is not there");
    return problem;
  }
  send_message((uint32_t)port, PORT_OPEN, 1);
  for (unused_count = 0; unused_count < VIRTIO_ENTRIES; unused_count++)
    unused[unused_count] = (uint16_t)unused_count;
  dead = false;
  panic_on_begin(break_lock);
  return NULL;
}

/* ---- writing ---- */

/* Takes back what has left, once no buffer is unused: where instructions are counted a run then does not depend on how
 * soon the host reads, unless the host is that far behind. And hears whether the host still holds the other end. */
static void take_back(void)
{
  uint16_t number;
  uint32_t bytes;
  take_messages();
  if (unused_count)
    return;
  while (unused_count < VIRTIO_ENTRIES && virtio_returned(&queues[PORT_OUT(port)], &number, &bytes))
    unused[unused_count++] = number;
}

static bool can_send(void)
{
  return unused_count && held >> port & 1;
}

static bool all_has_left(void)
{
  return virtio_is_idle(&queues[PORT_OUT(port)]);
}

bool virtio_serial_is_read(void)
{
  mutex_lock(&line);
  take_messages();
  const bool is_read = held >> port & 1;
  mutex_unlock(&line);
  return is_read;
}

/* Waits until `done` says so. After a time-out the line is dead. */
static bool wait_until(bool (*done)(void))
{
  struct io_timeout timeout = { 0 };
  take_back();
  while (!done()) {
    if (io_timeout_ends(&timeout)) {
      dead = true;
      return false;
    }
    cpu_pause();
    take_back();
  }
  return true;
}

static bool send_bytes(const uint8_t *data, size_t bytes)
{
  while (bytes && !dead && wait_until(can_send)) {
    uint16_t number = unused[--unused_count];
    size_t part = bytes < OUT_BYTES ? bytes : OUT_BYTES;
    memcpy(shared->out[number], data, part);
    virtio_offer(&queues[PORT_OUT(port)], number, shared->out[number], (uint32_t)part, false);
    virtio_ring_bell(&queues[PORT_OUT(port)]);
    data += part;
    bytes -= part;
  }
  return !dead;
}

bool virtio_serial_write(const void *data, size_t bytes)
{
  if (lock_broken)
    return send_bytes(data, bytes);
  mutex_lock(&line);
  bool alive = send_bytes(data, bytes);
  if (!lock_broken)
    mutex_unlock(&line);
  return alive;
}

bool virtio_serial_drain(void)
{
  return !dead && wait_until(all_has_left);
}

/* ---- reading ---- */

static void offer_in(uint16_t number)
{
  virtio_offer(&queues[PORT_IN(port)], number, shared->in[number], IN_BYTES, true);
  virtio_ring_bell(&queues[PORT_IN(port)]);
}

/* Interrupts off. */
static void take_received(void)
{
  uint16_t number;
  uint32_t bytes;
  spin_lock(&receiving);
  while (input_room(&input) >= IN_BYTES && virtio_returned(&queues[PORT_IN(port)], &number, &bytes)) {
    input_put(&input, shared->in[number], bytes);
    offer_in(number);
  }
  spin_unlock(&receiving);
}

static void receive_at_tick(uint64_t now)
{
  (void)now;
  take_received();
}

void virtio_serial_listen(void)
{
  if (dead || listening)
    return;
  for (uint16_t i = 0; i < IN_BUFFERS; i++)
    offer_in(i);
  listening = true;
  timer_on_tick(receive_at_tick);
}

void virtio_serial_poll(void)
{
  unsigned long irq = cpu_irq_save();
  if (listening)
    take_received();
  cpu_irq_restore(irq);
}

size_t virtio_serial_read(void *to, size_t room)
{
  virtio_serial_poll();
  return input_take(&input, to, room);
}

bool virtio_serial_await(uint64_t tsc)
{
  return input_await(&input, tsc);
}
