/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * How a walk through a tree goes on. */
package java.nio.file;

public enum FileVisitResult {
  CONTINUE, TERMINATE, SKIP_SUBTREE, SKIP_SIBLINGS
}
