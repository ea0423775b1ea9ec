/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * Elements, each once. */
package java.util;

public interface Set<E> extends Collection<E> {
}
