/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * Is told when what it observes has changed. */
package java.util;

@Deprecated
public interface Observer {
  void update(Observable observed, Object argument);
}
