/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * An index outside of an array. */
package java.lang;

public class ArrayIndexOutOfBoundsException extends IndexOutOfBoundsException {
  public ArrayIndexOutOfBoundsException() {
  }

  public ArrayIndexOutOfBoundsException(String message) {
    super(message);
  }

  public ArrayIndexOutOfBoundsException(int index) {
    super("Array index out of range: " + index);
  }
}
