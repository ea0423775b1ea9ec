/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * Who goes from desk to desk: when he came into the house and to where he is. */
package queueing;

final class Customer {
  final long came;
  long cameHere;

  Customer(long came) {
    this.came = came;
  }
}
