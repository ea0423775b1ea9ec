/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * How a tree is walked; without links there is one way. */
package java.nio.file;

public enum FileVisitOption {
  FOLLOW_LINKS
}
