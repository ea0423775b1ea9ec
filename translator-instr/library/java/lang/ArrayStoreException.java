/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * A store of the wrong type into an array of references. */
package java.lang;

public class ArrayStoreException extends RuntimeException {
  public ArrayStoreException() {
  }

  public ArrayStoreException(String message) {
    super(message);
  }
}
