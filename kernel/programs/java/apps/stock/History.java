/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * The last prices of a share and how many were traded at each, newest last, and what people see in them. Windows are in
 * ticks, 8192 at most, and shorter where there are not that many. */
package stock;

final class History {
  private static final int KEPT = 8192; /* a power of two */

  private final double[] prices = new double[KEPT];
  private final int[] volumes = new int[KEPT];
  private int added;

  /* The first `number' of each. */
  void add(double[] newPrices, int[] newVolumes, int number) {
    for (int i = 0; i < number; i++) {
      prices[added & KEPT - 1] = newPrices[i];
      volumes[added++ & KEPT - 1] = newVolumes[i];
    }
  }

  double last() {
    return prices[added - 1 & KEPT - 1];
  }

  /* The price `back' ticks ago. */
  double before(int back) {
    return prices[Math.max(added - back - 1, 0) & KEPT - 1];
  }

  double mean(int window) {
    double sum = 0;
    int first = Math.max(added - window, 0);
    for (int i = first; i < added; i++)
      sum += prices[i & KEPT - 1];
    return sum / (added - first);
  }

  double deviation(int window) {
    double mean = mean(window), sum = 0;
    int first = Math.max(added - window, 0);
    for (int i = first; i < added; i++) {
      double off = prices[i & KEPT - 1] - mean;
      sum += off * off;
    }
    return Math.sqrt(sum / (added - first));
  }

  double high(int window) {
    double high = 0;
    for (int i = Math.max(added - window, 0); i < added; i++)
      high = Math.max(high, prices[i & KEPT - 1]);
    return high;
  }

  double low(int window) {
    double low = Double.MAX_VALUE;
    for (int i = Math.max(added - window, 0); i < added; i++)
      low = Math.min(low, prices[i & KEPT - 1]);
    return low;
  }

  /* Of the straight line through the window that fits best, in money a tick. */
  double slope(int window) {
    int first = Math.max(added - window, 0), n = added - first;
    double sum = 0, middle = (n - 1) / 2.0;
    for (int i = 0; i < n; i++)
      sum += (i - middle) * prices[first + i & KEPT - 1];
    return n < 2 ? 0 : 12 * sum / ((double)n * n * n - n);
  }

  /* A mean in which each tick weighs less by a share of 2/(window + 1) than the one after it. */
  double smooth(int window) {
    double share = 2.0 / (window + 1), smooth = prices[Math.max(added - 4 * window, 0) & KEPT - 1];
    for (int i = Math.max(added - 4 * window, 0); i < added; i++)
      smooth += share * (prices[i & KEPT - 1] - smooth);
    return smooth;
  }

  /* Relative strength: what went up of all that moved, in percent. */
  double strength(int window) {
    double up = 0, down = 0;
    for (int i = Math.max(added - window, 0) + 1; i < added; i++) {
      double step = prices[i & KEPT - 1] - prices[i - 1 & KEPT - 1];
      if (step > 0)
        up += step;
      else
        down -= step;
    }
    return up + down == 0 ? 50 : 100 * up / (up + down);
  }

  long volume(int window) {
    long volume = 0;
    for (int i = Math.max(added - window, 0); i < added; i++)
      volume += volumes[i & KEPT - 1];
    return volume;
  }

  /* The mean price of a share traded. */
  double paid(int window) {
    double sum = 0;
    long number = 0;
    for (int i = Math.max(added - window, 0); i < added; i++) {
      sum += prices[i & KEPT - 1] * volumes[i & KEPT - 1];
      number += volumes[i & KEPT - 1];
    }
    return number == 0 ? last() : sum / number;
  }

  /* How far the movements of both go together, -1 to 1. */
  double together(History other, int window) {
    double a = mean(window), b = other.mean(window), ab = 0, aa = 0, bb = 0;
    int n = Math.min(window, Math.min(added, other.added));
    for (int i = 1; i <= n; i++) {
      double x = prices[added - i & KEPT - 1] - a, y = other.prices[other.added - i & KEPT - 1] - b;
      ab += x * y;
      aa += x * x;
      bb += y * y;
    }
    return aa * bb == 0 ? 0 : ab / Math.sqrt(aa * bb);
  }

  /* The newest, oldest first, each the mean of as many ticks. */
  double[] thinned(int points, int each) {
    double[] thin = new double[points];
    int first = Math.max(added - points * each, 0);
    for (int i = first; i < added; i++)
      thin[Math.min((i - first) / each, points - 1)] += prices[i & KEPT - 1] / each;
    return thin;
  }
}
