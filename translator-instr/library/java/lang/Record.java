/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * The superclass of all records. */
package java.lang;

public abstract class Record {
  protected Record() {
  }

  @Override
  public abstract boolean equals(Object other);

  @Override
  public abstract int hashCode();

  @Override
  public abstract String toString();
}
