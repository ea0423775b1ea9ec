/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * The heap is full of objects that are in use. */
package java.lang;

public class OutOfMemoryError extends VirtualMachineError {
  public OutOfMemoryError() {
  }

  public OutOfMemoryError(String message) {
    super(message);
  }
}
