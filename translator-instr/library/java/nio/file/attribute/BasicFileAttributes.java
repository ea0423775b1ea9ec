/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * What every file system knows of a file. */
package java.nio.file.attribute;

public interface BasicFileAttributes {
  FileTime lastModifiedTime();

  FileTime lastAccessTime();

  FileTime creationTime();

  boolean isRegularFile();

  boolean isDirectory();

  boolean isSymbolicLink();

  boolean isOther();

  long size();

  Object fileKey();
}
