/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * A text that is no path. */
package java.nio.file;

public class InvalidPathException extends IllegalArgumentException {
  private final String input;
  private final int index;

  public InvalidPathException(String input, String reason, int index) {
    super(java.util.Objects.requireNonNull(reason));
    if (index < -1)
      throw new IllegalArgumentException();
    this.input = java.util.Objects.requireNonNull(input);
    this.index = index;
  }

  public InvalidPathException(String input, String reason) {
    this(input, reason, -1);
  }

  public String getInput() {
    return input;
  }

  public String getReason() {
    return super.getMessage();
  }

  public int getIndex() {
    return index;
  }

  @Override
  public String getMessage() {
    return getReason() + (index < 0 ? "" : " at index " + index) + ": " + input;
  }
}
