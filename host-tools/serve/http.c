/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * http.c: see http.h.
 */
#define _GNU_SOURCE /* SOCK_NONBLOCK */
#include "http.h"

#include "base/file.h"
#include "base/mem.h"
#include "base/number.h"
#include "base/say.h"
#include "clock.h"
#include "feed.h"
#include "gate.h"
#include "listen.h"
#include "mhd.h"

#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <poll.h>
#include <stdio.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

#define PAGE_MOST (64u << 20)   /* bytes of the page */
#define FEED_BLOCK 32768        /* bytes that are asked of a feed at once */

/* A connection, from accept to close. */
struct caller {
  struct http *http;
  struct caller *next;
  int fd;
  int64_t since_ms;   /* when it connected, or its last answer had ended */
  bool answered;      /* an answer is under way */
};

/* A page that is fed. */
struct fed {
  struct http *http;
  struct fed *next;
  struct feed *feed;
  struct MHD_Connection *connection;
  bool waits;         /* the connection is suspended */
};

/* A caller that wants names of functions which are being read. */
struct waiter { struct MHD_Connection *connection; struct waiter *next; };

struct http {
  struct MHD_Daemon *daemon;
  struct gate gate;
  const struct shelf *shelf;
  struct names *names;
  struct MHD_Response *page;
  struct caller *callers;
  struct fed *feds;
  size_t fed_count;
  struct waiter *waiters; /* their connections are suspended */
  size_t waiter_count;
  bool closing;       /* feeds end when they have given all */
  bool again;         /* a connection has ended: where there was no room for one more, the next turn takes it */
};

/* ---- answers ---- */

/* What each answer says: no other site may frame it, read it or guess what it is, no proxy keep it, and the address of
 * the page, which has had the token, goes nowhere. */
static void add_headers(struct MHD_Response *r, const char *type)
{
  mhd.add_response_header(r, "Content-Type", type);
  mhd.add_response_header(r, "Cache-Control", "no-store");
  mhd.add_response_header(r, "X-Content-Type-Options", "nosniff");
  mhd.add_response_header(r, "Cross-Origin-Resource-Policy", "same-origin");
  mhd.add_response_header(r, "Content-Security-Policy", "frame-ancestors 'none'");
  mhd.add_response_header(r, "Referrer-Policy", "no-referrer");
}

/* Gives an answer, which is freed when it has been sent; NULL: there is no memory, and the connection ends. */
static enum MHD_Result give(struct MHD_Connection *c, unsigned status, struct MHD_Response *r)
{
  if (!r)
    return MHD_NO;
  const enum MHD_Result result = mhd.queue_response(c, status, r);
  mhd.destroy_response(r);
  return result;
}

static enum MHD_Result give_text(struct MHD_Connection *c, unsigned status, const char *type, const char *text)
{
  struct MHD_Response *r = mhd.create_response_from_buffer(strlen(text), (void *)text, MHD_RESPMEM_MUST_COPY);
  if (r)
    add_headers(r, type);
  return give(c, status, r);
}

static enum MHD_Result refuse(struct MHD_Connection *c, unsigned status, const char *why)
{
  char *text = mem_format("%s\n", why);
  const enum MHD_Result result = give_text(c, status, "text/plain; charset=utf-8", text);
  mem_free(text);
  return result;
}

static const char *header(struct MHD_Connection *c, const char *name)
{
  return mhd.lookup_connection_value(c, MHD_HEADER_KIND, name);
}

static const char *argument(struct MHD_Connection *c, const char *name)
{
  return mhd.lookup_connection_value(c, MHD_GET_ARGUMENT_KIND, name);
}

/* ---- the page ---- */

