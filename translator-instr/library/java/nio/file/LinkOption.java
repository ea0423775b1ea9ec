/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * How links are treated; there are none. */
package java.nio.file;

public enum LinkOption implements OpenOption, CopyOption {
  NOFOLLOW_LINKS
}
