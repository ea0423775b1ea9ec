/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * The type of nothing, for generic code. */
package java.lang;

public final class Void {
  private Void() {
  }
}
