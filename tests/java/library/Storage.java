/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * java.io and java.nio.file: the same random operations on a tree of files, with their results and exceptions; the files
 * that came with the program; streams of values, of marked and of pushed back bytes. */
import java.io.*;
import java.nio.charset.MalformedInputException;
import java.nio.charset.StandardCharsets;
import java.nio.file.*;
import java.nio.file.attribute.*;
import java.util.*;
import java.util.stream.*;

public class Storage {
  static long hash;
  static int count;
  static final boolean VERBOSE = false;

  static void add(Object value) {
    if (VERBOSE)
      System.out.println(value);
    hash = hash * 1000003 + String.valueOf(value).hashCode();
    if (++count % 5000 == 0)
      System.out.println(count + " " + Long.toHexString(hash));
  }

  interface Operation {
    Object run() throws Exception;
  }

  static void attempt(String what, Operation operation) {
    String result;
    try {
      result = String.valueOf(operation.run());
    } catch (Exception e) {
      result = e.toString();
    }
    String here = new File("").getAbsolutePath();
    add(what + ": " + (here.length() > 1 ? result.replace(here, "") : result));
  }

  static final Random random = new Random(7);
  static final String[] NAMES = {"a", "b", "c", "d e", ".h"};

  static String path() {
    StringBuilder path = new StringBuilder("t");
    for (int depth = 1 + random.nextInt(3); depth > 0; depth--)
      path.append('/').append(random.nextInt(20) == 0 ? "." : random.nextInt(30) == 0 ? ".."
          : NAMES[random.nextInt(NAMES.length)]);
    /* What a path may do that ends so, kernels do not agree about. */
    String text = path.toString();
    return text.startsWith("t/..") || text.endsWith(".") ? "t/a" : text;
  }

  static byte[] bytes() {
    byte[] bytes = new byte[random.nextInt(random.nextInt(4) == 0 ? 20000 : 40)];
    for (int i = 0; i < bytes.length; i++)
      bytes[i] = (byte) (random.nextInt(8) == 0 ? '\n' : 'a' + random.nextInt(26));
    return bytes;
  }

  static String sorted(String[] names) {
    if (names == null)
      return "none";
    Arrays.sort(names);
    return Arrays.toString(names);
  }

  static void show(File file, StringBuilder text) {
    text.append(file).append(file.isDirectory() ? "/" : " " + file.length()).append('\n');
    File[] files = file.listFiles();
    if (files == null)
      return;
    Arrays.sort(files);
    for (File each : files)
      show(each, text);
  }

  static final OpenOption[][] OPEN = {{}, {StandardOpenOption.CREATE}, {StandardOpenOption.CREATE_NEW},
      {StandardOpenOption.APPEND}, {StandardOpenOption.CREATE, StandardOpenOption.APPEND},
      {StandardOpenOption.TRUNCATE_EXISTING}, {StandardOpenOption.WRITE}, {StandardOpenOption.READ},
      {StandardOpenOption.APPEND, StandardOpenOption.TRUNCATE_EXISTING},
      {StandardOpenOption.CREATE, StandardOpenOption.DELETE_ON_CLOSE}};
  static final CopyOption[][] COPY = {{}, {StandardCopyOption.REPLACE_EXISTING}, {StandardCopyOption.COPY_ATTRIBUTES},
      {StandardCopyOption.REPLACE_EXISTING, LinkOption.NOFOLLOW_LINKS}, {StandardCopyOption.ATOMIC_MOVE}};

