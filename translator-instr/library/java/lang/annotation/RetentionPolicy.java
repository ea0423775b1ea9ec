/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * How long an annotation is kept. */
package java.lang.annotation;

public enum RetentionPolicy {
  SOURCE, CLASS, RUNTIME
}
