/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * The file system: there is one (jx.files.FileTree). */
package java.nio.file;

import java.util.List;

public abstract class FileSystem {
  protected FileSystem() {
  }

  public abstract Path getPath(String first, String... more);

  public abstract String getSeparator();

  public abstract boolean isOpen();

  public abstract boolean isReadOnly();

  public abstract Iterable<Path> getRootDirectories();

  /* Of `glob:PATTERN' or `regex:PATTERN'. */
  public abstract PathMatcher getPathMatcher(String wanted);

  /* The only one. */
  static final class Only extends FileSystem {
    @Override
    public Path getPath(String first, String... more) {
      return Path.of(first, more);
    }

    @Override
    public String getSeparator() {
      return "/";
    }

    @Override
    public boolean isOpen() {
      return true;
    }

    @Override
    public boolean isReadOnly() {
      return false;
    }

    @Override
    public Iterable<Path> getRootDirectories() {
      return List.of(Path.of("/"));
    }

    @Override
    public PathMatcher getPathMatcher(String wanted) {
      return Glob.matcher(wanted);
    }
  }
}
