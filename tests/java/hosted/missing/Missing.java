/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * Refers to classes and members that are taken away, or changed, behind the compiler's back (Parts.java, and the same in
 * without/): what is thrown where a reference is used, and that nothing is thrown where none is. */
import java.util.ArrayList;
import java.util.List;

public class Missing {
  interface Try { void now() throws Throwable; }

  static int done;

  /* The innermost method of this program in the trace. */
  static String place(Throwable e) {
    for (StackTraceElement element : e.getStackTrace())
      if (element.getClassName().startsWith("Missing"))
        return element.getMethodName();
    return "no method of ours";
  }

  static void attempt(String what, Try t) {
    try {
      t.now();
      System.out.println(what + ": nothing is thrown");
    } catch (LinkageError e) {
      System.out.println(what + ": " + e + ", in " + place(e));
    } catch (Throwable e) {
      System.out.println(what + ": another kind, " + e);
    }
  }

  /* A body that would fail, in a method that is not called, and in a branch that is not taken. */
  static int rarely(int n) {
    if (n > 100) {
      Gone g = new Gone();
      g.field = n;
      return g.virtual(n) + Gone.constant;
    }
    return n + 1;
  }

  static int never() {
    return new Gone().virtual(3);
  }

  /* No method calls it: what it refers to is not listed. */
  static int notReached() {
    return new GoneUnused().hashCode();
  }

  static Gone gone;                      /* of a type that is not there */
  static Gone[] array;

  static Gone pass(Gone g, Gone[] many, GoneInterface i) {
    return many == null && i == null ? g : many[0];
  }

  static void caught(RuntimeException e) {
    try {
      throw e;
    } catch (GoneException g) {
      System.out.println("caught what cannot be");
    } catch (IllegalStateException other) {
      System.out.println("caught " + other.getMessage());
    } finally {
      done++;
    }
  }

  static class Inner extends Gone {
    static { System.out.println("initialised what cannot be"); }
    int more() { return field; }
    static int count() { return 3; }
  }

  static class Implements implements GoneInterface {
    public void call() { }
  }

  static class Initialises {
    static final Gone made = new Gone();
    static int value = 5;
  }

  static native int nowhere(long a, String[] b);

  static synchronized native void nowhere(int a);

  static void references() throws Throwable {
    attempt("new", () -> new Gone());
    attempt("new again", () -> new Gone());
    attempt("static method", () -> Gone.make());
    attempt("static field", () -> done += Gone.constant + Gone.counter);
    attempt("static store", () -> Gone.counter = 3);
    attempt("field", () -> System.out.println(gone.field));
    attempt("store", () -> gone.field = 4);
    attempt("virtual", () -> gone.virtual(1));
    attempt("interface", () -> ((GoneInterface) null).call());
    attempt("cast", () -> { Object o = "text"; gone = (Gone) o; });
    attempt("cast of null", () -> { Object o = null; gone = (Gone) o; array = (Gone[]) o; });
    attempt("instanceof", () -> { Object o = "text"; System.out.println(o instanceof Gone); });
    attempt("instanceof of null", () -> { Object o = null; System.out.println(o instanceof Gone); });
    attempt("array", () -> array = new Gone[2]);
    attempt("array of arrays", () -> { Object o = new Gone[2][3]; });
    attempt("class", () -> System.out.println(Gone.class));
    attempt("array class", () -> System.out.println(Gone[].class));
    attempt("passed on", () -> System.out.println(pass(null, null, null)));
    attempt("superclass", () -> new Inner().more());
    attempt("superclass, static", () -> System.out.println(Inner.count()));
    attempt("superinterface", () -> new Implements());
    attempt("lambda", () -> { GoneInterface i = () -> { }; System.out.println("made"); });
    attempt("method reference", () -> { Runnable r = Gone::run; System.out.println("made"); });
    attempt("initialiser", () -> System.out.println(Initialises.value));
    attempt("initialiser again", () -> System.out.println(Initialises.value));
    attempt("catch", () -> caught(new IllegalStateException("it")));
    attempt("catch another", () -> caught(new IllegalArgumentException("not it")));
    attempt("generic", () -> { List<Gone> list = new ArrayList<>(); list.add(null); System.out.println(list.get(0)); });
  }

  static void members() throws Throwable {
    attempt("field", () -> System.out.println(new Changed().field));
    attempt("static field", () -> System.out.println(Changed.staticField));
    attempt("method", () -> new Changed().method(1, "x", new int[2][3]));
    attempt("static method", () -> Changed.staticMethod("a", 2.5, 'c'));
    attempt("constructor", () -> new Changed(5L));
    attempt("interface method", () -> { ChangedInterface i = new Implementor(); i.gone(); });
    attempt("method reference", () -> { Runnable r = Changed::staticVoid; System.out.println("made"); });
    attempt("no longer static", () -> Changed.wasStatic());
    attempt("static now", () -> new Changed().wasVirtual());
    attempt("field no longer static", () -> System.out.println(Changed.wasStaticField));
    attempt("abstract now", () -> new WasConcrete());
    attempt("native", () -> nowhere(1L, null));
    attempt("native again", () -> nowhere(1L, null));
    attempt("native, overloaded", () -> nowhere(1));
  }

  /* No code for a method that a call names, or that the object should have. */
  static void code() throws Throwable {
    HasMore more = new Lacks();
    attempt("of an interface", () -> more.added(1, "x", new long[0][]));
    attempt("of an interface, by the class", () -> new Lacks().text());
    attempt("of a class", () -> System.out.println(new Lacks().abstractNow(1, new String[0])));
    attempt("of a class, by it", () -> System.out.println(((AbstractNow) new Lacks()).abstractNow(1, new String[0])));
    attempt("of the superclass", () -> System.out.println(new Overrides().above()));
    attempt("that is there", () -> System.out.println(new Overrides().abstractNow(1, null)));
    attempt("of no interface of it", () -> System.out.println(((HasMore) new WasHasMore()).text()));
  }

  static class Lacks extends AbstractNow implements HasMore {
    public int old() { return 1; }
  }

  static class Overrides extends AbstractNow {
    public double abstractNow(int a, String[] b) { return 2.5; }
    double above() { return super.abstractNow(1, null); }
  }

  static class Implementor implements ChangedInterface {
    public void gone() { }
  }

  public static void main(String[] args) throws Throwable {
    System.out.println(rarely(args.length) + (args.length > 100 ? never() : 0));
    references();
    members();
    code();
    System.out.println(done);
  }
}
