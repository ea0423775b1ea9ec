/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * main.c: `wire`: the network between machines in QEMU: a learning switch that sees every frame, and injects faults by
 * a seed. switch.h says what it does, faults.h how faults are written, sockets.h how QEMU is joined to it.
 *
 * Its clock is the host's time of day as it was at its start, carried on by CLOCK_MONOTONIC: it never goes back.
 */
#define _GNU_SOURCE /* ppoll */
#include <argp.h>
#include <errno.h>
#include <inttypes.h>
#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/random.h>
#include <sys/signalfd.h>
#include <time.h>
#include <unistd.h>

#include "base/mem.h"
#include "base/number.h"
#include "base/say.h"
#include "capture.h"
#include "faults.h"
#include "sockets.h"
#include "switch.h"

#define BUSY_NS    1000000    /* until a node is asked again whose socket was full: no call tells when it is not */
#define TURN       32         /* frames of a port, before the others have their turn */
#define READ_BYTES 65536      /* the longest datagram that is kept in the capture */
#define MOST_MIB   4096       /* of the capture, and of the log */

enum status { GOOD = 0, FAILED = 1, USAGE = 2 };

struct wire {
  const char *folder, *packets, *log;
  const char *nodes[SWITCH_PORTS_MOST];
  const char *fault_texts[FAULTS_MOST];
  unsigned count;
  struct faults faults;
  bool seeded;
  uint64_t most;
  struct socket_port ports[SWITCH_PORTS_MOST];
  struct wire_switch *fabric;
  struct capture capture;
  int64_t offset_ns;             /* of the clock to CLOCK_MONOTONIC */
  int signals;
};

static int64_t clock_ns(clockid_t clock)
{
  struct timespec t;
  clock_gettime(clock, &t);
  return (int64_t)t.tv_sec * 1000000000 + t.tv_nsec;
}

static int64_t now_ns(const struct wire *w)
{
  return clock_ns(CLOCK_MONOTONIC) + w->offset_ns;
}

/* ---- what the switch stands on ---- */

static enum switch_sent on_send(void *ctx, unsigned port, const uint8_t *frame, size_t bytes)
{
  return socket_send(&((struct wire *)ctx)->ports[port], frame, bytes);
}

static void on_seen(void *ctx, int64_t time_ns, const uint8_t *frame, size_t there, size_t bytes)
{
  capture_frame(&((struct wire *)ctx)->capture, time_ns, frame, there, bytes);
}

static void on_note(void *ctx, const struct switch_note *n)
{
  capture_note(&((struct wire *)ctx)->capture, n);
}

/* ---- the loop ---- */

static void take_frames(struct wire *w, unsigned port)
{
  static uint8_t frame[READ_BYTES];
  for (int i = 0; i < TURN; i++) {
    const ptrdiff_t bytes = socket_take(&w->ports[port], frame, sizeof(frame));
    if (bytes < 0)
      return;
    const size_t there = (size_t)bytes < sizeof(frame) ? (size_t)bytes : sizeof(frame);
    switch_take(w->fabric, port, frame, there, (size_t)bytes, now_ns(w));
  }
}

/* Sends what is due. Returns for how long nothing will be; -1: for ever, unless a frame comes. */
static int64_t take_turn(struct wire *w)
{
  const int64_t now = now_ns(w);
  int64_t next = SWITCH_NEVER;
  for (unsigned i = 0; i < w->count; i++) {
    switch_writable(w->fabric, i, now);
    if (switch_waits(w->fabric, i))
      next = now + BUSY_NS;
  }
  const int64_t due = switch_turn(w->fabric, now);
  next = due < next ? due : next;
  return next == SWITCH_NEVER ? -1 : next > now ? next - now : 0;
}

static void run_switch(struct wire *w)
{
  struct pollfd fds[SWITCH_PORTS_MOST + 1];
  for (unsigned i = 0; i < w->count; i++)
    fds[i] = (struct pollfd){ w->ports[i].fd, POLLIN, 0 };
  fds[w->count] = (struct pollfd){ w->signals, POLLIN, 0 };
  do {
    const int64_t wait = take_turn(w);
    const struct timespec time = { wait / 1000000000, wait % 1000000000 };
    capture_flush(&w->capture);
    if (ppoll(fds, w->count + 1, wait < 0 ? NULL : &time, NULL) < 0)
      continue;
    for (unsigned i = 0; i < w->count; i++)
      if (fds[i].revents)
        take_frames(w, i);
  } while (!(fds[w->count].revents & POLLIN));
}

