/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * listen.c: see listen.h.
 */
#define _GNU_SOURCE /* SOCK_NONBLOCK */
#include "listen.h"

#include "base/mem.h"
#include "base/number.h"
#include "base/say.h"

#include <arpa/inet.h>
#include <errno.h>
#include <netdb.h>
#include <netinet/in.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

/* Takes [ADDRESS:]PORT apart, an IPv6 address in brackets. Returns the address, NULL: it makes no sense. */
static struct addrinfo *find_address(const char *where)
{
  const struct addrinfo hints = { .ai_socktype = SOCK_STREAM, .ai_flags = AI_PASSIVE | AI_NUMERICSERV };
  struct addrinfo *found = NULL;
  const char *colon = strrchr(where, ':'), *port = colon ? colon + 1 : where;
  const char *begin = where + (*where == '[');
  uint64_t number;
  char *host = colon ? mem_format("%.*s", (int)(colon - begin), begin) : mem_format("127.0.0.1");
  char *bracket = *where == '[' ? strchr(host, ']') : NULL;
  if (bracket)
    *bracket = '\0';
  const int problem = number_whole(port, UINT16_MAX, &number) ? getaddrinfo(host, port, &hints, &found) : EAI_SERVICE;
  if (problem)
    say_line("--http %s: %s; write PORT, or ADDRESS:PORT", where, gai_strerror(problem));
  mem_free(host);
  return problem ? NULL : found;
}

static bool is_loopback(const struct sockaddr *a)
{
  const struct sockaddr_in *v4 = (const void *)a;
  const struct sockaddr_in6 *v6 = (const void *)a;
  return a->sa_family == AF_INET ? ntohl(v4->sin_addr.s_addr) >> 24 == IN_LOOPBACKNET :
         a->sa_family == AF_INET6 && IN6_IS_ADDR_LOOPBACK(&v6->sin6_addr);
}

static bool is_any(const struct sockaddr *a)
{
  const struct sockaddr_in *v4 = (const void *)a;
  const struct sockaddr_in6 *v6 = (const void *)a;
  return a->sa_family == AF_INET ? v4->sin_addr.s_addr == htonl(INADDR_ANY) : IN6_IS_ADDR_UNSPECIFIED(&v6->sin6_addr);
}

/* What the socket is bound to. */
static void describe(int fd, struct listen_at *at)
{
  struct sockaddr_storage bound = { 0 };
  socklen_t bytes = sizeof(bound);
  char host[48] = "127.0.0.1", port[8] = "0";
  const struct sockaddr *a = (const void *)&bound;
  uint64_t number = 0;
  getsockname(fd, (struct sockaddr *)&bound, &bytes);
  getnameinfo(a, bytes, host, sizeof(host), port, sizeof(port), NI_NUMERICHOST | NI_NUMERICSERV);
  number_whole(port, UINT16_MAX, &number);
  *at = (struct listen_at){ .loopback = is_loopback(a), .port = (unsigned)number };
  if (is_any(a) && gethostname(host, sizeof(host) - 1) != 0)
    snprintf(host, sizeof(host), "localhost");
  snprintf(at->shown, sizeof(at->shown), strchr(host, ':') ? "[%s]" : "%s", host);
}

int listen_at(const char *where, struct listen_at *at)
{
  struct addrinfo *a = find_address(where);
  const int on = 1;
  if (!a)
    return -1;
  const int fd = socket(a->ai_family, SOCK_STREAM | SOCK_CLOEXEC | SOCK_NONBLOCK, 0);
  if (fd >= 0)
    setsockopt(fd, SOL_SOCKET, SO_REUSEADDR, &on, sizeof(on));
  const bool good = fd >= 0 && bind(fd, a->ai_addr, a->ai_addrlen) == 0 && listen(fd, SOMAXCONN) == 0;
  const int error = errno;
  freeaddrinfo(a);
  if (good) {
    describe(fd, at);
    return fd;
  }
  if (fd >= 0)
    close(fd);
  say_line("--http %s: cannot listen there: %s", where, strerror(error));
  return -1;
}
