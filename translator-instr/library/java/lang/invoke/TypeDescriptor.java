/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * A type, in the signature of what makes the methods of records. */
package java.lang.invoke;

public interface TypeDescriptor {
}
