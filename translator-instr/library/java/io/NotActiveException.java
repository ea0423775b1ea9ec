/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * A method is called that only writeObject() or readObject() of an object may call. */
package java.io;

public class NotActiveException extends ObjectStreamException {
  public NotActiveException() {
  }

  public NotActiveException(String reason) {
    super(reason);
  }
}
