/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * What can be done with files: those of jx.files.FileTree. There are no links, owners, or attributes other than the
 * basic ones. */
package java.nio.file;

import java.io.BufferedReader;
import java.io.BufferedWriter;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.OutputStream;
import java.io.OutputStreamWriter;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.CharBuffer;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.nio.file.attribute.BasicFileAttributes;
import java.nio.file.attribute.FileAttribute;
import java.nio.file.attribute.FileTime;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Iterator;
import java.util.List;
import java.util.NoSuchElementException;
import java.util.Objects;
import java.util.Set;
import java.util.function.BiPredicate;
import java.util.stream.Stream;

import jx.files.Failure;
import jx.files.FileTree;
import jx.files.Node;

public final class Files {
  private static final int PIECE = 8192;

  private static long temporaries;

  private Files() {
  }

  /* ---- failures ---- */

  static FileSystemException exception(Failure failure, Path path, Path other) {
    String file = path.toString();
    String second = other == null ? null : other.toString();
    switch (failure.reason) {
      case ABSENT:
        return new NoSuchFileException(file, second, null);
      case EXISTS:
        return new FileAlreadyExistsException(file, second, null);
      case NOT_EMPTY:
        return other == null ? new DirectoryNotEmptyException(file)
            : new FileSystemException(file, second, failure.reason.words);
      case DENIED:
        return new AccessDeniedException(file, second, null);
      default:
        return new FileSystemException(file, second, failure.reason.words);
    }
  }

  /* The text of a path for FileTree, to which the empty path is nothing. */
  private static String place(Path path) {
    String text = path.toString();
    return text.isEmpty() ? "." : text;
  }

  private static Node find(Path path) throws IOException {
    try {
      return FileTree.find(place(path));
    } catch (Failure e) {
      throw exception(e, path, null);
    }
  }

  private static Node findOrNull(Path path) {
    return FileTree.findOrNull(place(path));
  }

  private static boolean has(Object[] options, Object wanted) {
    for (Object option : options)
      if (Objects.requireNonNull(option) == wanted)
        return true;
    return false;
  }

  /* ---- what is there ---- */

  public static boolean exists(Path path, LinkOption... options) {
    return findOrNull(path) != null;
  }

  /* False, too, where a file stands in the place of a directory: then nothing is known. */
  public static boolean notExists(Path path, LinkOption... options) {
    try {
      FileTree.find(place(path));
      return false;
    } catch (Failure e) {
      return e.reason == Failure.Reason.ABSENT;
    }
  }

  public static boolean isDirectory(Path path, LinkOption... options) {
    Node node = findOrNull(path);
    return node != null && node.isDirectory();
  }

  public static boolean isRegularFile(Path path, LinkOption... options) {
    Node node = findOrNull(path);
    return node != null && !node.isDirectory();
  }

  public static boolean isSymbolicLink(Path path) {
    Objects.requireNonNull(path);
    return false;
  }

  public static boolean isReadable(Path path) {
    return findOrNull(path) != null;
  }

  public static boolean isWritable(Path path) {
    Node node = findOrNull(path);
    return node != null && node.isWritable();
  }

  public static boolean isExecutable(Path path) {
    Node node = findOrNull(path);
    return node != null && node.isExecutable();
  }

  public static boolean isHidden(Path path) throws IOException {
    Path name = path.getFileName();
    return name != null && name.toString().startsWith(".");
  }

  public static boolean isSameFile(Path path, Path other) throws IOException {
    return path.equals(other) || find(path) == find(other);
  }

  public static long size(Path path) throws IOException {
    return find(path).size();
  }

  public static FileTime getLastModifiedTime(Path path, LinkOption... options) throws IOException {
    return FileTime.fromMillis(find(path).modified());
  }

  public static Path setLastModifiedTime(Path path, FileTime time) throws IOException {
    find(path).setModified(Objects.requireNonNull(time).toMillis());
    return path;
  }

  /* As of now: later changes of the file do not show. */
  private static final class Attributes implements BasicFileAttributes {
    private final FileTime modified;
    private final boolean directory;
    private final long size;

