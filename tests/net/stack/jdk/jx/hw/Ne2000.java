/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * A model of an NE2000 card, from the DP8390D data sheet: what QEMU's does not do is here, so that the driver meets
 * it: little memory, a data port for words of 16 bits only, a ring that is overwritten, a chip that hangs. A use that
 * the data sheet forbids throws. */
package jx.hw;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

public final class Ne2000 {
  static final int PORTS = 0x20;
  private static final int PAGE = 256;
  private static final int STOP = 1;
  private static final int TRANSMIT = 4;
  private static final int OVERWRITE = 0x10;

  /* The one in the machine; null: none. */
  public static Ne2000 card;

  /* What kind of card it is, and what is wrong with it. */
  public boolean wide = true;              /* the data port takes 32 bits */
  public int pages = 0x80;                 /* of memory, from page 0x40 on; what lies behind is the same again */
  public boolean mute;                     /* no answer to a reset */
  public boolean hangs;                    /* what is to be sent is not */
  private boolean held;                    /* the handler is not let run */
  private boolean handlerWaits;

  public final List<byte[]> sent = new ArrayList<>();

  private final byte[] memory = new byte[0x10000];
  private final int[] page0 = new int[16];
  private final int[] page1 = new int[16];
  private int cr = STOP;
  private int isr;
  private int address;                     /* of remote DMA */
  private int left;

  public Ne2000(long ether) {
    for (int i = 0; i < 16; i++) {
      byte octet = (byte) (i < 6 ? ether >> 40 - 8 * i : i < 14 ? 0 : 0x57);
      memory[2 * i] = octet;
      memory[2 * i + 1] = octet;
    }
  }

  private int place(int at) {
    return at < 0x4000 ? at : 0x4000 + (at - 0x4000) % (pages * PAGE);
  }

  /* ---- registers ---- */

  synchronized int in8(int port) {
    if (port == 0x1f && !mute) {
      isr |= 0x80;
      cr = STOP;
    }
    if (port == 0x10)
      return memory[place(next(1))] & 0xff;
    if (port == 0)
      return cr;
    if ((cr & 0x40) != 0)
      return page1[port];
    return port == 7 ? isr : 0;
  }

  synchronized void out8(int port, int value) {
    if (port == 0)
      command(value);
    else if (port < 0x10 && (cr & 0x40) != 0)
      page1[port] = value;
    else if (port == 7)
      isr &= ~value;
    else if (port < 0x10)
      page0[port] = value;
    notifyAll();
  }

  private void command(int value) {
    if ((value & 0x38) == 0)
      throw new IllegalStateException("CR with neither a DMA nor its end");
    if ((value & 0x18) != 0 && (value & 0x20) == 0) {
      address = page0[8] | page0[9] << 8;
      left = page0[10] | page0[11] << 8;
    } else {
      left = 0;
    }
    cr = value | cr & TRANSMIT;                /* only the chip takes that bit away */
    if ((value & TRANSMIT) != 0 && !hangs)
      transmit();
  }

  private void transmit() {
    int length = page0[5] | page0[6] << 8;
    int from = page0[4] * PAGE;
    cr &= ~TRANSMIT;
    isr |= 2;
    if ((page0[13] & 6) == 0)
      sent.add(Arrays.copyOfRange(memory, from, from + length));
  }

  /* ---- remote DMA ---- */

  private int next(int width) {
    if (left < width)
      throw new IllegalStateException("the data port is used beyond the DMA's count");
    int at = address;
    address += width;
    left -= width;
    if (address == page0[2] * PAGE)
      address = page0[1] * PAGE;
    if (left == 0)
      isr |= 0x40;
    return at;
  }

  synchronized void read(int port, byte[] to, int at, int count, int width) {
    check(port);
    for (int i = 0; i < count; i++)
      for (int k = 0; k < width; k += 2) {
        int from = wide || k == 0 ? place(next(2)) : -1;
        to[at++] = from < 0 ? -1 : memory[from];
        to[at++] = from < 0 ? -1 : memory[from + 1];
      }
  }

  synchronized void write(int port, byte[] from, int at, int count, int width) {
    check(port);
    for (int i = 0; i < count; i++, at += width)
      for (int k = 0; k < width; k += 2)
        if (wide || k == 0) {
          int to = place(next(2));
          memory[to] = from[at + k];
          memory[to + 1] = from[at + k + 1];
        }
  }

  private void check(int port) {
    if (port != 0x10 || (page0[14] & 1) == 0)
      throw new IllegalStateException("words go through the data port, after DCR has been told of them");
  }

  /* ---- the network's side ---- */

  /* A frame comes in; what the chip does with it. */
  public synchronized void receive(byte[] frame) {
    if ((cr & STOP) != 0 || (page0[13] & 6) != 0 || (page0[12] & 0x20) != 0)
      return;
    int needed = (4 + frame.length + 4 + PAGE - 1) / PAGE;     /* with header and checksum */
    int start = page0[1];
    int ring = page0[2] - start;
    int room = (page0[3] - page1[7] + ring) % ring;
    if (needed >= (room == 0 ? ring : room)) {
      isr |= OVERWRITE;
    } else {
      int behind = start + (page1[7] - start + needed) % ring;
      store(frame, behind, ring * PAGE);
      page1[7] = behind;
      isr |= 1;
    }
    notifyAll();
  }

  private void store(byte[] frame, int behind, int bytes) {
    int count = frame.length + 4;
    byte[] all = new byte[count];
    all[0] = 1;
    all[1] = (byte) behind;
    all[2] = (byte) count;
    all[3] = (byte) (count >> 8);
    System.arraycopy(frame, 0, all, 4, frame.length);
    int start = page0[1] * PAGE;
    for (int i = 0; i < count; i++)
      memory[start + (page1[7] * PAGE - start + i) % bytes] = all[i];
  }

  /* The same, and something ruins its header at once. */
  public synchronized void receiveSpoilt(byte[] frame) {
    int header = page1[7] * PAGE;
    receive(frame);
    memory[header + 1] = 0;
  }

  /* ---- its interrupt ---- */

  /* The handler does not run from now on, or does again. */
  public synchronized void hold(boolean hold) throws InterruptedException {
    held = hold;
    notifyAll();
    while (held && !handlerWaits)
      wait();
  }

  /* Waits until the handler has served all that the card asked for, and waits for more. */
  public synchronized void awaitHandler() throws InterruptedException {
    while (!handlerWaits || (isr & page0[15]) != 0)
      wait();
  }

  synchronized boolean await(int millis) {
    long end = System.nanoTime() + millis * 1_000_000L;
    handlerWaits = true;
    notifyAll();
    while (held || (isr & page0[15]) == 0 && System.nanoTime() < end)
      try {
        wait(1 + Math.max(0, (end - System.nanoTime()) / 1_000_000));
      } catch (InterruptedException e) {
        break;
      }
    handlerWaits = false;
    return (isr & page0[15]) != 0;
  }
}
