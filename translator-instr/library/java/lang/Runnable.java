/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * Something to do. */
package java.lang;

@FunctionalInterface
public interface Runnable {
  void run();
}
