/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * What characters can be appended to. */
package java.lang;

import java.io.IOException;

public interface Appendable {
  Appendable append(CharSequence text) throws IOException;

  Appendable append(CharSequence text, int start, int end) throws IOException;

  Appendable append(char c) throws IOException;
}
