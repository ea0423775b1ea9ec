/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * A line is no request that this server can read. */
package cache;

final class BadRequest extends RuntimeException {
  private static final long serialVersionUID = 1;

  BadRequest(String line, String what) {
    super(what + ": " + line);
  }
}
