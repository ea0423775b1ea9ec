# SPDX-License-Identifier: GPL-2.0-or-later
#
# symbols.awk: addresses and names of functions, for the scripts that hold a profile against an observer (counter.c):
# `awk -f symbols.awk -f SCRIPT`.

# Returns the number of a hexadecimal text, modulo 2^28: images are smaller, and mawk counts no further than 2^31 in the
# index of an array.
function value(text,    i, n)
{
  n = 0
  if (length(text) > 7)
    text = substr(text, length(text) - 6)
  for (i = 1; i <= length(text); i++)
    n = n * 16 + index("0123456789abcdef", substr(text, i, 1)) - 1
  return n
}

# Returns the name of a function without what tells several of one name apart: they are one, their sum.
function base(text)
{
  sub(/@.*/, "", text)
  return text
}