  static void random(int step) {
    String name = path();
    String other = path();
    File file = new File(name);
    Path path = Paths.get(name);
    Path target = Path.of(other);
    byte[] bytes = bytes();
    OpenOption[] open = OPEN[random.nextInt(OPEN.length)];
    CopyOption[] copy = COPY[random.nextInt(COPY.length)];
    switch (step) {
      case 0: attempt("mkdir " + name, () -> file.mkdir()); break;
      case 1: attempt("mkdirs " + name, () -> file.mkdirs()); break;
      case 2: attempt("create " + name, () -> file.createNewFile()); break;
      case 3: attempt("delete " + name, () -> file.delete()); break;
      case 4: attempt("rename " + name + " " + other, () -> file.renameTo(new File(other))); break;
      case 5: attempt("write " + name, () -> {
          try (OutputStream out = new FileOutputStream(file, bytes.length % 2 == 0)) {
            out.write(bytes);
          }
          return file.length();
        });
        break;
      case 6: attempt("read " + name, () -> {
          try (InputStream in = new FileInputStream(name)) {
            long skipped = in.skip(3);
            return skipped + " " + in.available() + " " + new String(in.readAllBytes());
          }
        });
        break;
      case 7: attempt("random " + name, () -> {
          try (RandomAccessFile both = new RandomAccessFile(name, bytes.length % 3 == 0 ? "r" : "rw")) {
            both.seek(bytes.length / 2);
            int b = both.read();
            both.write(bytes);
            both.seek(1);
            return b + both.readLine() + both.getFilePointer() + " " + both.length() + both.skipBytes(9);
          }
        });
        break;
      case 8: attempt("length " + name, () -> {
          try (RandomAccessFile both = new RandomAccessFile(name, "rw")) {
            both.setLength(bytes.length);
            both.seek(Math.max(0, bytes.length - 9));
            return both.getFilePointer() + both.readLine();
          }
        });
        break;
      case 9: attempt("list " + name, () -> sorted(file.list()) + sorted(file.list((dir, n) -> n.length() == 1))); break;
      case 10: attempt("createFile " + name, () -> Files.createFile(path)); break;
      case 11: attempt("createDirectory " + name, () -> Files.createDirectory(path)); break;
      case 12: attempt("createDirectories " + name, () -> Files.createDirectories(path)); break;
      case 13: attempt("Files.delete " + name, () -> { Files.delete(path); return ""; }); break;
      case 14: attempt("deleteIfExists " + name, () -> Files.deleteIfExists(path)); break;
      case 15: attempt("copy " + name + " " + other + Arrays.toString(copy), () -> Files.copy(path, target, copy)); break;
      case 16: attempt("move " + name + " " + other + Arrays.toString(copy), () -> Files.move(path, target, copy)); break;
      case 17: attempt("Files.write " + name + Arrays.toString(open), () -> Files.write(path, bytes, open)); break;
      case 18: attempt("readAllBytes " + name, () -> Arrays.hashCode(Files.readAllBytes(path))); break;
      case 19: attempt("readAllLines " + name, () -> Files.readAllLines(path)); break;
      case 20: attempt("writeString " + name, () -> Files.writeString(path, new String(bytes) + "\u00e4\u20ac", open)); break;
      case 21: attempt("readString " + name, () -> {
          try {
            return Files.readString(path);
          } catch (MalformedInputException e) {
            return "malformed"; /* the JDK says of how many bytes, in ways of its own */
          }
        });
        break;
      case 22: attempt("lines " + name, () -> Files.write(path, List.of("one", "\ud83d\ude00", ""), open)); break;
      case 23: attempt("what " + name, () -> Files.exists(path) + " " + Files.notExists(path) + Files.isDirectory(path)
          + Files.isRegularFile(path) + Files.isHidden(path) + Files.isReadable(path) + file.isHidden()
          + (Files.isRegularFile(path) ? Files.size(path) : 0));
        break;
      case 24: attempt("same " + name + other, () -> Files.isSameFile(path, target)); break;
      case 25: attempt("mismatch " + name + other, () -> Files.mismatch(path, target)); break;
      case 26: attempt("time " + name, () -> {
          file.setLastModified(1000L * bytes.length);
          BasicFileAttributes a = Files.readAttributes(path, BasicFileAttributes.class);
          Files.setLastModifiedTime(path, FileTime.fromMillis(1_600_000_000_000L + 1000 * bytes.length));
          return a.lastModifiedTime() + " " + a.isDirectory() + a.isRegularFile() + a.isOther() + file.lastModified();
        });
        break;
      case 27: attempt("visit " + name, () -> visited(path)); break;
      case 28: attempt("directory " + name, () -> {
          List<String> found = new ArrayList<>();
          try (DirectoryStream<Path> in = Files.newDirectoryStream(path, "{[a-c],d*}")) {
            for (Path each : in)
              found.add(each.toString());
          }
          Collections.sort(found);
          return found;
        });
        break;
      case 29: attempt("copy in " + name, () -> Files.copy(new ByteArrayInputStream(bytes), path, copy)); break;
      case 30: attempt("walk " + name, () -> {
          try (Stream<Path> all = Files.walk(path, bytes.length % 4); Stream<Path> some = Files.list(path);
              Stream<Path> found = Files.find(path, 3, (p, a) -> a.isRegularFile())) {
            return all.sorted().map(Path::toString).collect(Collectors.joining(" ")) + some.count() + found.count();
          }
        });
        break;
      case 31: attempt("lines " + name, () -> {
          try (Stream<String> lines = Files.lines(path)) {
            return lines.map(String::length).collect(Collectors.toList());
          }
        });
        break;
      default: attempt("reader " + name, () -> {
          try (BufferedReader in = Files.newBufferedReader(path)) {
            return in.readLine();
          }
        });
        break;
    }
  }

