/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * A source of bytes. */
package java.io;

public abstract class InputStream implements Closeable {
  /* The next byte, 0 to 255, or -1 at the end. */
  public abstract int read() throws IOException;

  public int read(byte[] bytes) throws IOException {
    return read(bytes, 0, bytes.length);
  }

  public int read(byte[] bytes, int offset, int count) throws IOException {
    java.util.Objects.checkFromIndexSize(offset, count, bytes.length);
    int done = 0;
    for (int b; done < count && (b = read()) >= 0; done++)
      bytes[offset + done] = (byte) b;
    return done == 0 && count > 0 ? -1 : done;
  }

  public byte[] readAllBytes() throws IOException {
    byte[] bytes = new byte[8192];
    int length = 0;
    for (int got; (got = read(bytes, length, bytes.length - length)) >= 0;) {
      length += got;
      if (length == bytes.length)
        bytes = java.util.Arrays.copyOf(bytes, 2 * length);
    }
    return java.util.Arrays.copyOf(bytes, length);
  }

  /* Up to `most` bytes: fewer at the end alone. */
  public byte[] readNBytes(int most) throws IOException {
    if (most < 0)
      throw new IllegalArgumentException("len < 0");
    byte[] bytes = new byte[Math.min(most, 8192)];
    int length = 0;
    for (int got; length < most && (got = read(bytes, length, bytes.length - length)) >= 0;) {
      length += got;
      if (length == bytes.length && length < most)
        bytes = java.util.Arrays.copyOf(bytes, (int) Math.min(most, 2L * length));
    }
    return java.util.Arrays.copyOf(bytes, length);
  }

  public int readNBytes(byte[] bytes, int offset, int count) throws IOException {
    java.util.Objects.checkFromIndexSize(offset, count, bytes.length);
    int done = 0;
    for (int got; done < count && (got = read(bytes, offset + done, count - done)) >= 0;)
      done += got;
    return done;
  }

  public long skip(long count) throws IOException {
    byte[] passed = new byte[(int) Math.max(0, Math.min(count, 2048))];
    long done = 0;
    for (int got; done < count && (got = read(passed, 0, (int) Math.min(passed.length, count - done))) >= 0;)
      done += got;
    return done;
  }

  public void skipNBytes(long count) throws IOException {
    while (count > 0) {
      long step = skip(count);
      if (step < 0 || step > count)
        throw new IOException("Unable to skip exactly");
      if (step == 0) {
        if (read() < 0)
          throw new EOFException();
        step = 1;
      }
      count -= step;
    }
  }

  public long transferTo(OutputStream out) throws IOException {
    java.util.Objects.requireNonNull(out, "out");
    byte[] bytes = new byte[8192];
    long done = 0;
    for (int got; (got = read(bytes, 0, bytes.length)) >= 0; done += got)
      out.write(bytes, 0, got);
    return done;
  }

  public boolean markSupported() {
    return false;
  }

  public void mark(int limit) {
  }

  public void reset() throws IOException {
    throw new IOException("mark/reset not supported");
  }

  public static InputStream nullInputStream() {
    return new ByteArrayInputStream(new byte[0]);
  }

  public int available() throws IOException {
    return 0;
  }

  @Override
  public void close() throws IOException {
  }
}
