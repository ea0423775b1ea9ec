/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * An object is to be written whose class does not implement Serializable. */
package java.io;

public class NotSerializableException extends ObjectStreamException {
  public NotSerializableException() {
  }

  public NotSerializableException(String reason) {
    super(reason);
  }
}
