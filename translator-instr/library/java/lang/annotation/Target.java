/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * Where annotations of a type may stand. */
package java.lang.annotation;

@Target(ElementType.ANNOTATION_TYPE)
public @interface Target {
  ElementType[] value();
}
