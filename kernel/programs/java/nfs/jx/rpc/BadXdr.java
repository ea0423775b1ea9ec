/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * Bytes that are no XDR of what was expected. There is one such object, made in advance and without a trace: a peer
 * that sends garbage must not cost memory. */
package jx.rpc;

@SuppressWarnings("serial")
public final class BadXdr extends Exception {
  static final BadXdr INSTANCE = new BadXdr();

  private BadXdr() {
    super("malformed XDR");
  }

  @Override
  public Throwable fillInStackTrace() {
    return this;
  }
}
