/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * Orders that are matched: a bid or an offer waits in a queue by price until the other side meets it, or until it is
 * too old; names are strings that are made for one line of the ledger, and amounts are boxed. */
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.PriorityQueue;
import java.util.Random;

public class Ledger {
  static final class Order {
    final int price, number;
    final long[] lots;
    int left;
    Order(int price, int number, int lots) {
      this.price = price;
      this.number = number;
      this.lots = new long[lots];
      this.left = lots;
    }
  }

  static final class Trade {
    final String line;
    final Integer amount;
    Trade(String line, Integer amount) { this.line = line; this.amount = amount; }
  }

  final PriorityQueue<Order> bids = new PriorityQueue<>((a, b) -> b.price - a.price);
  final PriorityQueue<Order> offers = new PriorityQueue<>((a, b) -> a.price - b.price);
  final ArrayDeque<Trade> last = new ArrayDeque<>();
  final Map<String, Integer> totals = new HashMap<>();

  void match() {
    while (!bids.isEmpty() && !offers.isEmpty() && bids.peek().price >= offers.peek().price) {
      Order bid = bids.peek(), offer = offers.peek();
      int lots = Math.min(bid.left, offer.left);
      for (int i = 0; i < lots; i++)
        offer.lots[offer.left - 1 - i] = bid.number;
      bid.left -= lots;
      offer.left -= lots;
      last.addLast(new Trade("lot " + bid.number % 100 + " of " + offer.price, lots + 1000));
      if (last.size() > 40)
        last.pollFirst();
      totals.merge("p" + offer.price / 8, lots, Integer::sum);
      if (bid.left == 0)
        bids.poll();
      if (offer.left == 0)
        offers.poll();
    }
  }

  static void drop(PriorityQueue<Order> queue, int before) {
    List<Order> kept = new ArrayList<>();
    for (Order o : queue)
      if (o.number >= before)
        kept.add(o);
    queue.clear();
    queue.addAll(kept);
  }

  public static void main(String[] args) {
    int n = Integer.parseInt(args[0]);
    Random random = new Random(11);
    Ledger ledger = new Ledger();
    long sum = 0;
    for (int i = 0; i < n; i++) {
      Order order = new Order(480 + random.nextInt(40), i, 1 + random.nextInt(1 + i % 30));
      (random.nextInt(2) == 0 ? ledger.bids : ledger.offers).add(order);
      ledger.match();
      if (i % 500 == 499) {
        drop(ledger.bids, i - 1000);
        drop(ledger.offers, i - 1000);
      }
    }
    for (Trade t : ledger.last)
      sum += t.line.length() + t.amount;
    for (Integer total : ledger.totals.values())
      sum += total;
    System.out.println("sum " + sum);
  }
}
