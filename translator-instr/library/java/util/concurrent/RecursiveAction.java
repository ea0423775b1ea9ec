/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * A task without a result that may be divided. */
package java.util.concurrent;

public abstract class RecursiveAction extends ForkJoinTask<Void> {
  public RecursiveAction() {
  }

  protected abstract void compute();

  @Override
  public final Void getRawResult() {
    return null;
  }

  @Override
  protected final void setRawResult(Void value) {
  }

  @Override
  protected final boolean exec() {
    compute();
    return true;
  }
}
