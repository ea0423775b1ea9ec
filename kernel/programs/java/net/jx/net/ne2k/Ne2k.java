/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * Driver of NE2000 cards on the PCI bus. The card keeps what it receives in a ring in its own memory, a frame behind
 * the other, each with a header that says where the next one begins; all data go through a port, so no memory of ours
 * is ever the card's.
 *
 * What always holds outside of the synchronized methods: the chip runs, page 0 of its registers is selected, no DMA
 * is going on. A ring that the driver cannot follow, and a chip that does not answer, are reset; that is counted. */
package jx.net.ne2k;

import java.util.List;

import jx.hw.IoPorts;
import jx.hw.PciBus;
import jx.hw.PciDevice;
import jx.mem.BigEndian;
import jx.net.Counter;
import jx.net.Counters;
import jx.net.Frame;
import jx.net.FrameLog;
import jx.net.FrameQueue;
import jx.net.Nic;
import jx.prof.EventLog;

public final class Ne2k implements Nic {
  /* Cards of many makers with this chip: vendor and device. */
  private static final int[][] CARDS = {
    {0x10ec, 0x8029}, {0x1050, 0x0940}, {0x11f6, 0x1401}, {0x8e2e, 0x3000}, {0x4a14, 0x5000}, {0x1106, 0x0926},
    {0x10bd, 0x0e34}, {0x1050, 0x5a5a},
  };

  private static final int TRANSMIT_PAGES = 6;                /* of one frame */
  private static final int BUFFERS = 2;
  private static final int RING = Chip.FIRST_PAGE + BUFFERS * TRANSMIT_PAGES;
  private static final int LEAST = 60;                        /* IEEE 802.3, without the checksum */
  private static final int HEADER = 4;                        /* status, next page, count */
  private static final int GOOD = 0x01;
  private static final int ACCEPT_BROADCAST = 0x04;
  private static final int MONITOR = 0x20;
  private static final int LOOPBACK = 0x02;
  private static final int INTERESTS = Chip.ISR_RECEIVED | Chip.ISR_RECEIVE_ERROR | Chip.ISR_OVERWRITE;
  private static final long SEND_NS = 100_000_000;            /* for a frame: even 16 collisions take less */
  private static final long STOP_MS = 2;                      /* DP8390D, overwrite warning: 1.6 ms */

  private final PciDevice device;
  private final Chip chip;
  private final IoPorts ports;
  private final FrameQueue queue;
  private final long address;
  private final int ringEnd;
  private final byte[] header = new byte[HEADER];
  private int next;                                           /* page of the ring that is read next */
  private int buffer;                                         /* that is written next */

  private final Counter received;
  private final Counter sent;
  private final Counter errors;
  private final Counter overwrites;
  private final Counter resets;
  private final Counter refused;
  private final int interruptEvent = EventLog.register("NIC interrupt");
  private final int outEvent = EventLog.register("packet out");

  /* The first such card of this machine; null when it has none. IllegalStateException when it has one that is broken.
   * */
  public static Ne2k find(FrameQueue queue, Counters counters) {
    List<PciDevice> devices = PciBus.devices();
    for (PciDevice device : devices)
      for (int[] card : CARDS)
        if (device.vendor() == card[0] && device.device() == card[1])
          return new Ne2k(device, queue, counters);
    return null;
  }

  private Ne2k(PciDevice device, FrameQueue queue, Counters counters) {
    this.device = device;
    this.queue = queue;
    ports = device.ioPorts(0);
    if (ports == null || ports.count() < Chip.PORTS)
      throw new IllegalStateException("ne2k: " + device + " has no I/O ports");
    chip = new Chip(ports);
    received = counters.make("nic received");
    sent = counters.make("nic sent");
    errors = counters.make("nic frames damaged");
    overwrites = counters.make("nic ring full");
    resets = counters.make("nic resets");
    refused = counters.make("nic frames not sent");
    address = chip.reset() ? chip.promAddress() : -1;
    if (address < 0)
      throw new IllegalStateException("ne2k: " + device + " does not answer like an NE2000");
    ringEnd = chip.probeMemory();
    if (ringEnd == 0)
      throw new IllegalStateException("ne2k: the memory of " + device + " does not keep what is written to it");
    initialize();
  }

  @Override
  public long address() {
    return address;
  }

  PciDevice device() {
    return device;
  }

  @Override
  public String toString() {
    return "ne2k, ports 0x" + Integer.toHexString(ports.base()) + ", interrupt " + device.interruptNumber() + ", "
      + (ringEnd - RING) / 4 + " KB for what comes";
  }

  /* DP8390D, section 11, initialization sequence. The chip is stopped. */
  private void initialize() {
    ports.out8(Chip.RCR, MONITOR);
    ports.out8(Chip.TCR, LOOPBACK);
    ports.out8(Chip.PSTART, RING);
    ports.out8(Chip.PSTOP, ringEnd);
    ports.out8(Chip.BNRY, RING);
    ports.out8(Chip.ISR, 0xff);
    ports.out8(Chip.CR, Chip.CR_NO_DMA | Chip.CR_PAGE1 | Chip.CR_STOP);
    for (int i = 0; i < 6; i++)
      ports.out8(Chip.PAR0 + i, (int) (address >> 40 - 8 * i) & 0xff);
    for (int i = 0; i < 8; i++)
      ports.out8(Chip.MAR0 + i, 0);
    next = RING + 1;
    ports.out8(Chip.CURR, next);
    ports.out8(Chip.CR, Chip.CR_NO_DMA | Chip.CR_START);
    ports.out8(Chip.TCR, 0);
    ports.out8(Chip.RCR, ACCEPT_BROADCAST);
    ports.out8(Chip.IMR, INTERESTS);
  }

