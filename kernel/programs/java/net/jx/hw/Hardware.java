/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * The machine below (translator-instr/runtime/kernel/hw_kernel.c). Only this package sees it: it hands out a device's ports and its
 * interrupt line as objects, which reach nothing else. Each native refuses ports of the kernel's own devices with
 * IllegalArgumentException, and a range beyond an array with ArrayIndexOutOfBoundsException. In a Linux process each
 * throws UnsatisfiedLinkError. */
package jx.hw;

final class Hardware {
  private Hardware() {
  }

  static native int in8(int port);

  static native int in16(int port);

  static native int in32(int port);

  static native void out8(int port, int value);

  static native void out16(int port, int value);

  static native void out32(int port, int value);

  /* `count' words of 16 or 32 bits, between a port and bytes[offset ..]. */
  static native void read16(int port, byte[] bytes, int offset, int count);

  static native void read32(int port, byte[] bytes, int offset, int count);

  static native void write16(int port, byte[] bytes, int offset, int count);

  static native void write32(int port, byte[] bytes, int offset, int count);

  /* The 32-bit register at `offset', a multiple of 4, in the configuration space of a PCI function: bus in bits 15-8,
   * slot in 7-3, function in 2-0. */
  static native int readConfig(int function, int offset);

  static native void writeConfig(int function, int offset, int value);

  /* Gives an interrupt line to the calling thread; false when another thread has it. */
  static native boolean attach(int line);

  /* Waits for the next interrupt on the calling thread's line; false when `millis' have gone by without one. */
  static native boolean await(int line, int millis);
}
