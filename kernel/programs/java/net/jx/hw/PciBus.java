/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * Finds what is on the PCI buses: bus 0, and the buses behind bridges. */
package jx.hw;

import java.util.ArrayList;
import java.util.List;

public final class PciBus {
  private static final int BUSES = 256;
  private static final int SLOTS = 32;
  private static final int FUNCTIONS = 8;

  private static final int HEADER = 0x0c;          /* the type is in bits 22-16; bit 23: several functions */
  private static final int BRIDGE_BUSES = 0x18;    /* of the bus behind it in bits 15-8 */
  private static final int NOBODY = 0xffff;        /* the vendor that an empty slot reads as */

  private final List<PciDevice> devices = new ArrayList<>();
  private final boolean[] seen = new boolean[BUSES];

  private PciBus() {
  }

  /* All devices there are. */
  public static List<PciDevice> devices() {
    PciBus scan = new PciBus();
    scan.bus(0);
    return scan.devices;
  }

  private void bus(int bus) {
    if (seen[bus])
      return;
    seen[bus] = true;
    for (int slot = 0; slot < SLOTS; slot++)
      slot(bus << 8 | slot << 3);
  }

  private void slot(int first) {
    if (!function(first) || (Hardware.readConfig(first, HEADER) >> 23 & 1) == 0)
      return;
    for (int i = 1; i < FUNCTIONS; i++)
      function(first | i);
  }

  private boolean function(int function) {
    int identity = Hardware.readConfig(function, 0);
    if ((identity & 0xffff) == NOBODY)
      return false;
    devices.add(new PciDevice(function, identity));
    if ((Hardware.readConfig(function, HEADER) >> 16 & 0x7f) == 1)
      bus(Hardware.readConfig(function, BRIDGE_BUSES) >> 8 & 0xff);
    return true;
  }
}
