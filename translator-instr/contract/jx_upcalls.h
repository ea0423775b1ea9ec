/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * jx_upcalls.h: the Java classes and methods that the runtime uses by itself. The translator takes them into every
 * program, and refuses a library that lacks one; the runtime gets declarations.
 *
 * To add one: a row here. For a method the translator emits `jxu_<name>`, a function with the parameters of the
 * descriptor (`this` first, unless the method is static). It initialises the class of a static method, and calls
 * virtually where the method can be overridden. The runtime calls it on a Java thread with no exception pending and
 * `this` not NULL, and tests JX_THREAD->exc afterwards. For a class the translator emits jxc_<class>.
 */
#ifndef JX_UPCALLS_H
#define JX_UPCALLS_H

#include "jx.h"

/* C(class): classes that exist in every program. The runtime creates a subclass of Throwable listed here by allocating
 * it and calling jxu_throwable_init or _init_message: its own constructors must do no more than pass the message on. */
#define JX_UPCALL_CLASSES(C)                                                                                          \
  C("java/lang/Object")                                                                                               \
  C("java/lang/Class")                                                                                                \
  C("java/lang/String")                                                                                               \
  C("java/lang/Thread")                                                                                               \
  C("java/lang/Throwable")                                                                                            \
  C("java/lang/AbstractMethodError")                                                                                  \
  C("java/lang/ArithmeticException")                                                                                  \
  C("java/lang/ArrayIndexOutOfBoundsException")                                                                       \
  C("java/lang/ArrayStoreException")                                                                                  \
  C("java/lang/ClassCastException")                                                                                   \
  C("java/lang/CloneNotSupportedException")                                                                           \
  C("java/lang/ExceptionInInitializerError")                                                                          \
  C("java/lang/IllegalArgumentException")                                                                             \
  C("java/lang/IllegalMonitorStateException")                                                                         \
  C("java/lang/IllegalThreadStateException")                                                                          \
  C("java/lang/IncompatibleClassChangeError")                                                                         \
  C("java/lang/InterruptedException")                                                                                 \
  C("java/lang/NegativeArraySizeException")                                                                           \
  C("java/lang/NoClassDefFoundError")                                                                                 \
  C("java/lang/NullPointerException")                                                                                 \
  C("java/lang/OutOfMemoryError")                                                                                     \
  C("java/lang/StackOverflowError")                                                                                   \
  C("java/lang/UnsatisfiedLinkError")                                                                                 \
  C("[C")                                                                                                             \
  C("[B")                                                                                                             \
  C("[I")                                                                                                             \
  C("[Ljava/lang/String;")

/* U(result, name, parameters, class, method, descriptor): methods that the runtime calls as jxu_<name>. */
#define JX_UPCALLS(U)                                                                                                 \
  U(void, throwable_init, (struct jx_object *self), "java/lang/Throwable", "<init>", "()V")                           \
  U(void, throwable_init_message, (struct jx_object *self, struct jx_object *message),                                \
    "java/lang/Throwable", "<init>", "(Ljava/lang/String;)V")                                                         \
  U(void, initializer_error_init, (struct jx_object *self, struct jx_object *thrown),                                 \
    "java/lang/ExceptionInInitializerError", "<init>", "(Ljava/lang/Throwable;)V")                                    \
  U(void, initializer_error_keep, (struct jx_object *name, struct jx_object *thrown),                                 \
    "java/lang/ExceptionInInitializerError", "keep", "(Ljava/lang/String;Ljava/lang/Throwable;)V")                    \
  U(struct jx_object *, initializer_error_again, (struct jx_object *name), "java/lang/ExceptionInInitializerError",   \
    "again", "(Ljava/lang/String;)Ljava/lang/NoClassDefFoundError;")                                                  \
  U(void, thread_live, (struct jx_object *self), "java/lang/Thread", "live", "()V")                                   \
  U(void, thread_report, (struct jx_object *self, struct jx_object *thrown), "java/lang/Thread", "report",            \
    "(Ljava/lang/Throwable;)V")                                                                                       \
  U(struct jx_object *, thread_adopt_main, (void), "java/lang/Thread", "adoptMain", "()Ljava/lang/Thread;")

#define JX_UPCALL_DECLARE_(result, name, parameters, class, method, descriptor) result jxu_##name parameters;
JX_UPCALLS(JX_UPCALL_DECLARE_)
#undef JX_UPCALL_DECLARE_

#endif
