/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * Several sources, one after the other. */
package java.io;

import java.util.Collections;
import java.util.Enumeration;
import java.util.List;

public class SequenceInputStream extends InputStream {
  private final Enumeration<? extends InputStream> rest;
  private InputStream in;

  public SequenceInputStream(Enumeration<? extends InputStream> sources) {
    rest = sources;
    advance();
  }

  public SequenceInputStream(InputStream first, InputStream second) {
    this(Collections.enumeration(List.of(first, second)));
  }

  private void advance() {
    in = rest.hasMoreElements() ? java.util.Objects.requireNonNull(rest.nextElement()) : null;
  }

  private void closeOne() throws IOException {
    in.close();
    advance();
  }

  @Override
  public int available() throws IOException {
    return in == null ? 0 : in.available();
  }

  @Override
  public int read() throws IOException {
    for (; in != null; closeOne()) {
      int b = in.read();
      if (b >= 0)
        return b;
    }
    return -1;
  }

  @Override
  public int read(byte[] bytes, int offset, int count) throws IOException {
    if (in == null)
      return -1;
    java.util.Objects.checkFromIndexSize(offset, count, bytes.length);
    if (count == 0)
      return 0;
    for (; in != null; closeOne()) {
      int got = in.read(bytes, offset, count);
      if (got > 0)
        return got;
    }
    return -1;
  }

  @Override
  public void close() throws IOException {
    while (in != null)
      closeOne();
  }
}
