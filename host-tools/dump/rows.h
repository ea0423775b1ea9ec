/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * rows.h: records of one kind in memory, one behind the other, each as its struct wire_<kind>.
 */
#ifndef ROWS_H
#define ROWS_H

#include <stddef.h>

/* All zeros: there are none. `data` is for mem_free(). */
struct dump_rows {
  void *data;
  size_t count, room;  /* records, and records that `data` has room for */
};

#endif
