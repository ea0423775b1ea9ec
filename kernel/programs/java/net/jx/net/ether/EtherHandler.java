/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * What is done with frames of one type. */
package jx.net.ether;

public interface EtherHandler {
  /* b[at .. at + length) is the content, with its padding. `broadcast': it was sent to all hosts. */
  void receive(byte[] b, int at, int length, boolean broadcast);
}
