/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * Marks lists that find an element by its index in constant time. */
package java.util;

public interface RandomAccess {
}
