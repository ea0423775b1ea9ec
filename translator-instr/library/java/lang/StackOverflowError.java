/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * Calls nested more deeply than the thread's stack allows. */
package java.lang;

public class StackOverflowError extends VirtualMachineError {
  public StackOverflowError() {
  }

  public StackOverflowError(String message) {
    super(message);
  }
}
