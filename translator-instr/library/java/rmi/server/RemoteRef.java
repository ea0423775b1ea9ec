/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * What a stub knows of the object that it stands for. */
package java.rmi.server;

public interface RemoteRef {
  boolean remoteEquals(RemoteRef other);

  int remoteHashCode();

  String remoteToString();
}