    Attributes(Node node) {
      modified = FileTime.fromMillis(node.modified());
      directory = node.isDirectory();
      size = node.size();
    }

    @Override
    public FileTime lastModifiedTime() {
      return modified;
    }

    @Override
    public FileTime lastAccessTime() {
      return modified;
    }

    @Override
    public FileTime creationTime() {
      return modified;
    }

    @Override
    public boolean isRegularFile() {
      return !directory;
    }

    @Override
    public boolean isDirectory() {
      return directory;
    }

    @Override
    public boolean isSymbolicLink() {
      return false;
    }

    @Override
    public boolean isOther() {
      return false;
    }

    @Override
    public long size() {
      return size;
    }

    @Override
    public Object fileKey() {
      return null;
    }
  }

  @SuppressWarnings("unchecked")
  public static <A extends BasicFileAttributes> A readAttributes(Path path, Class<A> type, LinkOption... options)
      throws IOException {
    if (Objects.requireNonNull(type) != BasicFileAttributes.class)
      throw new UnsupportedOperationException();
    return (A) new Attributes(find(path));
  }

  /* ---- bytes ---- */

  private static final class Source extends InputStream {
    private Node node;
    private long at;

    Source(Node node) {
      this.node = node;
    }

    @Override
    public int read() throws IOException {
      byte[] single = new byte[1];
      return read(single, 0, 1) == 1 ? single[0] & 0xff : -1;
    }

    @Override
    public synchronized int read(byte[] bytes, int offset, int count) throws IOException {
      Objects.checkFromIndexSize(offset, count, bytes.length);
      if (count == 0)
        return 0;
      try {
        int got = checkOpen().read(at, bytes, offset, count);
        at += Math.max(got, 0);
        return got;
      } catch (Failure e) {
        throw new IOException(e.reason.words);
      }
    }

    @Override
    public synchronized long skip(long count) throws IOException {
      long step = Math.max(0, Math.min(count, checkOpen().size() - at));
      at += step;
      return step;
    }

    @Override
    public synchronized int available() throws IOException {
      return (int) Math.max(0, Math.min(Integer.MAX_VALUE, checkOpen().size() - at));
    }

    private Node checkOpen() throws IOException {
      if (node == null)
        throw new IOException("Stream Closed");
      return node;
    }

    @Override
    public synchronized void close() {
      node = null;
    }
  }

  private static final class Sink extends OutputStream {
    private final boolean append;
    private Node node;
    private Path deleted;
    private long at;

    Sink(Node node, boolean append, Path deleted) {
      this.node = node;
      this.append = append;
      this.deleted = deleted;
    }

    @Override
    public void write(int b) throws IOException {
      write(new byte[] {(byte) b}, 0, 1);
    }

    @Override
    public synchronized void write(byte[] bytes, int offset, int count) throws IOException {
      Objects.checkFromIndexSize(offset, count, bytes.length);
      if (node == null)
        throw new IOException("Stream Closed");
      try {
        if (append)
          node.append(bytes, offset, count);
        else
          node.write(at, bytes, offset, count);
      } catch (Failure e) {
        throw new IOException(e.reason.words);
      }
      at += count;
    }

    @Override
    public synchronized void close() throws IOException {
      node = null;
      if (deleted != null)
        deleteIfExists(deleted);
      deleted = null;
    }
  }

  public static InputStream newInputStream(Path path, OpenOption... options) throws IOException {
    for (OpenOption option : options)
      if (option == StandardOpenOption.APPEND || option == StandardOpenOption.WRITE)
        throw new UnsupportedOperationException("'" + option + "' not allowed");
    return new Source(find(path));
  }