/* A caller that came with the token gets a cookie for it, and an address without it, which may be shown and kept. */
static enum MHD_Result give_page(struct http *h, struct MHD_Connection *c)
{
  char cookie[GATE_COOKIE_BYTES];
  if (!*h->gate.token || !argument(c, "token"))
    return mhd.queue_response(c, MHD_HTTP_OK, h->page);
  struct MHD_Response *r = mhd.create_response_from_buffer(0, (void *)"", MHD_RESPMEM_PERSISTENT);
  gate_cookie(&h->gate, cookie);
  if (r) {
    add_headers(r, "text/plain; charset=utf-8");
    mhd.add_response_header(r, "Set-Cookie", cookie);
    mhd.add_response_header(r, "Location", "/");
  }
  return give(c, MHD_HTTP_SEE_OTHER, r);
}

/* Reads the page's file, and puts behind it what tells the page of the feed. NULL: the reason has been said. */
static struct MHD_Response *load_page(const char *path)
{
  static const char live[] = "<script type=\"text/plain\" class=\"live\" data-feed=\"feed\"></script>\n";
  const int fd = open(path, O_RDONLY | O_CLOEXEC);
  uint64_t bytes = 0;
  char *text = NULL;
  const bool sized = fd >= 0 && file_size(fd, &bytes) && bytes <= PAGE_MOST;
  if (sized)
    text = mem_alloc(bytes + sizeof(live), 1);
  const bool good = sized && file_read_at(fd, 0, text, bytes) == (ssize_t)bytes;
  if (fd >= 0)
    close(fd);
  if (good)
    memcpy(text + bytes, live, sizeof(live));
  struct MHD_Response *r = good ? mhd.create_response_from_buffer(strlen(text), text, MHD_RESPMEM_MUST_COPY) : NULL;
  mem_free(text);
  if (!r) {
    say_line("%s: the page cannot be read: %s; `make build/page.html' makes it, where clang, lld, wasi-libc and "
             "esbuild are (`make deps-page')", path, strerror(errno));
    return NULL;
  }
  add_headers(r, "text/html; charset=utf-8");
  return r;
}

/* ---- the feed ---- */

static ssize_t read_feed(void *fed, uint64_t position, char *to, size_t most)
{
  struct fed *f = fed;
  (void)position;
  if (most < FEED_LEAST)
    return MHD_CONTENT_READER_END_WITH_ERROR; /* not with HTTP_CALLER_BYTES */
  const bool due = f->http->closing || feed_due(f->feed, clock_ms()) == 0;
  const ssize_t n = due ? feed_read(f->feed, to, most) : 0;
  if (n)
    return n;
  if (f->http->closing)
    return MHD_CONTENT_READER_END_OF_STREAM;
  f->waits = true;
  mhd.suspend_connection(f->connection);
  return 0;
}

static void free_fed(void *fed)
{
  struct fed *f = fed;
  for (struct fed **at = &f->http->feds; *at; at = &(*at)->next)
    if (*at == f) {
      *at = f->next;
      break;
    }
  f->http->fed_count--;
  feed_free(f->feed);
  mem_free(f);
}

static void add_fed(struct http *h, struct MHD_Connection *c, struct feed *feed, struct fed *f)
{
  *f = (struct fed){ .http = h, .next = h->feds, .feed = feed, .connection = c };
  h->feds = f;
  h->fed_count++;
}

/* A page that takes nothing for a while is not cut off: TCP asks whether its machine is still there. */
static void let_it_rest(struct MHD_Connection *c)
{
  const union MHD_ConnectionInfo *info = mhd.get_connection_info(c, MHD_CONNECTION_INFO_CONNECTION_FD);
  const int on = 1;
  mhd.set_connection_option(c, MHD_CONNECTION_OPTION_TIMEOUT, 0u);
  if (info)
    setsockopt(info->connect_fd, SOL_SOCKET, SO_KEEPALIVE, &on, sizeof(on));
}

