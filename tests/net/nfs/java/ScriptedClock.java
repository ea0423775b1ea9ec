/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * A microsecond later each time it is asked, so that what a server answers depends on what it was asked, only. */
public final class ScriptedClock implements jx.nfs.FileClock {
  private long now = 1700000000000000000L;

  @Override
  public long nanos() {
    return now += 1000;
  }
}
