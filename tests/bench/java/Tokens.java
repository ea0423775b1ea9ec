/* SPDX-License-Identifier: GPL-2.0-or-later */
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** A small interpreter: text to tokens, tokens to a tree, the tree evaluated with variables in a map. */
class Tokens extends Bench {
  interface Expression {
    long value(Map<String, Long> variables);
  }

  private static final String TEXT = "(alpha + 3) * beta - (gamma * (alpha - 12) + 7 * beta) * 2 + delta";
  private List<String> tokens;
  private int at;

  private static List<String> split(String text) {
    List<String> tokens = new ArrayList<>();
    for (int i = 0; i < text.length();) {
      char c = text.charAt(i);
      int start = i++;
      if (Character.isLetterOrDigit(c))
        while (i < text.length() && Character.isLetterOrDigit(text.charAt(i)))
          i++;
      if (c != ' ')
        tokens.add(text.substring(start, i));
    }
    return tokens;
  }

  private boolean accept(String token) {
    if (at == tokens.size() || !tokens.get(at).equals(token))
      return false;
    at++;
    return true;
  }

  private Expression factor() {
    if (accept("(")) {
      Expression e = sum();
      accept(")");
      return e;
    }
    String token = tokens.get(at++);
    if (Character.isLetter(token.charAt(0)))
      return variables -> variables.get(token);
    long number = Integer.parseInt(token);
    return variables -> number;
  }

  private Expression product() {
    Expression left = factor();
    while (accept("*")) {
      Expression l = left, r = factor();
      left = variables -> l.value(variables) * r.value(variables);
    }
    return left;
  }

  private Expression sum() {
    Expression left = product();
    for (;;) {
      boolean plus = accept("+");
      if (!plus && !accept("-"))
        return left;
      Expression l = left, r = product();
      left = plus ? v -> l.value(v) + r.value(v) : v -> l.value(v) - r.value(v);
    }
  }

  @Override
  long run() {
    Map<String, Long> variables = new HashMap<>();
    String[] names = { "alpha", "beta", "gamma", "delta" };
    long result = 0;
    for (int i = 0; i < 300; i++) {
      tokens = split(TEXT);
      at = 0;
      Expression e = sum();
      for (int k = 0; k < 10; k++) {
        for (int n = 0; n < names.length; n++)
          variables.put(names[n], (long) (i * n + k));
        result += e.value(variables);
      }
    }
    return result;
  }

  public static void main(String[] args) {
    new Tokens().measure(11988750L);
  }
}