static enum MHD_Result give_feed(struct http *h, struct MHD_Connection *c, bool head)
{
  if (h->fed_count >= HTTP_FEEDS_MOST)
    return refuse(c, MHD_HTTP_SERVICE_UNAVAILABLE, "Too many pages are open: close some.");
  const char *serve = argument(c, "serve");
  const bool known = !serve || strcmp(serve, h->shelf->id) == 0; /* else its numbers are those of another serve */
  struct fed *f = mem_alloc(1, sizeof(*f));
  add_fed(h, c, feed_new(h->shelf, known ? argument(c, "runs") : NULL, known ? argument(c, "from") : NULL), f);
  struct MHD_Response *r = mhd.create_response_from_callback(MHD_SIZE_UNKNOWN, FEED_BLOCK, read_feed, f, free_fed);
  if (!r) {
    free_fed(f);
    return MHD_NO;
  }
  add_headers(r, "application/octet-stream");
  if (!head)
    let_it_rest(c);
  return give(c, MHD_HTTP_OK, r);
}

/* ---- the runs ---- */

static enum MHD_Result give_list(const struct http *h, struct MHD_Connection *c)
{
  char *list = mem_format("{\"serve\":\"%s\",\"runs\":[", h->shelf->id);
  size_t used = strlen(list), room = used;
  for (size_t i = 0; i < h->shelf->count; i++) {
    char *text = feed_describe(h->shelf->runs[i], h->shelf->runs[i]->state);
    const size_t bytes = strlen(text);
    mem_grow(&list, &room, used + bytes + 4, 1);
    used += (size_t)snprintf(list + used, bytes + 4, "%s\n%s", i ? "," : "", text);
    mem_free(text);
  }
  mem_grow(&list, &room, used + 4, 1);
  memcpy(list + used, "]}\n", 4);
  const enum MHD_Result result = give_text(c, MHD_HTTP_OK, "application/json", list);
  mem_free(list);
  return result;
}

/* Reads the header Range. Returns false where what it asks for is not there; one that is not understood asks for all
 * (RFC 9110, section 14.2): then *partial is false. */
static bool read_range(const char *range, uint64_t size, uint64_t *first, uint64_t *bytes, bool *partial)
{
  static const char unit[] = "bytes=";
  uint64_t from = 0, to = size ? size - 1 : 0;
  *first = 0;
  *bytes = size;
  *partial = false;
  const char *dash = range ? strchr(range, '-') : NULL;
  if (!dash || strncmp(range, unit, sizeof(unit) - 1) != 0)
    return true;
  const char *begin = range + sizeof(unit) - 1;
  char *number = mem_format("%.*s", (int)(dash - begin), begin);
  const bool suffix = !*number, has_end = dash[1];
  bool good = (suffix || number_whole(number, UINT64_MAX, &from)) && (!has_end || number_whole(dash + 1, UINT64_MAX, &to))
              && (has_end || !suffix);
  mem_free(number);
  if (!good)
    return true;
  if (suffix) {
    from = to < size ? size - to : 0;
    good = to && size;
    to = size ? size - 1 : 0;
  }
  *partial = true;
  if (!good || from >= size || to < from)
    return false;
  to = to < size ? to : size - 1;
  *first = from;
  *bytes = to - from + 1;
  return true;
}

static enum MHD_Result give_run(struct MHD_Connection *c, const struct shelf_run *run)
{
  uint64_t first, bytes;
  bool partial;
  char text[80];
  if (!read_range(header(c, "Range"), run->bytes, &first, &bytes, &partial)) {
    struct MHD_Response *r = mhd.create_response_from_buffer(0, (void *)"", MHD_RESPMEM_PERSISTENT);
    snprintf(text, sizeof(text), "bytes */%" PRIu64, run->bytes);
    if (r) {
      add_headers(r, "text/plain; charset=utf-8");
      mhd.add_response_header(r, "Content-Range", text);
    }
    return give(c, MHD_HTTP_RANGE_NOT_SATISFIABLE, r);
  }
  const int fd = shelf_open(run);
  if (fd < 0)
    return refuse(c, MHD_HTTP_GONE, "The file of this run is not there any more.");
  struct MHD_Response *r = mhd.create_response_from_fd_at_offset64(bytes, fd, first);
  if (!r) {
    close(fd);
    return MHD_NO;
  }
  add_headers(r, "application/octet-stream");
  mhd.add_response_header(r, "Accept-Ranges", "bytes");
  snprintf(text, sizeof(text), "bytes %" PRIu64 "-%" PRIu64 "/%" PRIu64, first, first + bytes - 1, run->bytes);
  if (partial)
    mhd.add_response_header(r, "Content-Range", text);
  return give(c, partial ? MHD_HTTP_PARTIAL_CONTENT : MHD_HTTP_OK, r);
}

