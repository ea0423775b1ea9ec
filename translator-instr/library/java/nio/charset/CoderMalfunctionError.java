/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * The loop of an encoder or a decoder failed. */
package java.nio.charset;

public class CoderMalfunctionError extends Error {
  public CoderMalfunctionError(Exception cause) {
    super(cause);
  }
}
