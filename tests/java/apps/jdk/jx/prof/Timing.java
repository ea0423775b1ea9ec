/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * Stands for translator-instr/library/jx/prof/Timing.java where the programs run on the JDK: there is nothing to switch. */
package jx.prof;

public final class Timing {
  private Timing() {
  }

  public static int on(String pattern) {
    return 0;
  }

  public static int off(String pattern) {
    return 0;
  }
}
