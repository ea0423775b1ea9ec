# SPDX-License-Identifier: GPL-2.0-or-later
#
# headers.awk: a part of headers.sh. Reads the commands that make everything, one a line, then the dependency files that
# the compiler wrote. Prints `HEADER SPELLING TARGET' for each object that sees a header of the tree, and for each
# product that holds such an object; and `! TARGET' for what is compiled without a dependency file.
#
# The words of a command say which product holds which objects: what make believes of that is what is tested.

# A dependency file may name kernel/core/../lib/string.h.
function plain(path)
{
  while (sub(/[^\/.][^\/]*\/\.\.\//, "", path)) ;
  return path
}

# Words `first' to the last of this line are what `product' is linked from; @FILE holds such words.
function link_inputs(product, first,    i, name, list)
{
  for (i = first; i <= NF; i++)
    if ($i ~ /^@/) {
      list = substr($i, 2)
      while ((getline name < list) > 0)
        holders[name] = holders[name] " " product
      close(list)
    } else if ($i ~ /\.(o|a|elf)$/ && $i != product)
      holders[$i] = holders[$i] " " product
}

function word_behind(option,    i)
{
  for (i = 1; i < NF; i++)
    if ($i == option)
      return $(i + 1)
  return ""
}

# The header, and all that holds `part', directly or not.
function print_holders(header, spelling, part,    i, n, above)
{
  if (printed[spelling, part]++)
    return
  print header, spelling, part
  n = split(holders[part], above, " ")
  for (i = 1; i <= n; i++)
    print_holders(header, spelling, above[i])
}

FNR == 1 { file++ }

# ---- the commands ----
file == 1 && / (-o|-MF) / && / [a-z][^ ]*\.c( |$)/ && !/ -MMD / { print "!", word_behind("-o") }
file == 1 && $1 == "ar" { link_inputs($3, 4) }
file == 1 && / -O elf32-i386 / { holders[$(NF - 1)] = holders[$(NF - 1)] " " $NF }
file == 1 && /link\.sh / {
  for (i = 1; $i !~ /link\.sh$/; i++) ;
  link_inputs($(i + 1), i + 2)
}
file == 1 && / -o / && !/ -[cS] / && !/link\.sh / { link_inputs(word_behind("-o"), 1) }
file == 1 { next }

# ---- dependency files ----
/^[^ #].*:/ {
  object = $1
  sub(/:$/, "", object)
  $1 = ""
}
{
  for (i = 1; i <= NF; i++)
    if ($i ~ /^[a-z].*\.(h|def)$/)
      print_holders(plain($i), $i, object)
}
