/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * A choice of files by directory and name. */
package java.io;

@FunctionalInterface
public interface FilenameFilter {
  boolean accept(File directory, String name);
}
