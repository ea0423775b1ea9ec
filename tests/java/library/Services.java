/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * What programs ask the library for besides collections and numbers: old constructors, properties, timers, identifiers,
 * threads, hooks. Prints results. */
import java.io.*;
import java.util.*;
import java.util.concurrent.*;

public class Services {
  enum E { A, B, C, D, F, G }

  static class Quiet extends RuntimeException {
    Quiet() {
      super("m", new Error("c"), false, false);
    }
  }

  static void r(Callable<Object> c) {
    try {
      System.out.println(c.call());
    } catch (Throwable e) {
      System.out.println(e instanceof IndexOutOfBoundsException ? "index" : e.toString());
    }
  }

  @SuppressWarnings({"deprecation", "removal"})
  static void language() {
    r(() -> EnumSet.of(E.A, E.B, E.C));
    r(() -> EnumSet.of(E.A, E.B, E.C, E.D));
    r(() -> EnumSet.of(E.F, E.B, E.C, E.A, E.D));
    r(() -> EnumSet.of(E.A));
    r(() -> EnumSet.of(E.G, E.A));
    r(() -> EnumSet.of(E.A, E.B, E.C, E.D, E.F, E.G));
    r(() -> EnumSet.range(E.B, E.F));
    r(() -> EnumSet.complementOf(EnumSet.of(E.A, E.B, E.C)));
        for (String s: new String[]{"12", "-3", "x", "300", "0x1f", "#f", "010", "-0x80", "1.5", "true",
        "True", "70000", ""}) {
      r(() -> new Integer(s));
      r(() -> new Long(s));
      r(() -> new Short(s));
      r(() -> new Byte(s));
      r(() -> new Double(s));
      r(() -> new Float(s));
      r(() -> new Boolean(s));
      r(() -> Byte.decode(s));
      r(() -> Short.decode(s));
      r(() -> Byte.valueOf(s,16));
    }
    r(() -> new Float(1.1));
    r(() -> new Character('x'));
    r(() -> Short.reverseBytes((short)0x1280));
    r(() -> Byte.compareUnsigned((byte)-1,(byte)1));
        for (double d: new double[]{0, -0.0, 1, 3, -1.5, 0.1, 1e300, Double.MIN_VALUE, Double.MAX_VALUE,
        Double.NaN, 1/0.0, Double.MIN_NORMAL, 1e-310}) {
      r(() -> Double.toHexString(d));
      r(() -> Float.toHexString((float)d));
    }
    r(() -> Float.toHexString(1e-40f));
    r(() -> Float.toHexString(-Float.MIN_VALUE));
    r(() -> Float.toHexString(Float.MIN_NORMAL));
    r(() -> Float.toHexString(3e-39f));
        for (String s: new String[]{"", "+", "-", "+>", "ab", "99999999999", "-2147483648", "2147483648",
        "9999999999x", "1x"})
      for (int x: new int[]{10, 16, 99, 1}) {
        r(() -> Integer.parseInt(">"+s+"<",1,1+s.length(),x));
        r(() -> Long.parseLong(">"+s+"<",1,1+s.length(),x));
      }
    r(() -> Integer.getInteger("nonsuch",3));
    r(() -> Integer.getInteger("java.specification.version"));
    r(() -> Long.getLong(null));
    r(() -> Boolean.getBoolean("x"));
    StringBuilder b=new StringBuilder("a\ud83d\ude00b");
    r(() -> b.codePointBefore(3)+" "+b.codePointCount(0,4)+" "+b.offsetByCodePoints(0,2));
    r(() -> b.insert(1,"xyz".toCharArray(),1,2));
    r(() -> b.insert(1,"wxyz",1,3));
    r(() -> b.insert(9,"wxyz",1,8));
    r(() -> b.append(new StringBuffer("q")));
    StringBuffer c=new StringBuffer("ab");
    r(() -> c.insert(1,"xyz".toCharArray(),1,2));
    r(() -> c.insert(0,(CharSequence)"wxyz",1,3));
    r(() -> c.codePointCount(0,2));
    r(() -> "ab".contentEquals(new StringBuffer("ab")));
    r(() -> String.copyValueOf(new char[]{'a','b','c'},1,2));
    r(() -> "x".transform(s->s+1));
    for (String s: new String[]{"","  a\n   b  \n","  a\n  ","\ta\r\n\t b\r\n","   \n  x","x  "})
      r(() -> s.stripIndent()+"|");
    for (String s: new String[]{"a\\tb\\n\\101\\7x\\\\\\s\\\"","\\x","a\\\nb","\\","\\400","\\u0041"})
      r(() -> s.translateEscapes()+"|");
    StringWriter w=new StringWriter();
    new Quiet().printStackTrace(new PrintWriter(w));
    try {
      throw new RuntimeException("out", new IllegalStateException("in"));
    } catch (RuntimeException e) {
      e.printStackTrace(new PrintWriter(w));
    }
    System.out.println(w);
  }

  public static void main(String[] arguments) throws Exception {
    language();
  }
}
