/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * Which quotes a client wants to be told. */
package stock;

import java.io.Serializable;

abstract class Filter implements Serializable {
  private static final long serialVersionUID = 1;

  /* Told of it last time; null: never. */
  abstract boolean wants(Quote quote, Quote told);

  static final class All extends Filter {
    private static final long serialVersionUID = 1;

    @Override
    boolean wants(Quote quote, Quote told) {
      return told == null || quote.price != told.price;
    }
  }

  static final class Moved extends Filter {
    private static final long serialVersionUID = 1;

    private final double percent;

    Moved(double percent) {
      this.percent = percent;
    }

    @Override
    boolean wants(Quote quote, Quote told) {
      return told == null || Math.abs(Quote.change(quote.price, told.price)) >= percent;
    }
  }

  static final class InSectors extends Filter {
    private static final long serialVersionUID = 1;

    private final int sectors; /* a bit each */

    InSectors(int... sectors) {
      int bits = 0;
      for (int sector : sectors)
        bits |= 1 << sector;
      this.sectors = bits;
    }

    @Override
    boolean wants(Quote quote, Quote told) {
      return (sectors >> quote.sector & 1) != 0;
    }
  }

  static final class Either extends Filter {
    private static final long serialVersionUID = 1;

    private final Filter one, other;

    Either(Filter one, Filter other) {
      this.one = one;
      this.other = other;
    }

    @Override
    boolean wants(Quote quote, Quote told) {
      return one.wants(quote, told) || other.wants(quote, told);
    }
  }
}
