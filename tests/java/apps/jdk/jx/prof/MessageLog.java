/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * Stands for translator-instr/library/jx/prof/MessageLog.java on the JDK, where there is no profiler to tell. */
package jx.prof;

public final class MessageLog {
  public static final int DRIVER = 1;
  public static final int UDP = 2;
  public static final int RPC = 3;
  public static final int SENT = 1;
  public static final int REPLY = 2;
  public static final int AGAIN = 4;

  private MessageLog() {
  }

  public static boolean isOn() {
    return false;
  }

  public static void log(int layer, int flags, int local, int localPort, int peer, int peerPort, int program,
                         int procedure, long key, int bytes) {
  }
}