/* ---- begin and end ---- */

static void write_remarks(struct wire *w)
{
  char seed[32];
  snprintf(seed, sizeof(seed), "%" PRIu64, w->faults.seed);
  capture_remark(&w->capture, "seed", seed);
  for (size_t i = 0; i < w->faults.count; i++)
    capture_remark(&w->capture, "fault", w->fault_texts[i]);
}

/* Opens the ports in the folder. False: the reason has been said. */
static bool open_ports(struct wire *w)
{
  if (chdir(w->folder) != 0) {
    say_line("%s: %s; --folder names the folder for the sockets", w->folder, strerror(errno));
    return false;
  }
  for (unsigned i = 0; i < w->count; i++)
    if (!socket_open(&w->ports[i], w->nodes[i])) {
      say_line("%s/%s.switch: cannot be opened: %s", w->folder, w->nodes[i],
               errno == EADDRINUSE ? "another switch listens there, or a file has that name; name another folder"
                                   : strerror(errno));
      return false;
    }
  return true;
}

static bool begin(struct wire *w)
{
  static const struct switch_ops ops = { .send = on_send, .seen = on_seen, .note = on_note };
  sigset_t set;
  sigemptyset(&set);
  sigaddset(&set, SIGINT);
  sigaddset(&set, SIGTERM);
  sigaddset(&set, SIGHUP);
  sigprocmask(SIG_BLOCK, &set, NULL);
  w->signals = signalfd(-1, &set, SFD_CLOEXEC | SFD_NONBLOCK);
  w->offset_ns = clock_ns(CLOCK_REALTIME) - clock_ns(CLOCK_MONOTONIC);
  if (!w->seeded && getrandom(&w->faults.seed, 4, 0) != 4)
    w->faults.seed = (uint64_t)getpid();
  w->fabric = switch_new(&ops, w, w->nodes, w->count, &w->faults);
  if (!capture_open(&w->capture, w->packets, w->log, w->nodes, now_ns(w), w->most))
    return false;
  write_remarks(w);
  return open_ports(w);
}

/* Says how many frames each node sent and got. */
static void say_counts(const struct wire *w)
{
  for (unsigned i = 0; i < w->count; i++) {
    const struct switch_counts *c = switch_counts(w->fabric, i);
    say_line("%s: sent %" PRIu64 " frames, got %" PRIu64 "; %" PRIu64 " for it were lost", w->nodes[i], c->in, c->out,
             c->lost);
  }
}

static bool end(struct wire *w, bool begun)
{
  switch_flush(w->fabric, now_ns(w));
  if (begun)
    say_counts(w);
  for (unsigned i = 0; i < w->count; i++)
    socket_close(&w->ports[i]);
  switch_free(w->fabric);
  close(w->signals);
  return capture_close(&w->capture);
}

/* ---- the command line ---- */

enum { KEY_PACKETS = 0x100, KEY_LOG, KEY_SEED, KEY_FAULT, KEY_MOST };

static void add_node(const struct argp_state *state, struct wire *w, const char *name)
{
  if (!faults_is_node(name))
    argp_error(state, "`%s` is no name for a node: letters, digits, `_`, `-` and `.`, at most %d", name,
               FAULTS_NODE_BYTES - 1);
  if (w->count == SWITCH_PORTS_MOST)
    argp_error(state, "at most %d nodes", SWITCH_PORTS_MOST);
  for (unsigned i = 0; i < w->count; i++)
    if (strcmp(w->nodes[i], name) == 0)
      argp_error(state, "two nodes are called `%s`", name);
  w->nodes[w->count++] = name;
}

static void add_fault(const struct argp_state *state, struct wire *w, const char *text)
{
  char error[FAULTS_ERROR_BYTES];
  const size_t number = w->faults.count;
  if (!faults_add(&w->faults, text, error))
    argp_error(state, "--fault %s", error);
  w->fault_texts[number] = text;
}

