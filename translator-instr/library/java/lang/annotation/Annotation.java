/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * What all annotation types extend. */
package java.lang.annotation;

public interface Annotation {
}
