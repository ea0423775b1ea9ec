# SPDX-License-Identifier: GPL-2.0-or-later
#
# glyphs.awk: replaces the characters that no font on this machine has by U+FFFD, the replacement character:
#
#   fc-list -f '%{charset}\n' | LC_ALL=C awk -f glyphs.awk FILE
#
# gnuplot's pngcairo terminal draws the box that stands for such a character as large as the page: one thread with a
# Japanese name blacks out the picture (gnuplot 5.4, pango 1.50). An SVG is drawn by a viewer, which has fonts of its own.
# Without fc-list's answer only what DejaVu Sans, the charts' font, is known to have counts as there: the blocks to U+06FF
# and from U+2000 to U+2BFF.

BEGIN {
  while ((getline line < "-") > 0) {
    n = split(line, part, " ")
    for (i = 1; i <= n; i++)
      glyphs_range(part[i])
  }
}

!/[\300-\367]/ {
  print
  next
}

{
  for (out = ""; match($0, /[\300-\367][\200-\277]*/); $0 = substr($0, RSTART + RLENGTH)) {
    c = substr($0, RSTART, RLENGTH)
    if (!(c in SHOWN))
      SHOWN[c] = glyphs_has(c) ? c : "\357\277\275"
    out = out substr($0, 1, RSTART - 1) SHOWN[c]
  }
  print out $0
}

# LOW and HIGH [1..RANGES], each range once: fonts have much in common.
function glyphs_range(text,    ends)
{
  if (text in SEEN)
    return
  SEEN[text] = 1
  split(text "-" text, ends, "-")
  LOW[++RANGES] = glyphs_hex(ends[1])
  HIGH[RANGES] = glyphs_hex(ends[2])
}

function glyphs_hex(digits,    i, value)
{
  for (i = 1; i <= length(digits); i++)
    value = value * 16 + index("0123456789abcdef", substr(digits, i, 1)) - 1
  return value
}

function glyphs_has(c,    i, code)
{
  if (!RANGES)
    return c < "\334" || (c >= "\342" && c < "\342\260")
  code = glyphs_code(c)
  for (i = 1; i <= RANGES; i++)
    if (code >= LOW[i] && code <= HIGH[i])
      return 1
  return 0
}

# The number of a character of UTF-8.
function glyphs_code(c,    i, code, bytes)
{
  bytes = length(c)
  code = glyphs_byte(substr(c, 1, 1)) % (bytes == 2 ? 32 : bytes == 3 ? 16 : 8)
  for (i = 2; i <= bytes; i++)
    code = code * 64 + glyphs_byte(substr(c, i, 1)) % 64
  return code
}

function glyphs_byte(byte,    i)
{
  if (!(byte in BYTE))
    for (i = 128; i < 256; i++)
      BYTE[sprintf("%c", i)] = i
  return BYTE[byte]
}
