/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * mhd.h: GNU libmicrohttpd, which is loaded when it is asked for: it brings GnuTLS with it, which takes 1.6 ms of each
 * start of a program (measured, of 0.5 ms without), and most calls of hostdump serve no page.
 */
#ifndef MHD_H
#define MHD_H

#include <microhttpd.h>
#include <stdbool.h>

/* The functions that are used. */
#define MHD_FUNCTIONS(F)                                                                                              \
  F(start_daemon) F(stop_daemon) F(run) F(get_timeout) F(get_daemon_info) F(queue_response)                            \
  F(create_response_from_buffer) F(create_response_from_callback) F(create_response_from_fd_at_offset64)               \
  F(add_response_header) F(destroy_response) F(lookup_connection_value) F(get_connection_info)                         \
  F(suspend_connection) F(resume_connection) F(set_connection_option)

struct mhd {
#define MHD_MEMBER_(name) __typeof__(MHD_##name) *name;
  MHD_FUNCTIONS(MHD_MEMBER_)
#undef MHD_MEMBER_
};

/* The library's functions, behind mhd_load(). */
extern struct mhd mhd;

/* Loads the library. Returns false where it is not there: that has been said, with what to install. */
bool mhd_load(void);

#endif
