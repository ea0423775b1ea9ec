/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * The registers of an NE2000: a DP8390 network controller, with memory of its own that is reached through one data
 * port (`remote DMA'). Sources: National Semiconductor DP8390D data sheet (registers, initialisation), Realtek
 * RTL8029AS data sheet (the PCI card). Names are the data sheets'.
 *
 * The memory begins at page FIRST_PAGE, a page has 256 bytes. Not synchronized: Ne2k is. */
package jx.net.ne2k;

import jx.hw.IoPorts;

final class Chip {
  static final int PAGE = 256;
  static final int FIRST_PAGE = 0x40;

  /* Registers: page 0 when read and written, page 1. */
  static final int CR = 0x00;
  static final int PSTART = 0x01;
  static final int PSTOP = 0x02;
  static final int BNRY = 0x03;
  static final int TPSR = 0x04;
  static final int TBCR0 = 0x05;
  static final int TBCR1 = 0x06;
  static final int ISR = 0x07;
  static final int RSAR0 = 0x08;
  static final int RSAR1 = 0x09;
  static final int RBCR0 = 0x0a;
  static final int RBCR1 = 0x0b;
  static final int RCR = 0x0c;
  static final int TCR = 0x0d;
  static final int DCR = 0x0e;
  static final int IMR = 0x0f;
  static final int PAR0 = 0x01;
  static final int CURR = 0x07;
  static final int MAR0 = 0x08;

  /* Ports of the card besides. */
  static final int DATA = 0x10;
  static final int RESET = 0x1f;
  static final int PORTS = 0x20;

  static final int CR_STOP = 0x01;
  static final int CR_START = 0x02;
  static final int CR_TRANSMIT = 0x04;
  private static final int CR_READ = 0x08;
  private static final int CR_WRITE = 0x10;
  static final int CR_NO_DMA = 0x20;
  static final int CR_PAGE1 = 0x40;

  static final int ISR_RECEIVED = 0x01;
  static final int ISR_RECEIVE_ERROR = 0x04;
  static final int ISR_OVERWRITE = 0x10;
  private static final int ISR_DMA_DONE = 0x40;
  private static final int ISR_RESET = 0x80;

  private static final int DCR_WORDS = 0x49;       /* 16 bits at a time, FIFO threshold 8 bytes, no loopback */
  private static final int DCR_BYTES = 0x48;

  private static final int READ_MOST = 0x600;      /* a frame with its header, rounded up */

  private static final long PATIENCE_NS = 20_000_000;   /* what drivers of this chip grant a DMA or a reset */

  final IoPorts ports;
  private boolean wide;                            /* the data port takes 32 bits */
  private final byte[] tail = new byte[4];

  Chip(IoPorts ports) {
    this.ports = ports;
  }

  /* Resets the chip and leaves it stopped, with the memory accessible; false when it does not answer. */
  boolean reset() {
    ports.out8(RESET, ports.in8(RESET));
    if (!waitFor(ISR_RESET))
      return false;
    ports.out8(CR, CR_NO_DMA | CR_STOP);
    ports.out8(DCR, DCR_WORDS);
    ports.out8(RBCR0, 0);
    ports.out8(RBCR1, 0);
    ports.out8(IMR, 0);
    ports.out8(ISR, 0xff);
    return true;
  }

  private boolean waitFor(int bit) {
    if ((ports.in8(ISR) & bit) != 0)
      return true;
    long end = System.nanoTime() + PATIENCE_NS;
    while ((ports.in8(ISR) & bit) == 0)
      if (System.nanoTime() - end > 0)
        return false;
    return true;
  }

  private void beginDma(int address, int count, int command) {
    IoPorts ports = this.ports;
    ports.out8(RBCR0, count & 0xff);
    ports.out8(RBCR1, count >> 8);
    ports.out8(RSAR0, address & 0xff);
    ports.out8(RSAR1, address >> 8);
    ports.out8(CR, command | CR_START);
  }

  /* Begins to read the card's memory at `address', up to READ_MOST bytes of it. */
  void beginRead(int address) {
    beginDma(address, READ_MOST, CR_READ);
  }

  /* Reads the next `count' bytes, a multiple of 4, into b[at ..]. */
  void read(byte[] b, int at, int count) {
    if (wide)
      ports.read32(DATA, b, at, count / 4);
    else
      ports.read16(DATA, b, at, count / 2);
  }

  /* Ends reading before READ_MOST bytes have been read. */
  void endRead() {
    ports.out8(CR, CR_NO_DMA | CR_START);
  }

  /* Writes b[at .. at + count) to the card's memory, and zeros up to `total' bytes, a multiple of 4; if that is less than
   * a word more, whatever lies behind in the array, which saves the last word an access of its own. False when the card
   * does not say that it is done. */
  boolean write(int address, byte[] b, int at, int count, int total) {
    ports.out8(ISR, ISR_DMA_DONE);
    beginDma(address, total, CR_WRITE);
    int written = total - count < 4 && at + total <= b.length ? total : count & ~3;
    writeWords(b, at, written / 4);
    while (written < total) {
      for (int i = 0; i < 4; i++)
        tail[i] = written + i < count ? b[at + written + i] : 0;
      writeWords(tail, 0, 1);
      written += 4;
    }
    return waitFor(ISR_DMA_DONE);
  }

  private void writeWords(byte[] b, int at, int words) {
    if (wide)
      ports.write32(DATA, b, at, words);
    else
      ports.write16(DATA, b, at, 2 * words);
  }

  /* The card's Ethernet address, out of its PROM, where every byte stands twice; -1 when there is no NE2000's mark
   * behind it. After reset(). */
  long promAddress() {
    ports.out8(DCR, DCR_BYTES);
    beginDma(0, 32, CR_READ);
    long address = 0;
    int mark = 0;
    for (int i = 0; i < 32; i++) {
      int octet = ports.in8(DATA);
      if (i % 2 == 0 && i < 12)
        address = address << 8 | octet;
      else if (i == 28 || i == 30)
        mark = mark << 8 | octet;
    }
    ports.out8(CR, CR_NO_DMA | CR_STOP);
    ports.out8(DCR, DCR_WORDS);
    return mark == 0x5757 ? address : -1;
  }

  /* Finds out whether the data port takes 32 bits at a time, which not all cards do, and how much memory there is: 16
   * KB, or 32. Returns the page behind the last one; 0 when the memory keeps nothing. After reset(). */
  int probeMemory() {
    wide = true;
    if (!keeps(FIRST_PAGE, 0x5a)) {
      wide = false;
      if (!reset() || !keeps(FIRST_PAGE, 0x5a))
        return 0;
    }
    boolean more = keeps(FIRST_PAGE + 0x40, 0xa5) && holds(FIRST_PAGE, 0x5a);
    return FIRST_PAGE + (more ? 0x80 : 0x40);
  }

  private boolean keeps(int page, int seed) {
    byte[] pattern = new byte[16];
    for (int i = 0; i < pattern.length; i++)
      pattern[i] = (byte) (seed + 7 * i);
    return write(page * PAGE, pattern, 0, pattern.length, pattern.length) && holds(page, seed);
  }

  /* Read in the width that is not being tried, so that a card which mixes up its words is found out. */
  private boolean holds(int page, int seed) {
    byte[] found = new byte[16];
    beginDma(page * PAGE, found.length, CR_READ);
    ports.read16(DATA, found, 0, found.length / 2);
    for (int i = 0; i < found.length; i++)
      if (found[i] != (byte) (seed + 7 * i))
        return false;
    return true;
  }
}
