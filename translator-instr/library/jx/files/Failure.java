/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * Why the file system cannot do what it was asked for. java.io and java.nio.file make their exceptions of it. */
package jx.files;

public final class Failure extends Exception {
  public enum Reason {
    ABSENT("No such file or directory"),
    EXISTS("File exists"),
    NO_DIRECTORY("Not a directory"),
    DIRECTORY("Is a directory"),
    NOT_EMPTY("Directory not empty"),
    BUSY("Device or resource busy"),
    INVALID("Invalid argument"),
    DENIED("Permission denied"),
    TOO_LARGE("File too large"),
    BROKEN("Input/output error");

    /* In the words of Linux, which the JDK's messages have. */
    public final String words;

    Reason(String words) {
      this.words = words;
    }
  }

  public final Reason reason;

  public Failure(Reason reason) {
    super(reason.words);
    this.reason = reason;
  }
}