/* Lets the caller wait: libmicrohttpd asks for its answer again when wake_waiters() has resumed it. No more than some
 * wait, so that others have room. */
static enum MHD_Result wait_for_names(struct http *h, struct MHD_Connection *c)
{
  if (h->waiter_count >= HTTP_WAITERS_MOST)
    return refuse(c, MHD_HTTP_SERVICE_UNAVAILABLE, "Too many callers wait for names of functions: ask again later.");
  struct waiter *w = mem_alloc(1, sizeof(*w));
  *w = (struct waiter){ c, h->waiters };
  h->waiters = w;
  h->waiter_count++;
  mhd.suspend_connection(c);
  return MHD_YES;
}

static void wake_waiters(struct http *h)
{
  while (h->waiters) {
    struct waiter *w = h->waiters;
    h->waiters = w->next;
    h->waiter_count--;
    mhd.resume_connection(w->connection);
    mem_free(w);
  }
}

static enum MHD_Result give_names(struct http *h, struct MHD_Connection *c, const struct shelf_run *run)
{
  int fd;
  uint64_t bytes;
  if (!run->in)
    return refuse(c, MHD_HTTP_NOT_FOUND, "This run has ended: its dump has the names of its functions.");
  const enum names_answer answer = names_ask(h->names, run->in->intake.dump, h->shelf->count, &fd, &bytes);
  if (answer == NAMES_READ && !h->closing)
    return wait_for_names(h, c);
  if (answer != NAMES_THERE)
    return refuse(c, MHD_HTTP_NOT_FOUND, "The image of this run is not here, or cannot be read: hostdump serve takes "
                  "it with -k.");
  struct MHD_Response *r = mhd.create_response_from_fd_at_offset64(bytes, fd, 0);
  if (!r) {
    close(fd);
    return MHD_NO;
  }
  add_headers(r, "application/octet-stream");
  return give(c, MHD_HTTP_OK, r);
}

/* Gives what is asked for of a run, by what stands behind /runs/. Returns false where that names nothing. */
static bool give_of_run(struct http *h, struct MHD_Connection *c, const char *asked, enum MHD_Result *result)
{
  const size_t digits = strspn(asked, "0123456789");
  const bool names = strcmp(asked + digits, "/names") == 0;
  uint64_t number;
  char *text = mem_format("%.*s", (int)digits, asked);
  const bool is_run = (names || !asked[digits]) && number_whole(text, UINT32_MAX, &number) && number < h->shelf->count;
  mem_free(text);
  if (is_run)
    *result = names ? give_names(h, c, h->shelf->runs[number]) : give_run(c, h->shelf->runs[number]);
  return is_run;
}

/* ---- requests ---- */

static enum MHD_Result give_asked(struct http *h, struct MHD_Connection *c, const char *path, bool head)
{
  static const char runs[] = "/runs/";
  enum MHD_Result result;
  if (strcmp(path, "/") == 0)
    return give_page(h, c);
  if (strcmp(path, "/feed") == 0)
    return give_feed(h, c, head);
  if (strcmp(path, "/runs") == 0)
    return give_list(h, c);
  if (strncmp(path, runs, sizeof(runs) - 1) == 0 && give_of_run(h, c, path + sizeof(runs) - 1, &result))
    return result;
  return refuse(c, MHD_HTTP_NOT_FOUND, "There are /, /feed, /runs, /runs/NUMBER and /runs/NUMBER/names.");
}

