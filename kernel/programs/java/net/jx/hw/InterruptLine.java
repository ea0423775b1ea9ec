/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * A device's interrupt line, in the hands of the thread that is its first-level handler (JX paper, section 4:
 * IRQThread).
 *
 * Made by that thread, which from then on goes before all others and so must be quick. When the device asks for
 * attention the kernel masks the line and lets the thread run; the line stays masked until the thread waits again, by
 * when it has made the device content. */
package jx.hw;

public final class InterruptLine {
  private final int line;

  InterruptLine(int line) {
    this.line = line;
    if (!Hardware.attach(line))
      throw new IllegalStateException("interrupt line " + line + " is another driver's");
  }

  public int number() {
    return line;
  }

  /* Waits for the device, at most `millis' (and a tick); false when it did not ask. For the thread that made this. */
  public boolean await(int millis) {
    return Hardware.await(line, millis);
  }
}
