/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * Reads the headers of a tar: POSIX.1-2001's ustar and pax ("pax - portable archive interchange", section "pax
 * Interchange Format"), and GNU's long names and large numbers (GNU tar manual, "Basic Tar Format"). The input is a tar
 * if its first header has the word `ustar'. Files stay where they are, in the input.
 *
 * A tar is taken whole or not at all: what is not understood is a fault, not left out. Faults are all that a tree
 * without links cannot hold (links, devices), names that could mean two things (absolute, with `..', twice in the tar,
 * not UTF-8), and damage (sums, sizes, an end that is missing, bytes behind the end). */
package jx.files;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

final class TarReader {
  private static final int BLOCK = 512;
  /* Longer than any path that Linux takes (PATH_MAX is 4096), with room for other records. */
  private static final int MOST_RECORD_BYTES = 1 << 20;

  /* A header's fields: where, how long. */
  private static final int NAME = 0;
  private static final int NAME_BYTES = 100;
  private static final int MODE = 100;
  private static final int SIZE = 124;
  private static final int MODIFIED = 136;
  private static final int SUM = 148;
  private static final int TYPE = 156;
  private static final int MAGIC = 257;
  private static final int PREFIX = 345;
  private static final int PREFIX_BYTES = 155;

  private static final class Fault extends Exception {
    Fault(String what) {
      super(what);
    }
  }

  private final Node root;
  private final byte[] block = new byte[BLOCK];
  private final long end = Input.size();
  private long at;
  private long headerAt;

  /* What records say of the entry that follows them. */
  private String path;
  private long size = -1;
  private long modified = -1;

  private TarReader(Node root) {
    this.root = root;
  }

  /* Puts what the input has below `root`; null, or a sentence that says what is wrong with it. */
  static String fill(Node root) {
    TarReader reader = new TarReader(root);
    if (!reader.isTar())
      return null;
    try {
      while (reader.readHeader())
        reader.takeEntry();
      reader.checkEnd();
      return null;
    } catch (Fault e) {
      return "the tar that is the program's input, byte " + reader.headerAt + ": " + e.getMessage();
    }
  }

  private boolean isTar() {
    return end >= BLOCK && Input.read(0, block, 0, BLOCK) == BLOCK && block[MAGIC] == 'u' && block[MAGIC + 1] == 's'
        && block[MAGIC + 2] == 't' && block[MAGIC + 3] == 'a' && block[MAGIC + 4] == 'r';
  }

  private void readBlock() throws Fault {
    if (end - at < BLOCK || Input.read(at, block, 0, BLOCK) < BLOCK)
      throw new Fault("it ends before its last entry; it has been cut: make it again");
    at += BLOCK;
  }

  private boolean isZero() {
    for (byte b : block)
      if (b != 0)
        return false;
    return true;
  }

  /* False at the end, which is a block of zeros. */
  private boolean readHeader() throws Fault {
    headerAt = at;
    readBlock();
    if (isZero())
      return false;
    long sum = 0;
    long signed = 0;
    for (int i = 0; i < BLOCK; i++) {
      boolean inSum = i >= SUM && i < SUM + 8;
      sum += inSum ? ' ' : block[i] & 0xff;
      signed += inSum ? ' ' : block[i];
    }
    long said = number(SUM, 8, "checksum");
    if (said != sum && said != signed)
      throw new Fault("a header's checksum is wrong; the tar is damaged: make it again");
    return true;
  }

  /* Behind the end there are zeros only. Else there may be more files, of a tar that was put behind this one. */
  private void checkEnd() throws Fault {
    if (path != null || size >= 0)
      throw new Fault("the entry that a long name or a pax header is for is missing; the tar is damaged");
    byte[] rest = new byte[1 << 16];
    for (; at < end; at += rest.length) {
      int part = (int) Math.min(rest.length, end - at);
      if (Input.read(at, rest, 0, part) < part)
        throw new Fault("it cannot be read");
      for (int i = 0; i < part; i++)
        if (rest[i] != 0) {
          headerAt = at + i;
          throw new Fault("there is more behind the tar's end; put the files of both into one tar");
        }
    }
  }

