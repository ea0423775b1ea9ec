/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * A directory that has files. */
package java.nio.file;

public class DirectoryNotEmptyException extends FileSystemException {
  public DirectoryNotEmptyException(String file) {
    super(file);
  }
}
