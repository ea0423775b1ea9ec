/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * responder.c: the bare C responder that `make bench-nfs` puts beside the NFS server in Java: on the same kernel, in
 * the same machine, with the same card, it answers ARP requests for its address, and every datagram to NFS's port as
 * if it were a call of GETATTR, with attributes that never change.
 *
 * It is what is left when everything that a server decides is taken out: one thread, which is the card's interrupt
 * handler, reads a frame, turns it round in place, and sends it. It looks only at what it needs, and checks no
 * checksum; those that it sends are right. Frames that are not whole, or not for it, are skipped. A workload of an
 * image of its own. Sources: National Semiconductor DP8390D data sheet; RFC 826, 791, 768, 5531, 1813.
 */
#include "workload.h"

#include "cpu.h"
#include "irq.h"
#include "core/print.h"
#include "lib/string.h"
#include "tsc.h"

#define CARD            0x802910EC /* Realtek RTL8029AS, QEMU's ne2k_pci: device and vendor */
#define OUR_ADDRESS     0x0A00020F /* 10.0.2.15, which QEMU's user network forwards to */
#define NFS_PORT        2049
#define FRAME_MOST      1514
#define FRAME_LEAST     60
#define LOOK_US         1000000

enum { PCI_ADDRESS = 0xCF8, PCI_DATA = 0xCFC, PCI_BAR = 0x10, PCI_COMMAND = 4, PCI_LINE = 0x3C, PCI_SLOTS = 32 };

/* Registers and their bits, as the data sheet calls them. */
enum { CR = 0, PSTART = 1, PSTOP = 2, BNRY = 3, TPSR = 4, TBCR0 = 5, TBCR1 = 6, ISR = 7, RSAR0 = 8, RSAR1 = 9,
       RBCR0 = 10, RBCR1 = 11, RCR = 12, TCR = 13, DCR = 14, IMR = 15, PAR0 = 1, CURR = 7, DATA = 0x10,
       RESET = 0x1F };
enum { CR_STOP = 1, CR_START = 2, CR_TRANSMIT = 4, CR_READ = 8, CR_WRITE = 0x10, CR_NO_DMA = 0x20, CR_PAGE1 = 0x40 };
enum { ISR_RECEIVED = 1, ISR_OVERWRITE = 0x10, ISR_RESET = 0x80, DCR_WORDS = 0x49, RCR_BROADCAST = 4 };
enum { PAGE = 256, TRANSMIT = 0x40, RING = 0x46, RING_END = 0xC0, HEADER = 4 };

/* Where things are in a frame, without IP options. */
enum { ETHER_TYPE = 12, IP = 14, IP_LENGTH = 16, IP_TTL = 22, IP_PROTOCOL = 23, IP_SUM = 24, IP_SOURCE = 26,
       IP_TARGET = 30, UDP = 34, UDP_TARGET = 36, UDP_LENGTH = 38, UDP_SUM = 40, RPC = 42, ARP_KIND = 20,
       ARP_SENDER = 22,
       ARP_SENDER_IP = 28, ARP_TARGET = 32, ARP_TARGET_IP = 38, ARP_END = 42 };

static uint16_t card;            /* its first port */
static unsigned next = RING + 1; /* page of the ring that is read next */
static uint8_t frame[FRAME_MOST + HEADER + 3];
static uint8_t own[6];
static uint32_t interrupt_event, out_event;

static uint16_t get16(unsigned at) { return (uint16_t)(frame[at] << 8 | frame[at + 1]); }
static uint32_t get32(unsigned at) { return (uint32_t)get16(at) << 16 | get16(at + 2); }

static void put16(unsigned at, uint32_t value)
{
  frame[at] = (uint8_t)(value >> 8);
  frame[at + 1] = (uint8_t)value;
}

static void put32(unsigned at, uint32_t value)
{
  put16(at, value >> 16);
  put16(at + 2, value);
}

static void out(unsigned reg, unsigned value) { cpu_out8((uint16_t)(card + reg), (uint8_t)value); }
static uint8_t in(unsigned reg) { return cpu_in8((uint16_t)(card + reg)); }

