/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * A rendered page: what the cache keeps. */
package cache;

final class Page {
  final int number;
  final byte[] body;
  int requests; /* that it has answered */

  Page(int number, String body) {
    this.number = number;
    this.body = body.getBytes();
  }
}
