/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * An object that was read is not as objects of its class are. */
package java.io;

public class InvalidObjectException extends ObjectStreamException {
  public InvalidObjectException(String reason) {
    super(reason);
  }

  public InvalidObjectException(String reason, Throwable cause) {
    super(reason, cause);
  }
}
