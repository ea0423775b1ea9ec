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