  static String visited(Path start) throws IOException {
    List<String> seen = new ArrayList<>();
    Files.walkFileTree(start, new SimpleFileVisitor<Path>() {
      @Override
      public FileVisitResult visitFile(Path path, BasicFileAttributes attributes) {
        seen.add(path + " " + attributes.size());
        return FileVisitResult.CONTINUE;
      }

      @Override
      public FileVisitResult preVisitDirectory(Path path, BasicFileAttributes attributes) {
        seen.add("[" + path);
        return path.endsWith("b") ? FileVisitResult.SKIP_SUBTREE : FileVisitResult.CONTINUE;
      }

      @Override
      public FileVisitResult postVisitDirectory(Path path, IOException e) {
        seen.add(path + "]");
        return FileVisitResult.CONTINUE;
      }
    });
    Collections.sort(seen);
    return seen.toString();
  }

  static void trees() {
    for (int i = 0; i < 400; i++) {
      add(new File("t").mkdir());
      for (int k = 0; k < 60; k++)
        random(random.nextInt(33));
      StringBuilder text = new StringBuilder();
      show(new File("t"), text);
      add(text);
      if (i % 4 == 0)
        remove(new File("t"));
    }
  }

  static void remove(File file) {
    File[] files = file.listFiles();
    if (files != null)
      for (File each : files)
        remove(each);
    add(file.delete());
  }

  static void paths() {
    String[] texts = {"", "/", ".", "..", "a", "/a", "a/b", "/a/b/c", "a//b/", "../a", "a/../b", "/..", "./a/./b", "a/b/..",
        "a/..", "///x//", "\u00e4/\u00f6", "a/b/c/d", "b", "a.txt", ".a"};
    for (String one : texts) {
      Path p = Paths.get(one);
      File f = new File(one);
      add(p + "|" + p.getFileName() + "|" + p.getParent() + "|" + p.getRoot() + "|" + p.getNameCount() + "|" + p.normalize()
          + p.isAbsolute() + (one.matches("\\p{ASCII}*") ? p.hashCode() : 0));
      add(f + "|" + f.getName() + "|" + f.getParent() + "|" + f.isAbsolute() + f.hashCode() + f.toPath());
      for (Path name : p)
        add(name);
      attempt("sub", () -> p.subpath(0, 2));
      attempt("sub", () -> p.getName(1));
      for (String two : texts) {
        Path q = Path.of(two);
        add(p.resolve(q) + "|" + p.resolveSibling(two) + "|" + p.startsWith(q) + p.endsWith(two) + p.equals(q)
            + Integer.signum(p.compareTo(q)) + new File(one, two) + new File(f, two) + f.compareTo(new File(two)));
        attempt(one + " to " + two, () -> p.relativize(q));
      }
    }
    attempt("zero", () -> Path.of("a\0b"));
    attempt("many", () -> Path.of("a", "", "b/c", "/d"));
    attempt("real", () -> Path.of("t/../nonesuch/x").toRealPath());
    String[] globs = {"*", "*.java", "*.{java,txt}", "a?c", "[a-c]*", "[!a-c]*", "**/b", "a\\*b", "{a,b/**}", "[", "{a", "a[-x]"};
    String[] names = {"a", "abc", "x.java", "y.txt", "a/b", "b/c/d", "a*b", "a-", ".hidden", "zed"};
    for (String glob : globs)
      attempt(glob, () -> {
        PathMatcher matcher = FileSystems.getDefault().getPathMatcher("glob:" + glob);
        StringBuilder found = new StringBuilder();
        for (String name : names)
          found.append(matcher.matches(Path.of(name)) ? name + " " : "");
        return found;
      });
    for (long millis : new long[] {0, -1, 951782400000L, 951868800000L, -62135596800000L, 4102444800123L, 1e15 > 0 ? 253402300799120L : 0,
        -62167219200001L, 1582934400000L, 2524608000000L - 1})
      add(FileTime.fromMillis(millis));
  }

