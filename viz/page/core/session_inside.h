/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * session_inside.h: what the files of a session (session.h) share: session.c has it, session_time.c draws on it.
 */
#ifndef SESSION_INSIDE_H
#define SESSION_INSIDE_H

#include "base/table.h"
#include "net/forest.h"

/* Marks a function that the page calls. */
#define FOR_PAGE(name) __attribute__((export_name(#name))) name

/* The joined nodes; NULL: none have been joined. */
const struct forest *page_session_forest(void);

/* A table of the page's, begun and ended; the latter returns how many rows it has. */
struct table page_session_table(const char *name, const struct table_column *columns, size_t count);
double page_session_table_end(struct table *t);

/* Writes nanoseconds as a cell of microseconds; what is not finite as none. */
void page_session_us(struct table *t, long double ns);

/* What page_session_most() tells from now on. */
void page_session_tell_most(uint64_t most);

#endif
