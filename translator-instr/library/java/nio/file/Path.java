/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * The way to a file: names with slashes between them. See MemoryPath, the only kind. */
package java.nio.file;

import java.io.File;
import java.io.IOException;
import java.util.Iterator;
import java.util.NoSuchElementException;

public interface Path extends Comparable<Path>, Iterable<Path> {
  static Path of(String first, String... more) {
    return MemoryPath.of(first, more);
  }

  FileSystem getFileSystem();

  boolean isAbsolute();

  Path getRoot();

  Path getFileName();

  Path getParent();

  int getNameCount();

  Path getName(int index);

  Path subpath(int begin, int end);

  boolean startsWith(Path other);

  default boolean startsWith(String other) {
    return startsWith(of(other));
  }

  boolean endsWith(Path other);

  default boolean endsWith(String other) {
    return endsWith(of(other));
  }

  Path normalize();

  Path resolve(Path other);

  default Path resolve(String other) {
    return resolve(of(other));
  }

  default Path resolveSibling(Path other) {
    Path parent = getParent();
    return parent == null ? java.util.Objects.requireNonNull(other) : parent.resolve(other);
  }

  default Path resolveSibling(String other) {
    return resolveSibling(of(other));
  }

  Path relativize(Path other);

  Path toAbsolutePath();

  Path toRealPath(LinkOption... options) throws IOException;

  default File toFile() {
    return new File(toString());
  }

  @Override
  default Iterator<Path> iterator() {
    return new Iterator<>() {
      private int next;

      @Override
      public boolean hasNext() {
        return next < getNameCount();
      }

      @Override
      public Path next() {
        if (!hasNext())
          throw new NoSuchElementException();
        return getName(next++);
      }
    };
  }

  @Override
  int compareTo(Path other);

  boolean equals(Object other);

  int hashCode();

  String toString();
}
