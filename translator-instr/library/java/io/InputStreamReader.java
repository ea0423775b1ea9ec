/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * Characters out of bytes. What a read brings is decoded as far as it is whole; the beginning of a character
 * waits for the rest. */
package java.io;

import java.nio.charset.Charset;

public class InputStreamReader extends Reader {
  private static final int CAPACITY = 8192;
  /* A UTF-8 sequence without its last byte. */
  private static final int LONGEST_PART = 3;

  private final Charset charset;
  private InputStream in;
  private final byte[] bytes = new byte[CAPACITY];
  private int kept;
  private String text = "";
  private int at;

  public InputStreamReader(InputStream in) {
    this(in, Charset.defaultCharset());
  }

  public InputStreamReader(InputStream in, Charset charset) {
    super(in);
    this.in = in;
    this.charset = java.util.Objects.requireNonNull(charset, "charset");
  }

  public InputStreamReader(InputStream in, String charsetName) throws UnsupportedEncodingException {
    super(in);
    if (!Charset.isSupported(charsetName))
      throw new UnsupportedEncodingException(charsetName);
    this.in = in;
    this.charset = Charset.forName(charsetName);
  }

  public String getEncoding() {
    return in == null ? null : charset == Charset.defaultCharset() ? "UTF8" : charset.name();
  }

  /* How many bytes at the end of `length` belong to a character that is not whole. */
  private int unfinished(int length) {
    if (charset != Charset.defaultCharset())
      return 0;
    for (int back = 1; back <= LONGEST_PART && back <= length; back++) {
      int lead = bytes[length - back] & 0xff;
      if (lead >= 0xc0)
        return back < (lead >= 0xf0 ? 4 : lead >= 0xe0 ? 3 : 2) ? back : 0;
      if (lead < 0x80)
        return 0;
    }
    return 0;
  }

  /* Decodes the next bytes; false at the end. */
  private boolean fill() throws IOException {
    do {
      int got = in.read(bytes, kept, CAPACITY - kept);
      if (got < 0 && kept == 0)
        return false;
      int length = kept + Math.max(got, 0);
      kept = got < 0 ? 0 : unfinished(length);
      text = new String(bytes, 0, length - kept, charset);
      at = 0;
      System.arraycopy(bytes, length - kept, bytes, 0, kept);
    } while (text.isEmpty());
    return true;
  }

  @Override
  public int read(char[] to, int offset, int count) throws IOException {
    synchronized (lock) {
      if (in == null)
        throw new IOException("Stream closed");
      java.util.Objects.checkFromIndexSize(offset, count, to.length);
      if (count == 0)
        return 0;
      if (at == text.length() && !fill())
        return -1;
      int part = Math.min(count, text.length() - at);
      text.getChars(at, at + part, to, offset);
      at += part;
      return part;
    }
  }

  @Override
  public boolean ready() throws IOException {
    synchronized (lock) {
      if (in == null)
        throw new IOException("Stream closed");
      return at < text.length() || in.available() > 0;
    }
  }

  @Override
  public void close() throws IOException {
    synchronized (lock) {
      if (in != null)
        in.close();
      in = null;
    }
  }
}
