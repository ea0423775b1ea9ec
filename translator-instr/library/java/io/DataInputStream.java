/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * Values of Java's types out of a stream of bytes. */
package java.io;

public class DataInputStream extends FilterInputStream implements ValuesIn {
  public DataInputStream(InputStream in) {
    super(in);
  }

  @Override
  public final int skipBytes(int count) throws IOException {
    int done = 0;
    for (long step; done < count && (step = in.skip(count - done)) > 0;)
      done += (int) step;
    return done;
  }

  /* Each byte as a char, up to the end of a line. */
  @Deprecated
  @Override
  public final String readLine() throws IOException {
    StringBuilder line = new StringBuilder();
    int b = in.read();
    if (b < 0)
      return null;
    for (; b >= 0 && b != '\n' && b != '\r'; b = in.read())
      line.append((char) b);
    if (b == '\r') {
      int next = in.read();
      if (next >= 0 && next != '\n') {
        PushbackInputStream back = in instanceof PushbackInputStream ? (PushbackInputStream) in
            : new PushbackInputStream(in);
        back.unread(next);
        in = back;
      }
    }
    return line.toString();
  }

  public static final String readUTF(DataInput in) throws IOException {
    return in.readUTF();
  }
}
