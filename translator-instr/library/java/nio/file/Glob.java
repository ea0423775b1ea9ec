/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * Patterns of paths: * and ? within a name, ** across names, [a-z] and [!a-z], {one,other}, \\ before a character that stands for itself. */
package java.nio.file;

import java.util.regex.Pattern;
import java.util.regex.PatternSyntaxException;

final class Glob {
  private final String glob;
  private final StringBuilder regex = new StringBuilder();
  private int at;

  private Glob(String glob) {
    this.glob = glob;
  }

  static PathMatcher matcher(String wanted) {
    int colon = wanted.indexOf(':');
    if (colon <= 0)
      throw new IllegalArgumentException();
    String syntax = wanted.substring(0, colon);
    String text = wanted.substring(colon + 1);
    if (!syntax.equalsIgnoreCase("glob") && !syntax.equalsIgnoreCase("regex"))
      throw new UnsupportedOperationException("Syntax '" + syntax + "' not recognized");
    Pattern pattern = Pattern.compile(syntax.equalsIgnoreCase("glob") ? new Glob(text).translate() : text);
    return path -> pattern.matcher(path.toString()).matches();
  }

  private PatternSyntaxException wrong(String what, int where) {
    return new PatternSyntaxException(what, glob, where);
  }

  private char peek() {
    return at < glob.length() ? glob.charAt(at) : 0;
  }

  private String translate() {
    boolean inGroup = false;
    while (at < glob.length()) {
      char c = glob.charAt(at++);
      if (c == '{' && inGroup)
        throw wrong("Cannot nest groups", at - 1);
      if (c == '{' || c == '}' && inGroup) {
        inGroup = c == '{';
        regex.append(inGroup ? "(?:(?:" : "))");
      } else if (c == ',' && inGroup) {
        regex.append(")|(?:");
      } else {
        translate(c);
      }
    }
    if (inGroup)
      throw wrong("Missing '}", at - 1);
    return regex.toString();
  }

  private void translate(char c) {
    switch (c) {
      case '*':
        boolean across = peek() == '*';
        at += across ? 1 : 0;
        regex.append(across ? ".*" : "[^/]*");
        break;
      case '?':
        regex.append("[^/]");
        break;
      case '[':
        translateClass();
        break;
      case '\\':
        if (at == glob.length())
          throw wrong("No character to escape", at - 1);
        literal(glob.charAt(at++));
        break;
      default:
        literal(c);
        break;
    }
  }

  private void literal(char c) {
    if (!Character.isLetterOrDigit(c) && c < 0x80)
      regex.append('\\');
    regex.append(c);
  }

  private void translateClass() {
    boolean negated = peek() == '!';
    at += negated ? 1 : 0;
    regex.append("[[^/]&&[").append(negated ? "^" : "");
    int start = at;
    while (at < glob.length() && glob.charAt(at) != ']') {
      char c = glob.charAt(at++);
      if (c == '/')
        throw wrong("Explicit 'name separator' in class", at - 1);
      if (c == '-' && at - 1 > start && peek() != ']')
        regex.append('-');
      else
        literal(c);
    }
    if (at == glob.length())
      throw wrong("Missing ']", at - 1);
    at++;
    regex.append("]]");
  }
}
