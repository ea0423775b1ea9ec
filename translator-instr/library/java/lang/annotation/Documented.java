/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * Annotations of the type belong to the documented interface. */
package java.lang.annotation;

@Target(ElementType.ANNOTATION_TYPE)
public @interface Documented {
}
