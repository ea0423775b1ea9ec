# SPDX-License-Identifier: GPL-2.0-or-later
#
# shellcheck shell=sh
#
# all.sh: many Java programs as one, whose first argument says which one runs: the library that they call is then
# translated and compiled once. Sourced by the suites of Java programs, in sh or bash.

# Prints the Java source of the class All: `All NAME ARGUMENT...' calls NAME.main(ARGUMENT...).
all_programs() { # NAME...
  printf 'public class All {\n  public static void main(String[] args) throws Exception {\n'
  printf '    String[] rest = new String[args.length - 1];\n    System.arraycopy(args, 1, rest, 0, rest.length);\n'
  printf '    switch (args[0]) {\n'
  for all_name; do
    printf '      case "%s": %s.main(rest); break;\n' "$all_name" "$all_name"
  done
  printf '      default: throw new IllegalArgumentException(args[0]);\n    }\n  }\n}\n'
}
