/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * A stream whose bytes are summed up as they are read. */
package java.util.zip;

import java.io.FilterInputStream;
import java.io.IOException;
import java.io.InputStream;

public class CheckedInputStream extends FilterInputStream {
  private final Checksum sum;

  public CheckedInputStream(InputStream in, Checksum sum) {
    super(in);
    this.sum = sum;
  }

  @Override
  public int read() throws IOException {
    int b = in.read();
    if (b >= 0)
      sum.update(b);
    return b;
  }

  @Override
  public int read(byte[] bytes, int offset, int count) throws IOException {
    int got = in.read(bytes, offset, count);
    if (got > 0)
      sum.update(bytes, offset, got);
    return got;
  }

  public long skip(long count) throws IOException {
    byte[] skipped = new byte[512];
    long done = 0;
    while (done < count) {
      int got = read(skipped, 0, (int) Math.min(count - done, skipped.length));
      if (got < 0)
        break;
      done += got;
    }
    return done;
  }

  public Checksum getChecksum() {
    return sum;
  }
}
