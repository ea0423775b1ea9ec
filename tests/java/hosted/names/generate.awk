# SPDX-License-Identifier: GPL-2.0-or-later
#
# generate.awk: writes OddNames.java, whose names Rename.java makes odd. A class for every character that a name may
# have, with a field and a method that are called as the class; and what odd.txt lists: a line `class NAME', `method
# NAME' or `field NAME' each. The program prints what its stack traces say of them.
# Usage: awk -f generate.awk odd.txt

function use(class, member, method)
{
  calls = calls "    " class "." method "(7);\n"
  return "class " class " {\n  public static volatile int " member " = 1;\n  public int own_" member " = 2;\n" \
    "  public " class "() { }\n  public static void " method "(int n) {\n    " class " it = new " class "();\n    it.own_" member " += n;\n    " \
    member " += it.own_" member ";\n    OddNames.show(new Throwable(\"" class "\"), " member ");\n  }\n}\n\n"
}

!/^#/ && NF == 2 { odd[$1, ++count[$1]] = $2 }

END {
  print "/* SPDX-License-Identifier: GPL-2.0-or-later */"
  for (i = 0; i < 256; i++)
    if (i != 46 && i != 47 && i != 59 && i != 60 && i != 62 && i != 91) # . / ; < > [ (JVMS 4.2.2)
      printf "%s", use(sprintf("At_%02x", i), sprintf("at_%02x", i), sprintf("at_%02x", i))
  for (i = 1; i <= count["class"]; i++)
    printf "%s", use(odd["class", i], "plain", "plain")
  for (i = 1; i <= count["method"]; i++)
    printf "%s", use("Method" i, odd["method", i], odd["method", i])
  print "public class OddNames {"
  print "  public static void show(Throwable t, int value) {"
  print "    StackTraceElement at = t.getStackTrace()[0];"
  print "    System.out.println(codes(at.getClassName()) + \" . \" + codes(at.getMethodName()) + \" @ \" + "
  print "      codes(at.getFileName()) + \":\" + at.getLineNumber() + \" = \" + value + \", \" + codes(t.getMessage()));"
  print "  }\n"
  print "  static String codes(String text) {"
  print "    StringBuilder all = new StringBuilder();"
  print "    for (int i = 0; i < text.length(); i++)"
  print "      all.append(' ').append((int) text.charAt(i));"
  print "    return all.toString();"
  print "  }\n"
  types = "byte short int long float double boolean char Object String"
  n = split(types, type, " ")
  for (i = 1; i <= n; i++)
    print "  static int odd_overloaded(" type[i] " x) { return " i "; }"
  print "  static int odd_ten_0(int x) { return -x; }\n"
  print "  public static void main(String[] args) {"
  printf "%s", calls
  print "    System.out.println(odd_overloaded((byte) 1) + odd_overloaded(\"\") * 100 + odd_ten_0(5) * 1000);"
  print "    Runnable lambda = () -> show(new Throwable(\"lambda\"), 3);"
  print "    lambda.run();"
  print "    System.out.println(new OddPrimitive[1].getClass().getName() + codes(new OddVoid[1].getClass().getName()));"
  print "  }\n}"
}
