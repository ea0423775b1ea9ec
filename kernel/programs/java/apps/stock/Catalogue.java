/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * All companies, by number and by symbol. */
package stock;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

final class Catalogue {
  private final List<Company> companies = new ArrayList<>();
  private final Map<String, Company> bySymbol = new HashMap<>();
  private final Sector[] sectors = new Sector[Sector.NUMBER];

  Catalogue(int number) {
    for (int i = 0; i < sectors.length; i++)
      sectors[i] = new Sector(i);
    for (int i = 0; i < number; i++)
      add(new Company(i, sectors[i * 7 % sectors.length]));
  }

  private void add(Company company) {
    companies.add(company);
    if (bySymbol.put(company.symbol, company) != null)
      throw new IllegalStateException("two companies are called " + company.symbol);
  }

  Company find(String symbol) {
    Company company = bySymbol.get(symbol);
    if (company == null)
      throw new Refused("there is no company " + symbol);
    return company;
  }

  List<Company> all() {
    return companies;
  }

  void hearAll() {
    for (Sector sector : sectors)
      sector.hear();
  }

  void tradeAll(int ticks) {
    for (Company company : companies)
      company.trade(ticks);
  }

  /* The companies' capital now, beside that when they began: 1000 then. */
  double index(double base) {
    double sum = 0;
    for (Company company : companies)
      sum += company.capital();
    return base == 0 ? sum : 1000 * sum / base;
  }

  String weather() {
    StringBuilder text = new StringBuilder();
    for (Sector sector : sectors)
      text.append(text.length() == 0 ? "" : ", ").append(sector.name).append(' ').append(sector.weather());
    return text.toString();
  }
}
