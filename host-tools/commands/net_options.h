/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * net_options.h: options that the commands share which join the nodes of a session: argp children.
 */
#ifndef NET_OPTIONS_H
#define NET_OPTIONS_H

#include <argp.h>
#include <stdbool.h>
#include <stdint.h>

#include "base/table.h"
#include "net/clocks.h"

/* --window, --rate and --wander: what is assumed of clocks. The input is a struct clocks_config. */
extern const struct argp net_clocks_argp;

/* --top and --tsv. The input is a struct net_rows, zeroed; `top` is set when all has been parsed. */
struct net_rows { enum table_form form; uint64_t top; bool top_given; };
extern const struct argp net_rows_argp;

#endif
