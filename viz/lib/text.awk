# SPDX-License-Identifier: GPL-2.0-or-later
#
# text.awk: how wide text is, how it is cut to fit, and how numbers are written for people.
#
# Widths are the advance widths of DejaVu Sans (DejaVuSans.ttf, table hmtx) in thousandths of the font size. A viewer
# without that font falls back to one of similar width or narrower. All strings are UTF-8 and awk runs in the C
# locale, so that a character may be several bytes; text_before() never cuts one in the middle.

# Fills WIDTH from "width:characters" groups; characters not listed count as 636, the width of a digit.
function text_init(    groups, n, i, j, colon, chars)
{
  n = split("275:' 278:ijl 295:IJ 318:,. 337:/\\:;| 352:f 361:- 390:()[] 392:t 401:! 411:r 460:\" 500:*_`^ 521:s " \
            "525:z 531:? 550:c 557:L 575:F 579:k 592:vxy 603:P 611:TY 613:aeo 632:E 656:K 684:AVBXZ 698:CR 732:U " \
            "750:HN 775:GDOQ& 818:w 838:<>=+#~ 863:M 950:% 975:m 1000:W@", groups, " ")
  for (i = 1; i <= n; i++) {
    colon = index(groups[i], ":")
    chars = substr(groups[i], colon + 1)
    for (j = 1; j <= length(chars); j++)
      WIDTH[substr(chars, j, 1)] = substr(groups[i], 1, colon - 1) / 1000
  }
  WIDTH[" "] = WIDTH["\001"] = 0.318
  HASHED = "abcdefghijklmnopqrstuvwxyz_ABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789.:<>()[]$*&, "
}

# Width of the byte at `i` of `s` in units of the font size. Of a UTF-8 sequence only the first byte counts. The scripts
# from U+0800 on are as wide as high, other than the signs from U+2000 to U+2FFF, as is the sign that stands for a
# character without a glyph (glyphs.awk).
function text_advance(s, i,    c)
{
  c = substr(s, i, 1)
  if (c >= "\200" && c < "\300")
    return 0
  if (c >= "\340" && c != "\342")
    return 1.03
  return (c in WIDTH) ? WIDTH[c] : 0.636
}

# Width of `s` in pixels at font size `size`.
function text_width(s, size,    i, n, sum)
{
  n = length(s)
  for (i = 1; i <= n; i++)
    sum += text_advance(s, i)
  return sum * size
}

# `s` cut so that it takes at most `room` pixels, "…" at its end where it was cut; "" when not even three letters fit.
function text_fit(s, size, room,    i, n, sum, keep, letters)
{
  if (text_width(s, size) <= room)
    return s
  n = length(s)
  for (i = 1; i <= n; i++) {
    sum += text_advance(s, i)
    if (1.03 * sum * size > room - size) # small letters are drawn on whole pixels, so up to 3 % wider
      break
    keep = i
  }
  letters = text_before(s, keep)
  return length(letters) < 3 ? "" : letters "…"
}

# Bytes of a name that are drawn at most: a page has no room for more, and mawk's sprintf() takes 8,192.
function text_most()
{
  return 500
}

# The first of `s`, at most `most` bytes of whole characters: where text is cut, it is cut here.
function text_before(s, most)
{
  while (most > 0 && substr(s, most + 1, 1) >= "\200" && substr(s, most + 1, 1) < "\300")
    most--
  return substr(s, 1, most)
}

# `s` of at most `most` bytes, "…" behind it where it was cut.
function text_cut(s, most)
{
  return length(s) <= most ? s : text_before(s, most) "…"
}

# The name of a thread, `[worker-123]`, shortened to fit: the number at its end tells threads apart.
function text_fit_end(s, size, room,    digits)
{
  match(s, /[0-9]+\]$/)
  digits = substr(s, RSTART)
  s = text_fit(substr(s, 1, RSTART - 1), size, room - text_width(digits, size))
  return s != "" ? s digits : text_width("[…" digits, size) <= room ? "[…" digits : ""
}

