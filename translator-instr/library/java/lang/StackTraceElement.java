/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * A call in a stack trace: class, method, source file and line. The runtime makes these from its method table. */
package java.lang;

import java.util.Objects;

public final class StackTraceElement implements java.io.Serializable {
  private static final long serialVersionUID = 6992337162326171013L;

  private final String declaringClass;
  private final String methodName;
  private final String fileName;
  private final int lineNumber;

  public StackTraceElement(String declaringClass, String methodName, String fileName, int lineNumber) {
    this.declaringClass = Objects.requireNonNull(declaringClass);
    this.methodName = Objects.requireNonNull(methodName);
    this.fileName = fileName;
    this.lineNumber = lineNumber;
  }

  public String getClassName() {
    return declaringClass;
  }

  public String getMethodName() {
    return methodName;
  }

  public String getFileName() {
    return fileName;
  }

  public int getLineNumber() {
    return lineNumber;
  }

  public boolean isNativeMethod() {
    return lineNumber == -2;
  }

  @Override
  public String toString() {
    String module = declaringClass.startsWith("java.") ? "java.base/" : "";
    return module + declaringClass + "." + methodName + "(" + place() + ")";
  }

  private String place() {
    if (isNativeMethod())
      return "Native Method";
    if (fileName == null)
      return "Unknown Source";
    return lineNumber >= 0 ? fileName + ":" + lineNumber : fileName;
  }

  @Override
  public boolean equals(Object other) {
    if (!(other instanceof StackTraceElement))
      return false;
    StackTraceElement that = (StackTraceElement) other;
    return declaringClass.equals(that.declaringClass) && methodName.equals(that.methodName)
        && Objects.equals(fileName, that.fileName) && lineNumber == that.lineNumber;
  }

  @Override
  public int hashCode() {
    int hash = 31 * declaringClass.hashCode() + methodName.hashCode();
    return 31 * (31 * hash + Objects.hashCode(fileName)) + lineNumber;
  }
}
