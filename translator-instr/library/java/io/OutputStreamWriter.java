/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * Characters as bytes. A surrogate waits for its other half. */
package java.io;

import java.nio.charset.Charset;
import java.nio.charset.CharsetEncoder;
import jx.text.Encoding;

public class OutputStreamWriter extends Writer {
  private OutputStream out;
  private final Charset charset;
  private final Encoding encoding;
  private char pending;

  public OutputStreamWriter(OutputStream out) {
    this(out, Charset.defaultCharset());
  }

  public OutputStreamWriter(OutputStream out, Charset charset) {
    this(out, java.util.Objects.requireNonNull(charset, "charset"), charset.encoding());
  }

  /* What the encoder is told to report ends a write with a CharacterCodingException. */
  public OutputStreamWriter(OutputStream out, CharsetEncoder encoder) {
    this(out, encoder.charset(), new EncoderEncoding(encoder));
  }

  private OutputStreamWriter(OutputStream out, Charset charset, Encoding encoding) {
    super(out);
    this.out = out;
    this.charset = charset;
    this.encoding = encoding;
  }

  public OutputStreamWriter(OutputStream out, String charsetName) throws UnsupportedEncodingException {
    this(out, InputStreamReader.supported(charsetName));
  }

  public String getEncoding() {
    return out == null ? null : InputStreamReader.historicalName(charset);
  }

  private byte[] encode(char[] text, int offset, int count) throws IOException {
    try {
      return encoding.encode(text, offset, count);
    } catch (UncheckedIOException e) {
      throw e.getCause();
    }
  }

  /* Fails without making the file if the charset is unknown. */
  static OutputStreamWriter toFile(File file, String charset)
      throws FileNotFoundException, UnsupportedEncodingException {
    if (!Charset.isSupported(charset))
      throw new UnsupportedEncodingException(charset);
    return new OutputStreamWriter(new FileOutputStream(file), charset);
  }

  @Override
  public void write(char[] text, int offset, int count) throws IOException {
    synchronized (lock) {
      if (out == null)
        throw new IOException("Stream closed");
      java.util.Objects.checkFromIndexSize(offset, count, text.length);
      int end = offset + count;
      if (pending != 0 && count > 0) {
        char[] both = {pending, text[offset]};
        boolean two = !Character.isHighSurrogate(text[offset]);
        pending = 0;
        out.write(encode(both, 0, two ? 2 : 1));
        offset += two ? 1 : 0;
      }
      if (offset < end && Character.isHighSurrogate(text[end - 1]))
        pending = text[--end];
      out.write(encode(text, offset, end - offset));
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
        out.write(encode(new char[] {pending}, 0, 1));
      out.flush();
      out.close();
      out = null;
    }
  }
}