  private void takeEntry() throws Fault {
    long length = number(SIZE, 12, "size");
    char type = (char) (block[TYPE] & 0xff);
    switch (type) {
      case 'L':
        path = name(text(length));
        return;
      case 'K':
        text(length);
        return;
      case 'x':
        readRecords(text(length), false);
        return;
      case 'g':
        readRecords(text(length), true);
        return;
      default:
        takeMember(type, size >= 0 ? size : length);
    }
  }

  private void takeMember(char type, long length) throws Fault {
    String name = path != null ? path : headerName();
    long millis = modified >= 0 ? modified : number(MODIFIED, 12, "time") * 1000;
    path = null;
    size = modified = -1;
    checkType(type, name);
    boolean directory = type == '5' || name.endsWith("/");
    if (length > end - at)
      throw new Fault(quoted(name) + " is said to have " + length + " bytes, and the tar has only " + (end - at)
          + " more; it has been cut, or damaged: make it again");
    String[] names = names(name);
    if (!directory && names.length == 0)
      throw new Fault("a file has no name");
    Node[] placed = new Node[1];
    if (!FileTree.place(root, names, directory ? null : Node.file(at, length), placed))
      throw new Fault(quoted(name) + " is there twice; a file can have one content only: make the tar of one of them");
    placed[0].setModified(millis);
    placed[0].setExecutable((number(MODE, 8, "mode") & 0111) != 0);
    skip(length);
  }

  private static void checkType(char type, String name) throws Fault {
    if (type == '1' || type == '2')
      throw new Fault(quoted(name) + " is a " + (type == '1' ? "hard" : "symbolic")
          + " link, and there are no links here; tar --dereference --hard-dereference puts files in their place");
    if (type == 'S')
      throw new Fault(quoted(name) + " is stored with holes; make the tar without --sparse");
    if (type != '0' && type != 0 && type != '7' && type != '5')
      throw new Fault(quoted(name) + " is neither a file nor a directory, but of tar's type " + quoted("" + type)
          + "; leave it out (tar --exclude)");
  }

  private static String quoted(String name) {
    return "`" + name + "'";
  }

  /* The names of a path's parts. */
  private static String[] names(String path) throws Fault {
    if (path.startsWith("/"))
      throw new Fault(quoted(path) + " is an absolute name; make the tar of relative ones (tar -C folder ...)");
    List<String> names = new ArrayList<>();
    for (int start = 0; start <= path.length();) {
      int stop = path.indexOf('/', start);
      stop = stop < 0 ? path.length() : stop;
      String name = path.substring(start, stop);
      if (name.equals(".."))
        throw new Fault(quoted(path) + " leads out of the tar's folder by `..'; make the tar in the folder that it is of");
      if (!name.isEmpty() && !name.equals("."))
        names.add(name);
      start = stop + 1;
    }
    return names.toArray(new String[0]);
  }

  private String headerName() throws Fault {
    String name = name(field(NAME, NAME_BYTES));
    boolean posix = block[MAGIC + 5] == 0;
    String prefix = posix ? name(field(PREFIX, PREFIX_BYTES)) : "";
    return prefix.isEmpty() ? name : prefix + "/" + name;
  }

  private byte[] field(int from, int most) {
    int stop = from;
    while (stop < from + most && block[stop] != 0)
      stop++;
    return Arrays.copyOfRange(block, from, stop);
  }

  /* The text up to a zero. */
  private static String name(byte[] bytes) throws Fault {
    int length = 0;
    while (length < bytes.length && bytes[length] != 0)
      length++;
    byte[] name = Arrays.copyOf(bytes, length);
    String text = new String(name, StandardCharsets.UTF_8);
    if (!Arrays.equals(text.getBytes(StandardCharsets.UTF_8), name))
      throw new Fault(quoted(text) + " is no name in UTF-8; rename the file");
    return text;
  }

  /* Octal digits with spaces around them; or, behind a first byte with its highest bit set, a binary number. */
  private long number(int from, int length, String what) throws Fault {
    if (block[from] < 0)
      return binaryNumber(from, length, what);
    int i = from;
    int stop = from + length;
    while (i < stop && block[i] == ' ')
      i++;
    long value = 0;
    for (; i < stop && block[i] >= '0' && block[i] <= '7'; i++)
      value = value << 3 | block[i] - '0';
    if (i < stop && block[i] != 0 && block[i] != ' ')
      throw new Fault("a header's " + what + (block[i] == '-' ? " is negative" : " is no number")
          + "; the tar is damaged: make it again");
    return value;
  }

