/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * The compiler checks that the interface has one abstract method. */
package java.lang;

import java.lang.annotation.*;

@Target(ElementType.TYPE)
@Retention(RetentionPolicy.CLASS)
public @interface FunctionalInterface {
}