# The name of a function, shortened to fit: first its file goes (`find@heap.c`), then its parameters, template
# arguments, the packages, classes and name spaces before it, and only then its end. A constructor keeps its class,
# and the method of a lambda the place of the lambda, for `<init>` and `apply` say nothing alone: at last a constructor
# is its class, and a lambda `Lambda:12`. That a compiler has made a method is kept, too.
function text_fit_name(s, size, room,    short, mark, ending)
{
  s = text_cut(s, text_most())
  if (text_width(s, size) > room && s ~ /^\[.*[0-9]\]$/)
    return text_fit_end(s, size, room)
  if (text_width(s, size) <= room || s ~ /^[[(]/)
    return text_fit(s, size, room)
  short = s
  if (match(short, / \[(bridge|synthetic)\]$/)) {
    mark = substr(short, RSTART)
    short = substr(short, 1, RSTART - 1)
  }
  if (match(short, /.@[^@ ]+$/))
    short = substr(short, 1, RSTART)
  sub(/\(.*/, "", short)
  if (match(short, /\.<(cl)?init>$/) || (short ~ /\$\$Lambda[:#0-9]*\./ && match(short, /\.[^.]*$/))) {
    ending = substr(short, RSTART)
    short = substr(short, 1, RSTART - 1)
  }
  while (text_width(short ending mark, size) > room && match(short, /<[^<>]*>/))
    short = substr(short, 1, RSTART - 1) substr(short, RSTART + RLENGTH)
  while (text_width(short ending mark, size) > room && match(short, /^[^.:]+(\.|::)/))
    short = substr(short, RLENGTH + 1)
  if (text_width(short ending mark, size) > room)
    ending = ""
  if (text_width(short mark, size) > room && short ~ /\$\$Lambda[:#0-9]*$/)
    sub(/^.*\$\$/, "", short)
  if (short == "")
    short = s
  return text_fit(short ending mark, size, room)
}

# A number with its thousands set apart: 1234567 -> "1,234,567".
function text_count(n,    s, out)
{
  s = sprintf("%.0f", n)
  while (length(s) > 3 + (s ~ /^-/)) {
    out = "," substr(s, length(s) - 2) out
    s = substr(s, 1, length(s) - 3)
  }
  return s out
}

# A count for narrow places: 1234567 -> "1.23 M".
function text_short(n)
{
  if (n < 10000)
    return text_count(n)
  if (n < 999500)
    return sprintf("%.3g k", n / 1000)
  return n < 999500000 ? sprintf("%.3g M", n / 1e6) : sprintf("%.3g G", n / 1e9)
}

# A count of things: "1 call", "12.3 k calls".
function text_some(n, thing)
{
  return text_short(n) " " thing (n == 1 ? "" : "s")
}

# Bytes with three significant digits and their unit: 12345 -> "12.1 KiB". Charts, page and summary all use it.
function text_bytes(n,    i, unit)
{
  if (n < 1023.5)
    return text_count(n) " B"
  split("KiB MiB GiB TiB", unit, " ")
  for (i = 0; n >= 1023.5 && i < 4; i++)
    n /= 1024
  return text_round(n) " " unit[i]
}

# Three significant digits, without zeros that say nothing: 4 -> "4", 4.096 -> "4.1".
function text_round(x,    s)
{
  s = text_digits(x)
  if (s ~ /\./)
    sub(/\.?0+$/, "", s)
  return s
}

# A time with three significant digits and its unit: 12345.6 (us) -> "12.3 ms".
function text_time(us,    size)
{
  size = us < 0 ? -us : us
  if (size >= 999.5e3)
    return text_digits(us / 1e6) " s"
  if (size >= 999.5)
    return text_digits(us / 1e3) " ms"
  return size >= 0.9995 || size == 0 ? text_digits(us) " µs" : text_digits(us * 1e3) " ns"
}

function text_digits(x,    size)
{
  size = x < 0 ? -x : x
  return size >= 999.5 ? text_count(x) : size >= 99.95 ? sprintf("%.0f", x) : size >= 9.995 ? sprintf("%.1f", x) : \
         sprintf("%.2f", x)
}

function text_percent(percent)
{
  if (percent >= 9.95)
    return sprintf("%.0f %%", percent)
  return percent >= 0.095 || percent <= 0 ? sprintf("%.1f %%", percent) : "< 0.1 %"
}

# NAMES[1..n] as a list for a heading; of many the first eight.
function text_names(NAMES, n,    named, i, s)
{
  named = n > 9 ? 8 : n
  for (i = 1; i <= named; i++)
    s = s (i > 1 ? ", " : "") text_fit(NAMES[i], 16, 300)
  return s (n > named ? " and " n - named " more" : "")
}

# A number from 0 to 65520 that depends on `s` alone.
function text_hash(s,    i, hash)
{
  for (i = 1; i <= length(s); i++)
    hash = (hash * 31 + index(HASHED, substr(s, i, 1))) % 65521
  return hash
}

# `s` with every line folded between words at `room` pixels, but not between a number and its unit. A word that is wider
# is cut.
function text_fold(s, size, room,    words, n, i, line, out)
{
  s = text_cut(s, 8 * text_most())
  while (match(s, /[0-9] (%|×|s|ms|µs|ns|B|KiB|MiB|GiB|TiB|k|M)([ ,.;)]|$)/))
    s = substr(s, 1, RSTART) "\001" substr(s, RSTART + 2)
  n = split(s, words, " ")
  for (i = 1; i <= n; i++) {
    words[i] = text_fit(words[i], size, room)
    if (line != "" && text_width(line " " words[i], size) > room) {
      out = out line "\n"
      line = ""
    }
    line = line == "" ? words[i] : line " " words[i]
  }
  out = out line
  gsub(/\001/, " ", out)
  return out
}
