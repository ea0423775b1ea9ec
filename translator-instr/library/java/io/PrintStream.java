/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * Text to a sink of bytes, as UTF-8. Each call hands its bytes on at once and in one piece, so lines of several
 * threads do not mix. No method throws; checkError() tells of trouble below. */
package java.io;

public class PrintStream extends OutputStream implements Appendable {
  private final OutputStream out;
  private boolean trouble;

  public PrintStream(OutputStream out) {
    if (out == null)
      throw new NullPointerException("Null output stream");
    this.out = out;
  }

  public PrintStream(OutputStream out, boolean autoFlush) {
    this(out);
  }

  public PrintStream(String path) throws FileNotFoundException {
    this(new FileOutputStream(path));
  }

  public PrintStream(File file) throws FileNotFoundException {
    this(new FileOutputStream(file));
  }

  @Override
  public synchronized void write(int b) {
    try {
      out.write(b);
    } catch (IOException e) {
      trouble = true;
    }
  }

  @Override
  public synchronized void write(byte[] bytes, int offset, int count) {
    try {
      out.write(bytes, offset, count);
    } catch (IOException e) {
      trouble = true;
    }
  }

  @Override
  public void write(byte[] bytes) {
    write(bytes, 0, bytes.length);
  }

  @Override
  public synchronized void flush() {
    try {
      out.flush();
    } catch (IOException e) {
      trouble = true;
    }
  }

  @Override
  public synchronized void close() {
    try {
      out.close();
    } catch (IOException e) {
      trouble = true;
    }
  }

  public synchronized boolean checkError() {
    flush();
    return trouble;
  }

  private void put(String text) {
    write(text.getBytes());
  }

  public void print(String text) {
    put(String.valueOf(text));
  }

  public void println() {
    write('\n');
  }

  public void println(String text) {
    put(text + "\n");
  }

  public void println(char[] text) {
    put(String.valueOf(text) + "\n");
  }

  public void print(Object value) {
    put(String.valueOf(value));
  }

  public void println(Object value) {
    put(String.valueOf(value) + "\n");
  }

  public void print(boolean value) {
    put(String.valueOf(value));
  }

  public void println(boolean value) {
    put(String.valueOf(value) + "\n");
  }

  public void print(char value) {
    put(String.valueOf(value));
  }

  public void println(char value) {
    put(String.valueOf(value) + "\n");
  }

  public void print(int value) {
    put(String.valueOf(value));
  }

  public void println(int value) {
    put(String.valueOf(value) + "\n");
  }

  public void print(long value) {
    put(String.valueOf(value));
  }

  public void println(long value) {
    put(String.valueOf(value) + "\n");
  }

  public void print(float value) {
    put(String.valueOf(value));
  }

  public void println(float value) {
    put(String.valueOf(value) + "\n");
  }

  public void print(double value) {
    put(String.valueOf(value));
  }

  public void println(double value) {
    put(String.valueOf(value) + "\n");
  }

  public void print(char[] value) {
    put(String.valueOf(value));
  }

  public PrintStream printf(String format, Object... arguments) {
    put(String.format(format, arguments));
    return this;
  }

  public PrintStream printf(java.util.Locale locale, String format, Object... arguments) {
    return printf(format, arguments);
  }

  public PrintStream format(String format, Object... arguments) {
    return printf(format, arguments);
  }

  @Override
  public PrintStream append(CharSequence text) {
    print(String.valueOf(text));
    return this;
  }

  @Override
  public PrintStream append(CharSequence text, int start, int end) {
    print((text == null ? "null" : text).subSequence(start, end).toString());
    return this;
  }

  @Override
  public PrintStream append(char c) {
    print(c);
    return this;
  }
}