  public static OutputStream newOutputStream(Path path, OpenOption... options) throws IOException {
    boolean plain = options.length == 0;
    boolean append = has(options, StandardOpenOption.APPEND);
    boolean truncate = plain || has(options, StandardOpenOption.TRUNCATE_EXISTING);
    if (has(options, StandardOpenOption.READ))
      throw new IllegalArgumentException("READ not allowed");
    if (append && truncate)
      throw new IllegalArgumentException("APPEND + TRUNCATE_EXISTING not allowed");
    try {
      Node node = FileTree.open(place(path), plain || has(options, StandardOpenOption.CREATE),
          has(options, StandardOpenOption.CREATE_NEW));
      if (truncate)
        node.resize(0);
      return new Sink(node, append, has(options, StandardOpenOption.DELETE_ON_CLOSE) ? path : null);
    } catch (Failure e) {
      throw exception(e, path, null);
    }
  }

  public static byte[] readAllBytes(Path path) throws IOException {
    Node node = find(path);
    if (node.isDirectory())
      throw new IOException(Failure.Reason.DIRECTORY.words);
    if (node.size() > Integer.MAX_VALUE - 8)
      throw new OutOfMemoryError("Required array size too large");
    return new Source(node).readNBytes(Integer.MAX_VALUE - 8);
  }

  public static Path write(Path path, byte[] bytes, OpenOption... options) throws IOException {
    Objects.requireNonNull(bytes);
    try (OutputStream out = newOutputStream(path, options)) {
      for (int at = 0; at < bytes.length; at += PIECE)
        out.write(bytes, at, Math.min(PIECE, bytes.length - at));
    }
    return path;
  }

  /* The position of the first byte in which two files differ; -1 for none. */
  public static long mismatch(Path path, Path other) throws IOException {
    if (isSameFile(path, other))
      return -1;
    Source first = new Source(find(path));
    Source second = new Source(find(other));
    for (long at = 0;; at += PIECE) {
      byte[] some = first.readNBytes(PIECE);
      byte[] others = second.readNBytes(PIECE);
      int where = Arrays.mismatch(some, others);
      if (where >= 0)
        return at + where;
      if (some.length < PIECE)
        return -1;
    }
  }

  /* ---- text: what a charset cannot read or write is an exception here ---- */

  public static BufferedReader newBufferedReader(Path path) throws IOException {
    return newBufferedReader(path, StandardCharsets.UTF_8);
  }

  public static BufferedReader newBufferedReader(Path path, Charset charset) throws IOException {
    return new BufferedReader(new InputStreamReader(newInputStream(path), charset.newDecoder()));
  }

  public static BufferedWriter newBufferedWriter(Path path, OpenOption... options) throws IOException {
    return newBufferedWriter(path, StandardCharsets.UTF_8, options);
  }

  public static BufferedWriter newBufferedWriter(Path path, Charset charset, OpenOption... options) throws IOException {
    return new BufferedWriter(new OutputStreamWriter(newOutputStream(path, options), charset.newEncoder()));
  }

  public static String readString(Path path) throws IOException {
    return readString(path, StandardCharsets.UTF_8);
  }

  public static String readString(Path path, Charset charset) throws IOException {
    return charset.newDecoder().decode(ByteBuffer.wrap(readAllBytes(path))).toString();
  }

  public static List<String> readAllLines(Path path) throws IOException {
    return readAllLines(path, StandardCharsets.UTF_8);
  }

  public static List<String> readAllLines(Path path, Charset charset) throws IOException {
    try (BufferedReader reader = newBufferedReader(path, charset)) {
      List<String> lines = new ArrayList<>();
      for (String line; (line = reader.readLine()) != null;)
        lines.add(line);
      return lines;
    }
  }

  /* Read as they are asked for: a line that the charset cannot read throws UncheckedIOException then. */
  public static Stream<String> lines(Path path) throws IOException {
    return lines(path, StandardCharsets.UTF_8);
  }

  public static Stream<String> lines(Path path, Charset charset) throws IOException {
    BufferedReader reader = newBufferedReader(path, charset);
    return reader.lines().onClose(() -> close(reader));
  }

