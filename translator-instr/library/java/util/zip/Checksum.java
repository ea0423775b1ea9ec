/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * A number that tells bytes from others. */
package java.util.zip;

import java.nio.ByteBuffer;

public interface Checksum {
  void update(int b);

  default void update(byte[] bytes) {
    update(bytes, 0, bytes.length);
  }

  void update(byte[] bytes, int offset, int count);

  /* What remains in `bytes`. */
  default void update(ByteBuffer bytes) {
    byte[] copy = new byte[bytes.remaining()];
    bytes.get(copy);
    update(copy, 0, copy.length);
  }

  long getValue();

  void reset();
}
