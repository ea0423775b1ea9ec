/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * A device, or what stands for one, that cannot be used. */
package java.io;

public class IOError extends Error {
  public IOError(Throwable cause) {
    super(cause);
  }
}
