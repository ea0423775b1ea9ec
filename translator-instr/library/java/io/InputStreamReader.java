/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * Characters out of bytes. What a read brings is decoded as far as it is whole; the beginning of a character
 * waits for the rest. */
package java.io;

import java.nio.charset.Charset;
import java.nio.charset.CharsetDecoder;
import java.nio.charset.IllegalCharsetNameException;
import java.nio.charset.UnsupportedCharsetException;
import jx.text.Decoding;

public class InputStreamReader extends Reader {
  private static final int CAPACITY = 8192;

  private final Charset charset;
  private final Decoding decoding;
  private InputStream in;
  private final byte[] bytes = new byte[CAPACITY];
  private int kept;
  private char[] text = {};
  private int at;

  public InputStreamReader(InputStream in) {
    this(in, Charset.defaultCharset());
  }

  public InputStreamReader(InputStream in, Charset charset) {
    this(in, java.util.Objects.requireNonNull(charset, "charset"), charset.decoding());
  }

  /* What the decoder is told to report ends a read with a CharacterCodingException. */
  public InputStreamReader(InputStream in, CharsetDecoder decoder) {
    this(in, decoder.charset(), new DecoderDecoding(decoder));
  }

  private InputStreamReader(InputStream in, Charset charset, Decoding decoding) {
    super(in);
    this.in = in;
    this.charset = charset;
    this.decoding = decoding;
  }

  public InputStreamReader(InputStream in, String charsetName) throws UnsupportedEncodingException {
    this(in, supported(charsetName));
  }

  static Charset supported(String charsetName) throws UnsupportedEncodingException {
    try {
      return Charset.forName(java.util.Objects.requireNonNull(charsetName, "charsetName"));
    } catch (IllegalCharsetNameException | UnsupportedCharsetException e) {
      throw new UnsupportedEncodingException(charsetName);
    }
  }

  public String getEncoding() {
    return in == null ? null : historicalName(charset);
  }

  static String historicalName(Charset charset) {
    switch (charset.name()) {
      case "UTF-8":
        return "UTF8";
      case "ISO-8859-1":
        return "ISO8859_1";
      case "US-ASCII":
        return "ASCII";
      case "UTF-16BE":
        return "UnicodeBigUnmarked";
      case "UTF-16LE":
        return "UnicodeLittleUnmarked";
      default:
        return charset.name();
    }
  }

  /* Decodes the next bytes; false at the end. */
  private boolean fill() throws IOException {
    do {
      int got = in.read(bytes, kept, CAPACITY - kept);
      if (got < 0 && kept == 0)
        return false;
      int length = kept + Math.max(got, 0);
      text = decode(length, got < 0);
      at = 0;
      kept = decoding.unread();
      System.arraycopy(bytes, length - kept, bytes, 0, kept);
    } while (text.length == 0);
    return true;
  }

  private char[] decode(int length, boolean last) throws IOException {
    try {
      return decoding.decode(bytes, 0, length, last);
    } catch (UncheckedIOException e) {
      throw e.getCause();
    }
  }

  @Override
  public int read(char[] to, int offset, int count) throws IOException {
    synchronized (lock) {
      if (in == null)
        throw new IOException("Stream closed");
      java.util.Objects.checkFromIndexSize(offset, count, to.length);
      if (count == 0)
        return 0;
      if (at == text.length && !fill())
        return -1;
      int part = Math.min(count, text.length - at);
      System.arraycopy(text, at, to, offset, part);
      at += part;
      return part;
    }
  }

  @Override
  public boolean ready() throws IOException {
    synchronized (lock) {
      if (in == null)
        throw new IOException("Stream closed");
      return at < text.length || in.available() > 0;
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
