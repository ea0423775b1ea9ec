/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * The class library of programs that run on this kernel. It takes the place of the JDK's java.base when programs are
 * compiled (javac --system none), so that a program that needs more than is here is refused by the compiler. */
module java.base {
  exports java.io;
  exports java.lang;
  exports java.lang.annotation;
  exports java.lang.invoke;
  exports java.lang.ref;
  exports java.lang.runtime;
  exports java.math;
  exports java.net;
  exports java.nio;
  exports java.nio.charset;
  exports java.nio.file;
  exports java.nio.file.attribute;
  exports java.rmi;
  exports java.rmi.registry;
  exports java.rmi.server;
  exports java.util;
  exports java.util.concurrent;
  exports java.util.concurrent.atomic;
  exports java.util.concurrent.locks;
  exports java.util.function;
  exports java.util.regex;
  exports java.util.stream;
  exports java.util.zip;
  exports jx.app;
  exports jx.mem;
  exports jx.prof;
  exports jx.rmi;
  exports jx.sockets;
}
