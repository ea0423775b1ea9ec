/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * Named by the class files of lambdas; the translator resolves their sites. */
package java.lang.invoke;

public final class MethodType {
  private MethodType() {
  }
}