  static void values() throws IOException {
    ByteArrayOutputStream sink = new ByteArrayOutputStream();
    DataOutputStream out = new DataOutputStream(sink);
    for (int i = 0; i < 500; i++) {
      long value = random.nextLong() >> random.nextInt(64);
      out.writeInt((int) value);
      out.writeLong(value);
      out.writeShort((int) value);
      out.writeByte((int) value);
      out.writeChar((int) value);
      out.writeBoolean(value % 2 == 0);
      out.writeDouble(Double.longBitsToDouble(value));
      out.writeFloat(value);
      out.writeUTF("x\0\u00e4\u20ac\ud83d\ude00" + value);
      out.writeBytes("line" + value + (i % 2 == 0 ? "\r\n" : "\r"));
      out.writeChars("ab");
    }
    add(out.size() + " " + Arrays.hashCode(sink.toByteArray()));
    DataInputStream in = new DataInputStream(new ByteArrayInputStream(sink.toByteArray()));
    for (int i = 0; i < 500; i++)
      add(in.readInt() + " " + in.readLong() + in.readShort() + in.readByte() + (int) in.readChar() + in.readBoolean()
          + in.readDouble() + in.readFloat() + in.readUTF() + in.readLine() + in.readChar() + in.readUnsignedShort());
    attempt("end", () -> in.readInt());
    attempt("utf", () -> new DataInputStream(new ByteArrayInputStream(new byte[] {0, 2, (byte) 0xc3, 0x20})).readUTF());
    attempt("utf", () -> new DataInputStream(new ByteArrayInputStream(new byte[] {0, 1, (byte) 0xc3})).readUTF());
    attempt("utf", () -> { out.writeUTF("0123456789".repeat(7000)); return 0; });
  }

