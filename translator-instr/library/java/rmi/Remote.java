/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * Marks interfaces whose methods can be called from other machines. */
package java.rmi;

public interface Remote {
}