/* Each node that a fault names is there. */
static void check_faults(const struct argp_state *state, const struct wire *w)
{
  for (size_t i = 0; i < w->faults.count; i++) {
    const char *node = w->faults.list[i].node;
    bool found = !*node;
    for (unsigned k = 0; k < w->count; k++)
      found |= strcmp(w->nodes[k], node) == 0;
    if (!found)
      argp_error(state, "--fault %s: there is no node `%s`", w->fault_texts[i], node);
  }
}

static error_t parse(int key, char *arg, struct argp_state *state)
{
  struct wire *w = state->input;
  uint64_t n;
  switch (key) {
  case 'd': w->folder = arg; break;
  case KEY_PACKETS: w->packets = arg; break;
  case KEY_LOG: w->log = arg; break;
  case KEY_FAULT: add_fault(state, w, arg); break;
  case KEY_SEED:
    if (!number_whole(arg, UINT64_MAX, &w->faults.seed))
      argp_error(state, "--seed wants a whole number, not `%s`", arg);
    w->seeded = true;
    break;
  case KEY_MOST:
    if (!number_whole(arg, UINT32_MAX, &n))
      argp_error(state, "--most wants a number of MiB, not `%s`", arg);
    w->most = n << 20;
    break;
  case ARGP_KEY_ARG: add_node(state, w, arg); break;
  case ARGP_KEY_END:
    if (!w->count)
      argp_error(state, "which nodes? Name each of them");
    check_faults(state, w);
    break;
  default: return ARGP_ERR_UNKNOWN;
  }
  return 0;
}

static const struct argp_option known[] = {
  { "folder", 'd', "DIR", 0, "where the sockets are (.)", 0 },
  { "pcap", KEY_PACKETS, "FILE", 0, "each frame as it came, with the host's time", 0 },
  { "log", KEY_LOG, "FILE", 0, "each fault, and each frame that did not reach a port, as a table", 0 },
  { "seed", KEY_SEED, "N", 0, "by which chance decides (drawn; the log has it)", 0 },
  { "fault", KEY_FAULT, "KIND=RATE[:VALUE][@NODE]", 0, "may be given more than once: drop=1/100 is for a hundredth of "
    "all frames, drop=1/100@b for those from node b; duplicate=1%; delay=1/20:2ms..5ms; reorder=1/20:3, behind the "
    "next three of that node; flip=1/500, one bit; cut=b@100..200 cuts node b off while frames 100 to 199 come, "
    "cut=b@2s..3s by the time since the first frame, cut=b@2s.. for ever", 0 },
  { "most", KEY_MOST, "MIB", 0, "what the capture may take, and the log (4096)", 0 },
  { NULL, 0, NULL, 0, NULL, 0 },
};

int main(int argc, char **argv)
{
  static const struct argp argp = { known, parse, "NODE...",
    "A network of machines in QEMU: an Ethernet switch that learns addresses, writes down every frame, and injects "
    "faults.\v"
    "A node's QEMU has -netdev dgram,id=n,local.type=unix,local.path=DIR/NODE.nic,remote.type=unix,"
    "remote.path=DIR/NODE.switch. A line `ready` on standard output says that the sockets are there. Which frames of a "
    "node a fault strikes depends on the seed, on the node's name, and on how many frames that node sent before.\n\n"
    "SIGINT, SIGTERM or SIGHUP end it.\n"
    "Exit status: 0 ended by a signal; 1 a socket or a file cannot be had or written; 2 usage.", NULL, NULL, NULL };
  static struct wire w = { .folder = ".", .most = (uint64_t)MOST_MIB << 20 };
  static char name[] = "wire";
  argv[0] = name;
  argp_err_exit_status = USAGE;
  say_as(name);
  for (size_t i = 0; i < SWITCH_PORTS_MOST; i++)
    w.ports[i].fd = -1;
  argp_parse(&argp, argc, argv, 0, NULL, &w);
  const bool begun = begin(&w);
  if (begun) {
    puts("ready");
    fflush(stdout);
    run_switch(&w);
  }
  return end(&w, begun) && begun ? GOOD : FAILED;
}