/* ---- the card ---- */

static uint32_t config(unsigned slot, unsigned offset)
{
  cpu_out32(PCI_ADDRESS, 0x80000000u | slot << 11 | offset);
  return cpu_in32(PCI_DATA);
}

/* Sets `card`; returns its interrupt line, or -1. */
static int find_card(void)
{
  for (unsigned slot = 0; slot < PCI_SLOTS; slot++)
    if (config(slot, 0) == CARD) {
      card = (uint16_t)(config(slot, PCI_BAR) & ~3u);
      unsigned line = config(slot, PCI_LINE) & 0xFF;
      uint32_t command = config(slot, PCI_COMMAND);
      cpu_out32(PCI_DATA, command | 1);
      return (int)line;
    }
  return -1;
}

static void begin_dma(unsigned address, unsigned count, unsigned command)
{
  out(RBCR0, count);
  out(RBCR1, count >> 8);
  out(RSAR0, address);
  out(RSAR1, address >> 8);
  out(CR, command | CR_START);
}

/* The PROM has each byte of the address twice. */
static void read_address(void)
{
  uint8_t prom[12];
  begin_dma(0, sizeof prom, CR_READ);
  cpu_read16((uint16_t)(card + DATA), prom, sizeof prom / 2);
  for (unsigned i = 0; i < sizeof own; i++)
    own[i] = prom[2 * i];
}

static void start_card(void)
{
  out(RESET, in(RESET));
  while (!(in(ISR) & ISR_RESET))
    ;
  out(CR, CR_NO_DMA | CR_STOP);
  out(DCR, DCR_WORDS);
  read_address();
  out(PSTART, RING);
  out(PSTOP, RING_END);
  out(BNRY, RING);
  out(CR, CR_NO_DMA | CR_PAGE1 | CR_STOP);
  for (unsigned i = 0; i < sizeof own; i++)
    out(PAR0 + i, own[i]);
  out(CURR, next);
  out(CR, CR_NO_DMA | CR_START);
  out(TCR, 0);
  out(RCR, RCR_BROADCAST);
  out(ISR, 0xFF);
  out(IMR, ISR_RECEIVED | ISR_OVERWRITE);
}

static void transmit(unsigned length)
{
  if (length < FRAME_LEAST)
    memset(frame + length, 0, FRAME_LEAST - length);
  unsigned count = length < FRAME_LEAST ? FRAME_LEAST : length;
  begin_dma(TRANSMIT * PAGE, (count + 3) & ~3u, CR_WRITE);
  cpu_write32((uint16_t)(card + DATA), frame, (count + 3) / 4);
  out(TPSR, TRANSMIT);
  out(TBCR0, count);
  out(TBCR1, count >> 8);
  prof_event_log(out_event, length);
  out(CR, CR_NO_DMA | CR_TRANSMIT | CR_START);
}

/* The frame at `next` into `frame`, and the next one's page into `next`; its length. */
static unsigned take(void)
{
  uint8_t header[HEADER];
  begin_dma(next * PAGE, FRAME_MOST + HEADER, CR_READ);
  cpu_read32((uint16_t)(card + DATA), header, 1);
  unsigned length = (unsigned)(header[2] | header[3] << 8) - HEADER;
  unsigned words = length <= FRAME_MOST ? (length + 3) / 4 : 0, first = ((RING_END - next) * PAGE - HEADER) / 4;
  cpu_read32((uint16_t)(card + DATA), frame, words < first ? words : first);
  if (words > first) {
    begin_dma(RING * PAGE, FRAME_MOST, CR_READ);
    cpu_read32((uint16_t)(card + DATA), frame + 4 * first, words - first);
  }
  out(CR, CR_NO_DMA | CR_START);
  next = header[1];
  out(BNRY, (next == RING ? RING_END : next) - 1);
  return words ? length : 0;
}

/* ---- the answers ---- */

static void turn_round(void)
{
  memcpy(frame, frame + 6, 6);
  memcpy(frame + 6, own, 6);
}

