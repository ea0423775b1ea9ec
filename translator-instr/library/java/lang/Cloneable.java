/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * Marks classes whose objects clone() may copy field by field. */
package java.lang;

public interface Cloneable {
}
