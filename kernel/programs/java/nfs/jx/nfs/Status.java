/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * What NFS says of a call's outcome. The numbers of version 3 (RFC 1813, section 2.6) are used throughout; those that
 * version 2 (RFC 1094, section 2.3.1) does not have are turned into its nearest. */
package jx.nfs;

final class Status {
  static final int OK = 0;
  static final int PERM = 1;
  static final int NOENT = 2;
  static final int ACCES = 13;
  static final int EXIST = 17;
  static final int NOTDIR = 20;
  static final int ISDIR = 21;
  static final int INVAL = 22;
  static final int FBIG = 27;
  static final int NOSPC = 28;
  static final int MLINK = 31;
  static final int NAMETOOLONG = 63;
  static final int NOTEMPTY = 66;
  static final int STALE = 70;
  static final int BADHANDLE = 10001;
  static final int NOT_SYNC = 10002;
  static final int BAD_COOKIE = 10003;
  static final int NOTSUPP = 10004;
  static final int TOOSMALL = 10005;

  private static final int V2_IO = 5;

  private Status() {
  }

  static int forVersion2(int status) {
    switch (status) {
      case INVAL:
      case MLINK:
      case NOTSUPP:
        return PERM;
      case BADHANDLE:
        return STALE;
      case NOT_SYNC:
      case BAD_COOKIE:
      case TOOSMALL:
        return V2_IO;
      default:
        return status;
    }
  }
}
