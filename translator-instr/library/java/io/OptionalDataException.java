/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * An object is to be read where the stream has values of primitive types, or the end of what an object wrote. */
package java.io;

public class OptionalDataException extends ObjectStreamException {
  public int length;   /* bytes of such values that can be read; 0: none */
  public boolean eof;  /* nothing more is there of what the object wrote */

  OptionalDataException(int length) {
    this.length = length;
  }

  OptionalDataException(boolean end) {
    eof = end;
  }
}
