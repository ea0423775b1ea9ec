/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * Messages to other machines and from them, in the profile of the machine: what joins the profiles of several machines
 * (host-tools/NETWORK.md). Each layer of the network's code tells of the messages that it sends and receives. */
package jx.prof;

public final class MessageLog {
  /* Layers: WIRE_LAYERS of serial-xfer/format/wire.h. */
  public static final int DRIVER = 1;
  public static final int UDP = 2;
  public static final int RPC = 3;

  /* Flags: WIRE_MESSAGE_FLAGS. */
  public static final int SENT = 1;
  public static final int REPLY = 2;
  public static final int AGAIN = 4;

  private MessageLog() {
  }

  /* Whether messages are recorded: for a caller who would have to look into the message first. */
  public static native boolean isOn();

  /* Tells of a message: before it is given away, or when it has come. Addresses are jx.net.Address's; `program' and
   * `procedure' are 0 where there is none; `key' is what both ends know the message by. */
  public static native void log(int layer, int flags, int local, int localPort, int peer, int peerPort, int program,
                                int procedure, long key, int bytes);
}
