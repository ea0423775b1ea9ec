/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * Marks who is told of events. */
package java.util;

public interface EventListener {
}