static void answer_arp(void)
{
  if (get32(ARP_TARGET_IP) != OUR_ADDRESS || get16(ARP_KIND) != 1)
    return;
  put16(ARP_KIND, 2);
  memcpy(frame + ARP_TARGET, frame + ARP_SENDER, 10);
  memcpy(frame + ARP_SENDER, own, 6);
  put32(ARP_SENDER_IP, OUR_ADDRESS);
  turn_round();
  transmit(ARP_END);
}

static uint32_t sum(unsigned at, unsigned end)
{
  uint32_t total = 0;
  for (; at < end; at += 2)
    total += get16(at);
  return total;
}

static uint32_t fold(uint32_t total)
{
  while (total >> 16)
    total = (total & 0xFFFF) + (total >> 16);
  return ~total & 0xFFFF;
}

/* Behind the call's number: an accepted reply, NFS3_OK, the attributes of a file of 35 bytes (RFC 1813, fattr3). */
static const uint32_t reply[] = { 1, 0, 0, 0, 0, 0, 1, 0644, 1, 0, 0, 0, 35, 0, 512, 0, 0, 0, 1, 0, 7,
                                  1700000000, 0, 1700000000, 0, 1700000000, 0 };
#define REPLY_WORDS (sizeof reply / sizeof reply[0])
#define REPLY_END   (RPC + 4 + 4 * (unsigned)REPLY_WORDS)

static void answer_call(void)
{
  if (frame[IP_PROTOCOL] != 17 || get16(UDP_TARGET) != NFS_PORT || get32(IP_TARGET) != OUR_ADDRESS)
    return;
  for (unsigned i = 0; i < REPLY_WORDS; i++)
    put32(RPC + 4 + 4 * i, reply[i]);
  uint16_t port = get16(UDP);
  put32(IP_TARGET, get32(IP_SOURCE));
  put32(IP_SOURCE, OUR_ADDRESS);
  put16(IP_LENGTH, REPLY_END - IP);
  put16(IP_SUM, 0);
  put16(IP_SUM, fold(sum(IP, UDP)));
  put16(UDP, NFS_PORT);
  put16(UDP_TARGET, port);
  put16(UDP_LENGTH, REPLY_END - UDP);
  put16(UDP_SUM, 0);
  put16(UDP_SUM, fold(sum(IP_SOURCE, REPLY_END) + 17 + REPLY_END - UDP));
  turn_round();
  transmit(REPLY_END);
}

static void answer(unsigned length)
{
  if (length >= ARP_END && get16(ETHER_TYPE) == 0x0806)
    answer_arp();
  else if (length >= RPC + 4 && get16(ETHER_TYPE) == 0x0800 && frame[IP] == 0x45)
    answer_call();
}

static unsigned ring_end_page(void)
{
  out(CR, CR_NO_DMA | CR_PAGE1 | CR_START);
  unsigned page = in(CURR);
  out(CR, CR_NO_DMA | CR_START);
  return page;
}

static void look(void)
{
  while (in(ISR) & (ISR_RECEIVED | ISR_OVERWRITE)) {
    prof_event_log(interrupt_event, 0);
    out(ISR, ISR_RECEIVED | ISR_OVERWRITE);
    for (unsigned end = ring_end_page(); next != end; )
      answer(take());
  }
}

static int respond(const struct workload_input *input)
{
  (void)input;
  int line = find_card();
  if (line < 0 || line >= IRQ_LINES || !irq_attach((unsigned)line)) {
    kprintf("error: there is no ne2k_pci card with an interrupt line; QEMU: -device ne2k_pci,netdev=n\n");
    return 1;
  }
  interrupt_event = prof_event_register("NIC interrupt");
  out_event = prof_event_register("packet out");
  start_card();
  kprintf("net: ready\n");
  for (;;)
    if (irq_await((unsigned)line, cpu_tsc() + tsc_from_us(LOOK_US)))
      look();
}

static const struct workload workloads[] = {
  { "respond", "answers GETATTR on a card's bare ports, for \"make bench-nfs\"", respond },
  { 0 },
};

const struct workload_set workload_set = { .workloads = workloads };
