/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * How long annotations of a type are kept. */
package java.lang.annotation;

@Target(ElementType.ANNOTATION_TYPE)
public @interface Retention {
  RetentionPolicy value();
}