  private void startAgain() {
    resets.add();
    if (chip.reset())
      initialize();
  }

  /* ---- out ---- */

  /* The last access needs no lock: the handler's thread, which goes before this one (InterruptLine), is never found
   * in the middle of its work. And it must have none, for the answer to what goes out may be there with the next
   * instruction, and the handler would have to wait. */
  @Override
  public boolean transmit(byte[] bytes, int offset, int length) {
    if (length < 0 || length > Frame.MOST)
      throw new IllegalArgumentException("a frame of " + length + " bytes");
    if (!load(bytes, offset, length))
      return false;
    sent.add();
    EventLog.log(outEvent, length);                          /* before it is on the wire */
    FrameLog.sends(bytes, offset, length);
    ports.out8(Chip.CR, Chip.CR_NO_DMA | Chip.CR_TRANSMIT | Chip.CR_START);
    return true;
  }

  /* Writes the frame into one of the card's two buffers while the one before may still be going out of the other. */
  private synchronized boolean load(byte[] bytes, int offset, int length) {
    int count = Math.max(length, LEAST);
    int page = Chip.FIRST_PAGE + buffer * TRANSMIT_PAGES;
    if (!chip.write(page * Chip.PAGE, bytes, offset, length, count + 3 & ~3) || !isSent()) {
      refused.add();
      startAgain();
      return false;
    }
    IoPorts ports = this.ports;
    ports.out8(Chip.TPSR, page);
    ports.out8(Chip.TBCR0, count & 0xff);
    ports.out8(Chip.TBCR1, count >> 8);
    buffer = (buffer + 1) % BUFFERS;
    return true;
  }

  private boolean isSent() {
    if ((ports.in8(Chip.CR) & Chip.CR_TRANSMIT) == 0)
      return true;
    long end = System.nanoTime() + SEND_NS;
    while ((ports.in8(Chip.CR) & Chip.CR_TRANSMIT) != 0)
      if (System.nanoTime() - end > 0)
        return false;
    return true;
  }

  /* ---- in ---- */

  /* Acknowledges what the card asks for, logs it, and queues what it has received. For the first-level handler. */
  synchronized void service() {
    IoPorts ports = this.ports;
    int asked;
    while ((asked = ports.in8(Chip.ISR) & INTERESTS) != 0) {
      EventLog.log(interruptEvent, asked);
      ports.out8(Chip.ISR, asked);
      if ((asked & Chip.ISR_RECEIVE_ERROR) != 0)
        errors.add();
      if ((asked & Chip.ISR_OVERWRITE) != 0)
        recover();
      else
        drain();
    }
  }

  /* Empties the ring. */
  private void drain() {
    IoPorts ports = this.ports;
    ports.out8(Chip.CR, Chip.CR_NO_DMA | Chip.CR_PAGE1 | Chip.CR_START);
    int end = ports.in8(Chip.CURR);
    ports.out8(Chip.CR, Chip.CR_NO_DMA | Chip.CR_START);
    while (next != end)
      if (!takeFrame()) {
        startAgain();
        return;
      }
  }

  /* Queues the frame at `next' and gives its pages back; false when there is none. */
  private boolean takeFrame() {
    Chip chip = this.chip;
    chip.beginRead(next * Chip.PAGE);
    chip.read(header, 0, HEADER);
    int word = BigEndian.get32(header, 0);
    int behind = word >> 16 & 0xff;
    int length = (word & 0xff) << 8 | word >> 8 & 0xff;
    length -= HEADER;
    boolean sound = (word >> 24 & GOOD) != 0 && length >= LEAST && length <= Frame.MOST && isBehind(behind, length);
    Frame frame = sound ? queue.free() : null;
    if (frame != null)
      copy(frame.bytes, length + 3 & ~3);
    chip.endRead();
    if (!sound)
      return false;
    if (frame != null) {
      frame.length = length;
      received.add();
      FrameLog.received(frame.bytes, length);
      queue.put();
    }
    next = behind;
    ports.out8(Chip.BNRY, (behind == RING ? ringEnd : behind) - 1);
    return true;
  }

  /* Whether a frame of `length' at `next' can end before page `behind'; chips differ by one page. Where it cannot,
   * the ring has been overwritten: QEMU's card takes a ring that has just become full for empty. */
  private boolean isBehind(int behind, int length) {
    int pages = behind - next;
    if (pages < 0)
      pages += ringEnd - RING;
    int least = 1 + (length + HEADER) / Chip.PAGE;
    return behind >= RING && behind < ringEnd && (pages == least || pages == least + 1);
  }

  /* The content of the frame at `next', behind its header. It may go on at the ring's beginning. */
  private void copy(byte[] to, int count) {
    int first = Math.min(count, (ringEnd - next) * Chip.PAGE - HEADER);
    chip.read(to, 0, first);
    if (first < count) {
      chip.endRead();
      chip.beginRead(RING * Chip.PAGE);
      chip.read(to, first, count - first);
    }
  }

  /* DP8390D, `overwrite of the ring': stop, wait until what is going out must be out, empty the ring, start. */
  private void recover() {
    overwrites.add();
    ports.out8(Chip.CR, Chip.CR_NO_DMA | Chip.CR_STOP);
    pause(STOP_MS);
    ports.out8(Chip.RBCR0, 0);
    ports.out8(Chip.RBCR1, 0);
    ports.out8(Chip.TCR, LOOPBACK);
    ports.out8(Chip.CR, Chip.CR_NO_DMA | Chip.CR_START);
    drain();
    ports.out8(Chip.TCR, 0);
  }

  private static void pause(long millis) {
    long end = System.nanoTime() + millis * 1_000_000;
    while (System.nanoTime() - end < 0)
      Thread.yield();
  }
}
