# SPDX-License-Identifier: GPL-2.0-or-later
#
# quote.awk: text as data for the programs that draw charts and show the page.
#
# What always holds: whatever a dump can reach (names of any kind, options, notes, models) goes to gnuplot, to dot and
# into HTML through these functions only, and never to a shell. gnuplot gets it as fields of data files, never as a
# part of a command. tests/viz/check_quote.sh draws every character, and every two that mean something, by each of the
# functions and reads them back out of the pictures.

# `s` as a field of a data file of gnuplot's, whose fields tabs separate (gnuplot 5.4, datafile.c): a double quote would
# hide what follows, a backslash begins an escape, blanks in front are skipped. As octal they have four digits, because
# gnuplot reads as many. `&#x` goes into an SVG as it is, where `&` alone would not (svg.trm), and spoils it: a
# blank parts it.
function quote_field(s,    i, n, c, out)
{
  s = quote_plain(s)
  gsub(/&#x/, "\\& #x", s)
  if (s !~ /["\\]|^ /)
    return s
  n = length(s)
  for (i = 1; i <= n; i++) {
    c = substr(s, i, 1)
    out = out (c == "\"" ? "\\0042" : c == "\\" ? "\\0134" : c == " " && i == 1 ? "\\0040" : c)
  }
  return out
}

# `s` as a tool tip of dot's, and as text in a label that is like HTML (graphviz 2.43). What means something to the
# grammar of dot or to expat is an entity, `]]` at the end of a text included; a backslash begins an escape in both,
# which is undone twice in a tool tip.
function quote_tip(s)
{
  return "\"" quote_entities(s, 4) "\""
}

function quote_label(s)
{
  return quote_entities(s, 2)
}

function quote_entities(s, backslashes,    i, k, n, c, code, out)
{
  s = quote_plain(s)
  if (s !~ /[]&<>"\\]/)
    return s
  n = length(s)
  for (i = 1; i <= n; i++) {
    c = substr(s, i, 1)
    code = c == "\"" ? 34 : c == "&" ? 38 : c == "<" ? 60 : c == ">" ? 62 : c == "\\" ? 92 : c == "]" ? 93 : 0
    if (!code)
      out = out c
    else
      for (k = code == 92 ? backslashes : 1; k > 0; k--)
        out = out "&#" code ";"
  }
  return out
}

# `s` as text of HTML, and as the value of an attribute.
function quote_html(s)
{
  gsub(/[\001-\037\177]/, " ", s)
  gsub(/&/, "\\&amp;", s)
  gsub(/</, "\\&lt;", s)
  gsub(/>/, "\\&gt;", s)
  gsub(/"/, "\\&quot;", s)
  gsub(/'/, "\\&#39;", s)
  return s
}

# `s` without control characters, and cut to what can be drawn.
function quote_plain(s)
{
  s = text_cut(s, text_most())
  gsub(/[\001-\037\177]/, " ", s)
  return s
}
