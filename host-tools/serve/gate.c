/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * gate.c: see gate.h.
 */
#include "gate.h"

#include <arpa/inet.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>
#include <strings.h>
#include <sys/random.h>
#include <unistd.h>

#define HOST_MOST 256 /* a name in DNS has at most 253 characters (RFC 1035) */

/* ---- the token ---- */

bool gate_draw_token(struct gate *g)
{
  uint8_t drawn[GATE_TOKEN_BITS / 8];
  if (getrandom(drawn, sizeof(drawn), 0) != sizeof(drawn))
    return false;
  for (size_t i = 0; i < sizeof(drawn); i++)
    snprintf(g->token + 2 * i, 3, "%02x", drawn[i]);
  return true;
}

bool gate_is_token(const struct gate *g, const char *text)
{
  const size_t bytes = strlen(g->token);
  if (strnlen(text, bytes + 1) != bytes)
    return false; /* how long a token is is no secret */
  volatile uint8_t differ = 0;
  for (size_t i = 0; i < bytes; i++)
    differ |= (uint8_t)(text[i] ^ g->token[i]);
  return !differ;
}

/* Browsers send a cookie to all ports of a host: so its name has the port. */
void gate_cookie(const struct gate *g, char text[GATE_COOKIE_BYTES])
{
  snprintf(text, GATE_COOKIE_BYTES, "hostdump-%u=%s; HttpOnly; SameSite=Lax; Path=/", g->port, g->token);
}

/* Whether the header Cookie has ours. */
static bool has_cookie(const struct gate *g, const char *cookie)
{
  char name[32], value[GATE_TOKEN_BITS / 4 + 1];
  const size_t bytes = (size_t)snprintf(name, sizeof(name), "hostdump-%u=", g->port);
  for (const char *at = cookie; at; at = strchr(at, ';')) {
    at += strspn(at, "; ");
    if (strncmp(at, name, bytes) != 0)
      continue;
    snprintf(value, sizeof(value), "%.*s", (int)strcspn(at + bytes, "; "), at + bytes);
    return gate_is_token(g, value);
  }
  return false;
}

/* ---- where a request comes from ---- */

/* Takes the host out of HOST[:PORT], an IPv6 address out of its brackets. False: it makes no sense. */
static bool split_host(const char *text, char host[HOST_MOST])
{
  const bool bracket = *text == '[';
  const char *begin = text + bracket, *end = begin + strcspn(begin, bracket ? "]" : ":");
  const char *behind = end + (bracket && *end == ']');
  if ((bracket && *end != ']') || end == begin || end - begin >= HOST_MOST || (*behind && *behind != ':') ||
      (*behind == ':' && behind[1 + strspn(behind + 1, "0123456789")]))
    return false;
  snprintf(host, HOST_MOST, "%.*s", (int)(end - begin), begin);
  return true;
}

static bool is_our_host(const char *text)
{
  char host[HOST_MOST], own[HOST_MOST] = "";
  uint8_t address[sizeof(struct in6_addr)];
  if (!split_host(text, host))
    return false;
  if (inet_pton(AF_INET, host, address) == 1 || inet_pton(AF_INET6, host, address) == 1)
    return true;
  return strcasecmp(host, "localhost") == 0 ||
         (gethostname(own, sizeof(own) - 1) == 0 && *own && strcasecmp(host, own) == 0);
}

/* Whether an origin is http://HOST. */
static bool is_our_origin(const char *origin, const char *host)
{
  static const char scheme[] = "http://";
  return strncasecmp(origin, scheme, sizeof(scheme) - 1) == 0 && strcasecmp(origin + sizeof(scheme) - 1, host) == 0;
}

/* Whether a browser does this for a page of another site, beyond opening ours. */
static bool is_of_other_site(const struct gate_request *r)
{
  const bool ours = !r->site || strcmp(r->site, "same-origin") == 0 || strcmp(r->site, "none") == 0;
  return !ours && !(strcmp(r->path, "/") == 0 && r->mode && strcmp(r->mode, "navigate") == 0);
}

const char *gate_refuse(const struct gate *g, const struct gate_request *r, unsigned *status)
{
  *status = 405;
  if (strcmp(r->method, "GET") != 0 && strcmp(r->method, "HEAD") != 0)
    return "Only GET and HEAD are answered.";
  *status = 400;
  if (!r->host)
    return "The request has no header Host.";
  *status = 403;
  if (!is_our_host(r->host))
    return "This host name is not answered: use localhost, this machine's own name, or an address.";
  if ((r->origin && !is_our_origin(r->origin, r->host)) || is_of_other_site(r))
    return "Pages of other sites are not answered.";
  if (*g->token && !(r->token && gate_is_token(g, r->token)) && !has_cookie(g, r->cookie))
    return "The token is missing or wrong: open the address that hostdump has printed.";
  return NULL;
}
