/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * The compiler warns of uses. */
package java.lang;

import java.lang.annotation.*;

@Retention(RetentionPolicy.CLASS)
public @interface Deprecated {
  String since() default "";

  boolean forRemoval() default false;
}
