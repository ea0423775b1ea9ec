/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * page_template.h: where the page is that explores runs, without a run in it (viz/page).
 */
#ifndef PAGE_TEMPLATE_H
#define PAGE_TEMPLATE_H

/* Returns its path, for mem_free(): as the user named it; NULL: page.html beside this program, else where make install
 * puts it. */
char *page_template(const char *named);

#endif
