/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * What is told of an event: where it happened. */
package java.util;

public class EventObject implements java.io.Serializable {
  protected transient Object source;

  public EventObject(Object source) {
    if (source == null)
      throw new IllegalArgumentException("null source");
    this.source = source;
  }

  public Object getSource() {
    return source;
  }

  @Override
  public String toString() {
    return getClass().getName() + "[source=" + source + "]";
  }
}
