/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * What stands for an object of another machine. */
package java.rmi.server;

public abstract class RemoteStub extends RemoteObject {
  protected RemoteStub() {
  }

  protected RemoteStub(RemoteRef ref) {
    super(ref);
  }
}
