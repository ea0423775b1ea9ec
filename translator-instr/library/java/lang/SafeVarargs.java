/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * The method does nothing unsafe with its generic varargs array. */
package java.lang;

import java.lang.annotation.*;

@Target({ElementType.CONSTRUCTOR, ElementType.METHOD})
@Retention(RetentionPolicy.CLASS)
public @interface SafeVarargs {
}
