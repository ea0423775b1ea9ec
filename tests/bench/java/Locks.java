/* SPDX-License-Identifier: GPL-2.0-or-later */
/** Monitors that no other thread wants: synchronized methods, blocks, one inside the other. */
class Locks extends Bench {
  static final class Account {
    private long balance;
    private int moves;

    synchronized void add(long amount) {
      balance += amount;
      moves++;
    }

    synchronized long balance() {
      return balance;
    }

    /** Enters its own monitor a second time. */
    synchronized void take(long amount) {
      if (balance() >= amount)
        add(-amount);
    }

    int moves() {
      synchronized (this) {
        return moves;
      }
    }
  }

  @Override
  long run() {
    Account[] accounts = new Account[16];
    for (int i = 0; i < accounts.length; i++)
      accounts[i] = new Account();
    for (int i = 0; i < 100_000; i++) {
      Account a = accounts[i * 7 & 15];
      a.add(i & 255);
      a.take(i & 127);
    }
    StringBuffer text = new StringBuffer();
    for (int i = 0; i < 20_000; i++)
      text.append((char) ('a' + i % 26));
    long sum = text.length() + text.charAt(777);
    for (Account a : accounts)
      sum = sum * 7 + a.balance() + a.moves();
    return sum;
  }

  public static void main(String[] args) {
    new Locks().measure(2951283632163917720L);
  }
}
