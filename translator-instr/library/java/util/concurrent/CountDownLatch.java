/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * A gate that opens when it has been counted down to 0. */
package java.util.concurrent;

public class CountDownLatch {
  private long count;

  public CountDownLatch(int count) {
    if (count < 0)
      throw new IllegalArgumentException("count < 0");
    this.count = count;
  }

  public synchronized void countDown() {
    if (count > 0 && --count == 0)
      notifyAll();
  }

  public synchronized long getCount() {
    return count;
  }

  public synchronized void await() throws InterruptedException {
    while (count > 0)
      wait();
  }

  public synchronized boolean await(long timeout, TimeUnit unit) throws InterruptedException {
    long deadline = Waiting.deadline(timeout, unit);
    while (count > 0)
      if (!Waiting.until(this, deadline))
        return false;
    return true;
  }

  @Override
  public synchronized String toString() {
    return super.toString() + "[Count = " + count + "]";
  }
}
