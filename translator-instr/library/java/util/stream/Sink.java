/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * Where elements go, one after the other: a stage of a stream, or what makes its result. */
package java.util.stream;

import java.util.function.Consumer;
import java.util.function.DoubleConsumer;
import java.util.function.IntConsumer;
import java.util.function.LongConsumer;

abstract class Sink implements Consumer<Object>, IntConsumer, LongConsumer, DoubleConsumer {
  /* Comes before all elements, with their number, or -1. */
  void begin(long size) {
  }

  /* Comes behind all elements. */
  void end() {
  }

  /* Whether this sink wants no more elements. */
  boolean done() {
    return false;
  }

  private static IllegalStateException wrongKind() {
    return new IllegalStateException("an element of another type");
  }

  @Override
  public void accept(Object element) {
    throw wrongKind();
  }

  @Override
  public void accept(int element) {
    throw wrongKind();
  }

  @Override
  public void accept(long element) {
    throw wrongKind();
  }

  @Override
  public void accept(double element) {
    throw wrongKind();
  }
}
