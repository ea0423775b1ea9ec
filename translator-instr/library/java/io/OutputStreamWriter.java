/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * Characters as bytes. A surrogate waits for its other half. */
package java.io;

import java.nio.charset.Charset;

public class OutputStreamWriter extends Writer {
  private OutputStream out;
  private final Charset charset;
  private char pending;

  public OutputStreamWriter(OutputStream out) {
    this(out, Charset.defaultCharset());
  }

  public OutputStreamWriter(OutputStream out, Charset charset) {
    super(out);
    this.out = out;
    this.charset = java.util.Objects.requireNonNull(charset, "charset");
  }

  public OutputStreamWriter(OutputStream out, String charsetName) throws UnsupportedEncodingException {
    super(out);
    if (!Charset.isSupported(charsetName))
      throw new UnsupportedEncodingException(charsetName);
    this.out = out;
    this.charset = Charset.forName(charsetName);
  }

  @Override
  public void write(char[] text, int offset, int count) throws IOException {
    synchronized (lock) {
      if (out == null)
        throw new IOException("Stream closed");
      java.util.Objects.checkFromIndexSize(offset, count, text.length);
      String whole = (pending != 0 ? String.valueOf(pending) : "") + new String(text, offset, count);
      pending = 0;
      int last = whole.length() - 1;
      if (last >= 0 && Character.isHighSurrogate(whole.charAt(last))) {
        pending = whole.charAt(last);
        whole = whole.substring(0, last);
      }
      out.write(whole.getBytes(charset));
    }
  }

  @Override
  public void flush() throws IOException {
    synchronized (lock) {
      if (out == null)
        throw new IOException("Stream closed");
      out.flush();
    }
  }

  @Override
  public void close() throws IOException {
    synchronized (lock) {
      if (out == null)
        return;
      if (pending != 0)
        out.write('?');
      out.flush();
      out.close();
      out = null;
    }
  }
}
