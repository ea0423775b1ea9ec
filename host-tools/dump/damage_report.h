/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * damage_report.h: what was wrong with the frames of a dump, for people.
 */
#ifndef DAMAGE_REPORT_H
#define DAMAGE_REPORT_H

#include "dump.h"

/* Says on standard error what was wrong with a dump's frames, the first few one by one. Behind dump_done(). */
void damage_report(const struct dump *d);

#endif
