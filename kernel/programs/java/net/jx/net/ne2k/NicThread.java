/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * The card's first-level handler (JX paper, section 4: IRQThread): acknowledges an interrupt, queues what has come,
 * and lets the packet thread do the rest. A daemon, before all other threads of the program. */
package jx.net.ne2k;

import jx.hw.InterruptLine;

public final class NicThread extends Thread {
  /* It looks at the card so often even without an interrupt: one that got lost costs this much time, not the network.
   * */
  private static final int LOOK_MS = 1000;

  private final Ne2k nic;
  private RuntimeException failure;
  private boolean ready;

  public NicThread(Ne2k nic) {
    super("NIC-IRQThread" + nic.device().interruptNumber());
    this.nic = nic;
    setDaemon(true);
  }

  @Override
  public void run() {
    InterruptLine line = attach();
    while (line != null) {
      line.await(LOOK_MS);
      nic.service();
    }
  }

  /* null when it cannot be had. */
  private InterruptLine attach() {
    InterruptLine line = null;
    RuntimeException why = null;
    try {
      line = nic.device().interruptLine();
    } catch (IllegalStateException e) {
      why = e;
    }
    synchronized (this) {
      failure = why;
      ready = true;
      notifyAll();
    }
    return line;
  }

  /* Starts it; IllegalStateException when the card's interrupt line cannot be had. */
  public synchronized void begin() throws InterruptedException {
    start();
    while (!ready)
      wait();
    if (failure != null)
      throw failure;
  }
}
