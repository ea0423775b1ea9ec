/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * A static initialiser threw an exception, which is the cause. */
package java.lang;

public class ExceptionInInitializerError extends LinkageError {
  /* Of the classes that could not be initialised, the last one first. */
  private static ExceptionInInitializerError failed;

  private ExceptionInInitializerError before;
  private String of;

  public ExceptionInInitializerError() {
    initCause(null);
  }

  public ExceptionInInitializerError(Throwable thrown) {
    super(null, thrown);
  }

  public ExceptionInInitializerError(String message) {
    super(message, null);
  }

  public Throwable getException() {
    return getCause();
  }

  /* The runtime calls it when the initialiser of the class `of` has thrown. The error of a later
     use says what was thrown, where, and by which thread; the exception itself is not kept alive. */
  private static void keep(String of, Throwable thrown) {
    String message = thrown.getMessage();
    ExceptionInInitializerError error = new ExceptionInInitializerError("Exception " + thrown.getClass().getName()
        + (message == null ? "" : ": " + message) + " [in thread \"" + Thread.currentThread().getName() + "\"]");
    error.setStackTrace(thrown.getStackTrace());
    error.of = of;
    synchronized (ExceptionInInitializerError.class) {
      error.before = failed;
      failed = error;
    }
  }

  /* The runtime calls it when the class `of` is used after that. */
  private static synchronized NoClassDefFoundError again(String of) {
    ExceptionInInitializerError error = failed;
    while (error != null && !error.of.equals(of))
      error = error.before;
    return new NoClassDefFoundError("Could not initialize class " + of, error);
  }
}
