/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * loop.h: the loop that serves all.
 */
#ifndef LOOP_H
#define LOOP_H

#include "serve.h"

/* Serves until all places are over, or a signal comes. The caller has set what the user chose, from `directory` on,
 * and added the places (places.h), which it frees. Returns what came of it. */
enum serve_status loop_run(struct serve *s);

#endif
