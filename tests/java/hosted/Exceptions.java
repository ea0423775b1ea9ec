/* SPDX-License-Identifier: GPL-2.0-or-later */
/** Throwing, catching, finally, try with resources, what the machine throws, stack traces, stack overflow. */
public class Exceptions {
  static class Base extends Exception {
    Base(String message) {
      super(message);
    }
  }

  static class Derived extends Base {
    final int code;

    Derived(int code) {
      super("derived " + code);
      this.code = code;
    }
  }

  static class Resource implements AutoCloseable {
    final String name;

    Resource(String name) {
      this.name = name;
      System.out.println("open " + name);
    }

    @Override
    public void close() throws Base {
      System.out.println("close " + name);
      if (name.equals("bad"))
        throw new Base("closing " + name);
    }
  }

  static void raise(int n) throws Base {
    switch (n) {
      case 1: throw new Derived(n);
      case 2: throw new Base("base");
      case 3: throw new IllegalArgumentException("argument");
      case 4: throw null;
      default: return;
    }
  }

  static String catching(int n) {
    StringBuilder log = new StringBuilder();
    try {
      try {
        raise(n);
        log.append("fine ");
      } catch (Derived d) {
        log.append("derived ").append(d.code).append(' ');
        raise(2);
      } finally {
        log.append("inner ");
      }
    } catch (Base | NullPointerException e) {
      log.append(e.getClass().getName()).append(' ');
    } catch (RuntimeException e) {
      log.append(e.getMessage()).append(' ');
    } finally {
      log.append("outer");
    }
    return log.toString();
  }

  @SuppressWarnings("finally")
  static int overridden() {
    for (int i = 0; ; i++) {
      try {
        if (i == 0)
          continue;
        if (i == 3)
          throw new IllegalStateException();
      } finally {
        if (i == 3)
          return i;
      }
    }
  }

  static int inFinally(int[] counter) {
    try {
      return counter[0];
    } finally {
      counter[0]++;
    }
  }

  static void resources(String first, String second) {
    try (Resource a = new Resource(first); Resource b = new Resource(second)) {
      System.out.println(a.name + b.name);
      if (second.equals("bad"))
        throw new IllegalStateException("body");
    } catch (Exception e) {
      System.out.println(e + " suppressed " + e.getSuppressed().length);
      for (Throwable t : e.getSuppressed())
        System.out.println("  " + t.getMessage());
    }
  }

  static void machine(int n) {
    Object o = "text";
    Object[] strings = new String[1];
    int[] none = null;
    int zero = n - n;
    try {
      switch (n) {
        case 0: System.out.println(none.length); break;
        case 1: System.out.println(zero < 0 ? 1 : new int[2][3].clone()[1 + zero][3]); break;
        case 2: System.out.println(1 / zero); break;
        case 3: System.out.println(1L % zero); break;
        case 4: System.out.println((Integer) o); break;
        case 5: strings[0] = 1; break;
        case 6: System.out.println(new int[-n].length); break;
        case 7: ((Exceptions) null).instance(); break;
        case 8: strings[-1] = null; break;
        case 9: System.out.println("abc".charAt(3)); break;
        case 10: synchronized (none) { n++; } break;
        default: System.out.println("nothing");
      }
    } catch (RuntimeException e) {
      System.out.println(n + " " + e.getClass().getName());
    }
  }

  void instance() {
    System.out.println("never");
  }

  static int deep(int n) {
    return n == 0 ? deep(0) + 1 : deep(n - 1) + 1;
  }

  static void overflow() {
    try {
      deep(1000);
    } catch (StackOverflowError e) {
      System.out.println("overflow");
    }
  }

  static void trace() {
    try {
      thrower(3);
    } catch (IllegalStateException e) {
      for (StackTraceElement s : e.getStackTrace())
        System.out.println(s.getClassName() + "." + s.getMethodName() + " " + s.getFileName() + ":"
            + s.getLineNumber());
      System.out.println(e.getCause());
    }
  }

  static void thrower(int n) {
    if (n > 0) {
      thrower(n - 1);
      return;
    }
    try {
      int[] few = new int[1];
      few[1] = n;
    } catch (ArrayIndexOutOfBoundsException e) {
      throw new IllegalStateException("wrapped", e);
    }
  }

  static synchronized int locked(int n) {
    if (n == 2)
      throw new IllegalArgumentException("locked");
    return n;
  }

  public static void main(String[] args) {
    for (int i = 0; i < 5; i++)
      System.out.println(catching(i));
    int[] counter = { 5 };
    System.out.println(overridden() + " " + inFinally(counter) + counter[0]);
    resources("a", "b");
    resources("c", "bad");
    for (int i = 0; i < 12; i++)
      machine(i);
    overflow();
    trace();
    for (int i = 1; i < 4; i++)
      try {
        System.out.println(locked(i));
      } catch (IllegalArgumentException e) {
        System.out.println(e.getMessage());
      }
  }
}
