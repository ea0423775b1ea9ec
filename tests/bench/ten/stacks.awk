# SPDX-License-Identifier: GPL-2.0-or-later
#
# stacks.awk: of each of perf's stacks, innermost first, the first function of the program. A line a function: `run`,
# samples, name. The stubs by which a program calls the C library have no name and lie behind _init, which runs once:
# they are the library. What calls main() is not the program's either.
#
#   perf script -F ip,sym,dso | awk -v program=PATH -v run=NUMBER -f stacks.awk

# What gcc has split from a function, or made of it for some arguments, is the function.
function whole(name) {
  sub(/\.(isra|part|constprop|cold|localalias|lto_priv)[.0-9a-z]*$/, "", name)
  return name
}

NF == 0 { found = 0; next }
!found && $NF == "(" program ")" && $2 !~ /^_(init|start)$|@plt$/ {
  found = 1
  hits[whole($2)]++
}
END { for (f in hits) print run "\t" hits[f] "\t" f }
