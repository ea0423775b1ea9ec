/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * The compiler checks that the method overrides one. */
package java.lang;

import java.lang.annotation.*;

@Target(ElementType.METHOD)
@Retention(RetentionPolicy.SOURCE)
public @interface Override {
}
