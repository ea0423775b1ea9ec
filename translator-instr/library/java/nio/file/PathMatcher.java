/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * A choice of paths. */
package java.nio.file;

@FunctionalInterface
public interface PathMatcher {
  boolean matches(Path path);
}
