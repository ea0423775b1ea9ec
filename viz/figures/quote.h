/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * quote.h: text as data for the programs that draw charts and show the page.
 *
 * What always holds: whatever a dump can reach (names of any kind, options, notes, models) goes to gnuplot, to dot and
 * into HTML through this function only, and never to a shell. gnuplot gets it as fields of data files, never as a part
 * of a command. tests/viz/check_quote.sh draws every character, and every two that mean something, in each of the
 * languages and reads them back out of the pictures.
 */
#ifndef QUOTE_H
#define QUOTE_H

enum quote_for {
  QUOTE_FIELD, /* a field of a data file of gnuplot's, whose fields tabs separate */
  QUOTE_LABEL, /* text in a label of dot's that is like HTML */
  QUOTE_TIP,   /* a tool tip of dot's, with its double quotes */
  QUOTE_HTML,  /* text of HTML, and the value of an attribute in double quotes */
};

#define QUOTE_MOST 500 /* bytes of a text that are drawn: a picture has no room for more; of HTML all are */

/* `text` for that language, without control characters. New memory. */
const char *quote(const char *text, enum quote_for language);

#endif
