/* SPDX-License-Identifier: GPL-2.0-or-later */
/** When static initialisers run, in which order, once; what happens when one fails. */
public class Initialization {
  static final StringBuilder LOG = new StringBuilder();

  static int log(String s, int n) {
    System.out.println("init " + s);
    return n;
  }

  static class Parent {
    static int p = log("Parent", 1);
    static final int CONSTANT = 99;
    static final String TEXT = "constant";
  }

  static class Child extends Parent {
    static int c = log("Child", 2);

    static int get() {
      return c;
    }
  }

  interface Quiet {
    int Q = log("Quiet", 3);
  }

  interface Loud {
    int L = log("Loud", 4);

    default int loud() {
      return L;
    }
  }

  static class Both implements Quiet, Loud {
    static {
      log("Both", 5);
    }
  }

  static class CycleA {
    static int a = CycleB.b + 1;
  }

  static class CycleB {
    static int b = CycleA.a + 10;
  }

  static class Broken {
    static int value = 1;

    static {
      if (value == 1)
        throw new IllegalStateException("broken");
    }

    static int get() {
      return value;
    }
  }

  static class Order {
    int first = log("field first", 1);

    {
      log("block", 2);
    }

    int second = log("field second", first + 2);

    Order() {
      log("constructor", second);
    }
  }

  static class Lazy {
    static {
      log("Lazy", 0);
    }

    static final Lazy ONLY = new Lazy();
    static int count;

    Lazy() {
      count++;
    }
  }

  public static void main(String[] args) {
    System.out.println("main " + Parent.CONSTANT + Parent.TEXT);
    Child[] none = new Child[2];
    System.out.println("array " + none.length);
    System.out.println(Child.get());
    System.out.println(Child.p);
    new Both();
    System.out.println("quiet next " + Both.Q);
    System.out.println(CycleA.a + " " + CycleB.b);
    for (int i = 0; i < 2; i++)
      try {
        System.out.println(Broken.get());
      } catch (ExceptionInInitializerError e) {
        System.out.println("initializer " + e.getCause());
      } catch (NoClassDefFoundError e) {
        System.out.println("no class");
      }
    new Order();
    System.out.println(Lazy.count + " " + (Lazy.ONLY != null));
  }
}
