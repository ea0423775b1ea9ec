/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * The types of a method's parameters and of its result, by the letters that descriptors begin them with. */
package jx.rmi;

final class Signature {
  private Signature() {
  }

  /* A letter for each parameter: I J F D B C S Z, L for a class, [ for an array. */
  static String parameters(String descriptor) {
    StringBuilder letters = new StringBuilder();
    for (int at = 1; descriptor.charAt(at) != ')'; at++) {
      letters.append(descriptor.charAt(at));
      while (descriptor.charAt(at) == '[')
        at++;
      if (descriptor.charAt(at) == 'L')
        at = descriptor.indexOf(';', at);
    }
    return letters.toString();
  }

  static char result(String descriptor) {
    return descriptor.charAt(descriptor.indexOf(')') + 1);
  }
}
