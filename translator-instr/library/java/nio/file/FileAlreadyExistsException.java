/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * A file that is there, where none should be. */
package java.nio.file;

public class FileAlreadyExistsException extends FileSystemException {
  public FileAlreadyExistsException(String file) {
    super(file);
  }

  public FileAlreadyExistsException(String file, String other, String reason) {
    super(file, other, reason);
  }
}
