/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * What goes through the chain: who has had it, a load that no single datagram holds, and a reference to itself. */
package relay;

import java.io.Serializable;
import java.util.ArrayList;
import java.util.List;

public class Baton implements Serializable {
  private static final long serialVersionUID = 1;

  private final int round;
  private final List<String> signatures = new ArrayList<>();
  private final byte[] load;
  private final Baton self = this;
  private transient int local = 1;      /* stays with each machine */

  public Baton(int round, int bytes) {
    this.round = round;
    load = new byte[bytes];
    for (int i = 0; i < bytes; i++)
      load[i] = (byte) (i * round);
  }

  public int round() {
    return round;
  }

  public void sign(String who) {
    signatures.add(who);
    local++;
  }

  public List<String> signatures() {
    return signatures;
  }

  /* What is wrong with it after its way, where the client has received it; null: nothing. */
  public String objection(int bytes) {
    if (self != this)
      return "it is not itself any more";
    if (local != 0)
      return "what is local has travelled";
    if (load.length != bytes)
      return "its load has " + load.length + " bytes";
    for (int i = 0; i < bytes; i++)
      if (load[i] != (byte) (i * round))
        return "byte " + i + " of its load is another one";
    return null;
  }
}
