/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * What goes wrong in object streams alone. */
package java.io;

public abstract class ObjectStreamException extends IOException {
  protected ObjectStreamException() {
  }

  protected ObjectStreamException(String message) {
    super(message);
  }

  protected ObjectStreamException(String message, Throwable cause) {
    super(message, cause);
  }

  protected ObjectStreamException(Throwable cause) {
    super(cause);
  }
}
