/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * What can be thrown. The trace is taken at construction as numbers of sites (backtrace); names, files and lines are
 * looked up only when the program asks. */
package java.lang;

import java.io.IOException;
import java.io.ObjectInputStream;
import java.io.ObjectOutputStream;
import java.io.PrintStream;
import java.io.PrintWriter;
import java.util.ArrayList;
import java.util.List;

public class Throwable implements java.io.Serializable {
  private static final long serialVersionUID = -3042686055658047285L;
  private static final String SERIAL_FIELDS = "cause Ljava/lang/Throwable; detailMessage Ljava/lang/String; "
    + "stackTrace [Ljava/lang/StackTraceElement; suppressedExceptions Ljava/util/List;";

  private static final StackTraceElement[] NO_TRACE = new StackTraceElement[0];
  private static final Throwable[] NONE = new Throwable[0];

  private String message;
  private Throwable cause;
  private boolean causeSet;
  private int[] backtrace;
  private StackTraceElement[] trace;
  private ArrayList<Throwable> suppressed;

  public Throwable() {
    fillInStackTrace();
  }

  public Throwable(String message) {
    this.message = message;
    fillInStackTrace();
  }

  public Throwable(String message, Throwable cause) {
    this.message = message;
    this.cause = cause;
    this.causeSet = true;
    fillInStackTrace();
  }

  public Throwable(Throwable cause) {
    this.message = cause == null ? null : cause.toString();
    this.cause = cause;
    this.causeSet = true;
    fillInStackTrace();
  }

  protected Throwable(String message, Throwable cause, boolean suppression, boolean writableTrace) {
    this.message = message;
    this.cause = cause;
    this.causeSet = true;
    if (writableTrace)
      fillInStackTrace();
  }

  public String getMessage() {
    return message;
  }

  public String getLocalizedMessage() {
    return getMessage();
  }

  public synchronized Throwable getCause() {
    return cause;
  }

  public synchronized Throwable initCause(Throwable cause) {
    if (causeSet)
      throw new IllegalStateException("Can't overwrite cause with " + (cause == null ? "a null" : cause.toString()), this);
    if (cause == this)
      throw new IllegalArgumentException("Self-causation not permitted", this);
    this.cause = cause;
    causeSet = true;
    return this;
  }

  @Override
  public String toString() {
    String text = getLocalizedMessage();
    String name = getClass().getName();
    return text == null ? name : name + ": " + text;
  }

  /* Sites (of the runtime) of the calls below the constructors of this exception, innermost first; null without memory. */
  private native int[] walkStack();

  private static native String siteClass(int site);

  private static native String siteMethod(int site);

  private static native String siteFile(int site);

  private static native int siteLine(int site);

  private static StackTraceElement[] resolve(int[] backtrace) {
    StackTraceElement[] elements = new StackTraceElement[backtrace.length];
    for (int i = 0; i < elements.length; i++) {
      int site = backtrace[i];
      elements[i] = new StackTraceElement(siteClass(site), siteMethod(site), siteFile(site), siteLine(site));
    }
    return elements;
  }

  public synchronized Throwable fillInStackTrace() {
    backtrace = walkStack();
    trace = null;
    return this;
  }

  private synchronized StackTraceElement[] trace() {
    if (trace == null)
      trace = backtrace == null ? NO_TRACE : resolve(backtrace);
    return trace;
  }

  public StackTraceElement[] getStackTrace() {
    return trace().clone();
  }

  public synchronized void setStackTrace(StackTraceElement[] elements) {
    StackTraceElement[] copy = elements.clone();
    for (StackTraceElement element : copy)
      if (element == null)
        throw new NullPointerException("a null element in a stack trace");
    trace = copy;
  }

  public final synchronized void addSuppressed(Throwable other) {
    if (other == this)
      throw new IllegalArgumentException("Self-suppression not permitted", other);
    if (other == null)
      throw new NullPointerException("Cannot suppress a null exception.");
    if (suppressed == null)
      suppressed = new ArrayList<>(1);
    suppressed.add(other);
  }

  public final synchronized Throwable[] getSuppressed() {
    return suppressed == null ? NONE : suppressed.toArray(NONE);
  }

  /* Has it neither a cause nor suppressed exceptions? */
  boolean isAlone() {
    return cause == null && suppressed == null;
  }

  public void printStackTrace() {
    printStackTrace(System.err);
  }

  public void printStackTrace(PrintStream stream) {
    synchronized (stream) {
      ArrayList<Throwable> seen = new ArrayList<>();
      stream.println(this);
      seen.add(this);
      for (StackTraceElement element : trace())
        stream.println("\tat " + element);
      printRelatives(stream, "", trace(), seen);
    }
  }

  public void printStackTrace(PrintWriter writer) {
    synchronized (writer) {
      printStackTrace(new TracePrinter(writer));
    }
  }

  private void printRelatives(PrintStream stream, String indent, StackTraceElement[] own, ArrayList<Throwable> seen) {
    for (Throwable other : getSuppressed())
      other.printEnclosed(stream, own, "Suppressed: ", indent + "\t", seen);
    Throwable origin = getCause();
    if (origin != null)
      origin.printEnclosed(stream, own, "Caused by: ", indent, seen);
  }

  private static boolean containsSame(ArrayList<Throwable> list, Throwable wanted) {
    for (Throwable each : list)
      if (each == wanted)
        return true;
    return false;
  }

  /* Calls that the enclosing trace ends with as well are only counted. */
  private void printEnclosed(PrintStream stream, StackTraceElement[] outer, String caption, String indent,
      ArrayList<Throwable> seen) {
    if (containsSame(seen, this)) {
      stream.println(indent + caption + "[CIRCULAR REFERENCE: " + this + "]");
      return;
    }
    seen.add(this);
    StackTraceElement[] own = trace();
    int last = own.length - 1;
    for (int o = outer.length - 1; last >= 0 && o >= 0 && own[last].equals(outer[o]); o--)
      last--;
    stream.println(indent + caption + this);
    for (int i = 0; i <= last; i++)
      stream.println(indent + "\tat " + own[i]);
    if (last < own.length - 1)
      stream.println(indent + "\t... " + (own.length - 1 - last) + " more");
    printRelatives(stream, indent, own, seen);
  }

  private synchronized void writeObject(ObjectOutputStream out) throws IOException {
    ObjectOutputStream.PutField fields = out.putFields();
    fields.put("cause", causeSet ? cause : this);
    fields.put("detailMessage", message);
    fields.put("stackTrace", trace());
    fields.put("suppressedExceptions", suppressed == null ? new ArrayList<>() : suppressed);
    out.writeFields();
  }

  private void readObject(ObjectInputStream in) throws IOException, ClassNotFoundException {
    ObjectInputStream.GetField fields = in.readFields();
    cause = (Throwable) fields.get("cause", null);
    causeSet = cause != this;
    if (!causeSet)
      cause = null;
    message = (String) fields.get("detailMessage", null);
    StackTraceElement[] elements = (StackTraceElement[]) fields.get("stackTrace", null);
    trace = NO_TRACE;
    if (elements != null)
      setStackTrace(elements);
    List<?> others = (List<?>) fields.get("suppressedExceptions", null);
    for (int i = 0; others != null && i < others.size(); i++)
      addSuppressed((Throwable) others.get(i));
  }
}
