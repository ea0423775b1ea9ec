/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * A file that is no directory. */
package java.nio.file;

public class NotDirectoryException extends FileSystemException {
  public NotDirectoryException(String file) {
    super(file);
  }
}
