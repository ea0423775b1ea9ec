/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * A path as text, without slashes at its end and after one another. */
package java.nio.file;

import java.io.IOException;
import java.util.Objects;

import jx.files.Failure;
import jx.files.FileTree;

final class MemoryPath implements Path {
  private static final MemoryPath EMPTY = new MemoryPath("");

  private final String path;
  /* The path's parts; the empty path has one, which is empty. */
  private String[] names;

  private MemoryPath(String path) {
    this.path = path;
  }

  static Path of(String first, String... more) {
    StringBuilder text = new StringBuilder(first);
    for (String part : more)
      if (!part.isEmpty())
        text.append(text.length() > 0 ? "/" : "").append(part);
    String whole = text.toString();
    int zero = whole.indexOf('\0');
    if (zero >= 0)
      throw new InvalidPathException(whole, "Nul character not allowed");
    return new MemoryPath(normal(whole));
  }

  private static String normal(String path) {
    StringBuilder text = new StringBuilder(path.length());
    for (int i = 0; i < path.length(); i++)
      if (path.charAt(i) != '/' || i == 0 || path.charAt(i - 1) != '/')
        text.append(path.charAt(i));
    if (text.length() > 1 && text.charAt(text.length() - 1) == '/')
      text.setLength(text.length() - 1);
    return text.toString();
  }

  private static MemoryPath own(Path path) {
    return (MemoryPath) Objects.requireNonNull(path);
  }

  private String[] names() {
    if (names == null) {
      String relative = isAbsolute() ? path.substring(1) : path;
      names = isAbsolute() && relative.isEmpty() ? new String[0] : relative.split("/", -1);
    }
    return names;
  }

  private static Path joined(boolean absolute, String[] names, int begin, int end) {
    StringBuilder text = new StringBuilder(absolute ? "/" : "");
    for (int i = begin; i < end; i++)
      text.append(i > begin ? "/" : "").append(names[i]);
    return new MemoryPath(text.toString());
  }

  @Override
  public FileSystem getFileSystem() {
    return FileSystems.getDefault();
  }

  @Override
  public boolean isAbsolute() {
    return path.startsWith("/");
  }

  @Override
  public Path getRoot() {
    return isAbsolute() ? new MemoryPath("/") : null;
  }

  @Override
  public Path getFileName() {
    int slash = path.lastIndexOf('/');
    return path.equals("/") ? null : slash < 0 ? this : new MemoryPath(path.substring(slash + 1));
  }

  @Override
  public Path getParent() {
    int slash = path.lastIndexOf('/');
    return slash > 0 ? new MemoryPath(path.substring(0, slash)) : slash == 0 && path.length() > 1 ? getRoot() : null;
  }

  @Override
  public int getNameCount() {
    return names().length;
  }

  @Override
  public Path getName(int index) {
    if (index < 0 || index >= names().length)
      throw new IllegalArgumentException();
    return new MemoryPath(names()[index]);
  }

  @Override
  public Path subpath(int begin, int end) {
    if (begin < 0 || begin >= names().length || end > names().length || begin >= end)
      throw new IllegalArgumentException();
    return joined(false, names(), begin, end);
  }

  @Override
  public boolean startsWith(Path other) {
    String start = own(other).path;
    if (start.isEmpty() || path.isEmpty())
      return start.equals(path);
    return path.startsWith(start) && (path.length() == start.length() || start.equals("/")
        || path.charAt(start.length()) == '/');
  }

  @Override
  public boolean endsWith(Path other) {
    String end = own(other).path;
    if (end.isEmpty() || path.isEmpty() || other.isAbsolute())
      return end.equals(path);
    return path.equals(end) || path.endsWith("/" + end);
  }

  @Override
  public Path normalize() {
    String[] kept = new String[names().length];
    int count = 0;
    for (String name : names())
      if (name.equals("..") && count > 0 && !kept[count - 1].equals(".."))
        count--;
      else if (!name.isEmpty() && !name.equals(".") && !(name.equals("..") && count == 0 && isAbsolute()))
        kept[count++] = name;
    return joined(isAbsolute(), kept, 0, count);
  }

  @Override
  public Path resolve(Path other) {
    String end = own(other).path;
    if (other.isAbsolute() || path.isEmpty())
      return other;
    return end.isEmpty() ? this : new MemoryPath(path.equals("/") ? "/" + end : path + "/" + end);
  }

  @Override
  public Path relativize(Path other) {
    if (own(other).path.equals(path))
      return EMPTY;
    if (other.isAbsolute() != isAbsolute())
      throw new IllegalArgumentException("'other' is different type of Path");
    if (path.isEmpty())
      return other;
    String[] from = own(normalizedIfNeeded()).names();
    String[] to = own(own(other).normalizedIfNeeded()).names();
    from = from.length == 1 && from[0].isEmpty() ? new String[0] : from;
    to = to.length == 1 && to[0].isEmpty() ? new String[0] : to;
    int common = 0;
    while (common < from.length && common < to.length && from[common].equals(to[common]))
      common++;
    StringBuilder text = new StringBuilder();
    for (int i = common; i < from.length; i++) {
      if (from[i].equals(".."))
        throw new IllegalArgumentException("Unable to compute relative  path from " + this + " to " + other);
      text.append(text.length() > 0 ? "/" : "").append("..");
    }
    for (int i = common; i < to.length; i++)
      text.append(text.length() > 0 ? "/" : "").append(to[i]);
    return new MemoryPath(text.toString());
  }

  /* Names like `.' would count as ways down. */
  private Path normalizedIfNeeded() {
    for (String name : names())
      if (name.equals(".") || name.equals(".."))
        return normalize();
    return this;
  }

  @Override
  public Path toAbsolutePath() {
    return isAbsolute() ? this : new MemoryPath(FileTree.WORKING_DIRECTORY).resolve(this);
  }

  @Override
  public Path toRealPath(LinkOption... options) throws IOException {
    try {
      return new MemoryPath(FileTree.realPath(path));
    } catch (Failure e) {
      throw Files.exception(e, this, null);
    }
  }

  @Override
  public int compareTo(Path other) {
    return path.compareTo(own(other).path);
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof MemoryPath && path.equals(((MemoryPath) other).path);
  }

  @Override
  public int hashCode() {
    return path.hashCode();
  }

  @Override
  public String toString() {
    return path;
  }
}
