/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * Marks classes; nothing is serialised here. */
package java.io;

public interface Serializable {
}
