/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * Text to a sink of characters. No method throws; checkError() tells of trouble below. */
package java.io;

public class PrintWriter extends Writer {
  protected Writer out;
  private final boolean autoFlush;
  private boolean trouble;

  public PrintWriter(Writer out) {
    this(out, false);
  }

  public PrintWriter(Writer out, boolean autoFlush) {
    super(out);
    this.out = out;
    this.autoFlush = autoFlush;
  }

  public PrintWriter(String path) throws FileNotFoundException {
    this(new File(path));
  }

  public PrintWriter(File file) throws FileNotFoundException {
    this(new FileOutputStream(file));
  }

  public PrintWriter(String path, String charset) throws FileNotFoundException, UnsupportedEncodingException {
    this(new File(path), charset);
  }

  public PrintWriter(File file, String charset) throws FileNotFoundException, UnsupportedEncodingException {
    this(new BufferedWriter(OutputStreamWriter.toFile(file, charset)));
  }

  public PrintWriter(String path, java.nio.charset.Charset charset) throws IOException {
    this(new File(path), charset);
  }

  public PrintWriter(File file, java.nio.charset.Charset charset) throws IOException {
    this(new BufferedWriter(new FileWriter(file, charset)));
  }

  public PrintWriter(OutputStream out, boolean autoFlush, java.nio.charset.Charset charset) {
    this(new BufferedWriter(new OutputStreamWriter(out, charset)), autoFlush);
  }

  public PrintWriter(OutputStream out) {
    this(out, false);
  }

  public PrintWriter(OutputStream out, boolean autoFlush) {
    this(new BufferedWriter(new OutputStreamWriter(out)), autoFlush);
  }

  @Override
  public void write(int c) {
    try {
      out.write(c);
    } catch (IOException e) {
      trouble = true;
    }
  }

  @Override
  public void write(char[] text, int offset, int count) {
    try {
      out.write(text, offset, count);
    } catch (IOException e) {
      trouble = true;
    }
  }

  @Override
  public void write(char[] text) {
    write(text, 0, text.length);
  }

  @Override
  public void write(String text, int offset, int count) {
    try {
      out.write(text, offset, count);
    } catch (IOException e) {
      trouble = true;
    }
  }

  @Override
  public void write(String text) {
    write(text, 0, text.length());
  }

  @Override
  public void flush() {
    try {
      out.flush();
    } catch (IOException e) {
      trouble = true;
    }
  }

  @Override
  public void close() {
    try {
      out.close();
    } catch (IOException e) {
      trouble = true;
    }
  }

  public boolean checkError() {
    flush();
    return trouble;
  }

  private void line(String text) {
    synchronized (lock) {
      write(text);
      write('\n');
      if (autoFlush)
        flush();
    }
  }

  public void print(String text) {
    write(String.valueOf(text));
  }

  public void print(Object value) {
    write(String.valueOf(value));
  }

  public void print(char[] text) {
    write(text);
  }

  public void print(boolean value) {
    write(String.valueOf(value));
  }

  public void print(char value) {
    write(value);
  }

  public void print(int value) {
    write(String.valueOf(value));
  }

  public void print(long value) {
    write(String.valueOf(value));
  }

  public void print(float value) {
    write(String.valueOf(value));
  }

  public void print(double value) {
    write(String.valueOf(value));
  }

  public void println() {
    line("");
  }

  public void println(String text) {
    line(String.valueOf(text));
  }

  public void println(Object value) {
    line(String.valueOf(value));
  }

  public void println(char[] text) {
    line(String.valueOf(text));
  }

  public void println(boolean value) {
    line(String.valueOf(value));
  }

  public void println(char value) {
    line(String.valueOf(value));
  }

  public void println(int value) {
    line(String.valueOf(value));
  }

  public void println(long value) {
    line(String.valueOf(value));
  }

  public void println(float value) {
    line(String.valueOf(value));
  }

  public void println(double value) {
    line(String.valueOf(value));
  }

  public PrintWriter printf(String format, Object... arguments) {
    write(String.format(format, arguments));
    if (autoFlush)
      flush();
    return this;
  }

  public PrintWriter printf(java.util.Locale locale, String format, Object... arguments) {
    return printf(format, arguments);
  }

  public PrintWriter format(String format, Object... arguments) {
    return printf(format, arguments);
  }

  @Override
  public PrintWriter append(CharSequence text) {
    write(String.valueOf(text));
    return this;
  }

  @Override
  public PrintWriter append(CharSequence text, int start, int end) {
    return append((text == null ? "null" : text).subSequence(start, end));
  }

  @Override
  public PrintWriter append(char c) {
    write(c);
    return this;
  }
}
