/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * Objects that write and read all of their state themselves. */
package java.io;

public interface Externalizable extends Serializable {
  void writeExternal(ObjectOutput out) throws IOException;

  void readExternal(ObjectInput in) throws IOException, ClassNotFoundException;
}
