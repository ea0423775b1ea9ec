/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * Another thread gave up waiting at the barrier. */
package java.util.concurrent;

public class BrokenBarrierException extends Exception {
  public BrokenBarrierException() {
  }

  public BrokenBarrierException(String message) {
    super(message);
  }
}
