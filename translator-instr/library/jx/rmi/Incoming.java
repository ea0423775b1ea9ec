/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * A channel as the machine has it that is called: the call that is coming in, is being performed, or has been answered last. */
package jx.rmi;

final class Incoming {
  /* What the call is. */
  static final int RECEIVING = 0;
  static final int WORKING = 1;
  static final int DONE = 2;

  final long id;
  final int address;
  final int port;
  int number;          /* of the call; 0: there was none */
  int state = DONE;
  int xid;             /* of the message that brought the last part */
  int lastLength;      /* ... and that message's bytes */
  int program;
  int procedure;
  byte[] request;      /* `received' bytes of it have come */
  int received;
  byte[] reply = new byte[0];
  long used;           /* System.nanoTime() */

  Incoming(long id, int address, int port) {
    this.id = id;
    this.address = address;
    this.port = port;
  }

  /* Bytes that it takes. */
  int size() {
    return (request == null ? 0 : request.length) + reply.length;
  }
}
