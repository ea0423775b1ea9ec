/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * One request and its answer, as bytes in the buffers of a connection that is made for it and thrown away. */
package cache;

final class Connection {
  /* What servers commonly set aside for a request's head, and for an answer. */
  private static final int IN_BYTES = 8192, OUT_BYTES = 16384;

  private final byte[] in = new byte[IN_BYTES], out = new byte[OUT_BYTES];
  private int received, sent;

  /* The client's side: `line' arrives. */
  Connection(String line) {
    byte[] bytes = line.getBytes();
    received = Math.min(bytes.length, IN_BYTES);
    System.arraycopy(bytes, 0, in, 0, received);
  }

  String line() {
    return new String(in, 0, received);
  }

  /* Appends to the answer; what exceeds the buffer is cut off. */
  void send(byte[] bytes) {
    int part = Math.min(bytes.length, OUT_BYTES - sent);
    System.arraycopy(bytes, 0, out, sent, part);
    sent += part;
  }

  /* FNV-1a with 32 bits (draft-eastlake-fnv) over what has been sent. */
  int digest() {
    int hash = 0x811c9dc5;
    for (int i = 0; i < sent; i++)
      hash = (hash ^ out[i]) * 0x01000193;
    return hash;
  }
}
