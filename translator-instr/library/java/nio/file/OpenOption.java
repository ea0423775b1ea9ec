/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * How a file is opened. */
package java.nio.file;

public interface OpenOption {
}