static struct caller *caller_of(struct MHD_Connection *c)
{
  const union MHD_ConnectionInfo *info = mhd.get_connection_info(c, MHD_CONNECTION_INFO_SOCKET_CONTEXT);
  return info ? info->socket_context : NULL;
}

/* libmicrohttpd's: a request's headers have come. */
static enum MHD_Result on_request(void *http, struct MHD_Connection *c, const char *path, const char *method,
                                  const char *version, const char *upload, size_t *upload_bytes, void **ctx)
{
  struct http *h = http;
  const struct gate_request r = { method, path, header(c, "Host"), header(c, "Origin"), header(c, "Sec-Fetch-Site"),
                                  header(c, "Sec-Fetch-Mode"), argument(c, "token"), header(c, "Cookie") };
  unsigned status;
  (void)version, (void)upload, (void)upload_bytes, (void)ctx;
  struct caller *caller = caller_of(c);
  if (caller)
    caller->answered = true;
  const char *why = gate_refuse(&h->gate, &r, &status);
  return why ? refuse(c, status, why) : give_asked(h, c, path, strcmp(method, "HEAD") == 0);
}

static void on_answered(void *http, struct MHD_Connection *c, void **ctx, enum MHD_RequestTerminationCode code)
{
  struct caller *caller = caller_of(c);
  (void)http, (void)ctx, (void)code;
  if (!caller)
    return;
  caller->answered = false;
  caller->since_ms = clock_ms();
}

static void add_caller(struct http *h, struct MHD_Connection *c, void **context)
{
  const union MHD_ConnectionInfo *info = mhd.get_connection_info(c, MHD_CONNECTION_INFO_CONNECTION_FD);
  struct caller *caller = mem_alloc(1, sizeof(*caller));
  *caller = (struct caller){ h, h->callers, info ? info->connect_fd : -1, clock_ms(), false };
  h->callers = *context = caller;
}

static void on_connection(void *http, struct MHD_Connection *c, void **context, enum MHD_ConnectionNotificationCode code)
{
  struct http *h = http;
  if (code == MHD_CONNECTION_NOTIFY_STARTED) {
    add_caller(h, c, context);
    return;
  }
  h->again = true;
  for (struct caller **at = &h->callers; *at; at = &(*at)->next)
    if (*at == *context) {
      *at = (*at)->next;
      break;
    }
  mem_free(*context);
}

/* ---- the server ---- */

/* libmicrohttpd speaks to its log of what callers do wrong: that is theirs. */
static void ignore_log(void *ctx, const char *format, va_list args)
{
  (void)ctx, (void)format, (void)args;
}

static struct MHD_Daemon *start(struct http *h, int listener)
{
  return mhd.start_daemon(
    MHD_USE_EPOLL | MHD_ALLOW_SUSPEND_RESUME, 0, NULL, NULL, on_request, h, MHD_OPTION_LISTEN_SOCKET, listener,
    MHD_OPTION_CONNECTION_LIMIT, (unsigned)HTTP_CALLERS_MOST, MHD_OPTION_CONNECTION_MEMORY_LIMIT,
    (size_t)HTTP_CALLER_BYTES, MHD_OPTION_CONNECTION_TIMEOUT, (unsigned)HTTP_SILENT_S, MHD_OPTION_NOTIFY_COMPLETED,
    on_answered, h, MHD_OPTION_NOTIFY_CONNECTION, on_connection, h, MHD_OPTION_EXTERNAL_LOGGER, ignore_log, NULL,
    MHD_OPTION_END);
}

static void say_address(const struct http *h, const struct listen_at *at)
{
  const char *query = *h->gate.token ? "?token=" : "";
  say_line("the page is at http://%s:%u/%s%s", at->shown, at->port, query, h->gate.token);
  if (*h->gate.token)
    say_line("what goes to the page is not encrypted: who can listen on the network reads it, and the token");
}

