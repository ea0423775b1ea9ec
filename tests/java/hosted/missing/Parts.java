/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * What Missing.java is compiled against. */
class Gone {
  static final int constant = "constant".length();
  static int counter;
  int field;
  static Gone make() { return null; }
  static void run() { }
  int virtual(int n) { return n; }
}

interface GoneInterface {
  void call();
}

class GoneUnused { }

class GoneException extends RuntimeException { }

class Changed {
  int field, also;
  static int staticField;
  static int wasStaticField;
  Changed() { }
  Changed(long n) { }
  int method(int a, String b, int[][] c) { return a; }
  static double staticMethod(String a, double b, char c) { return b; }
  static void staticVoid() { }
  static void wasStatic() { }
  void wasVirtual() { }
}

interface ChangedInterface {
  void gone();
}

class WasConcrete { }

interface HasMore {
  int old();
  default int added(int a, String b, long[][] c) { return a; }
  default String text() { return "text"; }
}

class AbstractNow {
  public double abstractNow(int a, String[] b) { return a; }
}

class WasHasMore implements HasMore {
  public int old() { return 1; }
  public String text() { return "text"; }
}
