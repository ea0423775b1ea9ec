/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * The language that texts are made for. There is one way of writing numbers and letters here, that of
 * Locale.ROOT and ENGLISH; a locale is accepted where programs name one, and changes nothing. */
package java.util;

public final class Locale implements Cloneable, java.io.Serializable {
  public static final Locale ROOT = new Locale("", "");
  public static final Locale ENGLISH = new Locale("en", "");
  public static final Locale US = new Locale("en", "US");
  public static final Locale UK = new Locale("en", "GB");

  private static volatile Locale current = US;

  private final String language;
  private final String country;

  public Locale(String language) {
    this(language, "");
  }

  public Locale(String language, String country) {
    this.language = language.toLowerCase();
    this.country = country.toUpperCase();
  }

  public static Locale getDefault() {
    return current;
  }

  public static void setDefault(Locale now) {
    current = Objects.requireNonNull(now);
  }

  public String getLanguage() {
    return language;
  }

  public String getCountry() {
    return country;
  }

  public String toLanguageTag() {
    return language.isEmpty() ? "und" : country.isEmpty() ? language : language + "-" + country;
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof Locale && ((Locale) other).language.equals(language)
        && ((Locale) other).country.equals(country);
  }

  @Override
  public int hashCode() {
    return 31 * language.hashCode() + country.hashCode();
  }

  @Override
  public String toString() {
    return country.isEmpty() ? language : language + "_" + country;
  }
}
