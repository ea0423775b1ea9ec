# SPDX-License-Identifier: GPL-2.0-or-later
#
# methods.awk: calls the functions of a list (functions.sh) that are Java methods as the profile calls them
# (translator-instr/runtime/kernel/objects_kernel.c): package.Class.method, with parameters where the class has several
# of that name, with the result where that does not tell them apart.
#
#   awk -f methods.awk TABLES.C FUNCTIONS     TABLES.C: with jx_methods[], as jxtr writes it (jxg_tables.c)

BEGIN {
  split("Z boolean B byte C char S short I int J long F float D double V void", words, " ")
  for (i = 1; i in words; i += 2)
    PRIMITIVE[words[i]] = words[i + 1]
}

# The type at AT in a descriptor; AT moves behind it.
function type(descriptor,    brackets, end, name) {
  for (; substr(descriptor, AT, 1) == "["; AT++)
    brackets = brackets "[]"
  if (substr(descriptor, AT, 1) != "L")
    return PRIMITIVE[substr(descriptor, AT++, 1)] brackets
  end = index(substr(descriptor, AT), ";")
  name = substr(descriptor, AT + 1, end - 2)
  AT += end
  sub(/^.*\//, "", name)
  return name brackets
}

function parameters(descriptor,    list) {
  for (AT = 2; substr(descriptor, AT, 1) != ")"; )
    list = list (list == "" ? "" : ",") type(descriptor)
  AT++
  return "(" list ")"
}

# { (void *)jxm_Main__main, "Main", "main", "([Ljava/lang/String;)V", "Main.java", 3, 5 },
NR == FNR {
  if (match($0, /^ *\{ \(void \*\)[A-Za-z0-9_]+, "/)) {
    split($0, part, "\"")
    sub(/^.*\(void \*\)/, "", part[1])
    sub(/,.*/, "", part[1])
    methods++
    symbol[methods] = part[1]
    plain[methods] = part[2] "." part[4]
    descriptor[methods] = part[6]
    namesakes[plain[methods]]++
    alike[plain[methods] parameters(part[6])]++
  }
  next
}

FNR == 1 {
  for (i = 1; i <= methods; i++) {
    name = plain[i]
    if (namesakes[name] > 1)
      name = name parameters(descriptor[i])
    if (alike[plain[i] parameters(descriptor[i])] > 1)
      name = name type(descriptor[i])
    called[symbol[i]] = name
  }
}

# A name of the list has at most 63 bytes (account.h), and no blank.
{ print $1, $2, substr($3 in called ? called[$3] : $3, 1, 63) }
