/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * The runtime is out of a resource or broken. */
package java.lang;

public class VirtualMachineError extends Error {
  public VirtualMachineError() {
  }

  public VirtualMachineError(String message) {
    super(message);
  }

  public VirtualMachineError(String message, Throwable cause) {
    super(message, cause);
  }

  public VirtualMachineError(Throwable cause) {
    super(cause);
  }
}
