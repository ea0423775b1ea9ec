# SPDX-License-Identifier: GPL-2.0-or-later
#
# quote.awk: text as data for the page. What a dump can reach goes into HTML through this function only; what charts are
# drawn from goes through figures/quote.c, which does the same for HTML.

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
