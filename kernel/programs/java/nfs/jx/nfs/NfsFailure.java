/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * An operation on the file system that was refused, with the status that the client gets. Failures are part of
 * everyday's work (a LOOKUP that finds nothing), so there is one object for each status, without a trace. */
package jx.nfs;

@SuppressWarnings("serial")
final class NfsFailure extends Exception {
  static final NfsFailure PERM = new NfsFailure(Status.PERM);
  static final NfsFailure NOENT = new NfsFailure(Status.NOENT);
  static final NfsFailure ACCES = new NfsFailure(Status.ACCES);
  static final NfsFailure EXIST = new NfsFailure(Status.EXIST);
  static final NfsFailure NOTDIR = new NfsFailure(Status.NOTDIR);
  static final NfsFailure ISDIR = new NfsFailure(Status.ISDIR);
  static final NfsFailure INVAL = new NfsFailure(Status.INVAL);
  static final NfsFailure FBIG = new NfsFailure(Status.FBIG);
  static final NfsFailure NOSPC = new NfsFailure(Status.NOSPC);
  static final NfsFailure MLINK = new NfsFailure(Status.MLINK);
  static final NfsFailure NAMETOOLONG = new NfsFailure(Status.NAMETOOLONG);
  static final NfsFailure NOTEMPTY = new NfsFailure(Status.NOTEMPTY);
  static final NfsFailure STALE = new NfsFailure(Status.STALE);
  static final NfsFailure BADHANDLE = new NfsFailure(Status.BADHANDLE);
  static final NfsFailure NOT_SYNC = new NfsFailure(Status.NOT_SYNC);
  static final NfsFailure BAD_COOKIE = new NfsFailure(Status.BAD_COOKIE);
  static final NfsFailure NOTSUPP = new NfsFailure(Status.NOTSUPP);
  static final NfsFailure TOOSMALL = new NfsFailure(Status.TOOSMALL);

  final int status;

  private NfsFailure(int status) {
    super("NFS status " + status);
    this.status = status;
  }

  @Override
  public Throwable fillInStackTrace() {
    return this;
  }
}
