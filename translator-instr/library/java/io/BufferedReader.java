/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * Characters in large pieces, and lines. A line ends with \n, \r or \r\n. */
package java.io;

import java.util.Spliterator;
import java.util.Spliterators;
import java.util.function.Consumer;
import java.util.stream.Stream;
import java.util.stream.StreamSupport;

public class BufferedReader extends Reader {
  private static final int CAPACITY = 8192;

  private Reader in;
  private char[] buffer;
  private int at;
  private int end;
  /* From here on the buffer is kept, as long as `markLimit' allows; -1 for nowhere. */
  private int mark = -1;
  private int markLimit;
  private boolean skipNewline;

  public BufferedReader(Reader in) {
    this(in, CAPACITY);
  }

  public BufferedReader(Reader in, int capacity) {
    super(in);
    if (capacity <= 0)
      throw new IllegalArgumentException("Buffer size <= 0");
    this.in = in;
    buffer = new char[capacity];
  }

  private void checkOpen() throws IOException {
    if (in == null)
      throw new IOException("Stream closed");
  }

  /* Makes room behind what a mark keeps. */
  private void makeRoom() {
    if (mark >= 0 && end - mark >= markLimit)
      mark = -1;
    int from = mark >= 0 ? mark : end;
    char[] to = end - from >= buffer.length ? new char[2 * buffer.length] : buffer;
    System.arraycopy(buffer, from, to, 0, end - from);
    buffer = to;
    at -= from;
    end -= from;
    mark = mark >= 0 ? 0 : -1;
  }

  /* All has been read: gets more. False at the end. */
  private boolean fill() throws IOException {
    makeRoom();
    int got = in.read(buffer, end, buffer.length - end);
    end += Math.max(got, 0);
    return got >= 0;
  }

  /* Whether there is a character at `at`; the second half of a line's end is passed over. */
  private boolean ensure() throws IOException {
    while (at < end || fill()) {
      if (at == end)
        continue;
      if (!skipNewline)
        return true;
      skipNewline = false;
      if (buffer[at] != '\n')
        return true;
      at++;
    }
    return false;
  }

  @Override
  public int read() throws IOException {
    synchronized (lock) {
      checkOpen();
      return ensure() ? buffer[at++] : -1;
    }
  }

  @Override
  public int read(char[] to, int offset, int count) throws IOException {
    synchronized (lock) {
      checkOpen();
      java.util.Objects.checkFromIndexSize(offset, count, to.length);
      int done = 0;
      while (done < count && (done == 0 || at < end || in.ready()) && ensure()) {
        int part = Math.min(count - done, end - at);
        System.arraycopy(buffer, at, to, offset + done, part);
        at += part;
        done += part;
      }
      return done > 0 || count == 0 ? done : -1;
    }
  }

  /* The next line without its end; null when there is none. */
  public String readLine() throws IOException {
    synchronized (lock) {
      checkOpen();
      StringBuilder longLine = null;
      while (ensure()) {
        int start = at;
        while (at < end && buffer[at] != '\n' && buffer[at] != '\r')
          at++;
        boolean whole = at < end;
        String part = longLine == null && whole ? new String(buffer, start, at - start) : null;
        if (part == null) {
          longLine = longLine == null ? new StringBuilder() : longLine;
          longLine.append(buffer, start, at - start);
        }
        if (whole) {
          skipNewline = buffer[at++] == '\r';
          return part != null ? part : longLine.toString();
        }
      }
      return longLine == null ? null : longLine.toString();
    }
  }

  public Stream<String> lines() {
    return StreamSupport.stream(new Spliterators.AbstractSpliterator<>(Long.MAX_VALUE, Spliterator.ORDERED
        | Spliterator.NONNULL) {
      @Override
      public boolean tryAdvance(Consumer<? super String> action) {
        try {
          String line = readLine();
          if (line != null)
            action.accept(line);
          return line != null;
        } catch (IOException e) {
          throw new UncheckedIOException(e);
        }
      }
    }, false);
  }

  @Override
  public boolean ready() throws IOException {
    synchronized (lock) {
      checkOpen();
      if (skipNewline && (at < end || in.ready()) && ensure())
        return at < end || in.ready();
      return at < end || in.ready();
    }
  }

  @Override
  public boolean markSupported() {
    return true;
  }

  @Override
  public void mark(int limit) throws IOException {
    if (limit < 0)
      throw new IllegalArgumentException("Read-ahead limit < 0");
    synchronized (lock) {
      checkOpen();
      mark = at;
      markLimit = limit;
    }
  }

  @Override
  public void reset() throws IOException {
    synchronized (lock) {
      checkOpen();
      if (mark < 0)
        throw new IOException("Stream not marked");
      at = mark;
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
