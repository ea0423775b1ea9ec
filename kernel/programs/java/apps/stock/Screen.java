/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * What a client sees: a line for each company that it has been told of. */
package stock;

import java.util.HashMap;
import java.util.Map;

final class Screen {
  private final Map<String, Quote> quotes = new HashMap<>();
  private final Digest digest = new Digest();
  private long lines;

  void show(Quote quote) {
    quotes.put(quote.symbol, quote);
    print(line(quote));
  }

  void show(Quote quote, Details details) {
    print(line(quote, details));
  }

  void show(Trade trade) {
    print(trade.line());
  }

  private void print(String line) {
    digest.add(line);
    lines++;
  }

  private static String line(Quote quote) {
    StringBuilder line = new StringBuilder();
    Display.pad(line, quote.symbol, 6, false);
    Display.pad(line, Display.money(quote.price), 10, true);
    Display.pad(line, Display.percent(quote.change), 10, true);
    Display.pad(line, Display.money(quote.high - quote.low), 10, true);
    Display.pad(line, Display.grouped(quote.volume), 12, true);
    return line.toString();
  }

  private static String line(Quote quote, Details details) {
    StringBuilder line = new StringBuilder();
    Display.pad(line, details.name, 20, false);
    Display.pad(line, Display.money(quote.price), 10, true);
    return line.append(" [").append(Display.spark(details.course)).append("]").toString();
  }

  double price(String symbol) {
    Quote quote = quotes.get(symbol);
    return quote == null ? 0 : quote.price;
  }

  long lines() {
    return lines;
  }

  long digest() {
    return digest.value();
  }
}
