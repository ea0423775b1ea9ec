/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * http.h: the page in which runs are explored while they come, by HTTP (LIVE.md):
 *
 *   GET /              the page, which asks for the feed
 *   GET /feed          what comes, as it comes (feed.h): runs=, from=, serve= as LIVE.md has them
 *   GET /runs          the runs, as JSON
 *   GET /runs/NUMBER   the dump of a run as far as it is, or a range of it
 *   GET /runs/NUMBER/names   of a run that goes on, the functions of its image (names.h)
 *
 * No path of a request is a path of a file. gate.h says who is let in. What always holds: no caller makes serve wait,
 * not even for names that are read from an image first, and what all of them take is bounded: HTTP_CALLERS_MOST
 * connections, the headers and answers of each HTTP_CALLER_BYTES, and of the pages that are fed how far each is. A
 * caller that has sent no whole request for HTTP_REQUEST_MS, however many bytes of it, is cut off; one that takes no
 * byte of an answer, but for a page that is fed, after HTTP_SILENT_S.
 */
#ifndef HTTP_H
#define HTTP_H

#include <stdbool.h>
#include <stdint.h>

#include "names.h"
#include "shelf.h"

#define HTTP_CALLERS_MOST 64
#define HTTP_FEEDS_MOST   48     /* of the callers; the others get through to be told so */
#define HTTP_WAITERS_MOST 16     /* of the callers that wait for names which are being read */
#define HTTP_CALLER_BYTES 65536
#define HTTP_REQUEST_MS   10000
#define HTTP_SILENT_S     30

struct http;

/* Serves the page in the file `page` at `where`, [ADDRESS:]PORT; without an address this machine's programs only. Says
 * at which address it is. NULL: the reason has been said. `shelf` and `names` must outlive it. */
struct http *http_open(const char *where, const char *page, const struct shelf *shelf, struct names *names);

/* The descriptor that can be read when there is something to do. */
int http_fd(const struct http *h);

/* Does what there is to do. */
void http_turn(struct http *h);

/* For how many milliseconds there will be nothing to do unless the descriptor can be read; -1: for ever. */
int http_due(struct http *h);

/* Gives pages what they have not got yet for `ms` milliseconds at most, and ends. */
void http_close(struct http *h, int ms);

#endif
