/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * A directory that could not be read on. */
package java.nio.file;

import java.io.IOException;
import java.util.ConcurrentModificationException;

public final class DirectoryIteratorException extends ConcurrentModificationException {
  public DirectoryIteratorException(IOException cause) {
    initCause(java.util.Objects.requireNonNull(cause));
  }

  @Override
  public IOException getCause() {
    return (IOException) super.getCause();
  }
}
