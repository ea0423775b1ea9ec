/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * Who calls: AUTH_NONE, which is nobody, or AUTH_SYS, which is who he says he is (RFC 5531, sections 8.1 and appendix
 * A). An object is read anew for each call. */
package jx.rpc;

public final class Credentials {
  public static final int NONE = 0;
  public static final int SYS = 1;

  /* The user and group of those who do not say who they are, as on Linux. */
  public static final int NOBODY = 65534;

  private static final int MOST_BYTES = 400;
  private static final int MOST_NAME = 255;
  private static final int MOST_GROUPS = 16;

  private final Slice body = new Slice();
  private final Slice machine = new Slice();
  private final XdrReader reader = new XdrReader();
  private final int[] groups = new int[MOST_GROUPS];
  private int groupCount;
  private int uid;
  private int gid;

  public int uid() {
    return uid;
  }

  public int gid() {
    return gid;
  }

  public boolean superuser() {
    return uid == 0;
  }

  public boolean inGroup(int group) {
    if (group == gid)
      return true;
    for (int i = 0; i < groupCount; i++)
      if (groups[i] == group)
        return true;
    return false;
  }

  /* The identity under which the server fills the file system. */
  public static Credentials root() {
    return new Credentials();
  }

  /* Reads a credential out of a call's header. False: it is there, but not one that is taken. */
  boolean read(XdrReader from) throws BadXdr {
    int flavor = from.int32();
    from.opaque(body, MOST_BYTES);
    groupCount = 0;
    uid = gid = NOBODY;
    if (flavor == NONE)
      return true;
    return flavor == SYS && readSys();
  }

  private boolean readSys() {
    reader.open(body.bytes, body.offset, body.length);
    try {
      reader.int32();
      reader.opaque(machine, MOST_NAME);
      int user = reader.int32();
      int group = reader.int32();
      int count = reader.choice(MOST_GROUPS + 1);
      for (int i = 0; i < count; i++)
        groups[i] = reader.int32();
      uid = user;
      gid = group;
      groupCount = count;
      return true;
    } catch (BadXdr e) {
      return false;
    }
  }
}