  static void marks() throws IOException {
    byte[] data = new byte[5000];
    random.nextBytes(data);
    for (int round = 0; round < 200; round++) {
      InputStream in = new BufferedInputStream(new ByteArrayInputStream(data), 1 + random.nextInt(600));
      PushbackInputStream back = new PushbackInputStream(in, 20);
      for (int i = 0; i < 30; i++) {
        int n = random.nextInt(300);
        int step = random.nextInt(6);
        attempt("marks " + step, () -> {
          switch (step) {
            case 0: in.mark(n); return n;
            case 1: return Arrays.hashCode(in.readNBytes(random.nextInt(100)));
            case 2: return back.read();
            case 3: back.unread(n); return back.read() + back.available();
            case 4: return in.read() + in.available();
            default: in.mark(300); int b = Arrays.hashCode(in.readNBytes(n)); in.reset(); return b;
          }
        });
      }
    }
    LineNumberReader lines = new LineNumberReader(new StringReader("a\r\nb\rc\n\nd"));
    for (int c; (c = lines.read()) >= 0;)
      add(c + " " + lines.getLineNumber());
    add(lines.readLine() + lines.getLineNumber());
    LineNumberReader more = new LineNumberReader(new StringReader("a\r\nb\rc\n\nd"));
    for (String line; (line = more.readLine()) != null;)
      add(line + more.getLineNumber());
    PushbackReader pushed = new PushbackReader(new StringReader("text"), 3);
    pushed.unread("abc".toCharArray());
    attempt("full", () -> { pushed.unread('x'); return 0; });
    char[] chars = new char[20];
    add(pushed.read(chars) + new String(chars));
    SequenceInputStream both = new SequenceInputStream(new ByteArrayInputStream(data, 0, 10), new ByteArrayInputStream(data, 9, 5));
    add(Arrays.toString(both.readAllBytes()));
    CharArrayWriter kept = new CharArrayWriter(1);
    kept.append("some").append('x').write("text", 1, 2);
    add(kept + " " + kept.size() + new CharArrayReader(kept.toCharArray(), 2, 3).read());
    try (PrintWriter writer = new PrintWriter("t.txt"); PrintStream stream = new PrintStream(new File("u.txt"))) {
      writer.printf("%d %s%n", 5, "\u00e4");
      stream.println("u\u00e4");
    }
    try (FileWriter appended = new FileWriter("t.txt", true); FileReader reader = new FileReader("u.txt")) {
      appended.write("more");
      add(reader.read() + " " + reader.read());
    }
    attempt("t.txt", () -> Files.readAllLines(Path.of("t.txt")) + Files.readString(Path.of("u.txt"), StandardCharsets.ISO_8859_1));
    byte[] odd = {'a', (byte) 0xc3, 'b', (byte) 0xf0, (byte) 0x90};
    attempt("odd", () -> Files.write(Path.of("odd"), odd));
    attempt("odd", () -> Files.readString(Path.of("odd")));
    attempt("odd", () -> Files.readAllLines(Path.of("odd")));
    attempt("odd", () -> Files.readAllLines(Path.of("odd"), StandardCharsets.ISO_8859_1));
    attempt("odd", () -> Files.readString(Path.of("odd"), StandardCharsets.US_ASCII));
    attempt("odd", () -> new BufferedReader(new FileReader("odd")).readLine());
    attempt("odd", () -> Files.writeString(Path.of("odd"), "\u20ac", StandardCharsets.ISO_8859_1));
    attempt("odd", () -> Files.write(Path.of("odd"), List.of("\ud83d"), StandardCharsets.UTF_16));
    attempt("odd", () -> Files.readString(Files.writeString(Path.of("odd"), "x\u20ac", StandardCharsets.UTF_16LE),
        StandardCharsets.UTF_16LE));
    attempt("no such", () -> new FileReader("none/such"));
    attempt("no such", () -> new PrintWriter(new File("none"), "no-such-charset"));
    attempt("none", () -> new File("none").exists());
    File temporary = File.createTempFile("pre", null);
    Path another = Files.createTempDirectory("dir");
    add(temporary.exists() + " " + temporary.length() + temporary.delete() + Files.isDirectory(another) + another.toFile().delete());
    attempt("prefix", () -> File.createTempFile("p", "x"));
  }

  /* The files beside this program's source. */
  static void given() throws IOException {
    String[] names = new File(".").list((directory, name) -> name.endsWith(".java") || name.endsWith(".sh"));
    System.out.println(sorted(names));
    for (String name : names) {
      Path path = Path.of(name);
      byte[] bytes = Files.readAllBytes(path);
      System.out.println(name + " " + bytes.length + " " + Arrays.hashCode(bytes) + " " + Files.getLastModifiedTime(path));
      Files.write(path, new byte[] {'!'}, StandardOpenOption.APPEND);
      byte[] longer = Files.readAllBytes(path);
      System.out.println(longer.length + " " + Arrays.mismatch(bytes, longer) + Files.isExecutable(path));
    }
    StringBuilder text = new StringBuilder();
    show(new File("unicode"), text);
    System.out.println(text);
    System.out.println(Files.readAllLines(Path.of("long/" + "n".repeat(150) + "/" + "m".repeat(150))));
  }

  public static void main(String[] arguments) throws IOException {
    given();
    paths();
    values();
    marks();
    trees();
    System.out.println(count + " " + Long.toHexString(hash));
  }
}
