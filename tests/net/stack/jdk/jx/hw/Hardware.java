/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * Stands for kernel/programs/java/net/jx/hw/Hardware.java on the JDK: a machine with one PCI card, Ne2000.card, or none. */
package jx.hw;

final class Hardware {
  private static final int CARD = 3 << 3;                  /* bus 0, slot 3 */
  private static final int BASE = 0xc000;
  private static final int LINE = 11;

  /* A handler's thread goes with the card that was there when it began. */
  private static final ThreadLocal<Ne2000> attached = new ThreadLocal<>();

  private static int command;
  private static int bar = BASE | 1;

  private Hardware() {
  }

  private static int offset(int port) {
    if (port < BASE || port >= BASE + Ne2000.PORTS || (command & 1) == 0)
      throw new IllegalStateException("port 0x" + Integer.toHexString(port) + " is used, which nobody decodes");
    return port - BASE;
  }

  static int in8(int port) {
    return Ne2000.card.in8(offset(port));
  }

  static int in16(int port) {
    throw new IllegalStateException("single words are not read");
  }

  static int in32(int port) {
    throw new IllegalStateException("single words are not read");
  }

  static void out8(int port, int value) {
    Ne2000.card.out8(offset(port), value);
  }

  static void out16(int port, int value) {
    throw new IllegalStateException("single words are not written");
  }

  static void out32(int port, int value) {
    throw new IllegalStateException("single words are not written");
  }

  static void read16(int port, byte[] bytes, int offset, int count) {
    Ne2000.card.read(offset(port), bytes, offset, count, 2);
  }

  static void read32(int port, byte[] bytes, int offset, int count) {
    Ne2000.card.read(offset(port), bytes, offset, count, 4);
  }

  static void write16(int port, byte[] bytes, int offset, int count) {
    Ne2000.card.write(offset(port), bytes, offset, count, 2);
  }

  static void write32(int port, byte[] bytes, int offset, int count) {
    Ne2000.card.write(offset(port), bytes, offset, count, 4);
  }

  static int readConfig(int function, int offset) {
    if (function != CARD || Ne2000.card == null)
      return -1;
    switch (offset) {
      case 0x00:
        return 0x802910ec;
      case 0x04:
        return command;
      case 0x08:
        return 0x02000000;
      case 0x10:
        return bar;
      case 0x3c:
        return 0x0100 | LINE;
      default:
        return 0;
    }
  }

  static void writeConfig(int function, int offset, int value) {
    if (offset == 0x04)
      command = value;
    else if (offset == 0x10)
      bar = value & -Ne2000.PORTS | 1;
  }

  static boolean attach(int line) {
    attached.set(Ne2000.card);
    return line == LINE;
  }

  static boolean await(int line, int millis) {
    boolean asked = attached.get().await(millis);
    while (attached.get() != Ne2000.card)
      attached.get().await(Integer.MAX_VALUE);
    return asked;
  }
}
