/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * What a server's file system has refused, and by which of NFS's numbers (RFC 1813, nfsstat3). */
package jx.nfs;

import java.io.IOException;

public final class NfsRefusal extends IOException {
  private static final long serialVersionUID = 1;

  public final int status;

  NfsRefusal(String what, int status) {
    super(what + ": NFS status " + status);
    this.status = status;
  }
}
