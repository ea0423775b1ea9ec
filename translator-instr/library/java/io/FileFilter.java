/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * A choice of files. */
package java.io;

@FunctionalInterface
public interface FileFilter {
  boolean accept(File file);
}
