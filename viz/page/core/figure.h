/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * figure.h: the charts of figures/ in the page (wasm.js calls these functions): the same C that draws the pictures says
 * what a chart shows, of the window and thread that page_look() chose.
 */
#ifndef PAGE_FIGURE_H
#define PAGE_FIGURE_H

/* How many charts there are; of one: name, group, title, and what it shows. */
unsigned page_figures(void);
const char *page_figure_name(unsigned chart);
const char *page_figure_group(unsigned chart);
const char *page_figure_title(unsigned chart);
const char *page_figure_what(unsigned chart);

/* Whether the chart is made of call trees: page_interval() divides them, a window does not. */
int page_figure_trees(unsigned chart);

/* Writes the figure of a chart as JSON to PAGE_TABLES. Returns 0; else enum figure_end, and writes why there is none
 * instead. -1: no run is looked at, or there is no memory. Memory: the tables that the chart is drawn from as text,
 * which are binned above PAGE_ROWS rows; it is freed at the end. */
int page_figure(unsigned chart);

#define PAGE_ROWS 200000 /* rows of a table that figures reads in a tenth of a second */

#endif
