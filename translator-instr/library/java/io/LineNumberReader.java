/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * Lines, and how many of them were read. A last line that has no end counts when its reader comes to the end of all. */
package java.io;

public class LineNumberReader extends BufferedReader {
  private int line;
  private boolean skipNewline;
  /* Whether characters of a line were read that is not counted yet. */
  private boolean within;
  private int markedLine;
  private boolean markedSkip;
  private boolean markedWithin;

  public LineNumberReader(Reader in) {
    super(in);
  }

  public LineNumberReader(Reader in, int capacity) {
    super(in, capacity);
  }

  public int getLineNumber() {
    return line;
  }

  public void setLineNumber(int number) {
    line = number;
  }

  private void takeEnd() {
    line += within ? 1 : 0;
    within = false;
  }

  /* Each line's end as a single \n. */
  @Override
  public int read() throws IOException {
    synchronized (lock) {
      int c = super.read();
      if (skipNewline && c == '\n')
        c = super.read();
      skipNewline = c == '\r';
      if (c < 0)
        takeEnd();
      within = c >= 0 && c != '\n' && c != '\r';
      if (c < 0 || within)
        return c;
      line++;
      return '\n';
    }
  }

  @Override
  public int read(char[] text, int offset, int count) throws IOException {
    synchronized (lock) {
      int got = super.read(text, offset, count);
      if (got < 0)
        takeEnd();
      for (int i = 0; i < got; i++) {
        char c = text[offset + i];
        if (c == '\r' || c == '\n' && !skipNewline)
          line++;
        skipNewline = c == '\r';
        within = c != '\n' && c != '\r';
      }
      return got;
    }
  }

  @Override
  public String readLine() throws IOException {
    synchronized (lock) {
      if (skipNewline) {
        super.mark(1);
        if (super.read() != '\n')
          super.reset();
        skipNewline = false;
      }
      String text = super.readLine();
      if (text != null)
        line++;
      else
        takeEnd();
      within = false;
      return text;
    }
  }

  @Override
  public void mark(int limit) throws IOException {
    synchronized (lock) {
      super.mark(limit);
      markedLine = line;
      markedSkip = skipNewline;
      markedWithin = within;
    }
  }

  @Override
  public void reset() throws IOException {
    synchronized (lock) {
      super.reset();
      line = markedLine;
      skipNewline = markedSkip;
      within = markedWithin;
    }
  }
}
