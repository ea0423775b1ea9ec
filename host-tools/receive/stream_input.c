/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * stream_input.c: reads a stream beside signals and a clock; stream_input.h is the manual.
 *
 * Signals are blocked and read from a signalfd that is polled together with the stream: a busy stream cannot starve
 * them, and none can slip in between a check and a read.
 */
#include "stream_input.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <sys/signalfd.h>
#include <sys/stat.h>
#include <unistd.h>

bool stream_input_open(struct stream_input *in, int fd, int timeout_ms)
{
  struct stat st;
  sigset_t set;
  *in = (struct stream_input){ .fd = fd, .timeout_ms = timeout_ms, .other = -1 };
  if (fstat(fd, &st) != 0)
    return false;
  in->endless = S_ISCHR(st.st_mode);
  signal(SIGPIPE, SIG_IGN);
  signal(SIGXFSZ, SIG_IGN);
  sigemptyset(&set);
  sigaddset(&set, SIGINT);
  sigaddset(&set, SIGTERM);
  sigaddset(&set, SIGHUP);
  sigprocmask(SIG_BLOCK, &set, &in->old_mask);
  in->signals = signalfd(-1, &set, SFD_CLOEXEC | SFD_NONBLOCK);
  return in->signals >= 0;
}

static bool take_signal(struct stream_input *in)
{
  struct signalfd_siginfo info;
  if (read(in->signals, &info, sizeof(info)) != sizeof(info))
    return false;
  in->signal = (int)info.ssi_signo;
  return true;
}

enum stream_input_result stream_input_read(struct stream_input *in, void *buffer, size_t room, size_t *got)
{
  struct pollfd fds[] = { { in->signals, POLLIN, 0 }, { in->fd, POLLIN, 0 }, { in->other, POLLIN, 0 } };
  *got = 0;
  for (;;) {
    int ready = poll(fds, 3, in->timeout_ms);
    if (ready < 0 && errno == EINTR)
      continue;
    if (ready < 0)
      return STREAM_INPUT_ERROR;
    if (ready == 0)
      return STREAM_INPUT_SILENCE;
    if (fds[0].revents && take_signal(in))
      return STREAM_INPUT_SIGNAL;
    if (fds[2].revents)
      return STREAM_INPUT_OTHER;
    if (!fds[1].revents)
      continue;
    ssize_t n = read(in->fd, buffer, room);
    if (n < 0 && (errno == EINTR || errno == EAGAIN))
      continue;
    if (n < 0) /* The terminal's other side has hung up; the socket's, without having read all. */
      return (errno == EIO && in->endless) || errno == ECONNRESET ? STREAM_INPUT_END : STREAM_INPUT_ERROR;
    *got = (size_t)n;
    return n ? STREAM_INPUT_BYTES : STREAM_INPUT_END;
  }
}

void stream_input_close(struct stream_input *in)
{
  if (in->signals < 0)
    return;
  close(in->signals);
  sigprocmask(SIG_SETMASK, &in->old_mask, NULL);
}