  private static void close(BufferedReader reader) {
    try {
      reader.close();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  public static Path writeString(Path path, CharSequence text, OpenOption... options) throws IOException {
    return writeString(path, text, StandardCharsets.UTF_8, options);
  }

  public static Path writeString(Path path, CharSequence text, Charset charset, OpenOption... options)
      throws IOException {
    ByteBuffer bytes = charset.newEncoder().encode(CharBuffer.wrap(text));
    return write(path, Arrays.copyOf(bytes.array(), bytes.limit()), options);
  }

  public static Path write(Path path, Iterable<? extends CharSequence> lines, OpenOption... options)
      throws IOException {
    return write(path, lines, StandardCharsets.UTF_8, options);
  }

  public static Path write(Path path, Iterable<? extends CharSequence> lines, Charset charset, OpenOption... options)
      throws IOException {
    Objects.requireNonNull(lines);
    try (BufferedWriter writer = newBufferedWriter(path, charset, options)) {
      for (CharSequence line : lines) {
        writer.append(line);
        writer.newLine();
      }
    }
    return path;
  }

  /* ---- making and deleting ---- */

  private static void refuse(FileAttribute<?>[] attributes) {
    for (FileAttribute<?> attribute : attributes)
      throw new UnsupportedOperationException("'" + attribute.name() + "' not supported as initial attribute");
  }

  public static Path createFile(Path path, FileAttribute<?>... attributes) throws IOException {
    refuse(attributes);
    try {
      FileTree.open(place(path), true, true);
      return path;
    } catch (Failure e) {
      throw exception(e, path, null);
    }
  }

  public static Path createDirectory(Path path, FileAttribute<?>... attributes) throws IOException {
    refuse(attributes);
    try {
      FileTree.makeDirectory(place(path));
      return path;
    } catch (Failure e) {
      throw exception(e, path, null);
    }
  }

  public static Path createDirectories(Path path, FileAttribute<?>... attributes) throws IOException {
    try {
      return createUnlessDirectory(path, attributes);
    } catch (FileAlreadyExistsException e) {
      throw e;
    } catch (IOException e) {
      /* Its parent may be missing. */
    }
    Path whole = path.toAbsolutePath();
    Path there = whole.getParent();
    while (there != null && notExists(there))
      there = there.getParent();
    if (there != null)
      find(there);
    Path way = there == null ? whole.getRoot() : there;
    for (Path name : way.relativize(whole)) {
      way = way.resolve(name);
      createUnlessDirectory(way, attributes);
    }
    return whole;
  }

  private static Path createUnlessDirectory(Path path, FileAttribute<?>[] attributes) throws IOException {
    try {
      return createDirectory(path, attributes);
    } catch (FileAlreadyExistsException e) {
      if (!isDirectory(path))
        throw e;
      return path;
    }
  }

  private static synchronized Path temporary(Path directory, String prefix, String suffix) {
    Path in = directory != null ? directory : Path.of(FileTree.temporaryDirectory());
    String name = (prefix == null ? "" : prefix) + ++temporaries + suffix;
    if (Path.of(name).getParent() != null)
      throw new IllegalArgumentException("Invalid prefix or suffix");
    return in.resolve(name);
  }

  private static Path createTemporary(Path directory, String prefix, String suffix, FileAttribute<?>[] attributes)
      throws IOException {
    for (;;)
      try {
        return createFile(temporary(directory, prefix, suffix == null ? ".tmp" : suffix), attributes);
      } catch (FileAlreadyExistsException e) {
        continue;
      }
  }

  private static Path createTemporaryDirectory(Path directory, String prefix, FileAttribute<?>[] attributes)
      throws IOException {
    for (;;)
      try {
        return createDirectory(temporary(directory, prefix, ""), attributes);
      } catch (FileAlreadyExistsException e) {
        continue;
      }
  }

  public static Path createTempFile(String prefix, String suffix, FileAttribute<?>... attributes) throws IOException {
    return createTemporary(null, prefix, suffix, attributes);
  }

  public static Path createTempFile(Path directory, String prefix, String suffix, FileAttribute<?>... attributes)
      throws IOException {
    return createTemporary(Objects.requireNonNull(directory), prefix, suffix, attributes);
  }

  public static Path createTempDirectory(String prefix, FileAttribute<?>... attributes) throws IOException {
    return createTemporaryDirectory(null, prefix, attributes);
  }

  public static Path createTempDirectory(Path directory, String prefix, FileAttribute<?>... attributes)
      throws IOException {
    return createTemporaryDirectory(Objects.requireNonNull(directory), prefix, attributes);
  }

  public static void delete(Path path) throws IOException {
    try {
      FileTree.delete(place(path));
    } catch (Failure e) {
      throw exception(e, path, null);
    }
  }

  public static boolean deleteIfExists(Path path) throws IOException {
    try {
      FileTree.delete(place(path));
      return true;
    } catch (Failure e) {
      if (e.reason == Failure.Reason.ABSENT)
        return false;
      throw exception(e, path, null);
    }
  }

  /* ---- copying and moving ---- */

  private static void checkOptions(CopyOption[] options, boolean move) {
    for (CopyOption option : options)
      if (Objects.requireNonNull(option) == (move ? StandardCopyOption.COPY_ATTRIBUTES : StandardCopyOption.ATOMIC_MOVE)
          || !(option instanceof StandardCopyOption) && !(option instanceof LinkOption))
        throw new UnsupportedOperationException("Unsupported copy option");
  }

  /* Makes the place free, if options say so. */
  private static void clear(Path target, CopyOption[] options) throws IOException {
    if (!exists(target))
      return;
    if (!has(options, StandardCopyOption.REPLACE_EXISTING))
      throw new FileAlreadyExistsException(target.toString());
    delete(target);
  }

  public static Path copy(Path source, Path target, CopyOption... options) throws IOException {
    checkOptions(options, false);
    Node node = find(source);
    if (node == findOrNull(target))
      return target;
    clear(target, options);
    try {
      Node copy = FileTree.copy(place(source), place(target));
      if (has(options, StandardCopyOption.COPY_ATTRIBUTES))
        copy.setModified(node.modified());
      return target;
    } catch (Failure e) {
      throw exception(e, target, null);
    }
  }

  public static Path move(Path source, Path target, CopyOption... options) throws IOException {
    checkOptions(options, true);
    boolean atomic = has(options, StandardCopyOption.ATOMIC_MOVE);
    if (!atomic) {
      if (find(source) == findOrNull(target))
        return target;
      clear(target, options);
    }
    try {
      FileTree.rename(place(source), place(target));
      return target;
    } catch (Failure e) {
      throw exception(e, source, target);
    }
  }

  public static long copy(InputStream in, Path target, CopyOption... options) throws IOException {
    Objects.requireNonNull(in);
    boolean replace = false;
    for (CopyOption option : options)
      if (Objects.requireNonNull(option) == StandardCopyOption.REPLACE_EXISTING)
        replace = true;
      else
        throw new UnsupportedOperationException(option + " not supported");
    if (replace)
      deleteIfExists(target);
    try (OutputStream out = newOutputStream(target, StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE)) {
      return in.transferTo(out);
    }
  }

  public static long copy(Path source, OutputStream out) throws IOException {
    Objects.requireNonNull(out);
    try (InputStream in = newInputStream(source)) {
      return in.transferTo(out);
    }
  }

  /* ---- directories ---- */

  private static List<Path> children(Path directory) throws IOException {
    List<Path> paths = new ArrayList<>();
    try {
      for (String name : FileTree.list(place(directory)))
        paths.add(directory.resolve(name));
      return paths;
    } catch (Failure e) {
      if (e.reason == Failure.Reason.NO_DIRECTORY)
        throw new NotDirectoryException(directory.toString());
      throw exception(e, directory, null);
    }
  }

  /* Walked once. */
  private static final class Listing implements DirectoryStream<Path>, Iterator<Path> {
    private final Iterator<Path> paths;
    private final Filter<? super Path> filter;
    private Path next;
    private boolean begun;
    private boolean closed;

    Listing(List<Path> paths, Filter<? super Path> filter) {
      this.paths = paths.iterator();
      this.filter = filter;
    }

    @Override
    public Iterator<Path> iterator() {
      if (closed)
        throw new IllegalStateException("Directory stream is closed");
      if (begun)
        throw new IllegalStateException("Iterator already obtained");
      begun = true;
      return this;
    }

    @Override
    public boolean hasNext() {
      try {
        while (next == null && !closed && paths.hasNext()) {
          Path path = paths.next();
          next = filter == null || filter.accept(path) ? path : null;
        }
        return next != null;
      } catch (IOException e) {
        throw new DirectoryIteratorException(e);
      }
    }

    @Override
    public Path next() {
      if (!hasNext())
        throw new NoSuchElementException();
      Path path = next;
      next = null;
      return path;
    }

    @Override
    public void close() {
      closed = true;
    }
  }

  public static DirectoryStream<Path> newDirectoryStream(Path directory) throws IOException {
    return new Listing(children(directory), null);
  }

  public static DirectoryStream<Path> newDirectoryStream(Path directory, DirectoryStream.Filter<? super Path> filter)
      throws IOException {
    return new Listing(children(directory), Objects.requireNonNull(filter));
  }

  public static DirectoryStream<Path> newDirectoryStream(Path directory, String glob) throws IOException {
    PathMatcher matcher = Glob.matcher("glob:" + glob);
    return new Listing(children(directory), path -> matcher.matches(path.getFileName()));
  }

  public static Stream<Path> list(Path directory) throws IOException {
    return children(directory).stream();
  }

  public static Stream<Path> walk(Path start, FileVisitOption... options) throws IOException {
    return walk(start, Integer.MAX_VALUE, options);
  }

  /* A directory before what is in it. */
  public static Stream<Path> walk(Path start, int depth, FileVisitOption... options) throws IOException {
    if (depth < 0)
      throw new IllegalArgumentException("'maxDepth' is negative");
    find(start);
    return below(start, depth);
  }

  private static Stream<Path> below(Path path, int depth) {
    if (depth == 0 || !isDirectory(path))
      return Stream.of(path);
    return Stream.concat(Stream.of(path), Stream.of(path).flatMap(directory -> {
      try {
        return children(directory).stream().flatMap(child -> below(child, depth - 1));
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      }
    }));
  }

  public static Stream<Path> find(Path start, int depth, BiPredicate<Path, BasicFileAttributes> condition,
      FileVisitOption... options) throws IOException {
    return walk(start, depth, options).filter(path -> {
      try {
        return condition.test(path, new Attributes(find(path)));
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      }
    });
  }

  public static Path walkFileTree(Path start, FileVisitor<? super Path> visitor) throws IOException {
    return walkFileTree(start, Set.of(), Integer.MAX_VALUE, visitor);
  }

  public static Path walkFileTree(Path start, Set<FileVisitOption> options, int depth,
      FileVisitor<? super Path> visitor) throws IOException {
    if (depth < 0)
      throw new IllegalArgumentException("'maxDepth' is negative");
    visit(start, depth, visitor);
    return start;
  }

  private static FileVisitResult visit(Path path, int depth, FileVisitor<? super Path> visitor) throws IOException {
    Attributes attributes;
    List<Path> children = null;
    try {
      attributes = new Attributes(find(path));
      if (attributes.isDirectory() && depth > 0)
        children = children(path);
    } catch (IOException e) {
      return result(visitor.visitFileFailed(path, e));
    }
    if (children == null)
      return result(visitor.visitFile(path, attributes));
    FileVisitResult result = result(visitor.preVisitDirectory(path, attributes));
    if (result == FileVisitResult.SKIP_SUBTREE)
      return FileVisitResult.CONTINUE;
    if (result != FileVisitResult.CONTINUE)
      return result;
    for (Path child : children) {
      result = visit(child, depth - 1, visitor);
      if (result == FileVisitResult.TERMINATE)
        return result;
      if (result == FileVisitResult.SKIP_SIBLINGS)
        break;
    }
    return result(visitor.postVisitDirectory(path, null));
  }

  private static FileVisitResult result(FileVisitResult result) {
    return Objects.requireNonNull(result);
  }
}
