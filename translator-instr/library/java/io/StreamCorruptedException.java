/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * What is read is no object stream. */
package java.io;

public class StreamCorruptedException extends ObjectStreamException {
  public StreamCorruptedException() {
  }

  public StreamCorruptedException(String reason) {
    super(reason);
  }
}
