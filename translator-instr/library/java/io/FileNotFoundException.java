/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * A file that cannot be opened. */
package java.io;

public class FileNotFoundException extends IOException {
  public FileNotFoundException() {
  }

  public FileNotFoundException(String message) {
    super(message);
  }

  /* For a path that cannot be opened, with the reason in parentheses. */
  FileNotFoundException(String path, jx.files.Failure failure) {
    super(path + " (" + failure.reason.words + ")");
  }
}
