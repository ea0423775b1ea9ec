/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * forest_input.h: a forest (net/forest.h) of what the user has named: one dump, or all dumps of a session.
 *
 *   one dump:   forest_input_one()                                                    ->  forest_input_close()
 *   a session:  net_session_read(), then inside limit_run(): forest_input_session()   ->  forest_input_close()
 */
#ifndef FOREST_INPUT_H
#define FOREST_INPUT_H

#include "input.h"
#include "net/forest.h"
#include "net_session.h"

struct forest_input {
  struct forest forest;
  struct net_session net;      /* of a session only */
  struct input *inputs;        /* of a session, by node; NULL: it is one dump, which is the caller's */
  int status;                  /* exit status so far */
};

struct forest_input forest_input_one(struct input *in);
struct forest_input forest_input_session(const struct options *o, const struct clocks_config *config);
void forest_input_close(struct forest_input *f);

#endif
