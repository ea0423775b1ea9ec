/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * What is asked when the whole graph of an object has been read. */
package java.io;

public interface ObjectInputValidation {
  void validateObject() throws InvalidObjectException;
}