struct http *http_open(const char *where, const char *page, const struct shelf *shelf, struct names *names)
{
  struct listen_at at;
  struct http *h = mem_alloc(1, sizeof(*h));
  h->shelf = shelf;
  h->names = names;
  const int listener = mhd_load() && (h->page = load_page(page)) ? listen_at(where, &at) : -1;
  h->gate.port = listener >= 0 ? at.port : 0;
  bool good = listener >= 0;
  if (good && !at.loopback && !gate_draw_token(&h->gate)) {
    say_line("--http %s: there are no random bytes for a token: %s", where, strerror(errno));
    good = false;
  }
  if (good && !(h->daemon = start(h, listener))) {
    say_line("--http %s: the server cannot be started: %s", where, strerror(errno));
    good = false;
  }
  if (good) {
    say_address(h, &at);
    return h;
  }
  if (listener >= 0)
    close(listener);
  if (h->page)
    mhd.destroy_response(h->page);
  mem_free(h);
  return NULL;
}

int http_fd(const struct http *h)
{
  return mhd.get_daemon_info(h->daemon, MHD_DAEMON_INFO_EPOLL_FD)->epoll_fd;
}

/* Wakes the pages for which there is something. */
static void wake_feds(struct http *h)
{
  const int64_t now = clock_ms();
  for (struct fed *f = h->feds; f; f = f->next)
    if (f->waits && (h->closing || feed_due(f->feed, now) == 0)) {
      f->waits = false;
      mhd.resume_connection(f->connection);
    }
}

/* Cuts off callers whose request does not come; libmicrohttpd then finds them gone. */
static void end_slow(const struct http *h)
{
  const int64_t now = clock_ms();
  for (const struct caller *c = h->callers; c; c = c->next)
    if (!c->answered && now - c->since_ms >= HTTP_REQUEST_MS)
      shutdown(c->fd, SHUT_RDWR);
}

void http_turn(struct http *h)
{
  end_slow(h);
  wake_feds(h);
  if (names_turn(h->names))
    wake_waiters(h);
  h->again = false;
  mhd.run(h->daemon);
}

static int earlier_of(int a, int64_t b)
{
  b = b > 0 ? b : 0;
  return a < 0 || b < a ? (int)b : a;
}

int http_due(struct http *h)
{
  const int64_t now = clock_ms();
  MHD_UNSIGNED_LONG_LONG ms;
  int due = h->again ? 0 : -1;
  const int names = names_due(h->names);
  if (due < 0 && mhd.get_timeout(h->daemon, &ms) == MHD_YES)
    due = ms < 60000 ? (int)ms : 60000;
  if (names >= 0)
    due = earlier_of(due, names);
  for (const struct fed *f = h->feds; f; f = f->next)
    if (f->waits)
      due = earlier_of(due, feed_due(f->feed, now));
  for (const struct caller *c = h->callers; c; c = c->next)
    if (!c->answered)
      due = earlier_of(due, c->since_ms + HTTP_REQUEST_MS - now);
  return due;
}

/* Whether all pages have what they want. */
static bool all_level(const struct http *h)
{
  bool level = true;
  for (const struct fed *f = h->feds; f; f = f->next)
    level = level && feed_is_level(f->feed);
  return level;
}

void http_close(struct http *h, int ms)
{
  const int64_t end = clock_ms() + ms;
  h->closing = true;
  wake_waiters(h);
  for (int64_t left = ms; h->feds && left > 0; left = end - clock_ms()) {
    struct pollfd fd = { http_fd(h), POLLIN, 0 };
    const int due = all_level(h) ? 0 : http_due(h);
    http_turn(h);
    poll(&fd, 1, due < 0 || due > left ? (int)left : due);
  }
  wake_feds(h);
  mhd.stop_daemon(h->daemon);
  mhd.destroy_response(h->page);
  mem_free(h);
}
