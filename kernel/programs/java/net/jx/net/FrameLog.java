/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * Tells the profiler of the IP packets that a card sends and receives, as near to the wire as a driver is. Both ends
 * know a packet by its identification, its place among the fragments, and the four bytes in which UDP has length and
 * checksum: the identification alone comes again after 65536 packets. */
package jx.net;

import jx.mem.BigEndian;
import jx.prof.MessageLog;

public final class FrameLog {
  private static final int TYPE = 12;
  private static final int TYPE_IP = 0x0800;
  private static final int IP = 14;
  private static final int CONTENT = IP + 20;
  private static final int LEAST = CONTENT + 8;

  private FrameLog() {
  }

  /* The frame b[at .. at + length) is about to leave. */
  public static void sends(byte[] b, int at, int length) {
    if (MessageLog.isOn() && isPacket(b, at, length))
      log(b, at, MessageLog.SENT, BigEndian.get32(b, at + IP + 12), BigEndian.get32(b, at + IP + 16));
  }

  /* The frame b[0 .. length) has come. */
  public static void received(byte[] b, int length) {
    if (MessageLog.isOn() && isPacket(b, 0, length))
      log(b, 0, 0, BigEndian.get32(b, IP + 16), BigEndian.get32(b, IP + 12));
  }

  private static boolean isPacket(byte[] b, int at, int length) {
    return length >= LEAST && BigEndian.get16(b, at + TYPE) == TYPE_IP;
  }

  private static void log(byte[] b, int at, int flags, int local, int peer) {
    long key = (long) BigEndian.get32(b, at + IP + 4) << 32 | BigEndian.get32(b, at + CONTENT + 4) & 0xffffffffL;
    MessageLog.log(MessageLog.DRIVER, flags, local, 0, peer, 0, 0, 0, key, BigEndian.get16(b, at + IP + 2));
  }
}
