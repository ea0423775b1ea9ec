/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * What the translator knows of remote interfaces: methods by numbers, and classes of stubs. */
package jx.rmi;

final class RemoteTable {
  private RemoteTable() {
  }

  /* Of the class of a remote object, or of a remote interface; null: it has none. */
  static native Class<?> stubOf(Class<?> type);

  static native int stubs();

  /* The class or interface that stub class number `number' is for. */
  static native Class<?> stubbed(int number);

  static native int methods();

  static native Class<?> owner(int method);

  static native long hash(int method);

  static native String descriptor(int method);

  /* Does the method's interface declare it? */
  static native boolean declares(int method, Throwable exception);

  static native Object invoker(int method);

  static native Object makeStub(Class<?> stub);

  /* The number of the method of this hash that objects of the class have; -1: there is none. */
  static int find(long hash, Object target) {
    int count = methods();
    for (int i = 0; i < count; i++)
      if (hash(i) == hash && owner(i).isInstance(target))
        return i;
    return -1;
  }
}
