/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * What Missing.java runs with. */
class Changed {
  int also;
  int wasStaticField;
  void wasStatic() { }
  static void wasVirtual() { }
}

interface ChangedInterface { }

abstract class WasConcrete { }

interface HasMore {
  int old();
  int added(int a, String b, long[][] c);
  String text();
}

abstract class AbstractNow {
  public abstract double abstractNow(int a, String[] b);
}

class WasHasMore {
  public String text() { return "text"; }
}
