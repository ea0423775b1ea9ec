/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * A function of a device on the PCI bus: what it says of itself, and the way to its ports and its interrupt line. The
 * firmware has given it addresses. Source: PCI Local Bus Specification 2.2, chapter 6. */
package jx.hw;

public final class PciDevice {
  private static final int COMMAND = 0x04;
  private static final int CLASS = 0x08;
  private static final int FIRST_BAR = 0x10;
  private static final int INTERRUPT = 0x3c;

  private static final int COMMAND_IO = 1;
  private static final int BAR_IS_IO = 1;
  private static final int BARS = 6;

  private final int function;
  private final int identity;

  PciDevice(int function, int identity) {
    this.function = function;
    this.identity = identity;
  }

  public int vendor() {
    return identity & 0xffff;
  }

  public int device() {
    return identity >>> 16;
  }

  /* Class, subclass and programming interface, a byte each: 0x020000 is an Ethernet card. */
  public int classCode() {
    return Hardware.readConfig(function, CLASS) >>> 8;
  }

  /* The ports that base address register `bar' (0 to 5) stands for, ready for use; null when it stands for none. */
  public IoPorts ioPorts(int bar) {
    if (bar < 0 || bar >= BARS)
      throw new IndexOutOfBoundsException("base address register " + bar);
    int register = FIRST_BAR + 4 * bar;
    int address = Hardware.readConfig(function, register);
    if ((address & BAR_IS_IO) == 0 || (address & ~3) == 0)
      return null;
    int count = -(sizeMask(register, address) & ~3 | 0xffff0000);
    Hardware.writeConfig(function, COMMAND, Hardware.readConfig(function, COMMAND) & 0xffff | COMMAND_IO);
    return new IoPorts(address & 0xfffc, count);
  }

  /* Bits of an address that can be set: the bits above the device's own. It must not answer meanwhile. */
  private int sizeMask(int register, int address) {
    int command = Hardware.readConfig(function, COMMAND) & 0xffff;
    Hardware.writeConfig(function, COMMAND, command & ~COMMAND_IO);
    Hardware.writeConfig(function, register, -1);
    int mask = Hardware.readConfig(function, register);
    Hardware.writeConfig(function, register, address);
    Hardware.writeConfig(function, COMMAND, command);
    return mask;
  }

  /* The number of its interrupt line; -1 when it has none. */
  public int interruptNumber() {
    int register = Hardware.readConfig(function, INTERRUPT);
    boolean none = (register >> 8 & 0xff) == 0 || (register & 0xff) >= 16;
    return none ? -1 : register & 0xff;
  }

  /* Makes the calling thread its first-level handler; IllegalStateException when it cannot be. */
  public InterruptLine interruptLine() {
    int number = interruptNumber();
    if (number < 0)
      throw new IllegalStateException("the firmware gave " + this + " no interrupt line");
    return new InterruptLine(number);
  }

  @Override
  public String toString() {
    return "PCI device " + (function >> 8) + ":" + (function >> 3 & 31) + "." + (function & 7);
  }
}
