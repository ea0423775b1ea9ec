/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * gate.h: which requests serve's pages answer.
 *
 * A browser sends requests to this machine for any page that its user looks at. So what is refused:
 *   - a Host that is a name other than `localhost` and this machine's own: a page of that name, whose name server says
 *     that it is this machine (DNS rebinding), would read the dumps as its own. An address cannot be rebound;
 *   - an Origin that is not this server's, and what a browser says comes from another site, but for opening the page
 *     itself, as by a link.
 * Where callers from other machines are let in, each needs the token besides: in the query, `token=`, from then on in
 * the cookie that it got for that.
 */
#ifndef GATE_H
#define GATE_H

#include <stdbool.h>

#define GATE_TOKEN_BITS 128

struct gate {
  char token[GATE_TOKEN_BITS / 4 + 1]; /* hexadecimal; empty: none is asked for */
  unsigned port;
};

/* What a request says of itself; NULL: nothing. */
struct gate_request {
  const char *method, *path, *host, *origin, *site, *mode; /* site, mode: Sec-Fetch-Site, Sec-Fetch-Mode */
  const char *token, *cookie;
};

/* Draws a token. Returns false where the machine has no random bytes (errno). */
bool gate_draw_token(struct gate *g);

/* Whether this is the token, in a time that does not depend on where the two differ. */
bool gate_is_token(const struct gate *g, const char *text);

/* Returns NULL where the request is let in, else the reason, a sentence; *status is the HTTP status of that. */
const char *gate_refuse(const struct gate *g, const struct gate_request *r, unsigned *status);

/* Writes the value of the header Set-Cookie that lets the caller in from now on. */
#define GATE_COOKIE_BYTES 128
void gate_cookie(const struct gate *g, char text[GATE_COOKIE_BYTES]);

#endif