  private long binaryNumber(int from, int length, String what) throws Fault {
    if ((block[from] & 0x40) != 0 && !what.equals("time"))
      throw new Fault("a header's " + what + " is negative; the tar is damaged: make it again");
    boolean negative = (block[from] & 0x40) != 0;
    long value = negative ? -1 : block[from] & 0x3f;
    for (int i = from + 1; i < from + length; i++) {
      if (value >> 55 != (negative ? -1 : 0))
        throw new Fault("a header's " + what + " does not fit 63 bits; the tar is damaged: make it again");
      value = value << 8 | block[i] & 0xff;
    }
    return value;
  }

  /* The content of an entry that says something of the next one. */
  private byte[] text(long length) throws Fault {
    if (length > MOST_RECORD_BYTES)
      throw new Fault("a header of " + length + " bytes; the tar is damaged: make it again");
    byte[] bytes = new byte[(int) length];
    if (length > end - at || Input.read(at, bytes, 0, bytes.length) < bytes.length)
      throw new Fault("it ends before its last entry; it has been cut: make it again");
    skip(length);
    return bytes;
  }

  /* Passes over content that is there; the last block may lack its padding only if it is the last of all. */
  private void skip(long length) throws Fault {
    long padding = -length & BLOCK - 1;
    if (length > end - at - padding)
      throw new Fault("it ends before its last entry; it has been cut: make it again");
    at += length + padding;
  }

  private static Fault malformed() {
    return new Fault("a pax header is malformed; the tar is damaged: make it again");
  }

  /* Records "LENGTH KEY=VALUE\n", LENGTH counting all of it. */
  private void readRecords(byte[] records, boolean global) throws Fault {
    for (int start = 0; start < records.length;) {
      int length = 0;
      int i = start;
      for (; i < records.length && records[i] >= '0' && records[i] <= '9' && length <= MOST_RECORD_BYTES; i++)
        length = 10 * length + records[i] - '0';
      if (i >= records.length || records[i] != ' ' || length < i - start + 3 || length > records.length - start
          || records[start + length - 1] != '\n')
        throw malformed();
      int equals = ++i;
      while (equals < start + length && records[equals] != '=')
        equals++;
      if (equals == start + length)
        throw malformed();
      takeRecord(new String(records, i, equals - i, StandardCharsets.UTF_8),
          Arrays.copyOfRange(records, equals + 1, start + length - 1), global);
      start += length;
    }
  }

  private void takeRecord(String key, byte[] value, boolean global) throws Fault {
    boolean names = key.equals("path") || key.equals("size") || key.startsWith("GNU.sparse.");
    if (names && global)
      throw new Fault("a global pax header sets " + quoted(key) + ", which belongs to one file; make it again");
    if (key.startsWith("GNU.sparse."))
      throw new Fault("a file is stored with holes; make the tar without --sparse");
    if (key.equals("path")) {
      path = name(value);
      if (path.length() == 0 || new String(value, StandardCharsets.UTF_8).length() != path.length())
        throw malformed();
    } else if (key.equals("size")) {
      size = decimal(value);
    } else if (key.equals("mtime") && !global) {
      modified = millis(new String(value, StandardCharsets.UTF_8));
    }
  }

  private static long decimal(byte[] value) throws Fault {
    long number = 0;
    for (byte digit : value) {
      if (digit < '0' || digit > '9' || number > (Long.MAX_VALUE - 9) / 10)
        throw new Fault("a pax header's size is no number below 2^63; the tar is damaged: make it again");
      number = 10 * number + digit - '0';
    }
    if (value.length == 0)
      throw malformed();
    return number;
  }

  /* Of seconds with a fraction. */
  private static long millis(String seconds) throws Fault {
    try {
      return Math.max(0, (long) (Double.parseDouble(seconds) * 1000));
    } catch (NumberFormatException e) {
      throw malformed();
    }
  }
}
