/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * quote.c: text as data; quote.h is the manual. A text goes through one table: for each language, what stands for each
 * byte that means something there.
 */
#include "quote.h"

#include "base/mem.h"
#include "base/text.h"

#include <string.h>

/* gnuplot 5.4, datafile.c: a double quote would hide what follows, a backslash begins an escape, blanks in front are
 * skipped. As octal they have four digits, because gnuplot reads as many. */
static const char *quote_byte_field(const char *s, size_t at)
{
  switch (s[at]) {
  case '"': return "\\0042";
  case '\\': return "\\0134";
  case ' ': return at == 0 ? "\\0040" : NULL;
  /* `&#x' goes into an SVG as it is, where `&' alone would not (svg.trm), and spoils it: a blank parts it. */
  case '&': return s[at + 1] == '#' && s[at + 2] == 'x' ? "& " : NULL;
  default: return NULL;
  }
}

/* graphviz 2.43: what means something to the grammar of dot or to expat is an entity, `]]' at the end of a text
 * included; a backslash begins an escape in both, which is undone twice in a tool tip. */
static const char *quote_byte_dot(char c, const char *backslashes)
{
  switch (c) {
  case '"': return "&#34;";
  case '&': return "&#38;";
  case '<': return "&#60;";
  case '>': return "&#62;";
  case ']': return "&#93;";
  case '\\': return backslashes;
  default: return NULL;
  }
}

static const char *quote_byte_html(char c)
{
  switch (c) {
  case '&': return "&amp;";
  case '<': return "&lt;";
  case '>': return "&gt;";
  case '"': return "&quot;";
  case '\'': return "&#39;";
  default: return NULL;
  }
}

static const char *quote_byte(const char *s, size_t at, enum quote_for language)
{
  if ((unsigned char)s[at] < ' ' || s[at] == 127)
    return at == 0 && language == QUOTE_FIELD ? "\\0040" : " ";
  switch (language) {
  case QUOTE_FIELD: return quote_byte_field(s, at);
  case QUOTE_LABEL: return quote_byte_dot(s[at], "&#92;&#92;");
  case QUOTE_TIP: return quote_byte_dot(s[at], "&#92;&#92;&#92;&#92;");
  case QUOTE_HTML: return quote_byte_html(s[at]);
  }
  return NULL;
}

const char *quote(const char *text, enum quote_for language)
{
  const size_t whole = strlen(text);
  const size_t bytes = language == QUOTE_HTML || whole <= QUOTE_MOST ? whole : (size_t)text_cut(text, QUOTE_MOST);
  char *out = mem_alloc(20 * bytes + sizeof("\"…\""), 1); /* no byte becomes more than 20 */
  char *to = out;
  if (language == QUOTE_TIP)
    *to++ = '"';
  for (size_t i = 0; i < bytes; i++) {
    const char *instead = quote_byte(text, i, language);
    if (instead)
      to = stpcpy(to, instead);
    else
      *to++ = text[i];
  }
  if (bytes < whole)
    to = stpcpy(to, "…");
  if (language == QUOTE_TIP)
    *to++ = '"';
  *to = 0;
  return out;
}
