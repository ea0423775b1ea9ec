/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * A call while it is being answered: its header, and where its arguments are read and its results written. There is
 * one such object for each server, and it is filled anew for each call. */
package jx.rpc;

public final class RpcCall {
  public int xid;
  public int program;
  public int version;
  public int procedure;

  /* Of the caller: see jx.net.Datagram. */
  public int address;
  public int port;

  public final Credentials credentials = new Credentials();
  public final XdrReader arguments = new XdrReader();
  public final XdrWriter results = new XdrWriter();
}
