/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * Calls one method of a remote interface. The translator makes a subclass for each. */
package jx.rmi;

public abstract class Invoker {
  /* `arguments' of primitive types are boxed, as the result is. What the method throws comes out as it is. */
  public abstract Object invoke(Object target, Object[] arguments);
}
