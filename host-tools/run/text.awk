# SPDX-License-Identifier: GPL-2.0-or-later
#
# text.awk: how numbers are written for people, in the summary of a run; viz/figures/words.c does so for charts and
# pages.

function text_count(n,    s, out)
{
  s = sprintf("%.0f", n)
  while (length(s) > 3 + (s ~ /^-/)) {
    out = "," substr(s, length(s) - 2) out
    s = substr(s, 1, length(s) - 3)
  }
  return s out
}

function text_bytes(n,    i, unit)
{
  if (n < 1023.5)
    return text_count(n) " B"
  split("KiB MiB GiB TiB", unit, " ")
  for (i = 0; n >= 1023.5 && i < 4; i++)
    n /= 1024
  return text_round(n) " " unit[i]
}

function text_round(x,    s)
{
  s = text_digits(x)
  if (s ~ /\./)
    sub(/\.?0+$/, "", s)
  return s
}

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
