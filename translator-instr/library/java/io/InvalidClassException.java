/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * The class of an object is not the one that the stream was written with, or cannot be read. */
package java.io;

public class InvalidClassException extends ObjectStreamException {
  public String classname;

  public InvalidClassException(String reason) {
    super(reason);
  }

  public InvalidClassException(String classname, String reason) {
    super(reason);
    this.classname = classname;
  }

  @Override
  public String getMessage() {
    return classname == null ? super.getMessage() : classname + "; " + super.getMessage();
  }
}
