/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * Two threads hand numbers to each other through a monitor, and others through synchronized methods. */
public class Locks {
  static final class Box {
    private Integer value;

    synchronized void put(Integer v) throws InterruptedException {
      while (value != null)
        wait();
      value = v;
      notifyAll();
    }

    synchronized Integer take() throws InterruptedException {
      while (value == null)
        wait();
      Integer v = value;
      value = null;
      notifyAll();
      return v;
    }
  }

  static int sum;

  static synchronized void add(int v) { sum += v; }

  public static void main(String[] args) throws InterruptedException {
    int n = Integer.parseInt(args[0]);
    Box box = new Box();
    Thread maker = new Thread("maker") {
      @Override public void run() {
        try {
          for (int i = 0; i < n; i++)
            box.put(i + 1000);
        } catch (InterruptedException e) {
          throw new IllegalStateException(e);
        }
      }
    };
    maker.start();
    for (int i = 0; i < n; i++)
      add(box.take());
    maker.join();
    System.out.println("sum " + sum);
  }
}
