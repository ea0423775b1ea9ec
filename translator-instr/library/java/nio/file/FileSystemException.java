/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * A file, perhaps two, with which something could not be done. */
package java.nio.file;

import java.io.IOException;

public class FileSystemException extends IOException {
  private final String file;
  private final String other;

  public FileSystemException(String file) {
    this(file, null, null);
  }

  public FileSystemException(String file, String other, String reason) {
    super(reason);
    this.file = file;
    this.other = other;
  }

  public String getFile() {
    return file;
  }

  public String getOtherFile() {
    return other;
  }

  public String getReason() {
    return super.getMessage();
  }

  @Override
  public String getMessage() {
    if (file == null && other == null)
      return getReason();
    return (file == null ? "" : file) + (other == null ? "" : " -> " + other)
        + (getReason() == null ? "" : ": " + getReason());
  }
}
