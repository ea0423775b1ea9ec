/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * A call that its server has answered, but not performed: it says why in RPC's words. */
package jx.rpc;

import java.io.IOException;

public final class RpcFailure extends IOException {
  private static final long serialVersionUID = 1;

  /* RFC 5531, accept_stat. */
  private static final String[] ACCEPTED = {"success", "the program is not there", "the program has other versions",
    "the procedure is not there", "the arguments cannot be read", "an error in the server"};

  private RpcFailure(String what) {
    super(what);
  }

  static RpcFailure denied(int why) {
    return new RpcFailure("the call was denied: " + (why == 0 ? "another version of RPC" : "its credential"));
  }

  static RpcFailure accepted(int status) {
    return new RpcFailure(status > 0 && status < ACCEPTED.length ? ACCEPTED[status] : "outcome " + status);
  }

  static RpcFailure tooLong() {
    return new RpcFailure("the arguments are longer than a datagram");
  }
}
